import type { Page } from '@playwright/test';
import { enter, expect, expectAccessible, menuEntry, newName, test } from './support/test';

const open = async (page: Page, query = '', username = 'ad-manager') => {
  await enter(page, username);
  await page.goto(`/ads/spend?company_id=1${query}`);
  await expect(page.getByRole('heading', { name: 'Spend', exact: true })).toBeVisible();
};
const table = (page: Page, by: string) => page.getByRole('table', { name: `Spend by ${by}` });

test('spend by day is a line and a table, over 7, 28 and 90 days and two dates, by keyboard', async ({ page }) => {
  await open(page);
  await expect(menuEntry(page, 'Spend')).toHaveAttribute('aria-current', 'page');
  await expect(table(page, 'day').getByRole('row')).toHaveCount(29);
  await expect(page.getByText(/ads \(\$[\d,.]+ in 28 days\) have no days/)).toBeVisible();
  await expectAccessible(page);

  const day = page.getByRole('slider', { name: 'Day of Spend by day' });
  await day.focus();
  const last = await day.getAttribute('aria-valuetext');
  await page.keyboard.press('ArrowLeft');
  await expect(day).not.toHaveAttribute('aria-valuetext', last ?? '');
  await page.keyboard.press('End');
  await expect(day).toHaveAttribute('aria-valuetext', last ?? '');

  await page.getByRole('link', { name: '7 days' }).focus();
  await page.keyboard.press('Enter');
  await expect(table(page, 'day').getByRole('row')).toHaveCount(8);
  await expect(page).toHaveURL(/days=7/);
  const to = await page.getByLabel('To', { exact: true }).inputValue();
  await page.getByLabel('From', { exact: true }).fill(to);
  await page.keyboard.press('Enter');
  await expect(table(page, 'day').getByRole('row')).toHaveCount(2);
  await page.goBack();
  await expect(table(page, 'day').getByRole('row')).toHaveCount(8);
});

test('bars by tag say that they add up to more than the total, and each leads to the list of its ads', async ({
  page,
}) => {
  await open(page, '&by=tag');
  await expect(table(page, 'tag').getByRole('row', { name: /^Without a tag/ })).toBeVisible();
  await expect(page.getByText(/these bars add up to \$[\d,.]+, more than the total/)).toBeVisible();
  await expectAccessible(page);
  await page.getByRole('link', { name: 'winner' }).click();
  await expect(page).toHaveURL(/\/facebook-ads\?company_id=1&include_tags=winner/);
  await expect(page.getByRole('button', { name: 'Remove tag winner' }).first()).toBeVisible();
});

test('the list and its spend lead to each other, with the same filters', async ({ page }) => {
  await enter(page, 'ad-manager');
  await page.goto('/facebook-ads?company_id=1&ad_type=video');
  await page.getByRole('link', { name: 'Spend', exact: true }).last().click();
  await expect(page).toHaveURL(/\/ads\/spend\?company_id=1&ad_type=video/);
  await expect(page.getByRole('searchbox', { name: 'Ad Type' })).toHaveValue('video');
  await page.getByRole('link', { name: 'Type', exact: true }).click();
  await expect(table(page, 'type').getByRole('row', { name: /^video/ })).toContainText('100.0 %');
  await page.getByRole('link', { name: 'Show these ads' }).click();
  await expect(page).toHaveURL(/\/facebook-ads\?company_id=1&ad_type=video$/);
});

test('who is in no group reads it, and an ad shows its own days', async ({ page }) => {
  await open(page, '', 'staff');
  await expect(table(page, 'day')).toBeVisible();
  await page.goto('/facebook-ads?company_id=1');
  await page.getByRole('row').nth(2).getByRole('button').first().click();
  const details = page.getByRole('dialog');
  await expect(details.getByRole('slider', { name: 'Day of Spend by day' })).toBeVisible();
  await expectAccessible(page);
});

test('nothing that matches, and a failure, are said; a filter can be cleared and a failure tried again', async ({
  page,
}) => {
  await open(page, `&ad_name=${newName('nothing')}`);
  await expect(page.getByText('No ads found')).toBeVisible();
  await expectAccessible(page);
  await page.route('**/api/facebook-ads/spend?**', (route) => route.fulfill({ status: 500, json: {} }));
  await page.getByRole('button', { name: 'Clear all filters' }).click();
  await expect(page.getByText('Failed to load spend')).toBeVisible();
  await expectAccessible(page);
  await page.unroute('**/api/facebook-ads/spend?**');
  await page.getByRole('button', { name: 'Retry' }).click();
  await expect(table(page, 'day')).toBeVisible();
});

test('on a phone nothing is wider than the screen', async ({ page }) => {
  await page.setViewportSize({ width: 390, height: 844 });
  for (const by of ['', '&by=campaign']) {
    await open(page, by);
    await expect(page.getByRole('table')).toBeVisible();
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(390);
    await expectAccessible(page);
  }
});
