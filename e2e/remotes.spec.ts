import { existsSync, readFileSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { startConsole, type RunningConsole } from './support/running-console';
import { AT_LENGTH, expect, menuEntry, signIn, test as base } from './support/test';

const dist = fileURLToPath(new URL('../remote-company/dist', import.meta.url));

type Mood = 'well' | 'away' | 'hanging' | 'corrupt' | 'of-another-version';

/** The area's own server, which the test can put into any mood, and a console that loads the area from there. */
const test = base.extend<{ area: { mood: Mood } }, { console: RunningConsole & { area: { mood: Mood } } }>({
  console: [
    async ({}, use) => {
      const area: { mood: Mood } = { mood: 'well' };
      const server = await serveArea(area);
      const address = `http://127.0.0.1:${(server.address() as AddressInfo).port}/mf-manifest.json`;
      const running = await startConsole({ DATA_DIR: process.env.CONSOLE_DATA_DIR, REMOTE_COMPANY_URL: address });
      await use({ ...running, area });
      await running.stop();
      server.closeAllConnections();
      server.close();
    },
    { scope: 'worker', timeout: 60_000 },
  ],
  baseURL: ({ console }, use) => use(console.url),
  area: async ({ console }, use) => {
    console.area.mood = 'well';
    await use(console.area);
  },
});

test.describe.configure({ mode: 'serial' });

// The corrupt remote sends half a script.
test.use({ expectedErrors: /Unexpected|Invalid or unexpected|missing/ });

function serveArea(area: { mood: Mood }): Promise<Server> {
  const server = createServer((request, response) => {
    if (area.mood === 'away') return void request.socket.destroy();
    if (area.mood === 'hanging') return;
    const name = new URL(request.url ?? '/', 'http://area').pathname;
    const file = path.join(dist, path.normalize(name));
    response.setHeader('Access-Control-Allow-Origin', '*');
    response.setHeader('Cache-Control', 'no-store');
    response.setHeader(
      'Content-Type',
      name.endsWith('.json') ? 'application/json' : name.endsWith('.css') ? 'text/css' : 'text/javascript',
    );
    if (!existsSync(file)) return void response.writeHead(404).end();
    if (/remoteEntry/.test(name) && area.mood === 'corrupt') {
      const code = readFileSync(file, 'utf8');
      return void response.end(code.slice(0, code.length / 2));
    }
    if (name === '/mf-manifest.json' && area.mood === 'of-another-version')
      return void response.end(readFileSync(file, 'utf8').replace('"react": "^19.3.1"', '"react": "^18.0.0"'));
    response.end(readFileSync(file));
  });
  return new Promise((resolve) => server.listen(0, '127.0.0.1', () => resolve(server)));
}

const failed = 'The Company area could not be shown';

const FAILURES: [Mood, string][] = [
  ['away', 'Its server could not be reached.'],
  ['hanging', 'Its server did not answer within 5 seconds.'],
  ['corrupt', 'What its server sent is not a part of this console.'],
  ['of-another-version', 'It was built for another version of this console.'],
];

/** The matrix tries on every change a file that does not come, and one that does not run. */
const TRIED_ELSEWHERE: readonly Mood[] = ['hanging', 'corrupt'];

for (const [mood, reason] of FAILURES) {
  const when = TRIED_ELSEWHERE.includes(mood) ? AT_LENGTH : {};
  test(
    `a remote that is ${mood} costs its own area only, and Retry brings it back without a reload`,
    when,
    async ({ page, area }) => {
      area.mood = mood;
      await signIn(page, 'admin');
      await page.evaluate(() => Object.assign(window, { sameDocument: true }));
      await menuEntry(page, 'Company Management').click();
      await expect(page.getByText(failed)).toBeVisible({ timeout: 8000 });
      await expect(page.getByText(reason)).toBeVisible();
      await page.getByRole('link', { name: 'Storeward' }).click();
      await expect(page.getByRole('heading', { name: 'Storeward Dashboard' })).toBeVisible();
      await menuEntry(page, 'Knowledge').click();
      await expect(page.getByText(failed)).toBeHidden();
      await expect(page.getByRole('main').getByRole('heading', { level: 1 })).toBeVisible();
      await menuEntry(page, 'Company Management').click();
      await expect(page.getByText(failed)).toBeVisible({ timeout: 8000 });
      area.mood = 'well';
      await page.getByRole('button', { name: 'Retry' }).click();
      await expect(page.getByRole('table')).toBeVisible();
      expect(await page.evaluate(() => 'sameDocument' in window)).toBe(true);
    },
  );
}

test('without the remote, login, dashboard and menu work', async ({ page, area }) => {
  area.mood = 'hanging';
  const started = Date.now();
  await signIn(page, 'company-admin');
  await expect(menuEntry(page, 'Product Variants')).toBeVisible();
  expect(Date.now() - started).toBeLessThan(5000);
});
