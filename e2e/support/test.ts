import AxeBuilder from '@axe-core/playwright';
import { test as base, expect, type Page } from '@playwright/test';
import type { RunningConsole } from './running-console';

export const PASSWORD = 'console-demo';

/** The tests' `test`: pages open at the running console, and a page that reports an error of its own fails. */
export const test = base.extend<{ expectedErrors: RegExp; failOnPageErrors: void }>({
  // Errors that a spec provokes on purpose.
  expectedErrors: [/^$/, { option: true }],
  baseURL: async ({}, use) => use(process.env.CONSOLE_URL),
  failOnPageErrors: [
    async ({ page, expectedErrors }, use) => {
      const errors: string[] = [];
      page.on('pageerror', (error) => errors.push(error.message));
      page.on('console', (message) => {
        if (/Content Security Policy/.test(message.text())) errors.push(message.text());
      });
      await use();
      expect(errors.filter((error) => !expectedErrors.test(error))).toEqual([]);
    },
    { auto: true },
  ],
});

export { expect };

/**
 * Details of a test that is too long for every change, beside shorter ones of the same: `pnpm test` leaves it out, `pnpm
 * test:all` and `pnpm test:e2e` run it.
 */
export const AT_LENGTH = { tag: '@at-length' };

/** A name that no test has used, nor an earlier try of the same one, whose data are still there. */
export const newName = (name: string) => `${name}-${Date.now()}`;

/** An amount of money that an earlier try of the test is unlikely to have stored; in quarters, which add up exactly. */
export const newAmount = () => (1 + (Date.now() % 900) / 4).toFixed(2);

/** Signs in by the login form, as a person does. */
export async function signIn(page: Page, username: string) {
  await page.goto('/login');
  await page.getByLabel('Username').fill(username);
  await page.getByLabel('Password').fill(PASSWORD);
  await page.getByRole('button', { name: 'Login', exact: true }).click();
  await expect(page.getByRole('heading', { name: 'Storeward Dashboard' })).toBeVisible();
}

/** Makes the first user of a console by the link that its start prints; they are signed in then. */
export async function makeFirstUser(page: Page, { said }: RunningConsole) {
  const [link = ''] = /\S+\/login#invitation=\S+/.exec(said()) ?? [];
  await page.goto(new URL(link).href.replace('localhost', '127.0.0.1'));
  await page.getByRole('textbox', { name: 'Username' }).fill('chief');
  for (const label of ['New Password', 'Repeat the Password']) await page.getByLabel(label).fill('tea at four o’clock');
  await page.getByRole('button', { name: 'Create User and Log In' }).click();
}

/** Has the page's line be a metered one, on which nothing is fetched ahead of its use. */
export const onMeteredLine = (page: Page) =>
  page.addInitScript(() => Object.defineProperty(navigator, 'connection', { value: { saveData: true } }));

/** An entry of the menu, also where the dashboard has a tile of the same name. */
export const menuEntry = (page: Page, name: string) =>
  page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name, exact: true });

/**
 * Signs in without the form, which sign-in.spec tries, with a session of its own: the page stands at an empty document of
 * the console's, and what is opened next is signed in.
 */
export async function enter(page: Page, username: string) {
  const response = await page.request.post('/api/token/pair', { data: { username, password: PASSWORD } });
  expect(response.ok()).toBe(true);
  const { access, refresh } = (await response.json()) as { access: string; refresh: string };
  await page.route('**/enter', (route) => route.fulfill({ contentType: 'text/html', body: '<title>Enter</title>' }));
  await page.goto('/enter');
  await page.unroute('**/enter');
  await page.evaluate(
    ([access, refresh]) => {
      sessionStorage.clear();
      localStorage.setItem('access_token', access);
      localStorage.setItem('refresh_token', refresh);
    },
    [access, refresh] as const,
  );
}

const STANDARDS = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice', 'experimental'];

/**
 * Waits for colours that change: half-way from one to another none is the one that is meant. What inherits a colour may
 * begin to change once that has.
 */
const settle = (page: Page) =>
  page.evaluate(async () => {
    for (let round = 0; round < 20; round += 1) {
      // Drawn once with what was just changed, and whatever that began.
      for (let frame = 0; frame < 2; frame += 1) await new Promise(requestAnimationFrame);
      const changes = document.getAnimations().filter((animation) => animation instanceof CSSTransition);
      if (!changes.length) return;
      await Promise.allSettled(changes.map(({ finished }) => finished));
    }
  });

async function expectNone(page: Page, runOnly: { type: 'tag' | 'rule'; values: string[] }, within = 'html') {
  await settle(page);
  const { violations } = await new AxeBuilder({ page })
    .include(within)
    // In an ad's sandbox nothing runs, and axe would wait for it for ever.
    .exclude('iframe')
    // Without frames one page is enough, and what is good need not be told: half the time.
    .setLegacyMode()
    .options({ runOnly, resultTypes: ['violations'] })
    .analyze();
  // With axe's own words: of a contrast they name both colours.
  expect(
    violations.map(
      ({ id, nodes }) => `${id}: ${nodes.map((node) => `${node.html} ${node.failureSummary}`).join(' | ')}`,
    ),
  ).toEqual([]);
}

/**
 * No violation of WCAG A and AA, nor of what axe holds for good practice, not even a moderate one, nor of a rule that it
 * still tries. What stands in a frame is somebody else's.
 */
export const expectAccessible = (page: Page) => expectNone(page, { type: 'tag', values: STANDARDS });

/** The same of the dialog that is open, and of the page no more than that its headings are in order. */
export async function expectDialogAccessible(page: Page) {
  await expectNone(page, { type: 'tag', values: STANDARDS }, '[role="dialog"]');
  await expectNone(page, { type: 'rule', values: ['heading-order', 'page-has-heading-one'] });
}

/** The same in light and in dark, which differ in colours alone: in dark only those are looked at. */
export async function expectAccessibleInBoth(page: Page) {
  await expectAccessible(page);
  await page.emulateMedia({ colorScheme: 'dark' });
  await expectNone(page, { type: 'rule', values: ['color-contrast', 'link-in-text-block'] });
  await page.emulateMedia({ colorScheme: 'light' });
  await settle(page);
}
