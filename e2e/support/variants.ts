import type { Page } from '@playwright/test';
import { expect, newName } from './test';

const COMPANY = 'Harbor & Pine Outfitters';

/** Chooses the company as a person does, by typing a part of its name. */
export async function chooseCompany(page: Page, name = COMPANY) {
  const select = page.getByRole('combobox', { name: 'Company' });
  await select.click();
  await select.fill(name.slice(0, 6));
  await page.getByRole('option', { name }).click();
  await expect(page.getByText(/\d total records/)).toBeVisible();
}

/** Opens the list of the company's variants. */
export async function openVariants(page: Page) {
  await page.goto('/product-variants');
  await chooseCompany(page);
}

/** A variant of one try of a test, made through the form; the list then shows nothing else. Returns its identifier. */
export async function addVariant(page: Page, name: string): Promise<string> {
  const identifier = newName(name);
  await openVariants(page);
  await page.getByRole('button', { name: 'Add New' }).click();
  const form = page.getByRole('dialog');
  await form.getByLabel('Product Variant ID').fill(identifier);
  await form.getByLabel('Sales Channel').selectOption('Shopify');
  await form.getByLabel('Cached Product Name').fill('Rope Bracelet');
  await form.getByLabel('Cached Variant Name').fill('Navy');
  await form.getByRole('button', { name: 'Create' }).click();
  await expect(page.getByText('Product Variant created successfully')).toBeVisible();
  await expect(form).toBeHidden();
  await page.getByLabel('Product variant ID').fill(identifier);
  await expect(page.getByText('1 total records (0 selected)')).toBeVisible();
  return identifier;
}

/** Chooses an entry of a row's menu. */
export async function chooseFor(page: Page, name: string, entry: string) {
  await page.getByRole('button', { name: `Actions for ${name}` }).click();
  await page.getByRole('menuitem', { name: entry }).click();
}
