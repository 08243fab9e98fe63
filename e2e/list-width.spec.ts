import type { Page } from '@playwright/test';
import { AT_LENGTH, enter, expect, expectAccessible, newName, test } from './support/test';

const LISTS = [
  '/company-management',
  // Of all companies, before one is chosen.
  '/social-media-posts',
  '/product-variants?company_id=1',
  '/agent-definitions',
  '/knowledge',
  '/social-media-post-criteria',
  '/social-media-search-terms?company_id=1',
  '/social-media-profiles',
];
const ADS = '/facebook-ads?company_id=1';

// As on most machines with a mouse: the bars take their room.
test.use({
  launchOptions: async ({ launchOptions }, use) => use({ ...launchOptions, ignoreDefaultArgs: ['--hide-scrollbars'] }),
});

const open = async (page: Page, list: string) => {
  await page.goto(list);
  await expect(page.getByRole('rowheader').first()).toBeVisible();
};

/** How the page and the rows scroll, in px beyond what they show, and how high the rows are. */
const layoutOf = (page: Page) =>
  page.evaluate(() => {
    const frame = document.querySelector('.list-frame');
    const root = document.documentElement;
    if (!frame) throw new Error('There is no list.');
    const rows = [...frame.querySelectorAll('tbody tr')];
    return {
      page: root.scrollHeight - root.clientHeight,
      pageSideways: root.scrollWidth - root.clientWidth,
      rows: frame.scrollHeight - frame.clientHeight,
      sideways: frame.scrollWidth - frame.clientWidth,
      frame: frame.clientHeight,
      rowHeights: new Set(rows.map((row) => row.getBoundingClientRect().height)).size,
    };
  });

// On every change the narrower one: there is less room for what a column needs.
for (const [width, lists, when] of [
  [1280, [...LISTS, ADS], {}],
  [1440, [...LISTS, ADS], AT_LENGTH],
] as const)
  test(`a list has one row height and does not scroll sideways, ${width} px wide`, when, async ({ page }) => {
    await page.setViewportSize({ width, height: 900 });
    await enter(page, 'admin');
    for (const list of lists)
      await test.step(list, async () => {
        await open(page, list);
        expect(await layoutOf(page)).toMatchObject({ sideways: 0, page: 0, rowHeights: 1 });
      });
  });

test('1024 px wide the longest lists go without a few columns, which can be chosen, and do not scroll sideways', async ({
  page,
}) => {
  await page.setViewportSize({ width: 1024, height: 768 });
  await enter(page, 'admin');
  const headers = page.getByRole('columnheader').filter({ hasNotText: 'Actions' }).filter({ hasText: /./ });
  for (const [list, left] of [
    ['/social-media-posts', 'URL,Company,Author,Caption,Views,Status,Tags,Created'],
    ['/social-media-posts?company_id=1', 'Platform,URL,Author,Caption,Views,Status,Tags,Created'],
    [ADS, 'Ad Name,Type,Campaign,1d Spend,7d Spend,28d Spend,Last Updated,Tags'],
  ] as const)
    await test.step(list, async () => {
      await open(page, list);
      await expect(headers).toHaveText(left.split(','));
      expect(await layoutOf(page)).toMatchObject({ sideways: 0, pageSideways: 0, rowHeights: 1 });
    });
  await open(page, ADS);
  await page.getByRole('button', { name: 'Views', exact: true }).click();
  await page.getByRole('menuitem', { name: 'Columns' }).click();
  const dialog = page.getByRole('dialog', { name: 'Columns' });
  await expect(dialog.getByRole('checkbox', { name: 'Ad Set' })).not.toBeChecked();
  await dialog.getByRole('checkbox', { name: 'Ad Set' }).check();
  await dialog.getByRole('button', { name: 'Apply' }).click();
  await expect(headers.filter({ hasText: 'Ad Set' })).toBeVisible();
});

test('Facebook Ads shows eleven columns with their headers and whole chips, 1440 px wide', async ({ page }) => {
  await enter(page, 'admin');
  await open(page, ADS);
  const headers = page.getByRole('columnheader').filter({ hasNotText: 'Actions' }).filter({ hasText: /./ });
  const titles = 'Ad ID,Ad Name,Type,Campaign,Ad Set,1d Spend,7d Spend,14d Spend,28d Spend,Last Updated,Tags'.split(
    ',',
  );
  await expect(headers).toHaveText(titles);
  for (const header of await headers.all()) {
    await expect(header).toBeInViewport({ ratio: 1 });
    expect(await header.evaluate((cell) => cell.scrollWidth - cell.clientWidth)).toBeLessThanOrEqual(0);
  }
  // An ID is in one line, and its end in sight.
  const hidden = await page.locator('tbody .ad-id').evaluateAll((cells) =>
    cells.flatMap((cell) => {
      const text = document.createRange();
      text.selectNodeContents(cell);
      const lines = new Set([...text.getClientRects()].map(({ top }) => Math.round(top))).size;
      text.setStart(cell.firstChild!, cell.textContent.length - 1);
      const [last, box] = [text.getBoundingClientRect(), cell.getBoundingClientRect()];
      return lines > 1 || last.left < box.left || last.right > box.right
        ? [`${cell.textContent}: ${lines} lines, ${last.left} to ${last.right} in ${box.left} to ${box.right}`]
        : [];
    }),
  );
  expect(hidden).toEqual([]);
  await page.goto(`${ADS}&page_size=100`);
  await expect(page.getByRole('rowheader').nth(50)).toBeAttached();
  // Each chip is whole and in its cell, and the rest of an ad's tags is counted.
  const chips = await page.evaluate(() => {
    const lists = [...document.querySelectorAll<HTMLElement>('td > .tag-list')];
    const isOut = (chip: Element) => {
      const [own, cell] = [chip.getBoundingClientRect(), chip.closest('td')!.getBoundingClientRect()];
      return chip.scrollWidth > chip.clientWidth || own.right > cell.right || own.bottom > cell.bottom;
    };
    return {
      most: Math.max(...lists.map((list) => list.querySelectorAll('.tag-chip:not(.tag-overflow)').length)),
      counted: lists.filter((list) => list.querySelector('.tag-overflow')).length,
      cut: lists.flatMap((list) => [...list.children].filter(isOut).map((chip) => chip.textContent)),
    };
  });
  expect(chips.most).toBeGreaterThan(2);
  expect(chips.counted).toBeGreaterThan(0);
  expect(chips.cut).toEqual([]);
});

test('no number is cut, however large, in a row or in the totals, 1440 px wide', async ({ page }) => {
  await page.route(/\/api\/(facebook-ads|social-media-posts)\?/, async (route) => {
    const response = await route.fetch();
    const { items, totals, ...list } = (await response.json()) as { items: Record<string, unknown>[]; totals?: object };
    const enlarged = (record: object, by: number) =>
      Object.fromEntries(
        Object.entries(record).map(([key, value]) => [key, /spend|play_count/.test(key) ? by : (value as unknown)]),
      );
    await route.fulfill({
      response,
      json: {
        ...list,
        items: items.map((item, at) => enlarged(item, at % 2 ? 12_345_678 : 4.5)),
        ...(totals && { totals: enlarged(totals, 1_234_567_890.12) }),
      },
    });
  });
  await enter(page, 'admin');
  for (const list of [ADS, '/social-media-posts?company_id=1']) {
    await open(page, list);
    await expect(page.getByRole('cell', { name: /12,345,678/ }).first()).toBeVisible();
    const numbers = page.locator('.list-table__number');
    const cut = await numbers.evaluateAll((cells) =>
      cells.filter((cell) => cell.scrollWidth > cell.clientWidth).map((cell) => cell.textContent),
    );
    expect(cut).toEqual([]);
    expect(await layoutOf(page)).toMatchObject({ pageSideways: 0, rowHeights: 1 });
  }
});

test('twelve ads of a view with two filters are in sight at 1440 × 900, and eight at 150 %', async ({ page }) => {
  await enter(page, 'ad-manager');
  await open(page, `${ADS}&search=Harbor`);
  await page.getByRole('button', { name: 'Views', exact: true }).click();
  await page.getByRole('menuitem', { name: 'Save as new view' }).click();
  const view = newName('Harbor');
  await page.getByRole('textbox', { name: 'Name' }).fill(view);
  await page.getByRole('button', { name: 'Save', exact: true }).click();
  const tab = page.getByRole('navigation', { name: 'Views' }).getByRole('link', { name: view });
  await expect(tab).toHaveAttribute('aria-current', 'page');
  const rowsInSight = () =>
    page.locator('.list-frame').evaluate((frame) => {
      const end = frame.getBoundingClientRect().top + frame.clientHeight + 1;
      return [...frame.querySelectorAll('tbody tr')].filter((row) => row.getBoundingClientRect().bottom <= end).length;
    });
  // The view's name says most of them.
  await expect(page.getByRole('button', { name: 'Filters (1)' })).toBeVisible();
  await expect(page.getByRole('combobox', { name: 'Ad Type' })).toBeHidden();
  await page.setViewportSize({ width: 1440, height: 900 });
  await expect.poll(rowsInSight).toBeGreaterThanOrEqual(12);
  await page.setViewportSize({ width: 960, height: 600 });
  await expect.poll(rowsInSight).toBeGreaterThanOrEqual(8);
});

test('the rows scroll in the rest of the window, and header, bulk bar and pages stay in view', async ({ page }) => {
  await enter(page, 'admin');
  await open(page, '/social-media-posts?status=active');
  await page
    .getByRole('checkbox', { name: /^Select (?!all)/ })
    .first()
    .check();
  const frame = page.getByRole('region', { name: 'Social Media Posts' });
  await frame.evaluate((element) => (element.scrollTop = element.scrollHeight));
  // The filters that are set are chips in the button's line then; the others come back with it, and at the top.
  const filters = page.getByRole('button', { name: 'Filters (1)' });
  const platform = page.getByRole('combobox', { name: 'Platform' });
  await expect(platform).toBeHidden();
  const centres = () =>
    page.locator('.list-filters__fold, [data-stays="true"]').evaluateAll((parts) =>
      parts.map((part) => {
        const { top, bottom } = part.getBoundingClientRect();
        return Math.round((top + bottom) / 2);
      }),
    );
  await expect.poll(async () => new Set(await centres()).size).toBe(1);
  await expectAccessible(page);
  const layout = await layoutOf(page);
  expect(layout.page).toBe(0);
  expect(layout.rows).toBeGreaterThan(0);
  for (const part of [
    page.getByRole('columnheader', { name: 'URL' }),
    page.getByRole('group', { name: 'Bulk actions' }),
    page.getByRole('navigation', { name: 'Pages' }),
    page.getByText('(1 selected)'),
  ])
    await expect(part).toBeInViewport({ ratio: 1 });
  await frame.evaluate((element) => (element.scrollTop = 0));
  await expect(platform).toBeVisible();
  await expect(filters).toBeHidden();
  await frame.evaluate((element) => (element.scrollTop = 400));
  await filters.click();
  await expect(platform).toBeVisible();
  await expect(page.getByRole('combobox', { name: 'Company' })).toBeFocused();
});

for (const [width, height, when] of [
  [1280, 440, AT_LENGTH],
  [1024, 420, {}],
  [360, 225, AT_LENGTH],
] as const)
  test(
    `where less than 320 px are left the page scrolls and the rows do not, ${width} × ${height}`,
    when,
    async ({ page }) => {
      await page.setViewportSize({ width: 1280, height: 900 });
      await enter(page, 'admin');
      await page.setViewportSize({ width, height });
      await open(page, '/company-management?page_size=100');
      await expect(page.locator('.list-screen')).toHaveAttribute('data-scrolls', 'page');
      const layout = await layoutOf(page);
      expect(layout).toMatchObject({ rows: 0, pageSideways: 0 });
      expect(layout.page).toBeGreaterThan(0);
      expect(layout.frame).toBeGreaterThanOrEqual(320);
    },
  );

test('what scrolls sideways keeps the name and the menu in view and shades the edges beyond which there is more', async ({
  page,
}) => {
  await page.setViewportSize({ width: 800, height: 768 });
  await enter(page, 'admin');
  await open(page, ADS);
  const frame = page.getByRole('region', { name: 'Facebook Ads' });
  await expect(frame).toHaveAttribute('data-before', 'false');
  await expect(frame).toHaveAttribute('data-after', 'true');
  await frame.evaluate((element) => (element.scrollLeft = element.scrollWidth));
  await expect(frame).toHaveAttribute('data-before', 'true');
  await expect(frame).toHaveAttribute('data-after', 'false');
  for (const kept of ['.list-table__select', '.list-table__name', '.list-table__actions'])
    await expect(page.locator(`tbody tr:first-child ${kept}`)).toBeInViewport({ ratio: 1 });
  await expect(page.locator('tbody tr:first-child .list-table__chips')).toBeInViewport({ ratio: 1 });
});

test('where the page scrolls and the rows sideways too, the header stays in view with its columns above theirs', async ({
  page,
}) => {
  await page.setViewportSize({ width: 800, height: 420 });
  await enter(page, 'admin');
  await open(page, ADS);
  await expect(page.locator('.list-screen')).toHaveAttribute('data-scrolls', 'page');
  await page.getByRole('region', { name: 'Facebook Ads' }).evaluate((frame) => (frame.scrollLeft = 200));
  await page.evaluate(() => scrollTo(0, 700));
  const header = page.getByRole('columnheader', { name: '28d Spend' });
  await expect(header).toBeInViewport({ ratio: 1 });
  const column = page.locator('tbody tr').nth(12).locator('.list-table__number').nth(2);
  const [above, below] = [await header.boundingBox(), await column.boundingBox()];
  expect(above?.x).toBe(below?.x);
  // Nothing of it can be scrolled away in the frame itself.
  expect((await layoutOf(page)).rows).toBe(0);
});

test('every bulk action can be reached on a phone', async ({ page }) => {
  await page.setViewportSize({ width: 360, height: 800 });
  await enter(page, 'admin');
  // Post criteria know no bulk action.
  const lists = LISTS.filter((list) => list !== '/social-media-post-criteria');
  for (const list of [...lists, ADS])
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

/** The badges of a list that stand out of their cell, which cuts their edge. */
const cutBadges = (page: Page) =>
  page.locator('.list-table td > .c-badge').evaluateAll((badges) =>
    badges.flatMap((badge) => {
      const [own, cell] = [badge.getBoundingClientRect(), badge.closest('td')!.getBoundingClientRect()];
      return own.top < cell.top || own.bottom > cell.bottom ? [badge.textContent] : [];
    }),
  );

const topOf = (page: Page, place: string) =>
  page
    .locator(place)
    .first()
    .evaluate((at) => at.getBoundingClientRect().top);

test('on a phone rows are cards: nothing scrolls sideways, and the page is all that scrolls', async ({ page }) => {
  await page.setViewportSize({ width: 390, height: 844 });
  await enter(page, 'admin');
  const view = {
    id: 1,
    list: 'any',
    name: 'Seen last week',
    query: 'page_size=50',
    columns: [],
    density: 'comfortable',
    position: 0,
    is_default: false,
    group_name: null,
    created_by_username: 'admin',
    may_change: true,
    updated_at: '2026-01-01T00:00:00Z',
  };
  await page.route('**/api/views?*', (route) => route.fulfill({ json: { items: [view] } }));
  for (const list of [...LISTS, ADS])
    await test.step(list, async () => {
      await open(page, list);
      await expect(page.locator('.list-views__tabs')).toBeAttached();
      expect(await topOf(page, '.list-table tbody tr')).toBeLessThanOrEqual(56 + 120);
      expect(await layoutOf(page)).toMatchObject({ sideways: 0, pageSideways: 0, rows: 0 });
      expect(await cutBadges(page)).toEqual([]);
      const menu = page.getByRole('button', { name: /^Actions for/ }).first();
      await expect(menu).toBeInViewport({ ratio: 1 });
      await expect(
        page.getByRole('button', { name: 'Next page' }).or(page.getByText('total records')).first(),
      ).toBeInViewport();
    });
  // The totals stay in view below.
  await expect(page.locator('.list-totals dd')).toHaveCount(4);
  for (const total of await page.locator('.list-totals dd').all()) await expect(total).toBeInViewport({ ratio: 1 });
  // The name of a view that is open takes none of it either.
  await open(page, '/social-media-search-terms?company_id=1&view=1&page_size=50');
  await expect(page.getByRole('link', { name: view.name })).toBeInViewport({ ratio: 1 });
  expect(await topOf(page, '.list-table tbody tr')).toBeLessThanOrEqual(56 + 120);
  await page.goto('/product-variants/11/cogs');
  await expect(page.getByRole('region', { name: 'COGS timeline' })).toBeVisible();
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(390);
});

for (const list of [ADS, '/social-media-posts?company_id=1'])
  test(`on a phone the others of a title's buttons unfold, and nothing moves when the rows come: ${list}`, async ({
    page,
  }) => {
    await page.setViewportSize({ width: 390, height: 844 });
    await enter(page, 'admin');
    let respond = () => {};
    const held = new Promise<void>((resolve) => (respond = resolve));
    await page.route(
      ({ pathname }) => pathname === `/api${list.split('?')[0]}`,
      async (route) => {
        await held;
        await route.continue();
      },
    );
    // Another test may save one for a group at any time.
    await page.route('**/api/views?*', (route) => route.fulfill({ json: { items: [] } }));
    await page.goto(list);
    const places = ['.list-filters__fold', '.list-sort', '.list-table tbody tr'];
    const tops = () => Promise.all(places.map((place) => topOf(page, place)));
    await expect(page.locator('.list-table__skeleton').first()).toBeVisible();
    await expect(page.getByRole('combobox', { name: 'Company' })).toHaveValue('Harbor & Pine Outfitters');
    const before = await tops();
    respond();
    const more = page.getByRole('button', { name: 'More actions' });
    await expect(page.locator('tbody tr[data-record]').first()).toBeVisible();
    expect(await tops()).toEqual(before);
    // By keyboard: what is unfolded follows its button, and a choice or Escape folds it again.
    await more.focus();
    await page.keyboard.press('Enter');
    await page.keyboard.press('Tab');
    const exportAll = page.getByRole('button', { name: /^Export all [\d,]+ matching$/ });
    await expect(exportAll).toBeFocused();
    await expectAccessible(page);
    await page.keyboard.press('Escape');
    await expect(exportAll).toBeHidden();
    await more.click();
    const download = page.waitForEvent('download');
    await exportAll.click();
    await download;
    await expect(exportAll).toBeHidden();
  });

test('a card on a phone unfolds the columns that it does not show, and is still a row of a table', async ({ page }) => {
  await page.setViewportSize({ width: 390, height: 844 });
  await enter(page, 'admin');
  await open(page, ADS);
  const card = page.getByRole('table', { name: 'Facebook Ads' }).getByRole('row').nth(1);
  const campaign = card.locator('[data-title="Campaign"]');
  await expect(card.locator('[data-title="7d Spend"]')).toBeInViewport();
  await expect(campaign).toBeHidden();
  await card.getByRole('button', { name: /^More of/ }).click();
  await expect(campaign).toBeVisible();
  expect((await layoutOf(page)).pageSideways).toBe(0);
  await page.getByRole('combobox', { name: 'Sort by' }).selectOption('Ad Name');
  await expect(page).toHaveURL(/sort_by=cached_ad_name/);
  await expectAccessible(page);
});

test('what a row cuts is shown whole while the keyboard is in it, until Escape', async ({ page }) => {
  await enter(page, 'admin');
  await open(page, ADS);
  const row = page.getByRole('row').filter({ hasText: '“I was sceptical”' }).first();
  const cut = await row
    .locator('[title]:not([aria-label])')
    .evaluateAll((parts) =>
      parts
        .find((part) => part.scrollWidth > part.clientWidth || part.scrollHeight > part.clientHeight + 2)
        ?.getAttribute('title'),
    );
  await row.locator('.ad-name').focus();
  const whole = page.locator('.list-cut');
  await expect(whole).toContainText(cut ?? 'nothing is cut');
  await expect(whole).toBeInViewport({ ratio: 1 });
  await page.keyboard.press('Escape');
  await expect(whole).toBeHidden();
});

test('a list is printed with all its rows and columns, and nothing to press', async ({ page }) => {
  // The width between the margins of an A4 page in landscape.
  await page.setViewportSize({ width: 1047, height: 718 });
  await enter(page, 'admin');
  for (const list of [ADS, '/social-media-posts'])
    await test.step(list, async () => {
      await open(page, `${list}${list.includes('?') ? '&' : '?'}page_size=100`);
      await expect(page.getByRole('row').nth(100)).toBeAttached();
      await page.emulateMedia({ media: 'print' });
      await expect(page.getByRole('navigation').filter({ visible: true })).toHaveCount(0);
      await expect(page.getByRole('checkbox').filter({ visible: true })).toHaveCount(0);
      expect(await layoutOf(page)).toMatchObject({ sideways: 0, pageSideways: 0, rows: 0 });
      await page.emulateMedia({ media: 'screen' });
    });
});
