import { enter, expect, expectAccessible, menuEntry, newName, test } from './support/test';

test('an admin keeps a credential by keyboard; its secret is shown never again', async ({ page }) => {
  await enter(page, 'agent-admin');
  await page.goto('/company/connections');
  await expect(page.getByRole('heading', { name: 'Connections' })).toBeVisible();
  await expectAccessible(page);
  await page.getByRole('link', { name: 'Credentials' }).focus();
  await page.keyboard.press('Enter');
  await expect(page.getByRole('heading', { name: 'Credentials' })).toBeVisible();

  const label = newName('Agency');
  const secret = newName('secret-of-a-test');
  await page.getByRole('button', { name: 'Add New' }).focus();
  await page.keyboard.press('Enter');
  const form = page.getByRole('dialog', { name: 'Add Credential' });
  await form.getByLabel('Source').selectOption('YouTube');
  await form.getByLabel('Kind').selectOption('API key');
  await form.getByLabel('Label').fill(label);
  await expect(form.getByLabel('Secret')).toHaveAttribute('type', 'password');
  await form.getByLabel('Secret').fill(secret);
  await expectAccessible(page);
  await form.getByRole('button', { name: 'Create' }).focus();
  await page.keyboard.press('Enter');
  await expect(page.getByText('Credential created successfully')).toBeVisible();
  await expect(page.getByRole('row', { name: new RegExp(label) })).toContainText('Shared');
  expect(await page.content()).not.toContain(secret);
  expect(await page.evaluate(() => JSON.stringify({ ...localStorage }))).not.toContain(secret);
});

test('the menu leads to connections', async ({ page }) => {
  await enter(page, 'admin');
  await page.goto('/company/connections');
  await expect(page.getByRole('heading', { name: 'Connections' })).toBeVisible();
  await expect(menuEntry(page, 'Connections')).toHaveAttribute('aria-current', 'page');
});
