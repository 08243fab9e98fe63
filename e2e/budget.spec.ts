import type { Browser, Page } from '@playwright/test';
import { expectWithin, neverQuiet, weighLoginAndFirstList } from './support/budgets';
import { weigh } from './support/page-weight';
import { enter, expect, menuEntry, signIn, test } from './support/test';

/** The screen of an area that its budget is about, by its link, and who goes there. */
const AREAS = {
  company: { entry: 'Company Management', username: 'company-admin' },
  // Somebody with one company finds it chosen, and so a list.
  ads: { entry: 'Facebook Ads', username: 'staff' },
  social: { entry: 'Posts', username: 'social-manager' },
  agents: { entry: 'Agent Definitions', username: 'agent-admin' },
} as const;

/** Counts the formatters that a page makes: the first of them takes a new process some 15 ms, on any page. */
const countFormatters = (page: Page) =>
  page.addInitScript(() => {
    const counted = Object.assign(window, { formatters: 0 });
    for (const name of ['DateTimeFormat', 'NumberFormat'] as const)
      Reflect.set(
        Intl,
        name,
        new Proxy(Intl[name], {
          construct(format, options) {
            counted.formatters += 1;
            return Reflect.construct(format, options) as object;
          },
        }),
      );
  });

test('the login, and the first list after it, keep their budget of JavaScript and requests', async ({ page }) =>
  weighLoginAndFirstList(page));

/** A page of somebody who is signed in, with an empty cache. */
async function pageOf(browser: Browser, username: string) {
  const page = await browser.newPage({ baseURL: process.env.CONSOLE_URL });
  await neverQuiet(page);
  await enter(page, username);
  return page;
}

test('the first list keeps its budget of JavaScript and requests when it is opened by its address', async ({
  browser,
}) => {
  const page = await pageOf(browser, 'admin');
  await countFormatters(page);
  const scale = weigh(page);
  await page.goto('/product-variants?company_id=1');
  await expect(page.getByRole('row')).toHaveCount(26);
  expect(await page.evaluate(() => (window as { formatters?: number }).formatters), 'formatters').toBe(0);
  const first = await scale.weight();
  expectWithin('first list', first);
  for (const name of ['main', 'signed-in', 'lists'])
    await test.step(`${name} is compiled while it arrives`, async () => {
      const script = await page.request.get(first.scripts.find((url) => url.includes(`/${name}.`)) ?? '');
      expect((await script.text()).startsWith('//# allFunctionsCalledOnLoad\n')).toBe(true);
    });
  await page.close();
});

for (const [area, { entry, username }] of Object.entries(AREAS))
  test(`what going to ${area} first adds keeps its budget of JavaScript and requests`, async ({ browser }) => {
    const page = await pageOf(browser, username);
    const scale = weigh(page);
    await page.goto('/');
    const link = page.getByRole('link', { name: entry, exact: true }).first();
    await expect(link).toBeVisible();
    await scale.weight();
    await link.click();
    await expect(page.getByRole('row')).not.toHaveCount(0);
    expectWithin(area as keyof typeof AREAS, await scale.weight());
    await page.close();
  });

/** Every address that a remote renders, the chunk that its screen is, and the resource that its list is of. */
const SCREENS = {
  '/company-management?page_size=50': ['company-management', 'companies'],
  '/product-variants?company_id=1&page=2': ['product-variants', 'product-variants'],
  '/product-variants/1/cogs': ['product-variants-cogs'],
  '/facebook-ads?company_id=1&search=a&include_tags=winner': ['facebook-ads', 'facebook-ads'],
  '/agent-definitions?search=a': ['agent-definitions', 'agent-definitions'],
  '/knowledge?sort_by=-name': ['knowledge', 'knowledge'],
  '/social-media-post-criteria?company_id=1': ['social-media-post-criteria', 'social-media-post-criteria'],
  '/social-media-search-terms?company_id=1&status=active': ['social-media-search-terms', 'social-media-search-terms'],
  '/social-media-profiles?company_id=1': ['social-media-profiles', 'social-media-profiles'],
  '/social-media-posts?company_id=1&search=a&platform=tiktok': ['social-media-posts', 'social-media-posts'],
  '/agent-chat': ['agent-chat'],
} as const;

test('the script of a screen is fetched beside the container of its remote, and the rows of its list in the words of the list', async ({
  page,
}) => {
  await signIn(page, 'admin');
  let asked: URL[] = [];
  page.on('request', (request) => asked.push(new URL(request.url())));
  for (const [address, [chunk, resource]] of Object.entries(SCREENS))
    await test.step(address, async () => {
      asked = [];
      await page.goto(address);
      await expect(page.locator(`link[rel=preload][href*="/${chunk}."][href$=".js"]`)).toBeAttached();
      if (!resource) return;
      await expect(page.getByRole('table')).toHaveAttribute('aria-busy', 'false');
      // By the head and by the list, which wants what the head has asked for: once.
      expect(asked.filter(({ pathname }) => pathname === `/api/${resource}`)).toHaveLength(1);
      expect(
        await page.evaluate(() => (window as { head?: { requests: Map<string, object> } }).head?.requests.size),
      ).toBe(0);
    });
});

test('the rows of a list whose screen is there are asked for once, with the click and not with the drawing', async ({
  page,
}) => {
  await signIn(page, 'admin');
  await page.addInitScript(() => {
    const asked: string[] = [];
    const { fetch } = window;
    Object.assign(window, { asked });
    window.fetch = (...request: Parameters<typeof fetch>) => {
      const [what] = request;
      const { pathname } = new URL(what instanceof Request ? what.url : what, document.baseURI);
      asked.push(`${pathname} under ${document.title.split(' · ')[0]}`);
      return fetch(...request);
    };
  });
  await page.goto('/product-variants?company_id=1');
  const show = async (entry: string) => {
    await menuEntry(page, entry).click();
    await expect(page).toHaveTitle(new RegExp(entry));
    await expect(page.getByRole('table')).toHaveAttribute('aria-busy', 'false');
  };
  await show('Facebook Ads');
  await show('Product Variants');
  await page.evaluate(() => void (window as unknown as { asked: string[] }).asked.splice(0));
  await show('Facebook Ads');
  const asked = await page.evaluate(() => (window as unknown as { asked: string[] }).asked);
  expect(asked.filter((one) => one.startsWith('/api/facebook-ads '))).toEqual([
    '/api/facebook-ads under Product Variants',
  ]);
});

test('who comes back to a list finds its pictures and trends with the rows, and only the rows are asked for again', async ({
  page,
}) => {
  await signIn(page, 'admin');
  await page.goto('/facebook-ads?company_id=1');
  const beside = page.locator('.list-frame style');
  await expect(beside).toHaveCount(2);
  await expect.poll(() => beside.last().evaluate(({ textContent }) => textContent)).toContain('mask-image');
  await menuEntry(page, 'Product Variants').click();
  await expect(page.getByRole('region', { name: 'Product Variants' })).toBeVisible();
  const asked: string[] = [];
  page.on('request', (request) => asked.push(new URL(request.url()).pathname));
  /** Styles beside the rows when the list is first there. */
  const drawn = page.evaluate(
    () =>
      new Promise<number>((resolve) => {
        new MutationObserver((_changes, observer) => {
          const frame = document.querySelector('.list-frame[aria-label="Facebook Ads"]');
          if (!frame) return;
          observer.disconnect();
          resolve(frame.querySelectorAll('style').length);
        }).observe(document.body, { childList: true, subtree: true });
      }),
  );
  await menuEntry(page, 'Facebook Ads').click();
  expect(await drawn).toBe(2);
  await expect(page.getByRole('table')).toHaveAttribute('aria-busy', 'false');
  // Requests of the list of variants may be on their way still.
  expect(asked.filter((path) => /facebook-ads|connections/.test(path))).toEqual(['/api/facebook-ads']);
});
