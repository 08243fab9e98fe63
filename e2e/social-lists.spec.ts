import { readFileSync } from 'node:fs';
import type { Page } from '@playwright/test';
import { AT_LENGTH, enter, expect, expectAccessible, expectAccessibleInBoth, newName, test } from './support/test';

const COMPANY = 'Harbor & Pine Outfitters';

const listed = (page: Page) => expect(page.getByText(/\d+ total records/)).toBeVisible();
const open = async (page: Page, screen: string, query = '') => {
  await page.goto(`/social-media-${screen}${query}`);
  await listed(page);
};
async function chooseCompany(page: Page, name = COMPANY) {
  await page.getByRole('combobox', { name: 'Company' }).first().click();
  await page.getByRole('option', { name }).click();
}
/** A filter that is applied clears the selection, so it is waited for. */
const search = async (page: Page, text: string) => {
  await page.getByLabel('Search', { exact: true }).fill(text);
  await expect(page).toHaveURL((url) => url.searchParams.get('search') === text);
};
const chooseFor = async (page: Page, name: string, entry: string) => {
  await page.getByRole('button', { name: `Actions for ${name}` }).click();
  await page.getByRole('menuitem', { name: entry }).click();
};
const bulk = async (page: Page, label: string) => {
  const direct = page.getByRole('group', { name: 'Bulk actions' }).getByRole('button', { name: label });
  if (await direct.isVisible()) return direct.click();
  await page.getByRole('button', { name: 'More Actions' }).click();
  await page.getByRole('menuitem', { name: label }).click();
};
const gone = (page: Page) => expect(page.getByRole('dialog')).toHaveCount(0);

test.beforeEach(({ page }) => enter(page, 'social-manager'));

test('criteria: each company has one set, which is written, read and edited', async ({ page }) => {
  await open(page, 'post-criteria');
  const actions = page.getByRole('button', { name: `Actions for the criteria of ${COMPANY}` });
  if (await actions.isVisible()) {
    await chooseFor(page, `the criteria of ${COMPANY}`, 'Delete');
    await page.getByRole('button', { name: 'Delete criteria' }).click();
    await expect(page.getByText('Criteria deleted successfully')).toBeVisible();
    await expect(actions).toHaveCount(0);
  }
  const add = async (description: string) => {
    await page.getByRole('button', { name: 'Add New' }).click();
    const form = page.getByRole('dialog');
    await form.getByRole('button', { name: 'Create' }).click();
    await expect(form.getByText('Please enter a description')).toBeVisible();
    await form.getByRole('combobox', { name: 'Company' }).click();
    await page.getByRole('option', { name: COMPANY }).click();
    await form.getByLabel('Criteria Description').fill(description);
    await form.getByRole('button', { name: 'Create' }).click();
  };
  await add(`  ${'Shows a tent. '.repeat(20)} `);
  await expect(page.getByText('Criteria created successfully')).toBeVisible();
  await gone(page);
  await expect(page.getByText('279 characters')).toBeVisible();

  await add('Another one');
  const form = page.getByRole('dialog');
  await expect(form.getByRole('alert')).toHaveText('Each company can have only one set of social media post criteria.');
  await expectAccessible(page);
  await page.keyboard.press('Escape');
  await page.getByRole('button', { name: 'Discard' }).click();
  await gone(page);

  await chooseFor(page, `the criteria of ${COMPANY}`, 'Edit');
  await expect(page.getByRole('dialog').getByRole('combobox')).toHaveCount(0);
  await page.getByRole('dialog').getByLabel('Criteria Description').fill('Shows a tent.');
  await page.getByRole('dialog').getByRole('button', { name: 'Update' }).click();
  await expect(page.getByText('Criteria updated successfully')).toBeVisible();
  await expect(page.getByText('13 characters')).toBeVisible();
});

test('terms by keyboard alone: import, skipping what is there, select and delete', async ({ page }) => {
  const loft = newName('loft');
  await page.goto('/social-media-search-terms');
  await expect(page.getByText('Please select a company to view and manage search terms.')).toBeVisible();
  await expectAccessible(page);
  const company = page.getByRole('combobox', { name: 'Company' });
  await company.focus();
  await page.keyboard.press('ArrowDown');
  await page.keyboard.type('harbor');
  await expect(page.getByRole('listbox').getByRole('option')).toHaveText([COMPANY]);
  await page.keyboard.press('Enter');
  await listed(page);

  await page.getByRole('button', { name: 'Bulk Import' }).focus();
  await page.keyboard.press('Enter');
  const dialog = page.getByRole('dialog', { name: 'Bulk Import' });
  const box = dialog.getByRole('textbox');
  await dialog.getByLabel('Platform').focus();
  await page.keyboard.type('You');
  await page.keyboard.press('Tab');
  await expect(box).toBeFocused();
  await page.keyboard.insertText(`${loft} ladder\n${loft.toUpperCase()} LADDER\n\n${loft} hatch`);
  await expect(dialog.getByText('Line 2: The same as line 1')).toBeVisible();
  await expectAccessible(page);
  await page.keyboard.press('ControlOrMeta+Enter');
  await expect(page.getByText('Created 2 search terms')).toBeVisible();
  await expect(page.getByText('1 terms were skipped (duplicates)')).toBeVisible();
  await gone(page);

  await search(page, loft);
  await expect(page.getByText('2 total records (0 selected)')).toBeVisible();
  await page.getByRole('checkbox', { name: 'Select all rows on this page' }).check();
  await bulk(page, 'Deactivate');
  await page.getByRole('button', { name: 'Confirm' }).click();
  await expect(page.getByText('Updated status for 2 search terms')).toBeVisible();
  await expect(page.locator('tbody .c-badge.c-tone--secondary')).toHaveCount(2);
  await page.getByRole('checkbox', { name: 'Select all rows on this page' }).check();
  await bulk(page, 'Delete Selected');
  await page.getByRole('button', { name: 'Confirm' }).click();
  await expect(page.getByText('Deleted 2 search terms')).toBeVisible();
  await expect(page.getByText('No search terms found')).toBeVisible();
});

test('profiles: added, tagged, found by tag, given a status with a message, exported', async ({ page }) => {
  const [name, tag] = [newName('loft.ladders'), newName('climbers')];
  await open(page, 'profiles');
  await chooseCompany(page);
  await page.getByRole('button', { name: 'Add New' }).click();
  const form = page.getByRole('dialog');
  await form
    .getByLabel('Platform', { exact: true })
    .or(form.getByRole('combobox', { name: 'Platform' }))
    .first()
    .selectOption('tiktok');
  await form.getByPlaceholder('@username or handle').fill(`@${name}`);
  await form.getByRole('button', { name: 'Create' }).click();
  await expect(page.getByText('Profile created successfully')).toBeVisible();
  await gone(page);
  await search(page, name);
  await expect(page.getByText('1 total records (0 selected)')).toBeVisible();

  await page.getByRole('checkbox', { name: `Select ${name} (TikTok)` }).check();
  await bulk(page, 'Add Tags');
  await page.getByRole('dialog').getByRole('combobox').fill(tag);
  await page.keyboard.press('Enter');
  await page.getByRole('dialog').getByRole('button', { name: 'Add Tags' }).click();
  await expect(page.getByText('Added tags to 1 profiles')).toBeVisible();
  await gone(page);
  await page.getByRole('combobox', { name: 'Tag' }).click();
  await page.getByRole('option', { name: tag }).click();
  await expect(page).toHaveURL((url) => url.searchParams.get('tag') === tag);
  await expect(page.getByText('1 total records (0 selected)')).toBeVisible();

  await page.getByRole('checkbox', { name: `Select ${name} (TikTok)` }).check();
  await bulk(page, 'Set Error');
  await page.getByRole('dialog').getByLabel('Status Message').fill('Signed out');
  await expectAccessible(page);
  await page.getByRole('dialog').getByRole('button', { name: 'Set Error' }).click();
  await expect(page.getByText('Updated status for 1 profiles')).toBeVisible();
  await gone(page);
  await chooseFor(page, `${name} (TikTok)`, 'View Details');
  await expect(page.getByRole('dialog')).toContainText('Signed out');
  await expectAccessible(page);
  await page.keyboard.press('Escape');
  await gone(page);

  const download = page.waitForEvent('download');
  await page.getByRole('button', { name: 'Export all 1 matching' }).click();
  const file = await download;
  expect(file.suggestedFilename()).toMatch(/^profiles_export_\d{4}-\d{2}-\d{2}\.csv$/);
  const begins = `\uFEFFPlatform,Username,Identifier,Status,Created\r\ntiktok,${name},,error,`;
  expect(readFileSync(await file.path(), 'utf8').slice(0, begins.length)).toBe(begins);
});

test('posts: many at once, each line judged; tags in and out; another company clears the tag filters', async ({
  page,
}) => {
  const [loft, tag] = [newName('loft'), newName('ladders')];
  await open(page, 'posts');
  await chooseCompany(page);
  await page.getByRole('button', { name: 'Bulk Add Posts' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel('Platform').selectOption('youtube');
  await dialog
    .getByRole('textbox')
    .fill(`https://youtu.be/${loft}-1\nhttps://youtu.be/${loft}-2\njavascript:alert(1)\nhttps://tiktok.com/${loft}-3`);
  await expect(dialog.getByText('Line 3: URL must be an absolute http or https URL')).toBeVisible();
  await expect(dialog.getByText('Line 4: Looks like a URL of TikTok')).toBeVisible();
  await expectAccessible(page);
  await dialog.getByRole('button', { name: 'Add Posts' }).click();
  await expect(page.getByText('1 post(s) failed. Check console for details.')).toBeVisible();
  await expect(page.getByText('Created 3 posts')).toBeVisible();
  await expect(dialog.getByRole('textbox')).toHaveValue('javascript:alert(1)');
  await dialog.getByRole('textbox').fill('');
  await dialog.getByRole('button', { name: 'Cancel' }).click();
  await gone(page);

  await search(page, `/${loft}-`);
  await expect(page.getByText('3 total records (0 selected)')).toBeVisible();
  await page.getByRole('checkbox', { name: `Select https://youtu.be/${loft}-1` }).check();
  await bulk(page, 'Add Tags');
  await dialog.getByRole('combobox').fill(tag);
  await page.keyboard.press('Enter');
  const suggestions = dialog.getByRole('option');
  await dialog.getByRole('combobox').click();
  await expect(suggestions).not.toHaveCount(0);
  await page.keyboard.press('Escape');
  await expect(suggestions).toHaveCount(0);
  await dialog.getByRole('combobox').click();
  await expect(suggestions).not.toHaveCount(0);
  // By mouse: what is suggested does not cover the button, and it does not move away while it is pressed.
  await dialog.getByRole('button', { name: 'Add Tags' }).click({ delay: 300 });
  await expect(page.getByText('Added tags to 1 posts')).toBeVisible();
  await gone(page);
  await page.getByRole('button', { name: 'More filters' }).click();
  await page.getByRole('combobox', { name: 'Exclude Tags' }).click();
  await expect(page.getByRole('listbox')).toHaveCSS('max-height', '200px');
  await page.getByRole('option', { name: tag }).click();
  await expect(page.getByText('2 total records (0 selected)')).toBeVisible();
  await expectAccessible(page);
  await chooseCompany(page, 'Lumen Skin Studio');
  await expect(page).not.toHaveURL(/tagged_with/);
  await chooseCompany(page);
  await expect(page.getByText('3 total records (0 selected)')).toBeVisible();
  await page.getByRole('checkbox', { name: 'Select all rows on this page' }).check();
  await bulk(page, 'Delete Selected');
  await page.getByRole('button', { name: 'Confirm' }).click();
  await expect(page.getByText('Deleted 3 posts')).toBeVisible();
});

test('hostile captions, authors, tags and addresses stay text, in the list and in the details', async ({ page }) => {
  const hostile = [
    '<img src=x onerror="document.title=1">',
    '<script>document.title=1</script>',
    '<svg/onload=document.title=1>',
    '<iframe srcdoc="<script>parent.document.title=1</script>">',
    '[x](javascript:document.title=1)',
    '\u202e<b onmouseover=document.title=1>مرحبا</b>',
    '{{constructor.constructor("document.title=1")()}}',
  ];
  const items = hostile.map((text, at) => ({
    id: at + 1,
    company_id: 1,
    company_name: text,
    url: at === 0 ? 'javascript:document.title=1' : `https://youtu.be/${at}`,
    platform: 'youtube',
    post_type: null,
    status: 'active',
    status_message: text,
    tags: [text.slice(0, 50)],
    cached_author_username: text,
    cached_caption: text,
    cached_play_count: 1,
    cached_scraped_at: null,
    created_at: '2026-01-01T00:00:00.000Z',
    updated_at: '2026-01-01T00:00:00.000Z',
    created_by_username: text,
    last_updated_by_username: null,
  }));
  await page.route('**/api/social-media-posts?**', (route) =>
    route.fulfill({ json: { items, total: items.length, page: 1, page_size: 25, total_pages: 1 } }),
  );
  await page.route(/\/api\/social-media-posts\/\d+$/, (route) =>
    route.fulfill({ json: items[Number(route.request().url().split('/').at(-1)) - 1] }),
  );
  await open(page, 'posts');
  const title = await page.title();
  for (const { cached_caption } of items)
    await expect(page.getByRole('row').filter({ hasText: cached_caption })).toBeVisible();
  for (const { url } of items) {
    await chooseFor(page, url, 'View Details');
    await expect(page.getByRole('dialog').getByText('System Information')).toBeVisible();
    await expect(
      page.locator('[role="dialog"] :is(img, iframe, script, [onload], [onmouseover], [onerror])'),
    ).toHaveCount(0);
    await page.keyboard.press('Escape');
    await gone(page);
  }
  await expect(page.locator('.list-table :is(img, iframe, script, b, [onload], [onerror])')).toHaveCount(0);
  await expect(page.locator('a[href^="javascript"]')).toHaveCount(0);
  expect(await page.title()).toBe(title);
});

test('axe finds nothing on the four lists, in light and in dark, wide and narrow', AT_LENGTH, async ({ page }) => {
  test.setTimeout(180_000);
  for (const width of [1440, 390]) {
    await page.setViewportSize({ width, height: 900 });
    for (const screen of ['post-criteria', 'search-terms', 'profiles', 'posts'])
      await test.step(`${screen}, ${width} px`, async () => {
        await open(page, screen, '?company_id=1');
        await expectAccessibleInBoth(page);
      });
  }
});
