import { expect, signIn, test } from '../support/test';
import { deployed, startNginx, type Server } from './processes';

test('a demonstration user is one click away, behind the gateway too', async ({ page }) => {
  await page.goto('/login');
  await page.getByRole('button', { name: /^company-admin/ }).click();
  await expect(page.getByRole('heading', { name: 'Storeward Dashboard' })).toBeVisible();
});

test('a list of every area is there, each from a server of its own', async ({ page }) => {
  await signIn(page, 'admin');
  for (const address of [
    '/company-management',
    '/facebook-ads?company_id=1',
    '/social-media-profiles',
    '/agent-definitions',
  ]) {
    await page.goto(address);
    await expect(page.getByRole('table').getByRole('row').nth(1)).toBeVisible();
  }
});

test('an answer of an agent comes through the gateway (SSE-01)', async ({ page }) => {
  await signIn(page, 'admin');
  await page.goto('/agent-chat');
  const agents = page.getByLabel('Select an Agent:');
  await expect(agents.getByRole('option').nth(1)).toBeAttached();
  await agents.selectOption({ index: 1 });
  await page.getByPlaceholder('Type your message...').fill('What do you know?');
  await page.keyboard.press('Enter');
  await expect(page.getByText('no language model is configured')).toBeVisible();
});

test.describe('a remote that moved to an address of its own, by environment alone', () => {
  const servers: Server[] = [];
  test.afterAll(() => Promise.all(servers.map((server) => server.stop())));

  test('is read from there, and the page’s policy lets nothing else in', async ({ page }) => {
    const { images, services } = deployed();
    const remote = await startNginx(images, 'remote-ads', { ALLOWED_ORIGINS: 'http://127.0.0.1:1' });
    servers.push(remote);
    const gateway = await startNginx(images, 'gateway', {
      API_UPSTREAM: services.join(' '),
      BRAND: 'Storeward',
      REMOTE_ADS_URL: `${remote.url}/mf-manifest.json`,
      REMOTE_AGENTS_URL: '',
    });
    servers.push(gateway);
    await signInAt(gateway);
    await page.goto(`${gateway.url}/facebook-ads?company_id=1`);
    // This remote answers another console's origin only.
    await expect(page.getByRole('button', { name: 'Retry' })).toBeVisible();
    await remote.stop();
    const { port } = new URL(remote.url);
    servers.push(await startNginx(images, 'remote-ads', { ALLOWED_ORIGINS: gateway.url, PORT: port }));
    await page.getByRole('button', { name: 'Retry' }).click();
    await expect(page.getByRole('table')).toBeVisible();

    async function signInAt({ url }: Server) {
      await page.goto(`${url}/login`);
      await page.getByLabel('Username').fill('ad-manager');
      await page.getByLabel('Password').fill('console-demo');
      await page.getByRole('button', { name: 'Login', exact: true }).click();
      await expect(page.getByRole('heading', { name: 'Storeward Dashboard' })).toBeVisible();
    }
  });
});
