// A screen that one area's team adds alone: nothing but a copy of its remote is built and deployed.
import { execFileSync } from 'node:child_process';
import {
  appendFileSync,
  cpSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { serveArea } from './support/area';
import { startConsole, type RunningConsole } from './support/running-console';
import { enter, expect, expectAccessible, menuEntry, signIn, test as base } from './support/test';

const root = fileURLToPath(new URL('..', import.meta.url));

const SCREEN = `import { useParams } from 'shared-ui/router';

export default function Notes() {
  const { id } = useParams();
  return <h1>{id ? 'Note ' + id : 'Notes'}</h1>;
}
`;
const ADDED = `import type { AddedScreen } from 'shared-ui';

export const addedScreens = [
  { path: '/ads/notes', title: 'Notes', groups: ['AdManager', 'AaasAdmin'], section: 'Advertising' },
  { path: '/ads/notes/:id', title: 'Note', groups: ['AdManager', 'AaasAdmin'] },
  { path: '/ads/notes', title: 'Notes again', section: 'Admin' },
] as const satisfies readonly AddedScreen[];
`;

/** Builds a copy of the Advertising remote that has the two screens; what it holds else is what is here. */
function buildCopy(folder: string) {
  const remote = path.join(root, 'remote-ads');
  cpSync(remote, folder, { recursive: true, filter: (file) => !/\/(node_modules|dist)$/.test(file) });
  symlinkSync(path.join(remote, 'node_modules'), path.join(folder, 'node_modules'));
  mkdirSync(path.join(folder, 'notes'));
  writeFileSync(path.join(folder, 'notes/notes.screen.tsx'), SCREEN);
  writeFileSync(path.join(folder, 'added-screens.ts'), ADDED);
  const screens = path.join(folder, 'screens.ts');
  const load = "() => import(/* webpackChunkName: 'ads-notes' */ './notes/notes.screen')";
  const lines = `  '/ads/notes': ${load},\n  '/ads/notes/:id': ${load},\n}`;
  writeFileSync(screens, readFileSync(screens, 'utf8').replace(/\}(?= satisfies)/, lines));
  const config = path.join(folder, 'webpack.config.mjs');
  writeFileSync(config, `import { remote } from ${JSON.stringify(path.join(root, 'build/federation.mjs'))};\n`);
  appendFileSync(config, `export default remote('ads', ${JSON.stringify(folder)});\n`);
  execFileSync(process.execPath, [path.join(root, 'node_modules/webpack-cli/bin/cli.js'), '--config', config], {
    cwd: root,
    env: { ...process.env, NODE_ENV: 'production' },
    stdio: 'pipe',
  });
  return path.join(folder, 'dist');
}

const test = base.extend<
  { area: { deployed: boolean } },
  { console: RunningConsole & { area: { deployed: boolean } } }
>({
  console: [
    async ({}, use) => {
      // Inside the project, where its build finds the loaders.
      mkdirSync(path.join(root, 'e2e/test-results'), { recursive: true });
      const folder = mkdtempSync(path.join(root, 'e2e/test-results/remote-ads-'));
      const area = { deployed: true };
      const server = await serveArea(buildCopy(folder), area);
      const env = { DATA_DIR: process.env.CONSOLE_DATA_DIR, REMOTE_ADS_URL: server.manifest };
      const running = await startConsole(env);
      await use({ ...running, area });
      await running.stop();
      server.close();
      rmSync(folder, { recursive: true });
    },
    { scope: 'worker', timeout: 180_000 },
  ],
  baseURL: ({ console }, use) => use(console.url),
  area: async ({ console }, use) => {
    console.area.deployed = true;
    await use(console.area);
  },
});
test.describe.configure({ mode: 'serial' });

test('its menu entry stands after the console’s own and leads to it, also at a next start without the area', async ({
  page,
  area,
}) => {
  await signIn(page, 'admin');
  await menuEntry(page, 'Facebook Ads').click();
  const section = page.getByRole('navigation', { name: 'Main' }).locator('section', { hasText: 'Advertising' });
  await expect(section.getByRole('link')).toHaveText(['Facebook Ads', 'Notes']);
  await section.getByRole('link', { name: 'Notes' }).click();
  await expect(page).toHaveURL(/\/ads\/notes$/);
  await expect(page.getByRole('heading', { level: 1, name: 'Notes' })).toBeVisible();
  await expect(page).toHaveTitle('Notes · Storeward');
  await expect(section.locator('[aria-current=page]')).toHaveText(['Notes']);
  await expectAccessible(page);
  area.deployed = false;
  await page.reload();
  await expect(page.getByText('The Advertising area could not be shown')).toBeVisible();
  await expect(section.getByRole('link')).toHaveText(['Facebook Ads', 'Notes']);
  area.deployed = true;
  await page.getByRole('button', { name: 'Retry' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Notes' })).toBeVisible();
});

test('its address is opened directly, with its parameters', async ({ page }) => {
  await enter(page, 'admin');
  expect((await page.goto('/ads/notes/7'))?.status()).toBe(200);
  await expect(page.getByRole('heading', { level: 1, name: 'Note 7' })).toBeVisible();
  await expect(page).toHaveTitle('Note · Storeward');
});

test('who is in none of its groups sees no entry, is refused, and fetches none of its code', async ({ page }) => {
  const code: string[] = [];
  page.on('request', (request) => /ads-notes|remoteEntry/.test(request.url()) && code.push(request.url()));
  await enter(page, 'company-admin');
  await page.goto('/ads/notes');
  await expect(page.getByText('Access Denied', { exact: false }).first()).toBeVisible();
  await expect(page.getByRole('link', { name: 'Notes' })).toBeHidden();
  expect(code).toEqual([]);
});

test('an address below the area that no screen has is not found', async ({ page }) => {
  await enter(page, 'admin');
  await page.goto('/ads/nowhere');
  await expect(page.getByText('404 Not Found')).toBeVisible();
});
