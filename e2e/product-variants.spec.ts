import { AT_LENGTH, enter, expect, expectAccessibleInBoth, menuEntry, signIn, test } from './support/test';
import { addVariant, chooseCompany, chooseFor, openVariants } from './support/variants';

const FIRST = 'Please select a company to view product variants.';

test('a company comes first, and is kept by the address, by a reload and by the other screens', async ({ page }) => {
  await signIn(page, 'company-admin');
  const asked: string[] = [];
  page.on('request', (request) => asked.push(request.url()));
  await menuEntry(page, 'Product Variants').click();
  await expect(page.getByText(FIRST)).toBeVisible();
  expect(asked.filter((url) => url.includes('/api/product-variants'))).toEqual([]);
  await chooseCompany(page);
  await expect(page.getByRole('columnheader')).toHaveText([
    '',
    'Product Variant ID',
    'Product Name',
    'Variant Name',
    'Sales Channel',
    'Active',
    'Sync Status',
    'Actions',
  ]);
  await expect(page).toHaveURL(/company_id=\d+/);
  await page.getByRole('button', { name: 'Next page' }).click();
  await expect(page.getByText(/Showing 26 to 50 of/)).toBeVisible();
  await expect(page).toHaveURL(/page=2/);
  await page.reload();
  await expect(page.getByText(/Showing 26 to 50 of/)).toBeVisible();
  // Pointed at in the menu it is fetched ahead: what is open on it stays, with the next page too.
  const more = page.getByRole('button', { name: 'More filters' });
  await more.click();
  await menuEntry(page, 'Product Variants').hover();
  await page.getByRole('button', { name: 'Next page' }).click();
  await expect(page.getByText(/Showing 51 to 75 of/)).toBeVisible();
  await expect(more).toHaveAttribute('aria-expanded', 'true');
  await menuEntry(page, 'Company Management').click();
  await expect(page.getByRole('heading', { name: 'Company Management' })).toBeVisible();
  await menuEntry(page, 'Product Variants').click();
  await expect(page.getByText(/Showing 1 to 25 of/)).toBeVisible();
  await page.goBack();
  await expect(page.getByRole('heading', { name: 'Company Management' })).toBeVisible();
  await page.goForward();
  await page.getByRole('button', { name: 'Clear company' }).click();
  await expect(page.getByText(FIRST)).toBeVisible();
  await page.reload();
  await expect(page.getByText(FIRST)).toBeVisible();
});

test('filters narrow the list: names, channel, exact identifier and status', async ({ page }) => {
  await enter(page, 'company-admin');
  await openVariants(page);
  await page.getByRole('button', { name: 'More filters' }).click();
  await page.getByLabel('Sales channel').selectOption('TikTok');
  await expect(page).toHaveURL(/sales_channel=tiktok/);
  await page.getByLabel('Status').selectOption('Inactive');
  await expect(page.getByRole('row').nth(1)).toContainText('TikTokInactive');
  await page.getByLabel('Override variant name').fill('%');
  await page.keyboard.press('Enter');
  await expect(page.getByRole('heading', { name: 'No Records Found' })).toBeVisible();
  await page.getByRole('button', { name: 'Clear all filters' }).click();
  await expect(page.getByText(/Showing 1 to 25 of/)).toBeVisible();
  await expect(page).toHaveURL(/\?company_id=\d+$/);
});

test('a variant is added, edited, overridden, switched off and shown in detail', async ({ page }) => {
  await enter(page, 'company-admin');
  const identifier = await addVariant(page, 'E2E-ADDED');
  const row = page.getByRole('row').filter({ hasText: identifier });
  await expect(row).toContainText('Never synced');

  await chooseFor(page, identifier, 'Edit');
  const form = page.getByRole('dialog');
  await expect(form.getByLabel('Product Variant ID')).toHaveAttribute('readonly');
  await expect(form.getByLabel('Sales Channel')).toBeDisabled();
  await form.getByLabel('Cached Variant Name').fill('Navy, large');
  await form.getByRole('button', { name: 'Update' }).click();
  await expect(page.getByText('Product Variant updated successfully')).toBeVisible();
  await expect(row).toContainText('Navy, large');

  await chooseFor(page, identifier, 'Quick Override');
  await form.getByLabel('Override Product Name').fill('Sailor Bracelet');
  await form.getByRole('button', { name: 'Update' }).click();
  await expect(page.getByText('Overrides updated successfully')).toBeVisible();
  await expect(row).toContainText('Sailor BraceletOverridden');

  await page.getByRole('checkbox', { name: `Select ${identifier}` }).check();
  await page.getByRole('button', { name: 'More Actions' }).click();
  await page.getByRole('menuitem', { name: 'Deactivate' }).click();
  await expect(page.getByText('Deactivated 1 variants')).toBeVisible();
  await expect(row).toContainText('Inactive');

  await page.getByRole('checkbox', { name: `Select ${identifier}` }).check();
  await page.getByRole('button', { name: 'Update Overrides' }).click();
  await expect(form).toContainText('This action will update all selected variants. This cannot be undone.');
  await form.getByLabel('Field').selectOption('Override Product Name');
  await form.getByRole('button', { name: 'Update' }).click();
  await expect(page.getByText('Updated 1 variants')).toBeVisible();
  await expect(row).not.toContainText('Overridden');

  await chooseFor(page, identifier, 'View Details');
  for (const section of [
    'Display Names',
    'Product Name Details',
    'Variant Name Details',
    'Metadata',
    'System Information',
  ])
    await expect(page.getByRole('dialog').getByRole('heading', { name: section })).toBeVisible();
});

test('the selection is exported as a file', async ({ page }) => {
  await enter(page, 'company-admin');
  await openVariants(page);
  await page.getByRole('checkbox', { name: 'Select all rows on this page' }).check();
  const saved = page.waitForEvent('download');
  await page.getByRole('button', { name: 'Export Selected' }).click();
  expect((await saved).suggestedFilename()).toMatch(/^product_variants_export_\d{4}-\d\d-\d\d\.csv$/);
  await expect(page.getByText('Exported 25 product variants')).toBeVisible();
});

test('the whole list works by keyboard: company, menu, dialog, selection', async ({ page }) => {
  await enter(page, 'company-admin');
  await page.goto('/product-variants');
  await page.getByRole('combobox', { name: 'Company' }).focus();
  await page.keyboard.type('Harbor');
  await expect(page.getByRole('listbox').getByRole('option')).toHaveCount(1);
  await page.keyboard.press('Enter');
  await expect(page.getByText(/Showing 1 to 25 of/)).toBeVisible();
  const menuButton = page
    .getByRole('row')
    .nth(1)
    .getByRole('button', { name: /^Actions for/ });
  await menuButton.focus();
  await page.keyboard.press('ArrowDown');
  await expect(page.getByRole('menuitem', { name: 'View Details' })).toBeFocused();
  await page.keyboard.press('End');
  await expect(page.getByRole('menuitem', { name: 'Quick Override' })).toBeFocused();
  await page.keyboard.press('Enter');
  const form = page.getByRole('dialog', { name: 'Quick Override' });
  await expect(form.getByLabel('Override Product Name')).toBeFocused();
  await page.keyboard.press('Escape');
  await expect(form).toBeHidden();
  await expect(menuButton).toBeFocused();
  await page.getByRole('checkbox', { name: 'Select all rows on this page' }).focus();
  await page.keyboard.press('Space');
  await expect(page.getByText('(25 selected)')).toBeVisible();
});

test('Admin alone opens it too; others read both sentences, and nothing is asked', async ({ page }) => {
  await enter(page, 'variants-admin');
  await page.goto('/product-variants');
  // Who has exactly one company finds it chosen.
  await expect(page.getByText(/\d+ total records/)).toBeVisible();
  await page.getByRole('button', { name: 'Logout' }).click();
  await signIn(page, 'staff');
  const asked: string[] = [];
  page.on('request', (request) => asked.push(request.url()));
  for (const [path, screen] of [
    ['/product-variants', 'Product Variants Management'],
    ['/product-variants/1/cogs', 'Product Variant COGS Management'],
  ]) {
    await page.goto(`${path}`);
    await expect(page.getByText('Required role: CompanyAdmin.')).toBeVisible();
    await expect(page.getByText(`You must be a Company Admin to access ${screen}.`)).toBeVisible();
  }
  expect(asked.filter((url) => url.includes('/api/product-variant'))).toEqual([]);
});

test('axe finds nothing in the list and its dialogs, in light and in dark', AT_LENGTH, async ({ page }) => {
  test.setTimeout(180_000);
  await enter(page, 'company-admin');
  await page.goto('/product-variants');
  await expect(page.getByText(FIRST)).toBeVisible();
  await expectAccessibleInBoth(page);
  await page.getByRole('combobox', { name: 'Company' }).click();
  await expect(page.getByRole('listbox').getByRole('option').first()).toBeVisible();
  await expectAccessibleInBoth(page);
  await page.keyboard.press('Escape');
  await chooseCompany(page);
  await page.getByRole('checkbox', { name: 'Select all rows on this page' }).check();
  await expectAccessibleInBoth(page);
  await page.getByRole('button', { name: 'Update Overrides' }).click();
  await expect(page.getByRole('dialog')).toBeVisible();
  await expectAccessibleInBoth(page);
  await page.keyboard.press('Escape');
  await expect(page.getByRole('dialog')).toBeHidden();
  await page
    .getByRole('row')
    .nth(1)
    .getByRole('button', { name: /^Actions for/ })
    .click();
  await page.getByRole('menuitem', { name: 'Edit' }).click();
  await expect(page.getByRole('dialog')).toBeVisible();
  await expectAccessibleInBoth(page);
});
