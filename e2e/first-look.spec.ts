import { expect, expectAccessible, menuEntry, signIn, test } from './support/test';

test('the login page is in balance: demonstration users stand beside the form, in the middle of the window', async ({
  page,
}) => {
  await page.goto('/login');
  const form = await page.locator('form').boundingBox();
  const users = await page.getByRole('region', { name: 'Demonstration users' }).boundingBox();
  if (!form || !users) throw new Error('The login page has no form or no users.');
  expect(users.x).toBeGreaterThanOrEqual(form.x + form.width);
  expect(users.height).toBeLessThan(560);
  const { height } = page.viewportSize() ?? { height: 0 };
  expect(Math.abs(users.y + users.height / 2 - height / 2)).toBeLessThan(2);
});

test('who has no menu reaches every screen that is open to them from the dashboard', async ({ page }) => {
  await signIn(page, 'staff');
  const tiles = page.getByRole('navigation', { name: 'Go to' }).getByRole('link');
  await expect(tiles).toHaveCount(2);
  await tiles.filter({ hasText: 'Facebook Ads' }).click();
  await expect(page.getByRole('heading', { name: 'Facebook Ads', level: 1 })).toBeVisible();
  await page.goto('/knowledge');
  await page.getByRole('navigation', { name: 'You may open' }).getByRole('link', { name: 'Agent Chat' }).click();
  await expect(page.getByRole('heading', { name: 'Agent Chat', level: 1 })).toBeVisible();
});

test('at 1024 px the menu is a rail of icons, whose names show on pointing and on focus', async ({ page }) => {
  await page.setViewportSize({ width: 1024, height: 768 });
  await signIn(page, 'admin');
  const menu = page.getByRole('navigation', { name: 'Main' });
  expect((await menu.boundingBox())?.width).toBe(56);
  // The screens that the area adds have come, and no entry moves any more.
  await expect(menuEntry(page, 'Connections')).toBeAttached();
  const entry = menuEntry(page, 'Knowledge');
  const name = entry.getByText('Knowledge');
  const isSeen = () => name.evaluate((element) => getComputedStyle(element).clipPath === 'none');
  expect(await isSeen()).toBe(false);
  await entry.hover();
  await expect.poll(isSeen).toBe(true);
  const [icon, words] = [await entry.boundingBox(), await name.boundingBox()];
  if (!icon || !words) throw new Error('The entry is not drawn.');
  expect(words.x).toBeGreaterThanOrEqual(56);
  expect(Math.abs(words.y + words.height / 2 - icon.y - icon.height / 2)).toBeLessThan(4);
  await page.mouse.move(600, 400);
  await expect.poll(isSeen).toBe(false);
  // By keyboard: the first entry, and on to the last.
  await menuEntry(page, 'Agent Definitions').focus();
  await page.keyboard.press('Tab');
  await expect(entry).toBeFocused();
  await expect.poll(isSeen).toBe(true);
  await page.keyboard.press('Enter');
  await expect(page.getByRole('heading', { name: 'Knowledge', level: 1 })).toBeVisible();
  await expectAccessible(page);
});

test('on a phone the menu opens over the page with icons and names, and goes by its backdrop', async ({ page }) => {
  await page.setViewportSize({ width: 390, height: 844 });
  await signIn(page, 'admin');
  await expect(menuEntry(page, 'Knowledge')).toBeHidden();
  await page.getByRole('button', { name: 'Open menu' }).click();
  await expect(menuEntry(page, 'Knowledge')).toBeVisible();
  expect((await menuEntry(page, 'Knowledge').boundingBox())?.height).toBeGreaterThanOrEqual(44);
  await expectAccessible(page);
  await page.mouse.click(370, 500);
  await expect(menuEntry(page, 'Knowledge')).toBeHidden();
  await expect(page.getByRole('button', { name: 'Open menu' })).toBeFocused();
});

test('a count of what needs attention leads by keyboard to a list of just as many, and Back to the count', async ({
  page,
}) => {
  await signIn(page, 'ad-manager');
  const company = page
    .getByRole('region', { name: /^Companies/ })
    .getByRole('listitem')
    .filter({ hasText: 'to do' });
  const opener = company.locator('summary').first();
  const count = company.getByRole('link', { name: /^Spend moved in 7 days / }).first();
  await opener.focus();
  await page.keyboard.press('Enter');
  await expect(count).toBeVisible();
  const shown = await count.locator('span').textContent();
  await count.focus();
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(/facebook-ads\?company_id=\d+&spend_moved=true/);
  await expect(page.getByText(`${shown} total records (0 selected)`)).toBeVisible();
  await page.goBack();
  await expect(opener).toBeVisible();
});

test('on a phone what needs attention and the companies stand beside nothing of the window', async ({ page }) => {
  await page.setViewportSize({ width: 390, height: 844 });
  await signIn(page, 'ad-manager');
  const kinds = page.getByRole('region', { name: 'Needs attention' }).getByRole('link');
  await expect(kinds.first()).toBeVisible();
  await page
    .getByRole('region', { name: /^Companies/ })
    .locator('summary')
    .first()
    .click();
  const beyond = await page
    .getByRole('main')
    .locator('*')
    .evaluateAll((parts) => parts.filter((part) => part.getBoundingClientRect().right > 390).length);
  expect(beyond).toBe(0);
});
