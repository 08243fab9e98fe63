import type { Locator, Page } from '@playwright/test';
import { openChat } from './support/agents';
import { expect, expectAccessible, newName, signIn, test } from './support/test';

const ANALYST = { slug: 'ad-analyst', displayName: 'Ad Analyst' };

async function ask(page: Page, text: string) {
  await page.getByRole('textbox', { name: 'Message' }).fill(text);
  await page.keyboard.press('Enter');
  await expect(page.getByRole('button', { name: 'Stop' })).toBeHidden();
}
const cards = (page: Page, name: string): Locator =>
  page.getByRole('region', { name: new RegExp(`the tag “${name}” to`) });

test('an agent proposes, a person applies by keyboard, the list shows it, and it is undone', async ({ page }) => {
  const name = newName('worth');
  await signIn(page, 'admin');
  await openChat(page, ANALYST);
  await ask(page, 'Which 12 video ads of Harbor & Pine spent most?');
  await ask(page, `tag these as ${name}`);
  const card = cards(page, name);
  await expect(card.getByText('Proposal', { exact: true })).toBeVisible();
  await expect(card.getByText('Harbor & Pine Outfitters')).toBeVisible();
  await expect(card.getByRole('list', { name: 'Records' }).getByRole('listitem')).toHaveCount(10);
  await card.getByRole('button', { name: 'Show all 12' }).click();
  await expect(card.getByRole('list', { name: 'Records' }).getByRole('listitem')).toHaveCount(12);
  await expectAccessible(page);

  // Nothing is written before Apply, and the card stands after a reload.
  await page.reload();
  const apply = card.getByRole('button', { name: 'Apply: Add tag to 12 ads' });
  await expect(apply).toBeVisible();
  await apply.focus();
  await page.keyboard.press('Enter');
  await expect(card.getByText('Done: 12 changed.')).toBeVisible();
  await expect(card.getByRole('status')).toBeFocused();
  await page.reload();
  await expect(card.getByText('Applied', { exact: true })).toBeVisible();
  await expectAccessible(page);

  await card.getByRole('link', { name: 'Open in Facebook Ads' }).click();
  await expect(page.getByRole('rowheader', { name: 'All 12 matching' })).toBeVisible();
  await page.goBack();
  await card.getByRole('button', { name: 'Undo' }).focus();
  await page.keyboard.press('Enter');
  await expect(card.getByText('Undone: 12 are as they were.')).toBeVisible();
  await page.reload();
  await expect(card.getByText('Undone', { exact: true })).toBeVisible();
  await expect(card.getByRole('button', { name: 'Undo' })).toBeHidden();

  await page.setViewportSize({ width: 390, height: 844 });
  await ask(page, `tag these as ${name}`);
  const second = cards(page, name).last();
  await expect(second.getByRole('button', { name: 'Apply: Add tag to 12 ads' })).toBeInViewport();
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(390);
  await second.getByRole('button', { name: 'Dismiss' }).click();
  await expect(second.getByText('Dismissed. Nothing was changed.')).toBeVisible();
});

test('who may not write is told so, and no card comes', async ({ page }) => {
  const name = newName('worth');
  await signIn(page, 'staff');
  await openChat(page, ANALYST);
  await ask(page, 'Which video ads spent most?');
  await ask(page, `tag these as ${name}`);
  await expect(page.getByText('Changing ads this way needs the group AdManager.').first()).toBeVisible();
  await expect(cards(page, name)).toHaveCount(0);
});
