import puppeteer, { type Browser, type Page } from 'puppeteer-core';
import { startFaultySite, type FaultySite } from '../support/faulty-site';
import { expect, test as base } from '@playwright/test';
import { PASSWORD } from '../support/test';

const FIREFOX = process.env.FIREFOX_PATH ?? '/usr/bin/firefox-esr';

/** Debian's Firefox, by puppeteer: Playwright drives only one of its own. */
export const test = base.extend<{ firefox: Page; site: FaultySite }, { browserOfAll: Browser }>({
  browserOfAll: [
    async ({}, use) => {
      const browser = await puppeteer.launch({ browser: 'firefox', executablePath: FIREFOX, headless: true });
      await use(browser);
      await browser.close();
    },
    { scope: 'worker', timeout: 60_000 },
  ],
  site: async ({}, use) => {
    const site = await startFaultySite(process.env.CONSOLE_URL ?? '');
    await use(site);
    site.close();
  },
  // A person of its own, with an empty cache.
  firefox: async ({ browserOfAll }, use) => {
    const context = await browserOfAll.createBrowserContext();
    const page = await context.newPage();
    // Firefox 140 sets the size, but has no word for the orientation that puppeteer sets with it.
    await page.setViewport({ width: 1440, height: 900 }).catch((error: Error) => {
      if (!error.message.includes('unknown command')) throw error;
    });
    await use(page);
    await context.close();
  },
});

/** Has what the page opens be signed in at the site. */
export async function enter(page: Page, site: FaultySite, username: string) {
  const response = await fetch(`${site.url}/api/token/pair`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ username, password: PASSWORD }),
  });
  await page.evaluateOnNewDocument(
    (tokens: string) => {
      for (const [kind, token] of Object.entries(JSON.parse(tokens) as object))
        localStorage.setItem(`${kind}_token`, String(token));
      // As on a metered line: what was fetched before it was opened would not fail any more.
      Object.defineProperty(navigator, 'connection', { value: { saveData: true } });
    },
    await response.text(),
  );
}

/**
 * Waits for an element by its text or its selector. Puppeteer's own locators evaluate words in the page, which
 * Firefox 140 refuses by the page's policy.
 */
export const find = async (page: Page, selector: string) => {
  await expect.poll(() => page.$$(selector).then((found) => found.length), { timeout: 10_000 }).toBeGreaterThan(0);
  const element = await page.$(selector);
  if (!element) throw new Error(`${selector} went away.`);
  return element;
};

/** Waits for an element by its text or its selector, and clicks it. */
export const click = async (page: Page, selector: string) => (await find(page, selector)).click();

/** Waits for a field by its selector, and types into it. */
export const type = async (page: Page, selector: string, words: string) => (await find(page, selector)).type(words);

/** Waits until the page shows a text. */
export const expectText = (page: Page, text: string | RegExp, timeout = 10_000) =>
  expect.poll(() => page.evaluate(() => document.body.innerText), { timeout }).toMatch(text);
