import { expect, newName, signIn, test } from './support/test';

test('logging out in one tab puts the other at /login, and it asks for no more data (TAB-01)', async ({
  page,
  context,
}) => {
  await signIn(page, 'company-admin');
  const other = await context.newPage();
  await other.goto('/company-management');
  await expect(other.getByRole('table')).toBeVisible();
  const asked: string[] = [];
  other.on('request', (request) => asked.push(request.url()));
  await page.getByRole('button', { name: 'Logout' }).click();
  await expect(other).toHaveURL('/login', { timeout: 1000 });
  await expect(other.getByText('You were logged out in another tab.')).toBeVisible();
  expect(asked.filter((url) => url.includes('/api/companies'))).toEqual([]);
});

test('two tabs whose access token has expired refresh once, and nobody is logged out (TAB-02)', async ({
  page,
  context,
}) => {
  await signIn(page, 'company-admin');
  const other = await context.newPage();
  for (const tab of [page, other]) {
    await tab.goto('/company-management');
    await expect(tab.getByRole('table')).toBeVisible();
  }
  let refreshes = 0;
  context.on('request', (request) => {
    if (request.url().includes('/token/refresh')) refreshes += 1;
  });
  // A token that the service refuses is to the console what an expired one is.
  await page.evaluate(() => localStorage.setItem('access_token', `${localStorage.getItem('access_token')}x`));
  await Promise.all([page, other].map((tab) => tab.getByRole('button', { name: /^Slug/ }).click()));
  for (const tab of [page, other]) {
    await expect(tab).toHaveURL(/sort_by=slug/);
    await expect(tab.getByRole('columnheader', { name: 'Slug' })).toHaveAttribute('aria-sort', 'ascending');
    await expect(tab.getByRole('table')).toBeVisible();
  }
  await expect.poll(() => refreshes).toBe(1);
  await expect(page.getByRole('banner').getByText('company-admin')).toBeVisible();
});

test('a record that is made in one tab shows in the others when they get the focus, and asks for their own list alone', async ({
  page,
  context,
}) => {
  await signIn(page, 'agent-admin');
  const [other, elsewhere] = [await context.newPage(), await context.newPage()];
  for (const [tab, path] of [
    [page, '/knowledge?sort_by=-id'],
    [other, '/knowledge?sort_by=-id'],
    [elsewhere, '/agent-definitions'],
  ] as const) {
    // A list's views come last, after its rows.
    const views = tab.waitForResponse((response) => new URL(response.url()).pathname === '/api/views');
    await tab.goto(path);
    await views;
    await expect(tab.getByRole('table')).toHaveAttribute('aria-busy', 'false');
  }
  const asked: string[] = [];
  for (const tab of [other, elsewhere])
    tab.on('request', (request) => {
      const { pathname } = new URL(request.url());
      if (pathname.startsWith('/api/')) asked.push(pathname);
    });
  const names = [newName('knowledge-of-a-tab'), newName('and-another')];
  await page.bringToFront();
  for (const name of names) {
    await page.getByRole('button', { name: 'Add New' }).click();
    const form = page.getByRole('dialog');
    await form.getByLabel('Name').fill(name);
    await form.getByLabel('Content').fill('What one tab knows');
    await form.getByRole('button', { name: 'Create' }).click();
    await expect(form).toBeHidden();
    await expect(page.getByRole('row', { name: new RegExp(name) })).toBeVisible();
  }
  expect(asked).toEqual([]);
  // The browser of the tests holds every page for focused.
  for (const tab of [other, elsewhere]) await tab.evaluate(() => window.dispatchEvent(new FocusEvent('focus')));
  for (const name of names) await expect(other.getByRole('row', { name: new RegExp(name) })).toBeVisible();
  await other.evaluate(() => window.dispatchEvent(new FocusEvent('focus')));
  await other.waitForLoadState('networkidle');
  expect(asked.filter((path) => path === '/api/knowledge')).toHaveLength(1);
  expect(asked.filter((path) => path !== '/api/knowledge')).toEqual([]);
});
