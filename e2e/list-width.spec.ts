import { expect, signIn, test } from './support/test';

const LISTS = [
  '/company-management',
  '/product-variants?company_id=1',
  '/agent-definitions',
  '/knowledge',
  '/social-media-post-criteria',
  '/social-media-search-terms?company_id=1',
  '/social-media-profiles?company_id=1',
];

for (const [width, lists] of [
  [1280, LISTS],
  // Nine columns need a little more; an ad has eleven, and its table always scrolls.
  [1440, [...LISTS, '/social-media-posts?company_id=1']],
] as const)
  test(`a list shows all its columns without scrolling sideways, ${width} px wide`, async ({ page }) => {
    await page.setViewportSize({ width, height: 900 });
    await signIn(page, 'admin');
    for (const list of lists)
      await test.step(list, async () => {
        await page.goto(list);
        await expect(page.getByRole('rowheader').first()).toBeVisible();
        const frame = page.locator('.list-frame');
        expect(await frame.evaluate((element) => element.scrollWidth - element.clientWidth)).toBe(0);
      });
  });

test('every bulk action can be reached on a phone', async ({ page }) => {
  await page.setViewportSize({ width: 360, height: 800 });
  await signIn(page, 'admin');
  // Post criteria know no bulk action.
  const lists = LISTS.filter((list) => list !== '/social-media-post-criteria');
  for (const list of [...lists, '/facebook-ads?company_id=1', '/social-media-posts?company_id=1'])
    await test.step(list, async () => {
      await page.goto(list);
      await page
        .getByRole('checkbox', { name: /^Select / })
        .nth(1)
        .check();
      const bar = page.getByRole('group', { name: 'Bulk actions' });
      await expect(bar.getByRole('button').last()).toBeInViewport({ ratio: 1 });
    });
});
