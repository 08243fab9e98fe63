import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { freePort } from './support/running-console';
import { expect, signIn, test as base } from './support/test';

const root = fileURLToPath(new URL('../', import.meta.url));

/** `pnpm dev ads --console …`, the console being that of all tests. */
const test = base.extend<object, { developed: { url: string; stop(): Promise<number | null> } }>({
  developed: [
    async ({}, use) => {
      const port = String(await freePort());
      const args = ['scripts/dev.mjs', 'ads', '--console', process.env.CONSOLE_URL ?? ''];
      const child = spawn(process.execPath, args, { cwd: root, env: { ...process.env, PORT: port } });
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
      await use({ url: `http://127.0.0.1:${port}`, stop });
      await stop();
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
    // What a page that is left had asked for cannot be read any more.
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

test('Ctrl-C ends it, and its address is free again', async ({ developed, request }) => {
  expect(await developed.stop()).toBe(0);
  await expect(request.get(developed.url)).rejects.toThrow('ECONNREFUSED');
});
