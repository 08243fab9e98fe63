import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { freePort, startConsole, type RunningConsole } from './support/running-console';
import { expect, expectAccessible, expectAccessibleInBoth, makeFirstUser, test as base } from './support/test';

const ACCOUNTS = {
  ada: { preferred_username: 'Ada Byron', email: 'ada@example.test', email_verified: true, groups: ['ads-team'] },
  eve: { preferred_username: 'Eve', groups: ['finance'] },
};

/** A console without anything in it, beside a provider of single sign-on. */
const test = base.extend<object, { house: RunningConsole }>({
  house: [
    async ({}, use) => {
      const folder = await mkdtemp(path.join(tmpdir(), 'console-sso-'));
      const port = await freePort();
      const url = `http://127.0.0.1:${port}`;
      const client = {
        client_id: 'console',
        client_secret: 'a secret',
        token_endpoint_auth_method: 'client_secret_post',
        redirect_uris: [`${url}/api/sign-in/okta/callback`],
      };
      const file = fileURLToPath(new URL('../api/demo/sign-in-provider.mjs', import.meta.url));
      const settings = JSON.stringify({ clients: [client], accounts: ACCOUNTS });
      const provider = spawn(process.execPath, [file, '0', settings], { stdio: ['pipe', 'pipe', 'ignore'] });
      const [issuer] = (await once(provider.stdout, 'data')) as [Buffer];
      const OIDC_PROVIDERS_FILE = path.join(folder, 'providers.json');
      const { client_id, client_secret } = client;
      await writeFile(
        OIDC_PROVIDERS_FILE,
        JSON.stringify([{ name: 'okta', label: 'Okta', issuer: String(issuer).trim(), client_id, client_secret }]),
      );
      const environment = { DATA_DIR: folder, PORT: String(port), PUBLIC_URL: url, OIDC_PROVIDERS_FILE };
      const house = await startConsole(environment, '--no-demo');
      await use(house);
      await house.stop();
      provider.kill();
      await rm(folder, { recursive: true });
    },
    { scope: 'worker', timeout: 90_000 },
  ],
  baseURL: ({ house }, use) => use(house.url),
});

test('the first link makes a user, who admits a team of their provider; its people get in, and no others', async ({
  page,
  house,
  browser,
}) => {
  await makeFirstUser(page, house);
  await expect(page.getByRole('heading', { name: /Dashboard/ })).toBeVisible();

  await page.goto('/company/sign-in-rules');
  await page.getByRole('button', { name: 'Add New' }).first().click();
  const form = page.getByRole('dialog', { name: 'Add Sign-in Rule' });
  await form.getByLabel('Provider').fill('okta');
  await form.getByLabel('Claim').fill('groups');
  await form.getByLabel('Value').fill('ads-team');
  await form.getByRole('checkbox', { name: 'AdManager' }).check();
  await expectAccessible(page);
  await form.getByRole('button', { name: 'Create' }).click();
  await expect(page.getByRole('row').filter({ hasText: 'ads-team' })).toContainText('AdManager');
  await expectAccessibleInBoth(page);

  await page.getByRole('button', { name: 'Logout' }).click();
  const logIn = page.getByRole('link', { name: 'Log In with Okta' });
  // As a screen reader reads it, on a phone.
  await page.setViewportSize({ width: 390, height: 844 });
  await expect(page.getByRole('main')).toMatchAriaSnapshot(`
    - main:
      - heading "Login to Storeward" [level=1]
      - textbox "Username"
      - textbox "Password"
      - button "Login"
      - link "Log In with Okta"
      - button "Use a Passkey"
  `);
  await expectAccessibleInBoth(page);
  await logIn.focus();
  await page.keyboard.press('Enter');
  await page.getByRole('link', { name: 'ada' }).click();
  await expect(page.getByRole('heading', { name: /Dashboard/ })).toBeVisible();
  await expect(page.getByRole('button', { name: 'Ada Byron' })).toBeVisible();
  expect(new URL(page.url()).hash).toBe('');
  await page.reload();
  await expect(page.getByRole('button', { name: 'Ada Byron' })).toBeVisible();

  // A browser of somebody else.
  const other = await (await browser.newContext({ baseURL: house.url })).newPage();
  const comesBack = async (as: string) => {
    await other.goto('/api/sign-in/okta');
    await other.getByRole('link', { name: as }).click();
  };
  await comesBack('Cancel');
  await expect(other.getByRole('main').getByRole('alert')).toHaveText('You cancelled the login.');
  await comesBack('eve');
  await expect(other.getByRole('main').getByRole('alert')).toContainText('Your account is not admitted here.');
  await expectAccessible(other);
  await other.getByRole('link', { name: 'Go to login' }).click();
  await expect(other.getByLabel('Password')).toBeVisible();
  await other.context().close();
});
