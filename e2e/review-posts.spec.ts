import { enter, expect, expectAccessibleInBoth, test } from './support/test';

test('pending posts are decided by one key each, and the last decision is taken back', async ({ page }) => {
  await enter(page, 'social-manager');
  await page.goto('/social/review');
  await page.getByRole('combobox', { name: 'Company' }).fill('Harbor');
  await page.getByRole('option', { name: 'Harbor & Pine Outfitters' }).click();
  const address = page.getByRole('article').getByRole('link');
  const left = page.getByRole('main').getByRole('status').filter({ hasText: 'posts left' });
  const first = String(await address.getAttribute('href'));
  const before = String(await left.textContent());
  await expectAccessibleInBoth(page);

  await page.keyboard.press('a');
  await expect(address).not.toHaveAttribute('href', first);
  await expect(left).not.toHaveText(before);
  const second = String(await address.getAttribute('href'));
  await page.keyboard.press('b');
  await expect(address).toHaveAttribute('href', first);
  await expect(left).toHaveText(before);

  await page.keyboard.press('Shift+I');
  await page.getByLabel('Why is it inactive?').fill('A repost');
  const saved = page.waitForRequest((request) => request.method() === 'PATCH');
  await page.keyboard.press('Enter');
  expect((await saved).postDataJSON()).toEqual({ status: 'inactive', status_message: 'A repost' });
  await expect(address).toHaveAttribute('href', second);
  await page.keyboard.press('b');
  await expect(address).toHaveAttribute('href', first);

  await page.keyboard.press('t');
  await expect(page.getByPlaceholder('Find or make a tag')).toBeFocused();
  await page.keyboard.press('Escape');
  await page.keyboard.press('Escape');
  await page.keyboard.press('s');
  await expect(address).toHaveAttribute('href', second);
  await expect(left).toHaveText(before);
});
