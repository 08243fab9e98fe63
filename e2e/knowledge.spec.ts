import { addAgent } from './support/agents';
import { enter, expect, expectAccessible, newName, test } from './support/test';

test('an agent admin writes knowledge, and is told before deleting which agents will lose it', async ({ page }) => {
  await enter(page, 'agent-admin');
  const saucepan = newName('Saucepan');
  await page.goto('/knowledge');
  await page.getByRole('button', { name: 'Add New' }).click();
  const form = page.getByRole('dialog');
  await form.getByRole('button', { name: 'Create' }).click();
  await expect(form.getByText('Name is required')).toBeVisible();
  await expect(form.getByText('Content is required')).toBeVisible();
  await form.getByLabel('Name').fill(`${saucepan} lids`);
  await expect(form.getByText(`${saucepan.length + 5} / 255 characters`)).toBeVisible();
  await form.getByLabel('Content').fill('A lid fits three saucepans.\nIt may go into the oven.');
  await expectAccessible(page);
  await form.getByRole('button', { name: 'Create' }).click();
  await expect(page.getByText('Knowledge created successfully')).toBeVisible();

  await addAgent(page, 'pan-expert', { [`${saucepan} sizes`]: 'Three of them.' });
  await page.goto(`/knowledge?name=${saucepan.toLowerCase()}`);
  await expect(page.getByText('2 total records (0 selected)')).toBeVisible();
  await expect(page.getByText('A lid fits three saucepans.', { exact: true })).toBeVisible();
  await expectAccessible(page);
  await page.getByRole('button', { name: `Actions for ${saucepan} sizes` }).click();
  await page.getByRole('menuitem', { name: 'Delete' }).click();
  await expect(page.getByRole('dialog')).toContainText('It is linked to 1 agent, which will lose it.');
  await page.getByRole('button', { name: 'Cancel' }).click();

  await page.getByRole('checkbox', { name: 'Select all rows on this page' }).check();
  await page.getByRole('button', { name: 'Delete Selected' }).click();
  await expect(page.getByRole('dialog')).toContainText('Are you sure you want to delete 2 item(s)?');
  await expect(page.getByRole('dialog')).toContainText('1 of them is linked to agents (1 link)');
  await page.getByRole('button', { name: 'Confirm' }).click();
  await expect(page.getByText('Deleted 2 knowledge items')).toBeVisible();
  await expect(page.getByText('No knowledge found')).toBeVisible();
});
