import { enter, expect, expectAccessible, expectAccessibleInBoth, menuEntry, newName, test } from './support/test';

test('a naming convention is tried while it is typed, kept, and applied and undone by keyboard', async ({ page }) => {
  await enter(page, 'admin');
  await page.goto('/ads/naming-rules');
  await expect(menuEntry(page, 'Naming Rules')).toHaveAttribute('aria-current', 'page');
  const name = newName('Names');
  await page.getByRole('button', { name: 'Add New' }).first().focus();
  await page.keyboard.press('Enter');
  const form = page.getByRole('dialog', { name: 'Add Naming Rule' });
  await form.getByRole('combobox', { name: /^Company/ }).fill('Bergström');
  await page.getByRole('option', { name: /Bergström Möbel/ }).click();
  await form.getByRole('textbox', { name: /^Name/ }).fill(name);
  const pattern = form.getByRole('textbox', { name: /^Pattern/ });
  await pattern.fill('{product} – {angle');
  await expect(form.getByText('Pattern must close each brace, such as {product} – {angle}')).toBeVisible();
  await pattern.fill('{product} – Reviews v1');
  await expect(form.getByText(/^\d+ of 600 names match: \d+ tags/)).toBeVisible();
  await expectAccessibleInBoth(page);
  await pattern.press('Enter');
  await expect(page.getByText('Naming Rule created successfully')).toBeVisible();

  const menu = page.getByRole('button', { name: `Actions for ${name}`, exact: true });
  await menu.focus();
  await page.keyboard.press('Enter');
  await page.getByRole('menuitem', { name: 'Tag Ads…' }).press('Enter');
  const dialog = page.getByRole('dialog', { name: 'Tag Ads by Their Names' });
  const apply = dialog.getByRole('button', { name: /^Tag \d+ ads$/ });
  await expect(apply).toBeEnabled();
  await expectAccessible(page);
  await apply.press('Enter');
  await expect(page.getByText(/^Tagged \d+ ads$/)).toBeVisible();
  const row = page.getByRole('row').filter({ has: menu });
  await expect(row).toContainText('Active');
  await page.getByRole('button', { name: /^Undo/ }).press('Enter');
  await expect(page.getByText('Undone', { exact: true })).toBeVisible();

  await menu.press('Enter');
  await page.getByRole('menuitem', { name: 'Delete' }).press('Enter');
  await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).press('Enter');
  await expect(menu).toHaveCount(0);
});
