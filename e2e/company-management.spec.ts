import { execFile } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import type { Locator, Page } from '@playwright/test';
import { enter, expect, menuEntry, newAmount, newName, test } from './support/test';

const root = fileURLToPath(new URL('..', import.meta.url));

const open = async (page: Page, username: string, query = '') => {
  await enter(page, username);
  await page.goto(`/company-management${query}`);
  await expect(page.getByText(/\d+ total records/)).toBeVisible();
};
const rowOf = (page: Page, name: string) => page.getByRole('row').filter({ hasText: name });
const chooseFor = async (page: Page, name: string, entry: string) => {
  await page.getByRole('button', { name: `Actions for ${name}` }).click();
  await page.getByRole('menuitem', { name: entry }).click();
};
/** A company, made through the form. */
async function addCompany(page: Page, name: string) {
  const slug = name.toLowerCase().replaceAll(' ', '-');
  await page.getByRole('button', { name: 'Add New' }).click();
  const form = page.getByRole('dialog');
  await form.getByLabel('Company Name').fill(name);
  await form.getByLabel('Slug').fill(slug);
  await form.getByLabel('Logo URL').fill('https://logos.example/a.png');
  await form.getByLabel('Timezone').selectOption('America/Denver');
  await form.getByRole('button', { name: 'Create' }).click();
  await expect(page.getByText('Company created successfully')).toBeVisible();
  await expect(form).toBeHidden();
  return slug;
}

test('a company admin views, filters, sorts and edits companies, and neither adds nor deletes', async ({ page }) => {
  await open(page, 'company-admin');
  await expect(page.getByText('2 total records (0 selected)')).toBeVisible();
  await expect(page.getByRole('columnheader')).toHaveText(['', 'Company Name', 'Slug', 'Timezone', 'Actions']);
  await expect(page.getByRole('button', { name: 'Add New' })).toHaveCount(0);

  await page.getByRole('button', { name: 'Actions for Harbor & Pine Outfitters' }).click();
  await expect(page.getByRole('menuitem')).toHaveText(['View Details', 'Edit']);
  await page.getByRole('menuitem', { name: 'View Details' }).click();
  await expect(page.getByRole('dialog')).toContainText('System Information');
  await page.keyboard.press('Escape');
  await expect(page.getByRole('dialog')).toBeHidden();

  await chooseFor(page, 'Harbor & Pine Outfitters', 'Edit');
  const form = page.getByRole('dialog');
  await expect(form.getByText('A key is stored').first()).toBeVisible();
  const cost = newAmount();
  await form.getByLabel('Average Shipping Cost per Order').fill(cost);
  await form.getByRole('button', { name: 'Update' }).click();
  await expect(page.getByText('Company updated successfully')).toBeVisible();
  await chooseFor(page, 'Harbor & Pine Outfitters', 'View Details');
  await expect(page.getByRole('dialog')).toContainText(`$${cost}`);
  await page.keyboard.press('Escape');

  await page.getByLabel('Company name').fill('lumen');
  await expect(page.getByText('1 total records (0 selected)')).toBeVisible();
  await expect(page).toHaveURL(/name=lumen/);
  await page.reload();
  await expect(page.getByText('1 total records (0 selected)')).toBeVisible();
  await page.getByLabel('Company name').fill('no such company');
  await expect(page.getByRole('heading', { name: 'No Records Found' })).toBeVisible();
  await expect(page.getByText('No companies found')).toBeVisible();
  await page.getByRole('button', { name: 'Clear all filters' }).click();
  await expect(page.getByText('2 total records (0 selected)')).toBeVisible();

  await page.getByRole('button', { name: 'Company Name' }).click();
  await expect(page).toHaveURL(/sort_by=-name/);
  await expect(page.getByRole('row').nth(1)).toContainText('Lumen Skin Studio');
  await page.goBack();
  await expect(page.getByRole('row').nth(1)).toContainText('Harbor & Pine');
});

test('an admin adds, duplicates, deletes and restores a company', async ({ page }) => {
  await open(page, 'admin');
  const name = newName('Cedar Clock Works');
  const slug = await addCompany(page, name);
  await chooseFor(page, name, 'Duplicate');
  await expect(rowOf(page, `${slug}-copy`)).toBeVisible();
  await chooseFor(page, `${name} (Copy)`, 'Delete');
  await expect(page.getByRole('dialog')).toContainText('Delete company?');
  await page.getByRole('button', { name: 'Delete company' }).click();
  await expect(page.getByText('Company deleted successfully')).toBeVisible();
  await expect(rowOf(page, `${slug}-copy`)).toHaveCount(0);

  const { stdout } = await promisify(execFile)(
    process.execPath,
    ['--disable-warning=ExperimentalWarning', 'api/dist/src/main.js', 'company', 'restore', `${slug}-copy`],
    { cwd: root, env: { ...process.env, DATABASE_URL: '', DATA_DIR: process.env.CONSOLE_DATA_DIR } },
  );
  expect(stdout).toContain(`${name} (Copy)`);
  await page.reload();
  await expect(rowOf(page, `${slug}-copy`)).toBeVisible();
});

test('the rules of the form are said at the field, and so is what only the server knows', async ({ page }) => {
  await open(page, 'admin');
  await page.getByRole('button', { name: 'Add New' }).click();
  const form = page.getByRole('dialog');
  await form.getByRole('button', { name: 'Create' }).click();
  for (const label of ['Company Name', 'Slug', 'Logo URL', 'Timezone'])
    await expect(form.getByText(`${label} is required`)).toBeVisible();
  await expect(form.getByLabel('Company Name')).toBeFocused();
  await form.getByLabel('Company Name').fill('Another Harbor');
  await expect(form.getByText('Company Name is required')).toHaveCount(0);
  await form.getByLabel('Slug').fill('harbor-pine');
  await form.getByLabel('Logo URL').fill('https://logos.example/a.png');
  await form.getByLabel('Timezone').selectOption('America/Chicago');
  await form.getByLabel('Average Credit Card Processing Rate').fill('0.5');
  await form.getByRole('button', { name: 'Create' }).click();
  await expect(form.getByText('Average Credit Card Processing Rate must not exceed 0.065')).toBeVisible();
  await form.getByLabel('Average Credit Card Processing Rate').fill('0.029');
  await form.getByRole('button', { name: 'Create' }).click();
  await expect(form.getByLabel('Slug')).toHaveAccessibleDescription(/A company with this slug already exists/);
  await expect(form.getByLabel('Company Name')).toHaveValue('Another Harbor');

  await page.keyboard.press('Escape');
  await expect(page.getByText('What you have entered has not been saved.')).toBeVisible();
  await page.getByRole('button', { name: 'Discard' }).click();
  await expect(page.getByRole('dialog')).toHaveCount(0);
});

test('somebody saved another field meanwhile: both changes are saved, and it says whose were kept', async ({
  page,
  browser,
  baseURL,
}) => {
  await open(page, 'admin');
  const name = newName('Two Hands Pottery');
  await addCompany(page, name);
  await chooseFor(page, name, 'Edit');
  const form = page.getByRole('dialog');
  const renamed = newName('Two Hands Ceramics');
  await form.getByLabel('Company Name').fill(renamed);

  const other = await browser.newPage({ baseURL });
  await open(other, 'admin');
  await chooseFor(other, name, 'Edit');
  await other.getByRole('dialog').getByLabel('Timezone').selectOption('America/New_York');
  await other.getByRole('button', { name: 'Update' }).click();
  await expect(other.getByText('Company updated successfully')).toBeVisible();
  await other.close();

  await form.getByRole('button', { name: 'Update' }).click();
  await expect(page.getByText('The changes of admin were kept')).toBeVisible();
  await expect(rowOf(page, renamed)).toContainText('America/New_York');
});

test('the selection and all that match are exported as CSV, without the keys (SEC-06, CSV-05)', async ({ page }) => {
  await open(page, 'company-admin');
  await page.getByRole('checkbox', { name: 'Select Harbor & Pine Outfitters' }).check();
  await expect(page.getByText('2 total records (1 selected)')).toBeVisible();
  const selected = page.waitForEvent('download');
  await page.getByRole('button', { name: 'Export Selected' }).click();
  const file = await selected;
  expect(file.suggestedFilename()).toMatch(/^companies_export_\d{4}-\d{2}-\d{2}\.csv$/);
  const text = readFileSync(await file.path(), 'utf8');
  expect(text.startsWith('\uFEFFCompany Name,Slug,Timezone\r\n')).toBe(true);
  expect(text).toContain('Harbor & Pine Outfitters,harbor-pine,America/New_York');
  expect(text).not.toContain('Lumen');
  await expect(page.getByText('Exported 1 companies')).toBeVisible();
  await expect(page.getByText('2 total records (0 selected)')).toBeVisible();

  const all = page.waitForEvent('download');
  await page.getByRole('button', { name: 'Export all 2 matching' }).click();
  expect(
    readFileSync(await (await all).path(), 'utf8')
      .trim()
      .split('\r\n'),
  ).toHaveLength(3);
});

test('a failed load keeps the filters and offers Retry', async ({ page }) => {
  await open(page, 'company-admin');
  await page.route('**/api/companies?**', (route) =>
    route.fulfill({ status: 500, body: '<h1>nginx</h1>', contentType: 'text/html' }),
  );
  await page.getByLabel('Slug').fill('lumen');
  await expect(page.getByText('Failed to load companies')).toBeVisible();
  await expect(page.getByText('nginx')).toHaveCount(0);
  await expect(page.getByLabel('Slug')).toHaveValue('lumen');
  await page.unroute('**/api/companies?**');
  await page.getByRole('button', { name: 'Retry' }).click();
  await expect(page.getByText('1 total records (0 selected)')).toBeVisible();
});

test('by keyboard alone: from the login to a saved company and back to the list', async ({ page }) => {
  await page.goto('/login');
  await expect(page.getByLabel('Username')).toBeFocused();
  await page.keyboard.type('admin');
  await page.keyboard.press('Tab');
  await page.keyboard.type('console-demo');
  await page.keyboard.press('Enter');
  await expect(page.getByRole('heading', { name: 'Storeward Dashboard' })).toBeVisible();
  const tabTo = async (target: Locator) => {
    await expect(target).toBeVisible();
    for (let presses = 0; presses < 60; presses += 1) {
      if (await target.evaluate((element) => element === document.activeElement)) return;
      await page.keyboard.press('Tab');
    }
    await expect(target).toBeFocused();
  };
  await tabTo(menuEntry(page, 'Company Management'));
  await page.keyboard.press('Enter');
  await expect(page.getByRole('table')).toBeVisible();
  const actions = page.getByRole('button', { name: 'Actions for Prairie Kettle Coffee' });
  const rows = page.locator('tbody tr');
  await tabTo(rows.first());
  // The table is one stop: inside it the arrows move.
  const names = await page.getByRole('rowheader').allTextContents();
  for (let at = 0; at < names.indexOf('Prairie Kettle Coffee'); at += 1) await page.keyboard.press('ArrowDown');
  await page.keyboard.press('End');
  await expect(actions).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(page.getByRole('menuitem', { name: 'View Details' })).toBeFocused();
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('Enter');
  const form = page.getByRole('dialog');
  await expect(form.getByLabel('Company Name')).toBeFocused();
  await tabTo(form.getByLabel('Average Shipping Cost per Order'));
  await page.keyboard.press('ControlOrMeta+a');
  await page.keyboard.type(newAmount());
  await page.keyboard.press('ControlOrMeta+Enter');
  await expect(page.getByText('Company updated successfully')).toBeVisible();
  await expect(form).toBeHidden();
  await expect(actions).toBeFocused();
});
