/** The README's pictures. Each is a scene that a person can make by hand in the demonstration console. */
import { fileURLToPath } from 'node:url';
import type { Page } from '@playwright/test';
import { expect, signIn, test } from './support/test';
import { chooseCompany } from './support/variants';

test.use({ viewport: { width: 1440, height: 860 } });

async function save(page: Page, name: string) {
  // With what comes once the page has nothing else to do: small pictures of rows, entries that remotes add to the menu.
  await expect(
    page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Naming Rules' }),
  ).toBeAttached();
  await page.waitForLoadState('networkidle');
  await page.screenshot({
    path: fileURLToPath(new URL(`../docs/pictures/${name}.png`, import.meta.url)),
    animations: 'disabled',
  });
}

test('ads: a company, its spend and tags', async ({ page }) => {
  await signIn(page, 'admin');
  await page.goto('/facebook-ads');
  await chooseCompany(page);
  await expect(page.getByRole('row')).not.toHaveCount(1);
  await save(page, 'facebook-ads');
});

test('COGS: what a new period would do, before it is saved', async ({ page }) => {
  await signIn(page, 'admin');
  await page.goto('/product-variants/11/cogs');
  await expect(page.getByRole('region', { name: 'COGS timeline' })).toBeVisible();
  await page.getByRole('button', { name: 'Add COGS Record' }).click();
  const form = page.getByRole('dialog');
  await form.getByLabel('COGS amount').fill('17.4');
  const start = new Date(Date.now() - 40 * 24 * 60 * 60 * 1000).toISOString().slice(0, 10);
  await form.getByLabel('Start date').fill(start);
  await expect(form.getByRole('listitem').filter({ hasText: /\$17\.40 from \w+ \d/ })).toBeAttached();
  await save(page, 'cogs');
});

test('chat: an agent that looks something up', async ({ page }) => {
  await signIn(page, 'admin');
  await page.goto('/agent-chat');
  await page.getByLabel('Select an Agent:').selectOption('customer-support');
  await page.getByPlaceholder('Type your message...').fill('Can I return shoes to Harbor & Pine after five weeks?');
  await page.keyboard.press('Enter');
  await expect(page.getByRole('button', { name: 'Stop' })).toBeVisible();
  await expect(page.getByRole('button', { name: 'Stop' })).toBeHidden();
  await save(page, 'agent-chat');
});
