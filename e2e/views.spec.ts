import type { Page } from '@playwright/test';
import {
  AT_LENGTH,
  enter,
  expect,
  expectAccessible,
  expectAccessibleInBoth,
  newName,
  signIn,
  test,
} from './support/test';

const headers = (page: Page) =>
  page.getByRole('columnheader').filter({ hasNotText: 'Actions' }).filter({ hasText: /./ });
const tabs = (page: Page) => page.getByRole('navigation', { name: 'Views' });
const choose = async (page: Page, entry: string) => {
  await page.getByRole('button', { name: 'Views', exact: true }).click();
  await page.getByRole('menuitem', { name: entry }).click();
};
/** Where the list begins, how high its rows are, and what it needs sideways, in px. */
const layoutOf = (page: Page) =>
  page.evaluate(() => {
    const frame = document.querySelector('.list-frame')!;
    const heights = [...frame.querySelectorAll('tbody tr')].map((row) => row.getBoundingClientRect().height);
    return {
      top: document.querySelector('.list-place')!.getBoundingClientRect().top,
      heights: [...new Set(heights)],
      sideways: frame.scrollWidth - frame.clientWidth + document.documentElement.scrollWidth - window.innerWidth,
    };
  });

test(
  'Facebook Ads by mouse: a view keeps filters, columns and density, opens from its tab and a link, and goes',
  AT_LENGTH,
  async ({ page, browser }) => {
    const winners = newName('Winners');
    await signIn(page, 'ad-manager');
    await page.goto('/facebook-ads?company_id=1');
    await expect(page.getByRole('rowheader').first()).toBeVisible();
    const before = await layoutOf(page);
    expect(before.heights).toHaveLength(1);

    await test.step('what is shown is chosen and saved', async () => {
      await choose(page, 'Columns');
      const dialog = page.getByRole('dialog', { name: 'Columns' });
      for (const hidden of ['Ad ID', 'Type', 'Campaign', 'Ad Set', '14d Spend', 'Last Updated'])
        await dialog.getByRole('checkbox', { name: hidden }).uncheck();
      await dialog.getByRole('button', { name: 'Move 28d Spend up' }).click();
      await expect(dialog.getByRole('status')).toHaveText('28d Spend is now 8 of 11');
      await expectAccessibleInBoth(page);
      await dialog.getByRole('button', { name: 'Apply' }).click();
      await expect(headers(page)).toHaveText(['Ad Name', '1d Spend', '7d Spend', '28d Spend', 'Tags']);
      await choose(page, 'Compact rows');
      await page.getByRole('searchbox', { name: 'Search' }).fill('Harbor');
      await page.keyboard.press('Enter');
      await expect(page).toHaveURL(/search=Harbor/);
      await choose(page, 'Save as new view');
      await page.getByRole('textbox', { name: 'Name' }).fill(winners);
      await page.getByRole('button', { name: 'Save', exact: true }).click();
      await expect(tabs(page).getByRole('link', { name: winners })).toHaveAttribute('aria-current', 'page');
      await expect(page).toHaveURL(/view=\d+/);
    });

    await test.step('no more than the row of the tabs has moved, and every row has one height', async () => {
      // The view's rows are of two lines, and compact.
      await expect.poll(async () => (await layoutOf(page)).heights).toEqual([38]);
      const after = await layoutOf(page);
      expect(before.heights[0]).toBeGreaterThan(38);
      expect(after.top - before.top).toBeLessThanOrEqual(48);
      expect(after.sideways).toBe(0);
      await expectAccessibleInBoth(page);
    });

    await test.step('All is the list as it was, and the tab leads back', async () => {
      await tabs(page).getByRole('link', { name: 'All' }).click();
      await expect(page).toHaveURL(/facebook-ads\?company_id=1$/);
      await expect(headers(page)).toHaveCount(11);
      expect((await layoutOf(page)).heights).toEqual(before.heights);
      await tabs(page).getByRole('link', { name: winners }).click();
      await expect(headers(page)).toHaveCount(5);
    });

    await test.step('a change is told, saved or taken back', async () => {
      await page.getByRole('button', { name: '28d Spend' }).click();
      await page.getByRole('button', { name: 'Reset' }).click();
      await expect(page).not.toHaveURL(/sort_by/);
      await page.getByRole('button', { name: '28d Spend' }).click();
      await page.getByRole('button', { name: 'Save changes' }).click();
      await expect(page.getByRole('button', { name: 'Save changes' })).toBeHidden();
    });

    await test.step('a reload has all of it with the first rows', async () => {
      await page.route('**/api/views?*', (route) => route.abort());
      await page.reload();
      await expect(page.getByRole('rowheader').first()).toBeVisible();
      await expect(headers(page)).toHaveText(['Ad Name', '1d Spend', '7d Spend', '28d Spend', 'Tags']);
      await page.unroute('**/api/views?*');
    });

    await test.step('the link of a view that is not theirs gives somebody else its filters, and says so', async () => {
      const link = page.url();
      const other = await (await browser.newContext()).newPage();
      await signIn(other, 'staff');
      await other.goto(link);
      await expect(other.getByText('not yours to see')).toBeVisible();
      await expect(other.getByRole('searchbox', { name: 'Search' })).toHaveValue('Harbor');
      await expect(headers(other)).toHaveCount(11);
      await other.context().close();
    });

    await page.reload();
    await choose(page, 'Delete view');
    await page.getByRole('button', { name: 'Delete view' }).click();
    await expect(tabs(page).getByRole('link', { name: winners })).toBeHidden();
  },
);

test('Posts by keyboard alone on a phone: columns, density and a view; the cards show the chosen columns', async ({
  page,
}) => {
  const seen = newName('Seen');
  await page.setViewportSize({ width: 390, height: 844 });
  await signIn(page, 'social-manager');
  await page.goto('/social-media-posts?company_id=1');
  const card = page.getByRole('table').getByRole('row').nth(1);
  await expect(card).toBeVisible();
  const facts = card.locator('.list-table__fact');
  const before = await layoutOf(page);
  const { keyboard } = page;
  const button = page.getByRole('button', { name: 'Views', exact: true });
  /** Opens the menu and chooses its nth entry. */
  const press = async (entry: number) => {
    await button.focus();
    await keyboard.press('Enter');
    await expect(page.getByRole('menuitem').first()).toBeFocused();
    for (let at = 0; at < entry; at += 1) await keyboard.press('ArrowDown');
    await keyboard.press('Enter');
  };
  const tabTo = async (name: string) => {
    const control = page.getByRole('button', { name, exact: true });
    for (let presses = 0; presses < 60; presses += 1) {
      if (await control.evaluate((element) => element === document.activeElement)) return;
      await keyboard.press('Tab');
    }
    throw new Error(`Tab does not lead to ${name}.`);
  };

  await press(0);
  const dialog = page.getByRole('dialog', { name: 'Columns' });
  const author = dialog.getByRole('checkbox', { name: 'Author' });
  await expect(author).toBeVisible();
  await tabTo('Move Author up');
  await keyboard.press('Shift+Tab');
  await expect(author).toBeFocused();
  await keyboard.press('Space');
  await keyboard.press('Tab');
  await tabTo('Move Views up');
  for (let at = 0; at < 5; at += 1) await keyboard.press('Enter');
  await expect(dialog.getByRole('status')).toHaveText('Views is now 1 of 10');
  await expectAccessible(page);
  await tabTo('Apply');
  await keyboard.press('Enter');
  await expect(dialog).toBeHidden();
  await expect(facts.first()).toHaveAttribute('data-title', 'Views');
  await expect(card.locator('[data-title="Author"]')).toHaveCount(0);

  await press(1);
  await expect(page.getByRole('table')).toHaveAttribute('data-density', 'compact');
  await press(2);
  await expect(page.getByRole('textbox', { name: 'Name' })).toBeFocused();
  await keyboard.type(seen);
  await keyboard.press('Enter');
  const tab = tabs(page).getByRole('link', { name: seen });
  await expect(tab).toHaveAttribute('aria-current', 'page');
  const after = await layoutOf(page);
  expect(after).toMatchObject({ top: before.top, sideways: 0 });
  await expectAccessible(page);

  // Without room for tabs the menu leads from view to view, and the name of the one that is open stands at the title.
  const chosen = page.getByRole('menuitemradio', { checked: true });
  await button.focus();
  await keyboard.press('Enter');
  await expect(chosen).toHaveText(seen);
  await expectAccessible(page);
  await keyboard.press('Home');
  await keyboard.press('Enter');
  await expect(facts.first()).toHaveAttribute('data-title', 'Author');
  await expect(tab).toBeHidden();
  await expect(button).toBeFocused();
  await keyboard.press('Enter');
  await expect(chosen).toHaveText('All');
  await keyboard.press('ArrowDown');
  await keyboard.press('Enter');
  await expect(tab).toBeInViewport();
  await expect(facts.first()).toHaveAttribute('data-title', 'Views');

  await button.focus();
  await keyboard.press('Enter');
  await keyboard.press('End');
  await keyboard.press('Enter');
  await tabTo('Delete view');
  await keyboard.press('Enter');
  await expect(tab).toBeHidden();
});

test('a view for a group: saved by one, opened by another who sees only what they may, its link by a third', async ({
  page,
  browser,
}) => {
  const name = newName('Harbor');
  await enter(page, 'admin');
  // A company that neither of the others may see.
  await page.goto('/facebook-ads?company_id=3');
  await page.getByRole('searchbox', { name: 'Search' }).fill('a');
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(/search=a/);
  await choose(page, 'Save as new view');
  await page.getByRole('textbox', { name: 'Name' }).fill(name);
  await page.getByRole('combobox', { name: 'Who sees it' }).selectOption('Everybody in AdManager');
  await page.getByRole('checkbox', { name: 'Always of this company' }).check();
  await page.getByRole('button', { name: 'Save', exact: true }).click();
  await expect(tabs(page).getByRole('link', { name })).toHaveAttribute('aria-current', 'page');
  const link = page.url();

  const another = async (username: string, address: string) => {
    const context = await browser.newContext({ baseURL: process.env.CONSOLE_URL });
    const opened = await context.newPage();
    const asked: string[] = [];
    opened.on('request', (request) => asked.push(request.url()));
    await enter(opened, username);
    await opened.goto(address);
    const ofTheirs = () => asked.filter((url) => /api\/facebook-ads\?.*company_id=3/.test(url));
    return { opened, ofTheirs, close: () => context.close() };
  };

  const colleague = await another('ad-manager', '/facebook-ads?company_id=1');
  const tab = tabs(colleague.opened).getByRole('link', { name: new RegExp(`${name} ?, of AdManager, by admin`) });
  await tab.focus();
  await colleague.opened.keyboard.press('Enter');
  await expect(tab).toHaveAttribute('aria-current', 'page');
  await expect(colleague.opened.getByRole('status').filter({ hasText: `Left out of “${name}”` })).toContainText(
    'not yours to see: Company.',
  );
  // A search in that company is as inaccessible as the company.
  await expect(colleague.opened.getByRole('button', { name: 'Filters', exact: true })).toBeVisible();
  await expect(colleague.opened).not.toHaveURL(/company_id=3|search=/);
  // It is its author's: a member reads it.
  await colleague.opened.getByRole('button', { name: 'Views', exact: true }).click();
  await expect(colleague.opened.getByRole('menuitem', { name: 'Columns' })).toBeVisible();
  await expect(colleague.opened.getByRole('menuitem', { name: 'Delete view' })).toHaveCount(0);
  expect(colleague.ofTheirs()).toEqual([]);
  await colleague.close();

  const stranger = await another('staff', link);
  await expect(stranger.opened.getByText('not yours to see')).toBeVisible();
  await expect(stranger.opened.getByRole('searchbox', { name: 'Search' })).toHaveValue('a');
  await expect(tabs(stranger.opened).getByRole('link', { name })).toHaveCount(0);
  await expect(stranger.opened.getByRole('heading', { name: 'Select a Company' })).toBeVisible();
  await expect(stranger.opened.getByRole('rowheader')).toHaveCount(0);
  await expectAccessible(stranger.opened);
  await stranger.close();

  await choose(page, 'Delete view');
  await page.getByRole('button', { name: 'Delete view' }).click();
  await expect(tabs(page).getByRole('link', { name })).toBeHidden();
});
