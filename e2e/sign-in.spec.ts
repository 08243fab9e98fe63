import type { Page } from '@playwright/test';
import { expect, expectAccessibleInBoth, menuEntry, PASSWORD, signIn, test } from './support/test';

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

/** Holds every script file back; what is returned lets them come. */
async function holdScripts(page: Page) {
  let release = (): void => undefined;
  const released = new Promise<void>((resolve) => (release = resolve));
  await page.route(/\.js$/, async (route) => {
    await released;
    await route.continue();
  });
  return release;
}

test('the login is filled in and sent before any script file has come, and by one request', async ({ page }) => {
  const sent: string[] = [];
  page.on('request', (request) => request.method() === 'POST' && sent.push(new URL(request.url()).pathname));
  const release = await holdScripts(page);
  await page.goto('/product-variants', { waitUntil: 'commit' });
  await expect(page.getByRole('heading', { name: 'Login to Storeward' })).toBeVisible();
  await expect(page).toHaveURL('/login');
  await expect(page).toHaveTitle('Login · Storeward');
  await expect(page.getByLabel('Username')).toBeFocused();
  await page.keyboard.press('Enter');
  expect(sent, 'a field that is required is empty').toEqual([]);
  await page.keyboard.type('staff');
  await page.keyboard.press('Tab');
  await page.keyboard.type(PASSWORD);
  await expectAccessibleInBoth(page);
  await page.keyboard.press('Enter');
  await expect(page.getByRole('button', { name: 'Logging in...' })).toBeDisabled();
  await expect(page.getByLabel('Username')).toBeDisabled();
  await expect.poll(() => sent).toEqual(['/api/token/pair']);
  release();
  await expect(page.getByRole('heading', { name: 'Storeward Dashboard' })).toBeVisible();
  expect(sent.filter((path) => path === '/api/token/pair')).toHaveLength(1);
  // Nothing of it is left behind the page.
  await page.getByRole('button', { name: 'Logout' }).click();
  await expect(page.getByLabel('Username')).toHaveValue('');
  await expect(page.getByLabel('Password')).toHaveValue('');
  await expect(page.getByLabel('Username')).toBeFocused();
});

test('what is typed while the scripts come is kept, and the cursor where it was', async ({ page }) => {
  const release = await holdScripts(page);
  await page.goto('/login', { waitUntil: 'commit' });
  await page.getByLabel('Username').fill('staff');
  await page.getByLabel('Password').fill('wrong');
  const started = page.waitForResponse(/\/bootstrap\..*\.js$/);
  release();
  await started;
  await expect(page.locator('.not-started')).toHaveCount(0);
  await expect(page.getByLabel('Password')).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(page.getByText('Invalid username or password. Please try again.')).toBeVisible();
  await expect(page.getByLabel('Username')).toHaveValue('staff');
  await expect(page.getByLabel('Username')).toBeFocused();
});

test('a wrong password that was sent before any script file had come is told all the same', async ({ page }) => {
  const release = await holdScripts(page);
  await page.goto('/login', { waitUntil: 'commit' });
  await page.getByLabel('Username').fill('staff');
  await page.getByLabel('Password').fill('wrong');
  await page.keyboard.press('Enter');
  await expect(page.getByRole('button', { name: 'Logging in...' })).toBeVisible();
  release();
  await expect(page.getByText('Invalid username or password. Please try again.')).toBeVisible();
  await expect(page.getByRole('button', { name: 'Login', exact: true })).toBeEnabled();
});

test('a demonstration user who is chosen before any script file has come is signed in when they have', async ({
  page,
}) => {
  const release = await holdScripts(page);
  await page.goto('/login', { waitUntil: 'commit' });
  await page.getByRole('button', { name: /^staff/ }).click();
  await expect(page.getByRole('button', { name: 'Logging in...' })).toBeVisible();
  release();
  await expect(page.getByRole('heading', { name: 'Storeward Dashboard' })).toBeVisible();
});

test('the login has the chosen theme before any script file has come', async ({ page }) => {
  await page.addInitScript(() => localStorage.setItem('theme', 'dark'));
  await holdScripts(page);
  await page.goto('/login', { waitUntil: 'commit' });
  await expect(page.getByLabel('Username')).toBeVisible();
  await expect(page.locator('html')).toHaveAttribute('data-theme', 'dark');
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
  // So it does when the login itself is loaded again.
  await page.reload();
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
