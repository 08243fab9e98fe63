// The files that the console starts with, when they do not come: its configuration and its own scripts.
import { wordsOf } from './support/matrix';
import { testOfSite } from './support/site';
import { AT_LENGTH, expect, menuEntry, PASSWORD } from './support/test';

const test = testOfSite('same');
test.use({ expectedErrors: /[Uu]nexpected|missing/ });

test('a hanging configuration keeps nobody from signing in, and Retry asks for it anew', async ({ page, site }) => {
  await page.addInitScript(() => localStorage.clear());
  site.console.misbehave({ files: /^\/config\.json$/, fault: 'hangs' });
  const given: string[] = [];
  page.on('console', (message) => given.push(message.text()));
  // The page's own end of loading waits for what hangs.
  await page.goto('/login', { waitUntil: 'commit' });
  await page.getByLabel('Username').fill('admin');
  // The page did not wait for the timeout.
  expect(given.join()).not.toContain('could not be read');
  await page.getByLabel('Password').fill(PASSWORD);
  await page.getByRole('button', { name: 'Login', exact: true }).click();
  await expect(page.getByRole('heading', { name: 'Console Dashboard' })).toBeVisible();
  await menuEntry(page, 'Knowledge').click();
  await expect(page.getByText('The list of areas could not be read.')).toBeVisible();
  site.console.misbehave(null);
  await page.getByRole('button', { name: 'Retry' }).click();
  await expect(page.getByRole('button', { name: 'Add New' })).toBeVisible();
  // Its brand is there as well.
  await expect(page.getByRole('link', { name: 'Storeward' })).toBeVisible();
});

// On every change one that ends badly and one that does not end, of each script and call.
for (const [part, fault, when] of [
  ['bootstrap', '503', AT_LENGTH],
  ['bootstrap', 'half', {}],
  ['bootstrap', 'hangs', AT_LENGTH],
  ['signed-in', '503', AT_LENGTH],
  ['signed-in', 'hangs', {}],
] as const)
  test(
    `a console whose ${part} script is ${fault} says so, and Retry starts it with no reload`,
    when,
    async ({ page, site }) => {
      site.console.misbehave({ files: new RegExp(`^/${part}\\.\\w+\\.js$`), fault });
      site.console.asked.length = 0;
      await page.goto('/', { waitUntil: 'commit' });
      await expect(page.getByRole('alert').first()).toContainText('The console could not be loaded');
      // The head asked for it, whatever becomes of the scripts.
      expect(site.console.asked).toContain('/api/users/me');
      await page.evaluate(() => Object.assign(window, { sameDocument: true }));
      site.console.misbehave(null);
      await page.getByRole('button', { name: 'Retry' }).click();
      await expect(page.getByRole('heading', { name: 'Storeward Dashboard' })).toBeVisible();
      expect(await page.evaluate(() => 'sameDocument' in window)).toBe(true);
    },
  );

for (const [fault, when] of [
  ['404', {}],
  ['half', AT_LENGTH],
] as const)
  test(
    `a dashboard whose script is ${fault} says so below the menu, and Retry draws it with no reload`,
    when,
    async ({ page, site }) => {
      site.console.misbehave({ files: /^\/dashboard\.\w+\.js$/, fault });
      await page.goto('/');
      const failure = page.getByRole('alert').filter({ hasText: 'The dashboard could not be shown' });
      await expect(failure).toContainText(wordsOf(fault, true));
      await expect(menuEntry(page, 'Knowledge')).toBeVisible();
      await page.evaluate(() => Object.assign(window, { sameDocument: true }));
      site.console.misbehave(null);
      await failure.getByRole('button', { name: 'Retry' }).click();
      await expect(page.getByRole('heading', { name: 'Storeward Dashboard' })).toBeVisible();
      expect(await page.evaluate(() => 'sameDocument' in window)).toBe(true);
    },
  );

test('a page whose first script does not come is not blank', async ({ page, site }) => {
  site.console.misbehave({ files: /^\/main\.\w+\.js$/, fault: '404' });
  await page.goto('/');
  const words = page.getByText('The console could not be loaded.');
  // Whoever has the script sees nothing of it.
  await expect(words).toBeHidden();
  await expect(words).toBeVisible({ timeout: 20_000 });
  site.console.misbehave(null);
  await page.getByRole('link', { name: 'Reload' }).click();
  await expect(page.getByRole('heading', { name: 'Storeward Dashboard' })).toBeVisible();
});

for (const [what, file, fault, when] of [
  ['the user', /^\/api\/users\/me$/, 'hangs', {}],
  ['the user', /^\/api\/users\/me$/, 'HTML', AT_LENGTH],
  ['the refresh', /^\/api\/token\/refresh$/, 'hangs', AT_LENGTH],
  ['the refresh', /^\/api\/token\/refresh$/, '404', {}],
  ['the refresh', /^\/api\/token\/refresh$/, 'empty', AT_LENGTH],
] as const)
  test(
    `a page whose start asks for ${what} and gets ${fault} offers Retry within 5 s, and Retry leads back to the page`,
    when,
    async ({ page, site }) => {
      if (what === 'the refresh')
        // A token that the service refuses is to the console what an expired one is.
        await page.addInitScript(() =>
          localStorage.setItem('access_token', `${localStorage.getItem('access_token')}x`),
        );
      site.console.misbehave({ files: file, fault });
      await page.goto('/knowledge?page=2', { waitUntil: 'commit' });
      const retry = page.getByRole('button', { name: 'Retry' });
      await expect(retry).toBeVisible();
      expect(await page.evaluate(() => performance.now())).toBeLessThan(5000);
      await expect(page.getByText('Please retry, or log in again.')).toBeVisible();
      await page.evaluate(() => Object.assign(window, { sameDocument: true }));
      site.console.misbehave(null);
      await retry.click();
      await expect(page.getByRole('heading', { name: 'Knowledge' })).toBeVisible();
      await expect(page).toHaveURL(/\/knowledge\?page=2/);
      expect(await page.evaluate(() => 'sameDocument' in window)).toBe(true);
    },
  );
