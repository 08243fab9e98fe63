import { enter, expect, test } from './support/test';

test('what is typed or chosen in a list shows at once, however far away the service is', async ({ page }) => {
  await enter(page, 'social-manager');
  await page.goto('/social-media-posts?company_id=1');
  const rows = page.getByRole('checkbox', { name: /^Select (?!all)/ });
  await expect(rows).toHaveCount(25);
  // From here on nothing is answered.
  let answer = () => {};
  const held = new Promise<void>((resolve) => (answer = resolve));
  await page.route('**/api/**', (route) => held.then(() => route.continue()));

  const status = page.getByRole('combobox', { name: 'Status' });
  const search = page.getByRole('searchbox', { name: 'Search' });
  await status.selectOption('Active');
  await expect(status).toHaveValue('active');
  await search.fill('coffee');
  await search.press('Enter');
  await expect(search).toHaveValue('coffee');
  await page.getByRole('button', { name: 'Clear Filters' }).click();
  await expect(search).toHaveValue('');
  await expect(status).toHaveValue('');
  await page.getByRole('button', { name: 'Created', exact: true }).click();
  await expect(page.getByRole('columnheader', { name: 'Created' })).toHaveAttribute('aria-sort', 'ascending');
  const size = page.getByRole('combobox', { name: /^Rows per page/ });
  await size.selectOption('50');
  await expect(size).toHaveValue('50');
  await rows.first().check();
  await expect(page.getByText('(1 selected)')).toBeVisible();
  await page
    .getByRole('rowheader')
    .nth(1)
    .click({ position: { x: 4, y: 4 } });
  const details = page.getByRole('dialog');
  await expect(details).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(details).toBeHidden();
  await page.getByRole('link', { name: 'Profiles', exact: true }).click();
  await expect(page.getByRole('heading', { name: 'Social Media Profiles' })).toBeVisible();

  answer();
  await expect(page.getByRole('rowheader')).not.toHaveCount(0);
});
