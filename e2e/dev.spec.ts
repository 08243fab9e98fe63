import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { freePort } from './support/running-console';
import { AT_LENGTH, expect, PASSWORD, signIn, test as base } from './support/test';

const root = fileURLToPath(new URL('../', import.meta.url));

interface Developed {
  url: string;
  stop(): Promise<number | null>;
}

/** Runs a command of development against the console of all tests, until it says that it is ready. */
async function develop(...args: string[]): Promise<Developed> {
  const port = String(await freePort());
  const child = spawn(process.execPath, [...args, '--console', process.env.CONSOLE_URL ?? ''], {
    cwd: root,
    env: { ...process.env, PORT: port },
  });
  let said = '';
  const ended = once(child, 'close').then(([status]) => status as number | null);
  await new Promise<void>((ready, failed) => {
    for (const stream of [child.stdout, child.stderr])
      stream.on('data', (text: Buffer) => {
        said += text.toString();
        if (said.includes('Ctrl-C stops it.')) ready();
      });
    void ended.then(() => failed(new Error(`It did not start:\n${said}`)));
  });
  const stop = () => {
    child.kill('SIGINT');
    return ended;
  };
  return { url: `http://127.0.0.1:${port}`, stop };
}

/** A copy of an area, inside the project, where its build finds the loaders; and what develops it there. */
function copyOf(area: string): string {
  mkdirSync(path.join(root, 'e2e/test-results'), { recursive: true });
  const folder = mkdtempSync(path.join(root, 'e2e/test-results/dev-'));
  const remote = path.join(root, `remote-${area}`);
  cpSync(remote, folder, { recursive: true, filter: (file) => !/\/(node_modules|dist)$|\.test\.tsx?$/.test(file) });
  symlinkSync(path.join(remote, 'node_modules'), path.join(folder, 'node_modules'));
  const config = {
    extends: '../../../tsconfig.json',
    include: ['.', '../../../build/styles.d.ts'],
    exclude: ['node_modules'],
  };
  writeFileSync(path.join(folder, 'tsconfig.json'), JSON.stringify(config));
  writeFileSync(
    path.join(folder, 'develop.mjs'),
    `process.env.NODE_ENV = 'development';
const { consoleAt, developArea, portOf } = await import('../../../scripts/dev/run.mjs');
const { remote } = await import('../../../build/federation.mjs');
const folder = import.meta.dirname;
await developArea('${area}', remote('${area}', folder), folder, consoleAt(process.argv[3]), portOf(process.env));
`,
  );
  return folder;
}

/** `pnpm dev ads --console …`. */
const test = base.extend<object, { developed: Developed }>({
  developed: [
    async ({}, use) => {
      const developed = await develop('scripts/dev.mjs', 'ads');
      await use(developed);
      await developed.stop();
    },
    { scope: 'worker', timeout: 120_000 },
  ],
  baseURL: ({ developed }, use) => use(developed.url),
});

test.describe.configure({ mode: 'serial' });

test('one area comes from this machine and all else from the console, which knows nothing of it', async ({
  page,
  request,
}) => {
  const builds: string[] = [];
  page.on('response', async (response) => {
    if (!response.url().endsWith('/mf-manifest.json')) return;
    // Responses to a page that was left cannot be read any more.
    const manifest = (await response.json().catch(() => null)) as { metaData: { name: string; build: string } } | null;
    if (manifest)
      builds.push(
        `${manifest.metaData.name} ${manifest.metaData.build === 'development' ? 'from here' : 'from there'}`,
      );
  });
  await signIn(page, 'admin');
  await expect(page.getByRole('note')).toHaveText(
    `ads: from this machine · all else: ${new URL(process.env.CONSOLE_URL ?? '').host}`,
  );
  await page.goto('/facebook-ads?company_id=1');
  await expect(page.getByRole('table').getByRole('row').nth(1)).toBeVisible();
  await page.goto('/company-management');
  await expect(page.getByRole('table').getByRole('row').nth(1)).toBeVisible();
  expect(new Set(builds.filter((build) => build.endsWith('from here')))).toEqual(new Set(['remote_ads from here']));
  expect(builds).toContain('remote_company from there');
  const manifest = await request.get(`${process.env.CONSOLE_URL}/remotes/ads/mf-manifest.json`);
  expect(await manifest.text()).not.toContain('"build": "development"');
});

test('an answer of an agent streams through it', async ({ page }) => {
  await signIn(page, 'staff');
  await page.goto('/agent-chat');
  const agents = page.getByLabel('Select an Agent:');
  await expect(agents.getByRole('option').nth(1)).toBeAttached();
  await agents.selectOption({ index: 1 });
  await page.getByPlaceholder('Type your message...').fill('What do you know?');
  await page.keyboard.press('Enter');
  await expect(page.getByText('no language model is configured')).toBeVisible();
});

test('the policy and the 404s are those of the console', async ({ request }) => {
  const policyAt = async (url: string) => {
    const answer = await request.get(url, { headers: { accept: 'text/html' } });
    return [answer.status(), answer.headers()['content-security-policy']];
  };
  for (const path of ['/knowledge', '/nowhere'])
    expect(await policyAt(path)).toEqual(await policyAt(`${process.env.CONSOLE_URL}${path}`));
  expect((await policyAt('/nowhere'))[0]).toBe(404);
});

test('Ctrl-C ends it, and its address is free again', AT_LENGTH, async ({ developed, request }) => {
  expect(await developed.stop()).toBe(0);
  await expect(request.get(developed.url)).rejects.toThrow('ECONNREFUSED');
});

/** The first check of the types is one of all that the area imports. */
const CHECKED = { timeout: 60_000 };

test(
  'an edit is shown with list, dialog and unsaved text as they were; what does not compile is shown over it',
  AT_LENGTH,
  async ({ page }) => {
    test.slow();
    const folder = copyOf('agents');
    const { url, stop } = await develop(path.join(folder, 'develop.mjs'));
    try {
      const screen = path.join(folder, 'knowledge/knowledge.screen.tsx');
      const before = readFileSync(screen, 'utf8');
      const edit = (words: string) => writeFileSync(screen, before.replace("title: 'Updated'", `title: ${words}`));
      const column = (title: string) => page.getByRole('columnheader', { name: title });
      // Not signed in: the address that was opened is kept.
      await page.goto(`${url}/knowledge?name=a&page_size=10`);
      await page.getByLabel('Username').fill('admin');
      await page.getByLabel('Password').fill(PASSWORD);
      await page.keyboard.press('Enter');
      await expect(column('Updated')).toBeVisible();
      await expect(page).toHaveURL(/\/knowledge\?name=a&page_size=10$/);
      await page
        .getByRole('button', { name: /^Actions for/ })
        .first()
        .click();
      await page.getByRole('menuitem', { name: 'Edit' }).click();
      const text = page.getByRole('dialog').getByLabel('Content');
      await text.fill('Typed, not saved');

      edit("'Changed'");
      await expect(column('Changed')).toBeVisible();
      await expect(text).toHaveValue('Typed, not saved');
      await expect(page).toHaveURL(/\/knowledge\?name=a&page_size=10$/);

      const overlay = page.frameLocator('#webpack-dev-server-client-overlay').locator('body');
      edit("'Wrong' 'syntax'");
      await expect(overlay).toContainText("TS1005: ',' expected");
      edit('1');
      await expect(overlay).toContainText("TS2322: Type 'number' is not assignable to type 'string'", CHECKED);
      edit("'Right again'");
      await expect(page.locator('#webpack-dev-server-client-overlay')).toHaveCount(0, CHECKED);
      await expect(column('Right again')).toBeVisible();
      await expect(text).toHaveValue('Typed, not saved');
    } finally {
      await stop();
      rmSync(folder, { recursive: true });
    }
  },
);
