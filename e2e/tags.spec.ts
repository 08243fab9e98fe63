import type { Page } from '@playwright/test';
import { enter, expect, expectAccessible, expectAccessibleInBoth, menuEntry, newName, test } from './support/test';

/** Sends a change as the person who is signed in. */
const send = (page: Page, path: string, body: object) =>
  page.evaluate(
    async ([path, body]) => {
      const headers = {
        Authorization: `Bearer ${localStorage.getItem('access_token')}`,
        'Content-Type': 'application/json',
      };
      const response = await fetch(`/api${path}`, { method: 'POST', headers, body: JSON.stringify(body) });
      if (!response.ok) throw new Error(`${path}: ${response.status}`);
    },
    [path, body] as const,
  );
const menuOf = (page: Page, name: string) => page.getByRole('button', { name: `Actions for ${name}`, exact: true });
const choose = async (page: Page, name: string, entry: string) => {
  await menuOf(page, name).click();
  await page.getByRole('menuitem', { name: entry }).click();
};

test('a tag of ads is renamed by keyboard, undone, found by its near-duplicate and merged into it', async ({
  page,
}) => {
  await enter(page, 'ad-manager');
  const name = newName('Tidy');
  const near = name.replace('Tidy', 'Tidyy');
  for (const name_ of [name, near])
    await send(page, '/tags', { name: name_, company_id: 1, resource_type: 'facebook_ad' });
  await page.goto(`/ads/tags?company_id=1&search=${name.split('-')[1]}`);
  await expect(menuEntry(page, 'Ad Tags')).toHaveAttribute('aria-current', 'page');
  await expect(page.getByRole('row', { name: /winner/ })).toHaveCount(0);
  await expect(page.getByRole('row').filter({ has: menuOf(page, name) })).toContainText('Unused');
  await expectAccessibleInBoth(page);

  await menuOf(page, name).focus();
  await page.keyboard.press('Enter');
  await page.getByRole('menuitem', { name: 'Rename' }).press('Enter');
  const form = page.getByRole('dialog', { name: 'Rename Tag' });
  await form.getByLabel('Tag').fill(`${name} up`);
  await expectAccessible(page);
  await page.keyboard.press('Enter');
  await expect(menuOf(page, `${name} up`)).toBeVisible();
  await page.getByRole('button', { name: /^Undo/ }).click();
  await expect(menuOf(page, name)).toBeVisible();

  await choose(page, name, 'Merge Into…');
  const merge = page.getByRole('dialog', { name: 'Merge Tag' });
  await expect(merge.getByText('A merge cannot be undone.')).toBeVisible();
  await merge.getByRole('button', { name: `Into ${near}` }).click();
  await expectAccessible(page);
  await merge.getByRole('button', { name: 'Merge', exact: true }).click();
  await expect(menuOf(page, name)).toHaveCount(0);
  await expect(menuOf(page, near)).toBeVisible();

  await page.goto('/ads/tags?company_id=1&search=winner');
  await page.getByRole('link', { name: /^\d+ ads$/ }).click();
  await expect(page).toHaveURL(/\/facebook-ads\?company_id=1&include_tags=winner/);
  await expect(page.getByRole('button', { name: 'Remove tag winner' }).first()).toBeVisible();
});

test('a tag of profiles and posts is one row; one kind of it is deleted, and comes back', async ({ page }) => {
  await enter(page, 'social-manager');
  const name = newName('both');
  for (const resource_type of ['social_media_profile', 'social_media_post'])
    await send(page, '/tags', { name, company_id: 1, resource_type });
  await page.goto(`/social/tags?company_id=1&search=${name}`);
  await expect(menuOf(page, name)).toHaveCount(1);
  await expectAccessible(page);
  await choose(page, name, 'Delete');
  const question = page.getByRole('dialog', { name: 'Delete tag?' });
  await question.getByRole('checkbox', { name: '0 profiles' }).uncheck();
  await expectAccessible(page);
  const read = page.waitForResponse((response) => response.url().includes(`search=${name}`));
  await question.getByRole('button', { name: 'Delete tag' }).click();
  await expect(page.getByText('Tag deleted successfully')).toBeVisible();
  // Its row looks the same with the other kind alone.
  await read;
  await expect(page.getByRole('table')).toHaveAttribute('aria-busy', 'false');
  await choose(page, name, 'Rename');
  const renaming = page.getByRole('dialog', { name: 'Rename Tag' });
  await expect(renaming).toBeVisible();
  await expect(renaming.getByRole('checkbox')).toHaveCount(0);
  await page.keyboard.press('Escape');
  await expect(renaming).toBeHidden();
  await page.getByRole('button', { name: /^Undo/ }).click();
  await expect(page.getByText('Undone', { exact: true })).toBeVisible();
  await choose(page, name, 'Rename');
  await expect(renaming.getByRole('checkbox')).toHaveCount(2);
});
