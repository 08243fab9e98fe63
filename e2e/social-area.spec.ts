import { testOfArea } from './support/area';
import { enter, expect, menuEntry } from './support/test';

const test = testOfArea('social');

test('the area is taken away: what is open goes on, the rest says so, and Retry brings it back', async ({
  page,
  area,
}) => {
  await enter(page, 'social-manager');
  await page.goto('/social-media-search-terms?company_id=1');
  await expect(page.getByText(/total records/)).toBeVisible();

  area.deployed = false;
  await page.getByLabel('Search', { exact: true }).fill('no such term');
  await expect(page.getByText('No search terms found')).toBeVisible();
  await page.getByRole('button', { name: 'Bulk Import' }).click();
  await expect(page.getByText('This could not be opened. Please try again.')).toBeVisible();
  await menuEntry(page, 'Posts').click();
  await expect(page.getByText('The Social Media area could not be shown')).toBeVisible();
  await expect(page.getByRole('navigation', { name: 'Main' })).toBeVisible();

  area.deployed = true;
  await page.getByRole('button', { name: 'Retry' }).click();
  await expect(page.getByText(/total records/)).toBeVisible();
});
