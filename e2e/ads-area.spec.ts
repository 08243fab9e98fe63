import { testOfArea } from './support/area';
import { enter, expect } from './support/test';

const test = testOfArea('ads');

test('the area is taken away: what is open goes on, what it brings later says so, and Retry brings it back', async ({
  page,
  area,
}) => {
  await enter(page, 'ad-manager');
  await page.goto('/facebook-ads?company_id=1');
  await expect(page.getByText('600 total records (0 selected)')).toBeVisible();

  area.deployed = false;
  await page.getByRole('button', { name: 'More filters' }).click();
  await page.getByLabel('Ad Name').fill('no such ad');
  await expect(page.getByText('No ads found')).toBeVisible();
  await page.getByRole('button', { name: 'Clear Filters' }).first().click();
  await page
    .getByRole('button', { name: /^Actions for/ })
    .first()
    .click();
  await page.getByRole('menuitem', { name: 'Preview' }).click();
  await expect(page.getByText('This could not be opened. Please try again.')).toBeVisible();

  await page.reload();
  await expect(page.getByText('The Advertising area could not be shown')).toBeVisible();
  await expect(page.getByRole('navigation', { name: 'Main' })).toBeVisible();

  area.deployed = true;
  await page.evaluate(() => Object.assign(window, { sameDocument: true }));
  await page.getByRole('button', { name: 'Retry' }).click();
  await expect(page.getByText('600 total records (0 selected)')).toBeVisible();
  expect(await page.evaluate(() => 'sameDocument' in window)).toBe(true);
});
