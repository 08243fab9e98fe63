/**
 * Twelve scenes, compared with their pictures in e2e/scenes: `pnpm test:e2e scenes --update-snapshots` takes them again
 * after a change that is meant. In a font of the tests and without what differs from day to day, so that only our own
 * changes are seen.
 */
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import path from 'node:path';
import type { Page } from '@playwright/test';
import { startConsole, type RunningConsole } from './support/running-console';
import { AT_LENGTH, enter, expect, test as base } from './support/test';

const FONT = createRequire(import.meta.url).resolve('@fontsource-variable/inter/files/inter-latin-wght-normal.woff2');

/** A demonstration that no other test changes. */
const test = base.extend<object, { house: RunningConsole }>({
  house: [
    async ({}, use) => {
      const DATA_DIR = await mkdtemp(path.join(tmpdir(), 'console-scenes-'));
      const house = await startConsole({ DATA_DIR });
      await use(house);
      await house.stop();
      await rm(DATA_DIR, { recursive: true });
    },
    { scope: 'worker', timeout: 90_000 },
  ],
  baseURL: ({ house }, use) => use(house.url),
  // The font is the tests', which the console's policy would refuse.
  bypassCSP: true,
  deviceScaleFactor: 0.5,
  launchOptions: async ({ launchOptions }, use) =>
    use({ ...launchOptions, args: [...(launchOptions.args ?? []), '--font-render-hinting=none'] }),
});
test.describe.configure({ mode: 'default' });

/** Sets the page in the tests' font, each figure to 0 and each date to one day, and leaves out what is drawn of figures. */
async function still(page: Page) {
  await expect(page.locator('.list-table__skeleton, .c-spinner')).toHaveCount(0);
  const font = (await readFile(FONT)).toString('base64');
  await page.addStyleTag({
    content: `@font-face { font-family: Scene; src: url(data:font/woff2;base64,${font}); font-weight: 100 900; }
      *, *::before, *::after { font-family: Scene !important; caret-color: transparent !important; }
      main svg[role=img], .companies svg, main img { visibility: hidden !important; }
      .list-table__name::before, .ad-spend, .ad-spend::after { background: none !important; }`,
  });
  await page.evaluate(async () => {
    await document.fonts.load('14px Scene');
    await document.fonts.ready;
    const words = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
    while (words.nextNode()) {
      const text = words.currentNode as Text;
      const alike = text.data
        .replace(/\b(Jan|Feb|Mar|Apr|May|Jun|Jul|Aug|Sep|Oct|Nov|Dec)\w* \d{1,2}\b/g, 'Jan 00')
        .replace(/\b(Mon|Tues|Wednes|Thurs|Fri|Satur|Sun)day\b/g, 'Monday')
        .replace(/\b[AP]M\b/g, 'AM')
        .replace(/\d+ (minute|hour|day|week)s?\b/g, '0 days')
        .replace(/\d/g, '0');
      if (alike !== text.data) text.data = alike;
    }
  });
}

interface Scene {
  readonly name: string;
  readonly path: string;
  /** Absent: who may do everything; null: no one has signed in. */
  readonly who?: string | null;
  readonly size?: readonly [width: number, height: number];
  readonly dark?: true;
  /** Says that it is there. */
  readonly ready: (page: Page) => Promise<void>;
}

const PHONE = [390, 844] as const;
const rows = async (page: Page) => expect(page.getByRole('rowheader').nth(3)).toBeVisible();
const heading = (name: string) => async (page: Page) =>
  expect(page.getByRole('heading', { name, level: 1 })).toBeVisible();
const dialog = (open: string) => async (page: Page) => {
  await rows(page);
  await page.getByRole('button', { name: open, exact: true }).first().click();
  await expect(page.getByRole('dialog')).toBeVisible();
};

const SCENES: readonly Scene[] = [
  {
    name: 'login',
    path: '/login',
    who: null,
    ready: async (page) => expect(page.getByLabel('Username')).toBeVisible(),
  },
  { name: 'dashboard', path: '/', ready: heading('Storeward Dashboard') },
  { name: 'dashboard-phone', path: '/', size: PHONE, dark: true, ready: heading('Storeward Dashboard') },
  { name: 'variants', path: '/product-variants?company_id=1', ready: rows },
  {
    name: 'variants-selected',
    path: '/product-variants?company_id=1',
    dark: true,
    async ready(page) {
      await rows(page);
      for (const at of [0, 2])
        await page
          .getByRole('checkbox', { name: /^Select (?!all)/ })
          .nth(at)
          .check();
    },
  },
  { name: 'ads', path: '/facebook-ads?company_id=1', dark: true, ready: rows },
  { name: 'ads-narrow', path: '/facebook-ads?company_id=1', size: [1024, 768], ready: rows },
  { name: 'posts-phone', path: '/social-media-posts?company_id=1', size: PHONE, ready: rows },
  { name: 'company-form', path: '/company-management', ready: dialog('Add New') },
  { name: 'company-form-phone', path: '/company-management', size: PHONE, dark: true, ready: dialog('Add New') },
  {
    name: 'cogs',
    path: '/product-variants/11/cogs',
    ready: async (page) => expect(page.getByRole('region', { name: 'COGS timeline' })).toBeVisible(),
  },
  { name: 'chat', path: '/agent-chat', dark: true, ready: heading('Agent Chat') },
];

for (const { name, path: address, who = 'admin', size = [1440, 900], dark, ready } of SCENES)
  test(`${name} looks as its picture`, AT_LENGTH, async ({ page }) => {
    const [width, height] = size;
    await page.setViewportSize({ width, height });
    await page.emulateMedia({ colorScheme: dark ? 'dark' : 'light' });
    if (who !== null) await enter(page, who);
    await page.goto(address);
    await ready(page);
    await still(page);
    // Another day changes up to 0.13 % of them.
    await expect(page).toHaveScreenshot(`${name}.png`, { maxDiffPixelRatio: 0.002, scale: 'device' });
  });
