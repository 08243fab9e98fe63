import { expect, menuEntry, PASSWORD, signIn, test } from './support/test';

test('a person signs in, sees the dashboard and signs out', async ({ page }) => {
  await page.goto('/login');
  // The console's own look is there before anything of it is loaded that comes later.
  await expect(page.locator('body')).toHaveCSS('font-family', /^system-ui/);
  await expect(page.getByRole('button', { name: 'Login', exact: true })).not.toHaveCSS(
    'background-color',
    'rgba(0, 0, 0, 0)',
  );
  await signIn(page, 'company-admin');
  await expect(page).toHaveURL('/');
  await expect(page.getByRole('main').getByText('company-admin', { exact: true })).toBeVisible();
  await expect(page.getByRole('main').getByText('CompanyAdmin', { exact: true })).toBeVisible();
  await menuEntry(page, 'Company Management').click();
  await expect(page.getByRole('table')).toBeVisible();
  await page.getByRole('button', { name: 'Logout' }).click();
  await expect(page).toHaveURL('/login');
  // Neither a token nor what the groups were is left to whoever comes next.
  await expect.poll(() => page.evaluate(() => Object.keys(localStorage))).toEqual([]);
  await page.goBack();
  await expect(page.getByLabel('Password')).toBeVisible();
  await expect(page.getByRole('table')).toHaveCount(0);
});

test('a wrong password says so and leaves no token', async ({ page }) => {
  await page.goto('/login');
  await page.getByLabel('Username').fill('staff');
  await page.getByLabel('Password').fill('wrong');
  await page.keyboard.press('Enter');
  await expect(page.getByText('Invalid username or password. Please try again.')).toBeVisible();
  expect(await page.evaluate(() => localStorage.getItem('access_token'))).toBeNull();
});

test('a demonstration user is one click away', async ({ page }) => {
  await page.goto('/login');
  await page.getByRole('button', { name: /^staff/ }).click();
  await expect(page.getByRole('heading', { name: 'Storeward Dashboard' })).toBeVisible();
  await expect(page.getByText('You are in no group.')).toBeVisible();
});

test('/clear-auth forgets the tokens, and Back shows no data (TOK-18)', async ({ page }) => {
  await signIn(page, 'company-admin');
  await page.goto('/company-management');
  await expect(page.getByRole('table')).toBeVisible();
  await page.goto('/clear-auth');
  await expect(page).toHaveURL('/login');
  // Neither a token nor what the groups were is left to whoever comes next.
  await expect.poll(() => page.evaluate(() => Object.keys(localStorage))).toEqual([]);
  await page.goBack();
  await expect(page.getByLabel('Password')).toBeVisible();
  await expect(page.getByRole('table')).toHaveCount(0);
});

test('a session that has ended says why at the login, and leads back to the page', async ({ page }) => {
  await signIn(page, 'company-admin');
  await page.goto('/company-management?sort_by=-name');
  await expect(page.getByRole('table')).toBeVisible();
  await page.evaluate(() => {
    localStorage.setItem('access_token', 'x.y.z');
    localStorage.setItem('refresh_token', 'x.y.z');
    // At once, before the page that is open sends anything with them.
    window.location.reload();
  });
  await expect(page.getByText('Your session has ended. Please log in again.')).toBeVisible();
  await page.getByLabel('Username').fill('company-admin');
  await page.getByLabel('Password').fill(PASSWORD);
  await page.keyboard.press('Enter');
  await expect(page.getByRole('heading', { name: 'Company Management' })).toBeVisible();
  await expect(page).toHaveURL(/sort_by=-name/);
});

test('an unknown address shows the error screen (ERR-04)', async ({ page }) => {
  await signIn(page, 'staff');
  await page.goto('/nowhere');
  await expect(page.getByRole('heading', { name: 'Unexpected Application Error!' })).toBeVisible();
  await expect(page.getByText('404 Not Found')).toBeVisible();
});
