import type { Page } from '@playwright/test';
import { expect, expectAccessible, onMeteredLine, signIn, test } from './support/test';

const palette = (page: Page) => page.getByRole('dialog', { name: 'Search and commands' });
const focusedRow = (page: Page) => page.locator('tbody tr:focus');
const total = (page: Page) => page.getByText(/\d+ total records/);

test('a list by keyboard alone: rows, a range, editing, filters, and one stop for Tab', async ({ page }) => {
  const press = (...keys: string[]) =>
    keys.reduce((before, key) => before.then(() => page.keyboard.press(key)), Promise.resolve());
  await signIn(page, 'admin');
  await page.goto('/company-management');
  await expect(total(page)).toBeVisible();
  const names = await page.getByRole('rowheader').allTextContents();

  await press('j');
  await expect(focusedRow(page)).toContainText(names[0] ?? '');
  await press('j', 'x', 'j', 'j', 'Shift+X');
  await expect(focusedRow(page)).toContainText(names[3] ?? '');
  await expect(total(page)).toContainText('(3 selected)');
  await page.getByRole('checkbox', { name: `Select ${names[5]}` }).click({ modifiers: ['Shift'] });
  await expect(total(page)).toContainText('(5 selected)');
  expect(await page.evaluate(() => getSelection()?.isCollapsed)).toBe(true);

  // A box takes no typing: the keys go on from its row.
  await press('k', 'k', 'e');
  await expect(page.getByRole('dialog').getByLabel('Company Name')).toHaveValue(names[3] ?? '');
  // Typed into a field they are letters.
  await page.getByRole('dialog').getByLabel('Company Name').focus();
  await press('End', 'x', 'n', '?');
  await expect(page.getByRole('dialog').getByLabel('Company Name')).toHaveValue(`${names[3]}xn?`);
  await press('Escape');
  await page.getByRole('button', { name: 'Discard changes' }).press('Enter');
  await expect(page.getByRole('dialog')).toHaveCount(0);
  await expect(focusedRow(page)).toContainText(names[3] ?? '');
  // From elsewhere to the row that was the last one.
  await page.getByRole('button', { name: 'Add New' }).focus();
  await press('j');
  await expect(focusedRow(page)).toContainText(names[3] ?? '');

  // Tab leaves the table at once, and comes back to where it was.
  await press('Tab');
  expect(await page.evaluate(() => document.activeElement?.closest('table'))).toBeNull();
  await press('Shift+Tab');
  await expect(focusedRow(page)).toContainText(names[3] ?? '');
  await press('End');
  await expect(page.getByRole('button', { name: `Actions for ${names[3]}` })).toBeFocused();

  await press('/');
  await expect(page.getByRole('search').getByRole('searchbox').first()).toBeFocused();
  await page.keyboard.type('harb');
  await expect(total(page)).toContainText('1 total records');
  await press('Tab');
  await page.getByRole('button', { name: 'Add New' }).focus();
  await press('n');
  await expect(page.getByRole('dialog', { name: 'Add Company' })).toBeVisible();
});

test('keys pressed before their code has come say so where it cannot come, and work once it can', async ({ page }) => {
  // Nothing is fetched ahead of its use.
  await onMeteredLine(page);
  await signIn(page, 'variants-admin');
  await page.route('**/*.js', (route) => route.abort());
  await page.keyboard.press('Control+k');
  await expect(page.getByRole('alert')).toContainText('This could not be opened.');
  await expect(palette(page)).toHaveCount(0);
  await page.unroute('**/*.js');
  await page.keyboard.press('Control+k');
  await page.keyboard.type('prod');
  await expect(palette(page).getByRole('combobox')).toHaveValue('prod');
});

test('what is typed while a form is on its way stands in its first field', async ({ page }) => {
  await onMeteredLine(page);
  await signIn(page, 'admin');
  for (const ask of [
    () => page.getByRole('button', { name: 'Add New' }).click(),
    // With n itself among the letters, and a space, which presses a button that has the focus.
    () => page.keyboard.press('n'),
  ]) {
    await page.goto('/company-management');
    await expect(total(page)).toBeVisible();
    let comes = () => {};
    const held = new Promise<void>((resolve) => (comes = resolve));
    await page.route('**/*.js', (route) => held.then(() => route.continue()));
    await ask();
    await page.keyboard.type('Next nine');
    comes();
    const form = page.getByRole('dialog', { name: 'Add Company' });
    await expect(form.getByLabel('Company Name')).toHaveValue('Next nine');
    await page.keyboard.type(' doors');
    await expect(form.getByLabel('Company Name')).toHaveValue('Next nine doors');
    await page.unroute('**/*.js');
  }
});

test('the palette finds what the person may open and leads there, also from inside a field', async ({ page }) => {
  await signIn(page, 'variants-admin');
  await page.keyboard.press('ControlOrMeta+k');
  await expect(palette(page)).toBeVisible();
  // No section of their menu has it.
  await page.keyboard.type('variants');
  await expect(palette(page).getByRole('option', { selected: true })).toHaveText('Product Variants');
  await page.keyboard.press('Enter');
  await expect(page.getByRole('heading', { name: 'Product Variants', level: 1 })).toBeVisible();
  const chosen = page.getByRole('combobox', { name: 'Company' });
  await chosen.focus();
  await page.keyboard.press('ControlOrMeta+k');
  await page.keyboard.type('harbor beanie');
  const found = palette(page)
    .getByRole('option', { name: /Product Variant/ })
    .first();
  await expect(found).toBeVisible();
  for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme });
    await expectAccessible(page);
  }
  const label = (await found.locator('bdi').textContent()) ?? '';
  await found.click();
  await expect(page.getByRole('dialog')).toContainText(label.split(' – ')[0] ?? label);
  await expect(page).toHaveURL(/company_id=\d+$/);
  await page.keyboard.press('Escape');
  await expect(page.getByRole('dialog')).toHaveCount(0);

  await page.keyboard.press('ControlOrMeta+k');
  await expect(palette(page).getByRole('group', { name: 'Recent' }).getByRole('option')).toContainText([
    label,
    'Product Variants',
  ]);
  await page.keyboard.type('add n');
  await page.keyboard.press('Enter');
  await expect(page.getByRole('dialog', { name: 'Add Product Variant' })).toBeVisible();
  // Over a dialog the palette has the focus, and what is behind it is not offered.
  await page.keyboard.press('ControlOrMeta+k');
  await page.keyboard.type('add');
  await expect(palette(page).getByRole('combobox')).toHaveValue('add');
  await expect(palette(page).getByRole('option', { name: 'Add New' })).toHaveCount(0);
  await page.keyboard.press('Escape');
  await expect(palette(page)).toHaveCount(0);
  await expect(page.getByRole('dialog', { name: 'Add Product Variant' })).toBeVisible();
});

test('a phone has the palette over its whole width, and the keys are listed and switched off', async ({ page }) => {
  await page.setViewportSize({ width: 390, height: 844 });
  await signIn(page, 'social-manager');
  await page.getByRole('button', { name: 'Search and commands' }).click();
  await expect(palette(page)).toHaveCSS('width', '390px');
  await page.keyboard.type('posts');
  await expectAccessible(page);
  await palette(page).getByRole('button', { name: 'Close' }).click();
  await expect(palette(page)).toHaveCount(0);
  await page.keyboard.press('?');
  const shortcuts = page.getByRole('dialog', { name: 'Keyboard shortcuts' });
  await expect(shortcuts).toBeVisible();
  await expectAccessible(page);
  await shortcuts.getByRole('switch', { name: 'Use single keys' }).click();
  await page.keyboard.press('Escape');
  await expect(shortcuts).toHaveCount(0);
  await page.keyboard.press('?');
  await page.getByRole('button', { name: 'social-manager' }).click();
  await page.getByRole('menuitem', { name: 'Keyboard shortcuts' }).click();
  await expect(shortcuts.getByRole('switch', { name: 'Use single keys' })).not.toBeChecked();
});
