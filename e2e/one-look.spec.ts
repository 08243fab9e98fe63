import type { Page } from '@playwright/test';
import { AT_LENGTH, enter, expect, menuEntry, test } from './support/test';

/** The buttons that can be pressed, a dialog's where one is open, by their names, that lie under a toast; on a phone cards pass beneath it. */
const underToasts = (page: Page) =>
  page.evaluate(() => {
    const toasts = [...document.querySelectorAll('.c-toast')].map((toast) => toast.getBoundingClientRect());
    const isUnder = ({ left, right, top, bottom }: DOMRect) =>
      toasts.some((toast) => left < toast.right && right > toast.left && top < toast.bottom && bottom > toast.top);
    return {
      toasts: toasts.length,
      buttons: [
        ...document.querySelectorAll<HTMLElement>(
          'body:not(:has([role=dialog])) main button:not([data-cards=true] *), [role=dialog] :is(.dialog-footer button, .ant-modal-close)',
        ),
      ]
        .filter((button) => button.checkVisibility() && isUnder(button.getBoundingClientRect()))
        .map((button) => button.ariaLabel ?? button.textContent),
    };
  });

for (const [width, height, when] of [
  [1440, 900, AT_LENGTH],
  [1024, 768, {}],
  [390, 844, {}],
] as const)
  test(
    `toasts lie over no bar of a list, no footer of a dialog and not over its X, ${width} px wide (B10, L16)`,
    when,
    async ({ page }) => {
      await page.setViewportSize({ width, height });
      await enter(page, 'social-manager');
      await page.goto('/social-media-posts');
      const rows = page.getByRole('checkbox', { name: /^Select / });
      const setActive = async () => {
        await rows.nth(1).check();
        await page.getByRole('group', { name: 'Bulk actions' }).getByRole('button', { name: 'Set Active' }).click();
        await page.getByRole('dialog').getByRole('button', { name: 'Set Active' }).click();
        await expect(page.getByRole('dialog')).toBeHidden();
        await expect(page.getByText('Updated status for 1', { exact: false }).first()).toBeVisible();
      };
      await setActive();
      await rows.nth(2).check();
      expect(await underToasts(page)).toEqual({ toasts: 1, buttons: [] });
      await page.getByRole('button', { name: 'Add New' }).click();
      await expect(page.getByRole('dialog')).toBeVisible();
      expect((await underToasts(page)).buttons).toEqual([]);
    },
  );

test('a badge keeps an edge of its own on the ground of a selected row', async ({ page }) => {
  await enter(page, 'admin');
  await page.goto('/company-management');
  await page.getByRole('checkbox', { name: /^Select 24/ }).check();
  const badge = page.getByRole('row').filter({ hasText: '24-7-phone-cases' }).getByText('24-7-phone-cases');
  await expect(badge).toHaveCSS('box-shadow', /inset/);
});

test('every dialog begins at the same height', async ({ page }) => {
  await enter(page, 'admin');
  await page.goto('/company-management');
  const dialog = page.getByRole('dialog');
  // As dialog.css has it, once it has come to rest.
  const top = Math.round((page.viewportSize()?.height ?? 0) * 0.07);
  for (const entry of ['Edit', 'View Details', 'Delete']) {
    await page.getByRole('button', { name: 'Actions for Summit Trail Gear' }).click();
    await page.getByRole('menuitem', { name: entry }).click();
    await expect.poll(async () => (await dialog.boundingBox())?.y, entry).toBe(top);
    await page.keyboard.press('Escape');
    await expect(dialog).toBeHidden();
  }
});

test('a link shows the focus after a dialog too, which a screen takes from the tile that led to it', async ({
  page,
}) => {
  await enter(page, 'agent-admin');
  await page.goto('/');
  await page
    .getByRole('main')
    .getByRole('link', { name: /^Knowledge/ })
    .focus();
  await page.keyboard.press('Enter');
  await expect(page.getByRole('rowheader').first()).toBeVisible();
  await expect(page.getByRole('main')).toBeFocused();
  await page.getByRole('button', { name: 'Add New' }).click();
  await expect(page.getByRole('dialog')).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(page.getByRole('dialog')).toHaveCount(0);
  await menuEntry(page, 'Knowledge').focus();
  await expect(menuEntry(page, 'Knowledge')).toHaveCSS('outline', /solid 2px/);
});

test('on a phone what the keyboard leads to comes out from under the header and the pages', async ({ page }) => {
  await page.setViewportSize({ width: 390, height: 844 });
  await enter(page, 'admin');
  await page.goto('/product-variants?company_id=1');
  await expect(page.getByRole('rowheader').first()).toBeVisible();
  await page.evaluate(() => window.scrollTo(0, document.documentElement.scrollHeight / 2));
  const size = page.getByRole('combobox', { name: 'Rows per page' });
  await size.focus();
  await page.keyboard.press('Shift+Tab');
  await page.keyboard.press('Tab');
  await expect(size).toBeInViewport({ ratio: 1 });
  const addNew = page.getByRole('button', { name: 'Add New' });
  await addNew.focus();
  expect(await addNew.evaluate((at) => at.getBoundingClientRect().top)).toBeGreaterThanOrEqual(56);
});

test('on a phone who turns the page far down is told there that it could not be loaded', async ({ page }) => {
  await page.setViewportSize({ width: 390, height: 844 });
  await enter(page, 'admin');
  await page.goto('/social-media-posts');
  await expect(page.getByRole('rowheader').first()).toBeVisible();
  await page.evaluate(() => window.scrollTo(0, 1500));
  await page.route(/\/api\/social-media-posts\?/, (route) =>
    route.fulfill({ status: 500, json: { detail: 'Out of order' } }),
  );
  await page.getByRole('button', { name: 'Next page' }).click();
  const failure = page.getByRole('alert').filter({ hasText: 'Out of order' });
  await expect(failure.getByRole('button', { name: 'Retry' })).toBeInViewport({ ratio: 1 });
  expect((await failure.boundingBox())?.y).toBeGreaterThanOrEqual(56);
});

test("with the system's own colours a menu has a border, and a selected row and the sorted column are marked", async ({
  page,
}) => {
  await page.emulateMedia({ forcedColors: 'active' });
  await enter(page, 'admin');
  await page.goto('/company-management');
  await page
    .getByRole('checkbox', { name: /^Select (?!all)/ })
    .first()
    .check();
  await expect(page.getByRole('row').nth(1)).toHaveCSS('outline-style', 'solid');
  await expect(page.getByRole('button', { name: /^Actions for/ }).first()).toHaveCSS('border-top-style', 'solid');
  const arrow = page.locator('[aria-sort] .list-table__arrow');
  const ground = await page.locator('body').evaluate((body) => getComputedStyle(body).backgroundColor);
  expect(await arrow.evaluate((drawn) => getComputedStyle(drawn).backgroundColor)).not.toBe(ground);
});

test('on a phone no field that Tab leads to in a dialog stays under its footer', async ({ page }) => {
  await page.setViewportSize({ width: 390, height: 844 });
  await enter(page, 'admin');
  await page.goto('/company-management');
  await page.getByRole('button', { name: 'Add New' }).click();
  const dialog = page.getByRole('dialog');
  await expect(dialog.getByLabel('Company Name')).toBeFocused();
  const footer = dialog.locator('.dialog-footer');
  for (let at = 0; at < 9; at++) {
    await page.keyboard.press('Tab');
    const field = await page.locator(':focus').boundingBox();
    const top = (await footer.boundingBox())?.y ?? 0;
    expect((field?.y ?? 0) + (field?.height ?? 0)).toBeLessThanOrEqual(top);
  }
});
