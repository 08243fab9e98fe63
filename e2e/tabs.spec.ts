import { expect, signIn, test } from './support/test';

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
