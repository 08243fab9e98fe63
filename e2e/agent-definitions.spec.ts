import { readFileSync } from 'node:fs';
import type { Page } from '@playwright/test';
import { addAgent } from './support/agents';
import { AT_LENGTH, enter, expect, expectAccessible, newName, test } from './support/test';

const chooseFor = async (page: Page, name: string, entry: string) => {
  await page.getByRole('button', { name: `Actions for ${name}` }).click();
  await page.getByRole('menuitem', { name: entry }).click();
};

test('an agent admin writes an agent, links and unlinks knowledge, and is told before deleting what stays', async ({
  page,
}) => {
  await enter(page, 'agent-admin');
  const [care, sizes, slug] = [newName('Teapot care'), newName('Teapot sizes'), newName('teapot-expert')];
  const { knowledge } = await addAgent(page, 'link-source', { [care]: 'Rinse it.', [sizes]: 'Two cups.' });
  expect(knowledge).toHaveLength(2);
  await page.goto('/agent-definitions');
  await page.getByRole('button', { name: 'Add New' }).click();
  const form = page.getByRole('dialog');
  await form.getByLabel('Slug').fill('Teapot Expert');
  await form.getByLabel('System Prompt').fill('Too short');
  await form.getByRole('button', { name: 'Create' }).click();
  await expect(form.getByText('Slug must be lowercase alphanumeric words separated by single hyphens')).toBeVisible();
  await expect(form.getByText('System Prompt must be at least 10 characters')).toBeVisible();
  await expect(form.getByText('9 / 100,000 characters')).toBeVisible();
  await expectAccessible(page);
  await form.getByLabel('Slug').fill(slug);
  await form.getByLabel('System Prompt').fill('You know all about teapots.\nBe brief.');
  await form.getByRole('searchbox', { name: 'Knowledge' }).fill(care);
  await form.getByRole('button', { name: `Link ${care}` }).click();
  await form.getByRole('button', { name: 'Create' }).click();
  await expect(page.getByText('Agent Definition created successfully')).toBeVisible();

  await page.goto(`/agent-definitions?slug=${slug}`);
  await expect(page.getByText('1 total records (0 selected)')).toBeVisible();
  await expect(page.getByText('You know all about teapots.', { exact: true })).toBeVisible();
  await chooseFor(page, slug, 'Edit');
  await form.getByRole('searchbox', { name: 'Knowledge' }).fill('Teapot');
  await form.getByRole('button', { name: `Link ${sizes}` }).click();
  await expect(form.getByRole('button', { name: `Unlink ${sizes}` })).toBeVisible();
  await form.getByRole('button', { name: `Unlink ${care}` }).click();
  await expect(form.getByRole('button', { name: `Link ${care}` })).toBeVisible();
  await form.getByLabel('System Prompt').fill('You know all about teapots and their cups.');
  await form.getByRole('button', { name: 'Update' }).click();
  await expect(page.getByText('Agent Definition updated successfully')).toBeVisible();
  // The list has been read again.
  await expect(page.getByText('You know all about teapots and their cups.')).toBeVisible();
  await chooseFor(page, slug, 'View Details');
  await expect(form.getByText(sizes)).toBeVisible();
  await expect(form.getByText('42 characters')).toBeVisible();
  await page.keyboard.press('Escape');

  await page.getByRole('checkbox', { name: `Select ${slug}` }).check();
  await page.getByRole('button', { name: 'Delete Selected' }).click();
  await expect(page.getByRole('dialog')).toContainText('Are you sure you want to delete 1 item(s)?');
  await expect(page.getByRole('dialog')).toContainText('1 knowledge item is linked and will stay.');
  await page.getByRole('button', { name: 'Confirm' }).click();
  await expect(page.getByText('Deleted 1 agent definition')).toBeVisible();
  await expect(page.getByText('No agent definitions found')).toBeVisible();
});

test('the list filters, opens by keyboard, exports its selection, and passes axe in light and dark', async ({
  page,
}) => {
  await enter(page, 'agent-admin');
  const { slug } = await addAgent(page, 'spoon-clerk', {});
  await page.goto(`/agent-definitions?slug_contains=${slug.slice(2)}`);
  await expect(page.getByText('1 total records (0 selected)')).toBeVisible();
  for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme });
    await expectAccessible(page);
  }
  await page.getByRole('button', { name: `Actions for ${slug}` }).focus();
  await page.keyboard.press('Enter');
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('Enter');
  await expect(page.getByRole('dialog', { name: 'Edit Agent Definition' })).toBeVisible();
  await expect(page.getByRole('dialog').getByLabel('Slug')).toBeFocused();
  await page.keyboard.press('Escape');
  await expect(page.getByRole('button', { name: `Actions for ${slug}` })).toBeFocused();
  await page.getByRole('checkbox', { name: `Select ${slug}` }).check();
  const download = page.waitForEvent('download');
  await page.getByRole('button', { name: 'Export Selected' }).click();
  const file = await download;
  expect(file.suggestedFilename()).toMatch(/^agent_definitions_export_\d{4}-\d\d-\d\d\.csv$/);
  const begins = `\uFEFFSlug,System Prompt,Created,Updated\r\n${slug},`;
  expect(readFileSync(await file.path(), 'utf8').slice(0, begins.length)).toBe(begins);
});

for (const [width, height, beside, when] of [
  [1440, 900, true, AT_LENGTH],
  [1024, 768, true, AT_LENGTH],
  [390, 844, false, {}],
] as const)
  test(
    `the editor is nearly as high as the window, and scrolls in one place, ${width} px wide`,
    when,
    async ({ page }) => {
      await page.setViewportSize({ width, height });
      await enter(page, 'agent-admin');
      await page.goto('/agent-definitions');
      await page.getByRole('button', { name: 'Add New' }).click();
      const form = page.getByRole('dialog');
      await expect(form.getByRole('button', { name: /^Link / }).first()).toBeVisible();
      await form.getByLabel('System Prompt').fill('A long line of a prompt.\n'.repeat(100));
      const prompt = await form.getByLabel('System Prompt').boundingBox();
      const knowledge = await form.getByRole('searchbox', { name: 'Knowledge' }).boundingBox();
      const create = await form.getByRole('button', { name: 'Create' }).boundingBox();
      if (!prompt || !knowledge || !create) throw new Error('The editor is not drawn.');
      expect(create.y + create.height).toBeGreaterThan(height - 60);
      expect(create.y + create.height).toBeLessThan(height);
      expect(knowledge.x > prompt.x + prompt.width).toBe(beside);
      // Nothing that scrolls lies in anything else that scrolls.
      const nested = await form.evaluate((dialog) => {
        const scrolls = [...dialog.querySelectorAll('*')].filter(
          (element) =>
            element.scrollHeight > element.clientHeight + 1 && /auto|scroll/.test(getComputedStyle(element).overflowY),
        );
        return scrolls
          .filter((inner) => scrolls.some((outer) => outer !== inner && outer.contains(inner)))
          .map((element) => element.className || element.tagName);
      });
      expect(nested).toEqual([]);
      if (beside) expect(prompt.y + prompt.height).toBeLessThan(create.y);
      await expectAccessible(page);
    },
  );
