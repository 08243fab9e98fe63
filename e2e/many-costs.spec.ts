import { enter, expect, expectAccessible, expectAccessibleInBoth, test } from './support/test';
import { addVariant } from './support/variants';

test('a cost comes in by a file, is raised by a percentage, and each is taken back', async ({ page }) => {
  test.setTimeout(180_000);
  await enter(page, 'company-admin');
  const identifier = await addVariant(page, 'E2E-IMPORT');

  await page.getByRole('button', { name: 'Import', exact: true }).focus();
  await page.keyboard.press('Enter');
  const dialog = page.getByRole('dialog', { name: 'Import Costs' });
  await expect(dialog.getByRole('button', { name: 'Choose a file' })).toBeVisible();
  const text = `SKU;Channel;Unit cost;From\n${identifier};Shopify;1.234,50;01.11.2026\n${identifier};eBay;2,00;\n`;
  await dialog.getByLabel('File', { exact: true }).setInputFiles({
    name: 'costs.csv',
    mimeType: 'text/csv',
    buffer: Buffer.from(text),
  });
  await dialog.getByLabel('Dates are written').selectOption('26/11/2026');
  await expect(dialog.getByText('1 can be saved, 1 cannot')).toBeVisible();
  await expect(dialog.getByText('Adds $1,234.50 from Nov 1.')).toBeVisible();
  await expect(dialog.getByText('“eBay” is no sales channel')).toBeVisible();
  await expectAccessibleInBoth(page);
  await dialog.getByRole('button', { name: 'Save 1 cost' }).focus();
  await page.keyboard.press('Enter');
  await expect(page.getByText('Saved 1 cost')).toBeVisible();
  await expect(dialog.getByText('0 can be saved, 1 cannot')).toBeVisible();
  const download = page.waitForEvent('download');
  await dialog.getByRole('button', { name: 'Download the 1 that cannot' }).click();
  expect((await download).suggestedFilename()).toMatch(/^costs_not_saved_export_\d{4}-\d\d-\d\d\.csv$/);
  await dialog.getByRole('button', { name: 'Cancel' }).click();
  await page.getByRole('button', { name: 'Discard changes' }).click();
  await expect(dialog).toBeHidden();

  await page.getByRole('checkbox', { name: `Select ${identifier}` }).check();
  await page.getByRole('button', { name: 'More Actions' }).click();
  await page.getByRole('menuitem', { name: 'Set Cost' }).click();
  const form = page.getByRole('dialog', { name: 'Set Cost' });
  await form.getByLabel('Percent').fill('10');
  await form.getByLabel('Start date').fill('2026-11-20');
  await expect(
    form.getByText('Adds $1,357.95 from Nov 20; $1,234.50 ends Nov 19 instead of being ongoing.'),
  ).toBeVisible();
  await expectAccessible(page);
  await form.getByRole('button', { name: 'Set Cost' }).click();
  await expect(page.getByText('Set the cost of 1 variant')).toBeVisible();
  // That of the import may still be there, on a fast machine.
  const toast = page.getByRole('status').locator('> *', { hasText: 'Set the cost of 1 variant' });
  await toast.getByRole('button', { name: /^Undo/ }).click();
  await expect(page.getByText('Undone')).toBeVisible();
});
