import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { testOfArea } from '../support/area';
import { freePort } from '../support/running-console';
import { expect, menuEntry, PASSWORD, signIn } from '../support/test';

const folder = process.env.OUTSIDE_FOLDER ?? '';
const test = testOfArea('ads', path.join(folder, 'dist'));

let stop: (() => Promise<unknown>) | null = null;
test.afterEach(() => stop?.());

test('a remote that was built outside the project, from packages alone, is shown in the console', async ({ page }) => {
  await signIn(page, 'admin');
  await menuEntry(page, 'Facebook Ads').click();
  await expect(page.getByRole('heading', { name: 'Notes from outside' })).toBeVisible();
  await expect(page.getByText(/^\d+ companies$/)).toBeVisible();
  // Its style came too, and what it takes from the platform is the console's own.
  await expect(page.locator('.notes-company').first()).toHaveCSS('font-weight', '600');
  await page.getByRole('button', { name: 'Greet' }).click();
  await expect(page.getByText('Hello, admin')).toBeVisible();
});

test('it is developed against a console that is deployed: an edit is shown where the area is open, and nowhere else', async ({
  page,
  context,
}) => {
  const port = String(await freePort());
  const child = spawn(
    path.join(folder, 'node_modules/.bin/remote-kit'),
    ['dev', 'ads', '--console', process.env.CONSOLE_URL ?? ''],
    { cwd: folder, env: { ...process.env, PORT: port } },
  );
  const ended = once(child, 'close');
  stop = () => {
    child.kill('SIGINT');
    return ended;
  };
  await new Promise<void>((ready, failed) => {
    let said = '';
    for (const stream of [child.stdout, child.stderr])
      stream.on('data', (text: Buffer) => {
        said += text.toString();
        if (said.includes('Ctrl-C stops it.')) ready();
      });
    void ended.then(() => failed(new Error(`It did not start:\n${said}`)));
  });
  const url = `http://127.0.0.1:${port}`;
  await page.goto(`${url}/login`);
  await page.getByLabel('Username').fill('admin');
  await page.getByLabel('Password').fill(PASSWORD);
  await page.getByRole('button', { name: 'Login', exact: true }).click();
  await expect(page.getByRole('heading', { name: 'Storeward Dashboard' })).toBeVisible();
  await expect(page.getByRole('note')).toContainText('ads: from this machine');
  await page.goto(`${url}/facebook-ads`);
  await expect(page.getByRole('heading', { name: 'Notes from outside' })).toBeVisible();
  const other = await context.newPage();
  await other.goto(`${url}/company-management`);
  await other.getByRole('button', { name: 'Add New' }).click();
  const typed = other.getByRole('dialog').getByLabel('Company Name');
  await typed.fill('Half typed');

  const file = path.join(folder, 'notes/notes.screen.tsx');
  writeFileSync(file, readFileSync(file, 'utf8').replace('Notes from outside', 'Notes, edited'));
  await expect(page.getByRole('heading', { name: 'Notes, edited' })).toBeVisible({ timeout: 60_000 });
  await expect(typed).toHaveValue('Half typed');

  expect(await stop()).toEqual([0, null]);
});
