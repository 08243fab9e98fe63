// Notices of new releases in an open tab, and About this console.
import type { Page } from '@playwright/test';
import { testOfSite } from './support/site';
import { expect, expectAccessible } from './support/test';

const test = testOfSite('same');
test.use({ expectedErrors: /Unexpected|missing/ });

/** The tab was in the background and is in the foreground again. */
const comeBack = (page: Page) => page.evaluate(() => document.dispatchEvent(new Event('visibilitychange')));
const NOTICE = 'A new version of Agents is ready';

test('a new release of an area that is open is told when the tab comes back, and Reload asks where something is typed', async ({
  page,
  site,
}) => {
  await page.goto('/knowledge');
  await page.getByRole('button', { name: 'Add New' }).click();
  const name = page.getByRole('dialog').getByLabel('Name');
  await name.fill('Half a thought');
  const notice = page.getByRole('region', { name: 'Notifications' });
  await comeBack(page);
  await expect(notice.getByText('is ready')).toHaveCount(0);
  site.console.release({ files: /^\/remotes\/agents\//, keepsOld: true });
  const manifests = () => site.console.asked.filter((path) => path === '/remotes/agents/mf-manifest.json').length;
  const before = manifests();
  await expect
    .poll(async () => {
      await comeBack(page);
      return notice.getByText(NOTICE).count();
    })
    .toBe(1);
  expect(manifests()).toBeGreaterThan(before);
  await comeBack(page);
  await expect(notice.getByText(NOTICE)).toHaveCount(1);
  await expectAccessible(page);

  // By itself nothing happens, and who stays keeps what is typed.
  const asked = page.waitForEvent('dialog');
  const reloading = notice.getByRole('button', { name: 'Reload' }).click();
  const question = await asked;
  expect(question.type()).toBe('beforeunload');
  await question.dismiss();
  await reloading;
  await expect(name).toHaveValue('Half a thought');
});

test('a release that is rolled back takes its notice away, and Reload brings the new one', async ({ page, site }) => {
  await page.goto('/knowledge');
  await expect(page.getByRole('row').nth(1)).toBeVisible();
  const told = async (release: Parameters<typeof site.console.release>[0], count: number) => {
    site.console.release(release);
    await expect
      .poll(async () => {
        await comeBack(page);
        return page.getByText(NOTICE).count();
      })
      .toBe(count);
  };
  const next = { files: /^\/remotes\/agents\//, keepsOld: true };
  await told(next, 1);
  await told(null, 0);
  await told(next, 1);
  const entries = () => site.console.asked.filter((path) => /\/agents\/remoteEntry/.test(path));
  const old = entries();
  await page.getByRole('button', { name: 'Reload' }).click();
  await expect(page.getByRole('row').nth(1)).toBeVisible();
  expect(old).not.toContain(entries().at(-1));
  await expect(page.getByText(NOTICE)).toHaveCount(0);
});

test('a new release of the console itself is told as well', async ({ page, site }) => {
  const noticing = page.waitForResponse(/mf-manifest\.json/);
  await page.goto('/');
  await noticing;
  site.console.release({ files: /^\/(?!api\/|remotes\/|config\.json)/, keepsOld: true });
  await expect
    .poll(async () => {
      await comeBack(page);
      return page.getByText('A new version of this console is ready').count();
    })
    .toBe(1);
});

test('About this console says of each area what runs, from where, and what it needs; all of it can be copied', async ({
  page,
  site,
  context,
}) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write']);
  await page.goto('/knowledge');
  await expect(page.getByRole('row').nth(1)).toBeVisible();
  site.console.misbehave({ files: /^\/remotes\/social\/mf-manifest\.json$/, fault: '503' });
  const menu = page.getByRole('banner').getByRole('button', { name: 'admin' });
  await menu.focus();
  await page.keyboard.press('Enter');
  await expect(page.getByRole('menuitem').first()).toBeFocused();
  await page.keyboard.press('Escape');
  await expect(menu).toBeFocused();
  await expect(page.getByRole('menuitem')).toHaveCount(0);
  await page.keyboard.press('Enter');
  await page.keyboard.press('End');
  await expect(page.getByRole('menuitem', { name: 'About this console' })).toBeFocused();
  await page.keyboard.press('Enter');
  const dialog = page.getByRole('dialog', { name: 'About this console' });
  const part = (name: string) => dialog.locator('section', { has: page.getByRole('heading', { name, exact: true }) });
  await expect(part('Agents')).toContainText('Running in this tab');
  await expect(part('Agents')).toContainText(/Version1\.\d+\.\d+/);
  await expect(part('Agents')).toContainText(/Build[0-9a-f]{12}/);
  await expect(part('Agents')).toContainText(/Needs.*contract \^1.*shared-ui \^1\.\d+\.\d+/);
  await expect(part('Company')).toContainText('Not opened in this tab');
  await expect(part('Company')).toContainText(`${site.console.url}/remotes/company/mf-manifest.json`);
  await expect(part('Social Media')).toContainText('Its server answered with an error (503).');
  await expectAccessible(page);
  await dialog.getByRole('button', { name: 'Copy all' }).click();
  const copied = await page.evaluate(() => navigator.clipboard.readText());
  for (const words of [
    'Storeward\n  Build: ',
    'Agents\n  Version: 1.',
    'State: Its server answered with an error (503).',
  ])
    expect(copied).toContain(words);
  await page.keyboard.press('Escape');
  await expect(dialog).toBeHidden();
  await expect(menu).toBeFocused();
});
