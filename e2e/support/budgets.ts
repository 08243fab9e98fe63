import { brotliCompressSync } from 'node:zlib';
import type { Page } from '@playwright/test';
import { largestModules, weigh, type Weight } from './page-weight';
import { expect, menuEntry, PASSWORD } from './test';

const KB = 1000;

/** At most so many kB of JavaScript, compressed, and so many requests of any kind. */
const BUDGETS = {
  // The document alone, which a login can be filled in and sent with (sign-in.spec).
  'usable login': { javascript: 3, requests: 1 },
  // With an empty cache, by its address, until it is at rest. The packages lie in a file of their own, which costs 1 kB.
  login: { javascript: 114.2, requests: 5 },
  'first list': { javascript: 161.1, requests: 12 },
  // From the login by way of the dashboard and the menu.
  'login and first list': { javascript: 163.8, requests: 18 },
  // Added to the dashboard by going there first.
  company: { javascript: 41.1, requests: 7 },
  ads: { javascript: 42.8, requests: 10 },
  social: { javascript: 43.7, requests: 10 },
  agents: { javascript: 43.6, requests: 8 },
};

/** Judges both figures, and names the largest modules where one is too much. */
export function expectWithin(name: keyof typeof BUDGETS, { javascript, asked, scripts }: Weight) {
  const allowed = BUDGETS[name];
  const kB = (javascript / KB).toFixed(1);
  process.stdout.write(
    `${name}: ${kB} kB of JavaScript (${allowed.javascript}), ${asked.length} requests (${allowed.requests})\n`,
  );
  const isSmall = javascript <= allowed.javascript * KB;
  expect.soft(isSmall, isSmall ? '' : `${name}: ${kB} kB of JavaScript\n${largestModules(scripts)}`).toBe(true);
  expect.soft(asked.length, `${name}: requests\n${asked.join('\n')}`).toBeLessThanOrEqual(allowed.requests);
}

/**
 * Has the browser never say that it has nothing to do: what the console does when it is quiet, fetching areas and looking
 * for new releases, holds up no one, and would be counted or not by how fast the machine is.
 */
export const neverQuiet = (page: Page) =>
  page.addInitScript(() => {
    window.requestIdleCallback = () => 0;
  });

/** JavaScript of the document itself, as compressed as its files. */
async function weighDocument(page: Page): Promise<Weight> {
  const html = await (await page.request.get('/login')).text();
  const scripts = [...html.matchAll(/<script>([^]*?)<\/script>/g)].map(([, text = '']) => text);
  return { asked: ['/login'], javascript: brotliCompressSync(scripts.join('')).length, scripts: [] };
}

/** Goes to the login with an empty cache, signs in, and opens the first list by the menu; judges both. */
export async function weighLoginAndFirstList(page: Page) {
  await neverQuiet(page);
  expectWithin('usable login', await weighDocument(page));
  const scale = weigh(page);
  await page.goto('/login');
  await expect(page.getByLabel('Username')).toBeEnabled();
  const login = await scale.weight();
  expectWithin('login', login);
  await page.getByLabel('Username').fill('company-admin');
  await page.getByLabel('Password').fill(PASSWORD);
  await page.keyboard.press('Enter');
  await menuEntry(page, 'Company Management').click();
  await expect(page.getByRole('row')).not.toHaveCount(0);
  const list = await scale.weight();
  expectWithin('login and first list', {
    asked: [...login.asked, ...list.asked],
    javascript: login.javascript + list.javascript,
    scripts: [...login.scripts, ...list.scripts],
  });
}
