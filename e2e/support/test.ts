import AxeBuilder from '@axe-core/playwright';
import { test as base, expect, type Page } from '@playwright/test';

export const PASSWORD = 'console-demo';

/** The tests' `test`: pages open at the running console, and a page that reports an error of its own fails. */
export const test = base.extend<{ expectedErrors: RegExp; failOnPageErrors: void }>({
  // What a spec's own misdeeds make the page report.
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

/** Signs in by the login form, as a person does. */
export async function signIn(page: Page, username: string) {
  await page.goto('/login');
  await page.getByLabel('Username').fill(username);
  await page.getByLabel('Password').fill(PASSWORD);
  await page.getByRole('button', { name: 'Login', exact: true }).click();
  await expect(page.getByRole('heading', { name: 'Storeward Dashboard' })).toBeVisible();
}

/** An entry of the menu, also where the dashboard has a tile of the same name. */
export const menuEntry = (page: Page, name: string) =>
  page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name, exact: true });

/**
 * No violation of WCAG A and AA, nor of what axe holds for good practice, not even a moderate one. What stands in a frame
 * is somebody else's.
 */
export async function expectAccessible(page: Page) {
  // Half-way from one colour to another none is the one that is meant.
  await page.evaluate(async () => {
    const changes = document.getAnimations().filter((animation) => animation instanceof CSSTransition);
    await Promise.allSettled(changes.map(({ finished }) => finished));
  });
  const { violations } = await new AxeBuilder({ page })
    .withTags(['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'])
    // In an ad's sandbox nothing runs, and axe would wait for it for ever.
    .exclude('iframe')
    .analyze();
  expect(violations.map(({ id, nodes }) => `${id}: ${nodes.map((node) => node.html).join(' | ')}`)).toEqual([]);
}
