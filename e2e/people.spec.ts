import type { Page } from '@playwright/test';
import { enter, expect, expectAccessible, menuEntry, newName, test } from './support/test';

const open = async (page: Page, query = '') => {
  await enter(page, 'agent-admin');
  await page.goto(`/company/people${query}`);
  await expect(page.getByRole('heading', { name: 'People' })).toBeVisible();
};
const chooseFor = async (page: Page, name: string, entry: string) => {
  await page.getByRole('button', { name: `Actions for ${name}` }).click();
  await page.getByRole('menuitem', { name: entry }).click();
};

test('an admin invites by keyboard; the invited person chooses a password and is signed in; the link works once', async ({
  page,
  browser,
}) => {
  await open(page);
  await expect(menuEntry(page, 'People')).toHaveAttribute('aria-current', 'page');
  await expectAccessible(page);
  const name = newName('Ada');
  await page.getByRole('button', { name: 'Add New' }).focus();
  await page.keyboard.press('Enter');
  const form = page.getByRole('dialog', { name: 'Add Person' });
  await expect(form).toBeVisible();
  await form.getByLabel('Name').focus();
  await page.keyboard.type(name);
  await form.getByRole('checkbox', { name: 'CompanyAdmin' }).focus();
  await page.keyboard.press('Space');
  await form.getByRole('combobox', { name: 'Companies' }).focus();
  await page.keyboard.press('ArrowDown');
  await expect(page.getByRole('listbox').getByRole('option').first()).toBeVisible();
  await page.keyboard.press('Enter');
  await expect(form.getByRole('list', { name: 'Chosen companies' }).getByRole('listitem')).toHaveCount(1);
  await expectAccessible(page);
  await form.getByRole('button', { name: 'Create' }).focus();
  await page.keyboard.press('Enter');
  const shown = page.getByRole('dialog', { name: 'Copy the Invitation' });
  const link = await shown.locator('code').innerText();
  expect(link).toMatch(/\/login#invitation=[\w-]{43}$/);
  await expectAccessible(page);
  await shown.getByRole('button', { name: 'I have copied it' }).click();
  await expect(shown).toBeHidden();

  const context = await browser.newContext();
  const theirs = await context.newPage();
  const asked: string[] = [];
  theirs.on('request', (request) => asked.push(request.url()));
  await theirs.goto(link);
  await expect(theirs.getByRole('textbox', { name: 'Username' })).toHaveValue(name);
  await expect(theirs.getByLabel('New Password')).toBeFocused();
  await expectAccessible(theirs);
  await theirs.keyboard.type('abcdefghijklmn');
  await theirs.keyboard.press('Tab');
  await theirs.keyboard.type('abcdefghijklmn');
  await theirs.keyboard.press('Enter');
  await expect(theirs.getByText('This password is a running sequence.')).toBeVisible();
  for (const label of ['New Password', 'Repeat the Password']) await theirs.getByLabel(label).fill(`tea for ${name}`);
  await theirs.keyboard.press('Enter');
  await expect(theirs.getByRole('heading', { name: /Dashboard/ })).toBeVisible();
  const token = link.split('=')[1] ?? '';
  expect(asked.filter((url) => url.includes(token))).toEqual([]);
  expect(theirs.url()).not.toContain(token);

  const other = await browser.newContext();
  const late = await other.newPage();
  await late.goto(link);
  await expect(late.getByText('This invitation does not work any more.')).toBeVisible();
  await expectAccessible(late);
  await late.getByRole('link', { name: 'Go to login' }).click();
  await expect(late.getByLabel('Password')).toBeVisible();
  await other.close();

  // Disabling reaches the browser that is signed in with its next request.
  await page.goto(`/company/people?search=${encodeURIComponent(name)}`);
  await expect(page.getByRole('row', { name: new RegExp(name) })).toContainText('Active');
  await chooseFor(page, name, 'What They May Do');
  const rights = page.getByRole('dialog', { name: 'What This Person May Do' });
  await expect(rights).toContainText('Product Variant');
  await expectAccessible(page);
  await page.keyboard.press('Escape');
  await expect(rights).toBeHidden();
  await chooseFor(page, name, 'Sign-in');
  await page.getByRole('dialog', { name: 'Sign-in' }).getByRole('button', { name: 'Disable' }).click();
  await expect(page.getByRole('row', { name: new RegExp(name) })).toContainText('Disabled');
  await theirs.goto('/company-management');
  await expect(theirs.getByText('Your session has ended. Please log in again.')).toBeVisible();
  await context.close();
});

test('a company’s menu says who sees it and why, also as a file', async ({ page }) => {
  await enter(page, 'admin');
  await page.goto('/company-management');
  await page
    .getByRole('button', { name: /^Actions for/ })
    .first()
    .click();
  await page.getByRole('menuitem', { name: 'Who Sees It' }).click();
  const found = page.getByRole('dialog', { name: 'Who Sees This Company' });
  await expect(found).toContainText('AaasAdmin sees every company');
  await expectAccessible(page);
  const file = page.waitForEvent('download');
  await found.getByRole('button', { name: 'Export CSV' }).click();
  expect((await file).suggestedFilename()).toMatch(/^company_people_export_\d{4}-\d\d-\d\d\.csv$/);
});

test('somebody else is told that they may not', async ({ page }) => {
  await enter(page, 'variants-admin');
  await page.goto('/company/people');
  await expect(page.getByText(/Access Denied/)).toBeVisible();
  await expect(menuEntry(page, 'People')).toHaveCount(0);
});

test('My account says where one is signed in; without the current password one may not change it', async ({ page }) => {
  await enter(page, 'staff');
  await page.goto('/');
  await page.getByRole('button', { name: 'staff' }).focus();
  await page.keyboard.press('Enter');
  await expect(page.getByRole('menuitem', { name: 'My account' })).toBeFocused();
  await page.keyboard.press('Enter');
  const account = page.getByRole('dialog', { name: 'My account' });
  await expect(account.getByText('this one')).toBeVisible();
  await expectAccessible(page);
  await account.getByLabel('New Password').fill('tea at four o’clock');
  await account.getByLabel('Repeat the Password').fill('tea at four o’clock');
  await page.keyboard.press('Enter');
  await expect(account.getByText('Please enter your current password first.')).toBeVisible();
  await account.getByLabel('Current Password').fill('not this one');
  await page.keyboard.press('Enter');
  await expect(account.getByText('The current password is not right.')).toBeVisible();
});
