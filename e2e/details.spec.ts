import type { Page } from '@playwright/test';
import { AT_LENGTH, enter, expect, expectDialogAccessible, newName, test } from './support/test';

const row = (page: Page, name: string) =>
  page.getByRole('row').filter({ has: page.getByRole('rowheader', { name, exact: true }) });
const details = (page: Page) => page.getByRole('dialog').first();

test('rows are doors by mouse: a click opens, next walks on, Edit shows what it saved', async ({ page }) => {
  await enter(page, 'company-admin');
  await page.goto('/product-variants?company_id=1&product_variant_identifier=');
  await expect(page.getByText(/\d+ total records/)).toBeVisible();
  const names = await page.getByRole('rowheader').allTextContents();
  await page.getByRole('rowheader').first().click();
  await expect(details(page)).toHaveAccessibleName(names[0] ?? '');
  await expect(details(page)).toContainText('1 of 25');
  await details(page).getByRole('button', { name: 'Next' }).click();
  await expect(details(page)).toHaveAccessibleName(names[1] ?? '');

  await details(page).getByRole('button', { name: 'Edit' }).click();
  const form = page.getByRole('dialog', { name: 'Edit Product Variant' });
  const override = newName('Door to Door');
  await form.getByLabel('Override Product Name').fill(override);
  await form.getByRole('button', { name: 'Update' }).click();
  await expect(page.getByText('Product Variant updated successfully')).toBeVisible();
  await expect(details(page).getByText(override).first()).toBeVisible();
  await expect(form).toBeHidden();
  await page.keyboard.press('Escape');
  await expect(page.getByRole('dialog')).toHaveCount(0);
  await expect(row(page, names[0] ?? '')).toBeFocused();

  await row(page, names[1] ?? '').dblclick({ position: { x: 300, y: 10 } });
  await expect(details(page)).toContainText('2 of 25');
  await expect(details(page)).toHaveCSS('opacity', '1');
});

test('rows are doors by keyboard alone', async ({ page }) => {
  await enter(page, 'admin');
  await page.goto('/company-management');
  await expect(page.getByText(/\d+ total records/)).toBeVisible();
  const names = await page.getByRole('rowheader').allTextContents();
  for (let presses = 0; presses < 40; presses += 1) {
    if (await page.evaluate(() => document.activeElement instanceof HTMLTableRowElement)) break;
    await page.keyboard.press('Tab');
  }
  await expect(row(page, names[0] ?? '')).toBeFocused();
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('Enter');
  await expect(details(page)).toHaveAccessibleName(names[2] ?? '');
  await page.keyboard.press('ArrowLeft');
  await expect(details(page)).toHaveAccessibleName(names[1] ?? '');
  await page.keyboard.press('Escape');
  await expect(page.getByRole('dialog')).toHaveCount(0);
  await expect(row(page, names[2] ?? '')).toBeFocused();
});

for (const [colorScheme, width, when] of [
  ['light', 1440, AT_LENGTH],
  ['dark', 390, {}],
] as const)
  test(`axe finds nothing in the details of any list, ${colorScheme}, ${width} px wide`, when, async ({ page }) => {
    test.setTimeout(240_000);
    await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' });
    await page.setViewportSize({ width, height: 900 });
    await enter(page, 'admin');
    for (const path of [
      '/company-management',
      '/product-variants?company_id=1',
      '/facebook-ads?company_id=1',
      '/agent-definitions',
      '/knowledge',
      '/social-media-post-criteria',
      '/social-media-search-terms?company_id=1',
      '/social-media-profiles?company_id=1',
      '/social-media-posts?company_id=1',
    ])
      await test.step(path, async () => {
        await page.goto(path);
        await page.locator('tbody tr:not([aria-hidden])').first().press('Enter');
        await expect(details(page)).toBeVisible();
        await expect(details(page).getByRole('heading').nth(1)).toBeVisible();
        await expectDialogAccessible(page);
      });
  });
