/** Acting on more than a page, and taking it back: by mouse and by keyboard alone, on posts of the test's own. */
import type { Page } from '@playwright/test';
import { AT_LENGTH, expect, expectAccessible, expectAccessibleInBoth, newName, signIn, test } from './support/test';

const COUNT = 600;

/** So many posts of one company, whose addresses hold `mark`; the page's person adds them. */
async function addPosts(page: Page, mark: string, count: number) {
  await page.evaluate(
    async ({ mark, count }) => {
      const headers = {
        Authorization: `Bearer ${localStorage.getItem('access_token')}`,
        'Content-Type': 'application/json',
      };
      const me = (await (await fetch('/api/users/me', { headers })).json()) as { companies: { id: number }[] };
      const urls = Array.from({ length: count }, (_, at) => `https://www.tiktok.com/@${mark}/video/${1000 + at}`);
      const body = { company_id: me.companies[0]?.id, platform: 'tiktok', status: 'active', urls };
      const added = await fetch('/api/social-media-posts/bulk/create', {
        method: 'POST',
        headers,
        body: JSON.stringify(body),
      });
      if (!added.ok) throw new Error(await added.text());
    },
    { mark, count },
  );
}
const open = async (page: Page, mark: string, count: number) => {
  await page.goto(`/social-media-posts?search=${mark}`);
  await expect(page.getByText(`${count} total records (0 selected)`)).toBeVisible();
};
const statuses = (page: Page) => page.getByRole('row').getByText(/^(Active|Error)$/);

test.beforeEach(({ page }) => signIn(page, 'social-manager'));

test('600 posts by mouse: two parts, one operation, one Undo', AT_LENGTH, async ({ page }) => {
  const mark = newName('many');
  await addPosts(page, mark, COUNT);
  await open(page, mark, COUNT);
  const operations: (string | undefined)[] = [];
  page.on('response', (response) => {
    if (response.url().endsWith('/bulk/update-status')) operations.push(response.headers()['x-operation-id']);
  });

  await page.getByRole('checkbox', { name: 'Select all rows on this page' }).check();
  await page.getByRole('button', { name: `Select all ${COUNT} matching` }).click();
  await expect(page.getByText(`All ${COUNT} matching are selected.`)).toBeVisible();
  await expect(page.getByText(`(${COUNT} selected)`)).toBeVisible();
  await expectAccessibleInBoth(page);
  await test.step('and on a phone', async () => {
    const window = page.viewportSize()!;
    await page.setViewportSize({ width: 390, height: 844 });
    await expect(page.getByText(`All ${COUNT} matching are selected.`)).toBeInViewport();
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(390);
    await expectAccessibleInBoth(page);
    await page.setViewportSize(window);
  });

  await page.getByRole('button', { name: 'More Actions' }).click();
  await page.getByRole('menuitem', { name: 'Set Error' }).click();
  await expect(page.getByRole('dialog').getByText(`The status of ${COUNT} posts will be set.`)).toBeVisible();
  await page.getByRole('dialog').getByRole('button', { name: 'Set Error' }).click();
  await expect(page.getByText(`Updated status for ${COUNT} posts`)).toBeVisible();
  const undo = page.getByRole('button', { name: /^Undo/ });
  // As long as it is pointed at it stays.
  await undo.hover();
  await expect(statuses(page).first()).toHaveText('Error');
  expect(operations).toHaveLength(2);
  expect(new Set(operations).size).toBe(1);
  await expectAccessible(page);

  await undo.click();
  await expect(page.getByText('Undone', { exact: true })).toBeVisible();
  await expect(page.getByText(`${COUNT} records restored`)).toBeVisible();
  await expect(statuses(page).first()).toHaveText('Active');
});

test('by keyboard alone: a page of posts is deleted, and comes back', async ({ page }) => {
  const mark = newName('many');
  await addPosts(page, mark, 3);
  await open(page, mark, 3);
  const box = page.getByRole('checkbox', { name: 'Select all rows on this page' });
  await box.focus();
  await page.keyboard.press('Space');
  await expect(page.getByText('(3 selected)')).toBeVisible();
  await page.getByRole('button', { name: 'More Actions' }).focus();
  await page.keyboard.press('Enter');
  await page.getByRole('menuitem', { name: 'Delete Selected' }).focus();
  await page.keyboard.press('Enter');
  await expect(page.getByText('Are you sure you want to delete 3 item(s)?')).toBeVisible();
  await page.keyboard.press('Tab');
  await expect(page.getByRole('button', { name: 'Confirm' })).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(page.getByText('Deleted 3 posts')).toBeVisible();
  await expect(page.getByText('0 total records')).toBeVisible();
  await page.keyboard.press('ControlOrMeta+z');
  await expect(page.getByText('3 records restored')).toBeVisible();
  await expect(page.getByText('3 total records (0 selected)')).toBeVisible();

  // Records changed since are left as they are, and named.
  await page.getByRole('checkbox', { name: 'Select all rows on this page' }).check();
  await page.getByRole('button', { name: 'Set Pending' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Set Pending' }).click();
  await expect(page.getByText('Updated status for 3 posts')).toBeVisible();
  const id = await page.evaluate(async (search) => {
    const headers = {
      Authorization: `Bearer ${localStorage.getItem('access_token')}`,
      'Content-Type': 'application/json',
    };
    const list = await fetch(`/api/social-media-posts?search=${search}`, { headers });
    const [post] = ((await list.json()) as { items: { id: number }[] }).items;
    await fetch(`/api/social-media-posts/${post?.id}`, { method: 'PATCH', headers, body: '{"status":"inactive"}' });
    return post?.id;
  }, mark);
  expect(id).toBeDefined();
  await page.keyboard.press('ControlOrMeta+z');
  await expect(page.getByText('Undone: 2 restored, 1 left as they are')).toBeVisible();
  await expect(page.getByText(/tiktok.*: This post has been changed since\./)).toBeVisible();
  await expectAccessibleInBoth(page);
});
