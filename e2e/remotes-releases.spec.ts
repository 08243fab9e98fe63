// Releases under an open page: of an area and of the console itself, replaced, rolled back and moved.
import type { Page } from '@playwright/test';
import { testOfSite } from './support/site';
import { expect } from './support/test';

const test = testOfSite('same');
// A file that is gone is reported as not being code.
test.use({ expectedErrors: /Unexpected|missing/ });

const AREA = /^\/remotes\/company\//;
const CONSOLE = /^\/(?!api\/|remotes\/|config\.json)/;

const VARIANTS = 'Product Variants';
const COMPANIES = 'Company Management';

const open = (page: Page, entry: string) => page.getByRole('link', { name: entry }).first().click();
const heading = (page: Page, name: string) => page.getByRole('heading', { name, exact: true });
const mark = (page: Page) => page.evaluate(() => Object.assign(window, { sameDocument: true }));
const isSameDocument = (page: Page) => page.evaluate(() => 'sameDocument' in window);

test.beforeEach(async ({ page }) => {
  await page.goto('/');
  // Screens behind sign-in come in files of their own.
  await expect(page.getByRole('link', { name: 'Knowledge' }).first()).toBeVisible();
  await mark(page);
});

test('a screen that was not opened yet comes from the new release, with no reload, when the old files are gone', async ({
  page,
  site,
}) => {
  await open(page, 'Product Variants');
  await expect(heading(page, VARIANTS)).toBeVisible();
  site.console.release({ files: AREA });
  await open(page, COMPANIES);
  await expect(page.getByRole('row').nth(1)).toBeVisible();
  // Screens opened before go on as well.
  await open(page, 'Product Variants');
  await expect(heading(page, VARIANTS)).toBeVisible();
  expect(await isSameDocument(page)).toBe(true);
});

test('a tab of the release before goes on where its files are kept', async ({ page, site }) => {
  await open(page, 'Product Variants');
  await expect(heading(page, VARIANTS)).toBeVisible();
  site.console.release({ files: /./, keepsOld: true });
  await open(page, COMPANIES);
  await expect(page.getByRole('row').nth(1)).toBeVisible();
  await open(page, 'Knowledge');
  await expect(page.getByRole('button', { name: 'Add New' })).toBeVisible();
  expect(await isSameDocument(page)).toBe(true);
});

test('a dialog whose file went with its release says so and offers one reload', async ({ page, site }) => {
  await page.goto('/product-variants/1/cogs');
  const add = page.getByRole('button', { name: 'Add COGS Record' });
  await expect(add).toBeVisible();
  site.console.release({ files: AREA });
  await add.click();
  await expect(page.getByText('This could not be opened.', { exact: true })).toBeVisible();
  await expect(page.getByText('The Company area was deployed anew while this page was open.')).toBeVisible();
  await page.getByRole('button', { name: 'Reload' }).first().click();
  await add.click();
  await expect(page.getByRole('dialog')).toBeVisible();
});

test('an area that is rolled back is shown by a tab of either release', async ({ page, site }) => {
  site.console.release({ files: AREA });
  await open(page, 'Product Variants');
  await expect(heading(page, VARIANTS)).toBeVisible();
  site.console.release(null);
  await open(page, COMPANIES);
  await expect(page.getByRole('row').nth(1)).toBeVisible();
  expect(await isSameDocument(page)).toBe(true);
  await page.reload();
  await expect(page.getByRole('row').nth(1)).toBeVisible();
});

test('an area that is moved is found by Retry, with no reload', async ({ page, site }) => {
  site.console.move({ from: '/remotes/company/', to: '/elsewhere/company/' });
  await open(page, 'Product Variants');
  await expect(page.getByText('Its server answered with an error (404).')).toBeVisible();
  await page.getByRole('button', { name: 'Retry' }).click();
  await expect(heading(page, VARIANTS)).toBeVisible();
  expect(await isSameDocument(page)).toBe(true);
});

test('the console itself is deployed anew: an area that needs its old files says so, and one reload shows it', async ({
  page,
  site,
}) => {
  site.console.release({ files: CONSOLE });
  await open(page, 'Knowledge');
  await expect(page.getByText('The Agents area could not be shown')).toBeVisible();
  await expect(page.getByText('This console was deployed anew while this page was open.')).toBeVisible();
  await expect(page.getByRole('button', { name: 'Retry' })).toBeHidden();
  // The notice of the new version may offer the same by now.
  await page.locator('#content').getByRole('button', { name: 'Reload' }).click();
  await expect(page.getByRole('button', { name: 'Add New' })).toBeVisible();
});

test('the console itself is deployed anew: a list that is open goes on, and a dialog offers one reload', async ({
  page,
  site,
}) => {
  await open(page, 'Knowledge');
  await expect(page.getByRole('row').nth(1)).toBeVisible();
  site.console.release({ files: CONSOLE });
  await page.getByRole('button', { name: 'Name', exact: true }).click();
  await expect(page.getByRole('columnheader', { name: 'Name' })).toHaveAttribute('aria-sort', 'descending');
  await page.getByRole('button', { name: 'Add New' }).click();
  await expect(page.getByText('This console was deployed anew while this page was open.')).toBeVisible();
  await page.getByRole('button', { name: 'Reload' }).first().click();
  await page.getByRole('button', { name: 'Add New' }).click();
  await expect(page.getByRole('dialog')).toBeVisible();
});
