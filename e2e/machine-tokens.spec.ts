import type { Page } from '@playwright/test';
import { enter, expect, expectAccessible, menuEntry, newName, test } from './support/test';

const open = async (page: Page) => {
  await enter(page, 'agent-admin');
  await page.goto('/company/machine-tokens');
  await expect(page.getByRole('heading', { name: 'Machine Tokens' })).toBeVisible();
};
const chooseFor = async (page: Page, name: string, entry: string) => {
  await page.getByRole('button', { name: `Actions for ${name}` }).click();
  await page.getByRole('menuitem', { name: entry }).click();
};
/** The response to a program with this token. */
const statusOf = async (page: Page, token: string) => {
  const record = { ad_identifier: newName('ad'), ad_name: 'From a program' };
  const response = await page.request.put('/api/ingest/facebook-ads', {
    headers: { authorization: `Bearer ${token}` },
    data: { company_id: 1, source: 'spec', observed_at: new Date().toISOString(), records: [record] },
  });
  return response.status();
};

test('an admin makes a token by keyboard, sees it once, rotates it and revokes it', async ({ page }) => {
  await open(page);
  await expect(menuEntry(page, 'Machine Tokens')).toHaveAttribute('aria-current', 'page');
  const name = newName('Nightly');
  // At the title; without any token the list has one as well.
  await page.getByRole('button', { name: 'Add New' }).first().focus();
  await page.keyboard.press('Enter');
  const form = page.getByRole('dialog', { name: 'Add Machine Token' });
  await expect(form).toBeVisible();
  await form.getByLabel('Name').focus();
  await page.keyboard.type(name);
  await page.keyboard.press('Tab');
  await expect(form.getByRole('combobox', { name: 'Companies' })).toBeFocused();
  await page.keyboard.press('ArrowDown');
  await expect(page.getByRole('listbox').getByRole('option').first()).toBeVisible();
  await page.keyboard.press('Enter');
  await expect(form.getByRole('list', { name: 'Chosen companies' }).getByRole('listitem')).toHaveCount(1);
  await form.getByRole('checkbox', { name: 'Facebook ads' }).focus();
  await page.keyboard.press('Space');
  await form.getByRole('button', { name: '30 days' }).focus();
  await page.keyboard.press('Enter');
  await expectAccessible(page);
  await form.getByRole('button', { name: 'Create' }).focus();
  await page.keyboard.press('Enter');
  const shown = page.getByRole('dialog', { name: 'Copy the Token' });
  const token = await shown.locator('code').innerText();
  expect(token).toMatch(/^swi_[0-9A-Za-z]{8}_[0-9A-Za-z]{38}$/);
  await expectAccessible(page);
  await page.keyboard.press('Escape');
  await expect(shown).toBeVisible();
  await shown.getByRole('button', { name: 'I have copied it' }).click();
  await expect(shown).toBeHidden();
  expect(await page.content()).not.toContain(token);

  await page.goto(`/company/machine-tokens?search=${name}`);
  await expect(page.getByRole('row', { name: new RegExp(name) })).toContainText('Active');
  // Which company stood first is not known here.
  expect([200, 403]).toContain(await statusOf(page, token));

  await chooseFor(page, name, 'Rotate');
  const rotate = page.getByRole('dialog', { name: 'Rotate Machine Token' });
  await rotate.getByLabel('The old secret works for').selectOption('1 hour');
  await rotate.getByRole('button', { name: 'Rotate' }).click();
  const next = await shown.locator('code').innerText();
  expect(next).not.toBe(token);
  await shown.getByRole('button', { name: 'I have copied it' }).click();
  for (const secret of [token, next]) expect([200, 403]).toContain(await statusOf(page, secret));

  await chooseFor(page, name, 'Revoke');
  await page.getByRole('dialog').getByRole('button', { name: 'Revoke' }).click();
  await expect(page.getByText('Machine Token revoked successfully')).toBeVisible();
  await expect(page.getByRole('row', { name: new RegExp(name) })).toContainText('Revoked');
  for (const secret of [token, next]) expect(await statusOf(page, secret)).toBe(401);
});

test('the command palette leads to it', async ({ page }) => {
  await enter(page, 'agent-admin');
  await page.goto('/');
  await page.getByRole('heading', { level: 1 }).waitFor();
  await page.keyboard.press('ControlOrMeta+k');
  const palette = page.getByRole('dialog', { name: 'Search and commands' });
  await palette.getByRole('combobox').fill('machine tok');
  await palette.getByRole('option', { name: 'Machine Tokens' }).click();
  await expect(page.getByRole('heading', { name: 'Machine Tokens' })).toBeVisible();
});

test('somebody else is told that they may not', async ({ page }) => {
  await enter(page, 'variants-admin');
  await page.goto('/company/machine-tokens');
  await expect(page.getByText(/Access Denied/)).toBeVisible();
  await expect(menuEntry(page, 'Machine Tokens')).toHaveCount(0);
});
