import { enter, expect, expectAccessible, expectAccessibleInBoth, menuEntry, newName, test } from './support/test';

// Two of them read the same store: one after the other.
test.describe.configure({ mode: 'default' });

test('an admin keeps a credential by keyboard; its secret is shown never again', async ({ page }) => {
  await enter(page, 'agent-admin');
  await page.goto('/company/connections');
  await expect(page.getByRole('heading', { name: 'Connections' })).toBeVisible();
  await expectAccessible(page);
  await page.getByRole('link', { name: 'Credentials' }).focus();
  await page.keyboard.press('Enter');
  await expect(page.getByRole('heading', { name: 'Credentials' })).toBeVisible();

  const label = newName('Agency');
  const secret = newName('secret-of-a-test');
  await page.getByRole('button', { name: 'Add New' }).first().focus();
  await page.keyboard.press('Enter');
  const form = page.getByRole('dialog', { name: 'Add Credential' });
  await form.getByLabel('Source').selectOption('YouTube');
  await form.getByLabel('Kind').selectOption('API key');
  await form.getByLabel('Label').fill(label);
  await expect(form.getByLabel('Secret')).toHaveAttribute('type', 'password');
  await form.getByLabel('Secret').fill(secret);
  await expectAccessible(page);
  await form.getByRole('button', { name: 'Create' }).focus();
  await page.keyboard.press('Enter');
  await expect(page.getByText('Credential created successfully')).toBeVisible();
  await expect(page.getByRole('row', { name: new RegExp(label) })).toContainText('Shared');
  expect(await page.content()).not.toContain(secret);
  expect(await page.evaluate(() => JSON.stringify({ ...localStorage }))).not.toContain(secret);
});

test('the menu leads to connections', async ({ page }) => {
  await enter(page, 'admin');
  await page.goto('/company/connections');
  await expect(page.getByRole('heading', { name: 'Connections' })).toBeVisible();
  await expect(menuEntry(page, 'Connections')).toHaveAttribute('aria-current', 'page');
});

test('a store is read, and its doubtful variants are matched once, by keyboard', async ({ page }) => {
  await enter(page, 'agent-admin');
  await page.goto('/company/connections?search=lumen-skin');
  const open = async () => {
    await page.getByRole('button', { name: 'Actions for lumen-skin.example (Shopify)' }).focus();
    await page.keyboard.press('Enter');
    await page.getByRole('menuitem', { name: 'Open' }).press('Enter');
  };
  await open();
  const connection = page.getByRole('dialog', { name: 'lumen-skin.example' });
  const runs = connection.getByRole('region', { name: 'Last runs' }).getByRole('row');
  const sync = async (count: number) => {
    await connection.getByRole('button', { name: 'Sync now' }).press('Enter');
    await expect(runs).toHaveCount(count + 1);
    await expect(runs.nth(1)).toContainText('Done', { timeout: 60_000 });
  };
  await sync(1);
  await expect(runs.nth(1)).toContainText('2 doubtful');
  await runs
    .nth(1)
    .getByRole('button', { name: /^Findings/ })
    .press('Enter');
  const findings = page.getByRole('dialog', { name: /^Findings/ });
  await expect(findings.getByRole('heading', { name: '2 doubtful' })).toBeVisible();
  await expectAccessible(page);
  const doubts = findings.getByRole('group');
  await doubts.nth(0).getByRole('radio').first().press('Space');
  await expect(doubts.nth(1).getByRole('radio').first()).toBeDisabled();
  await doubts.nth(1).getByRole('radio', { name: 'None of these: make a new one' }).press('Space');
  await expectAccessible(page);
  await findings.getByRole('button', { name: 'Save matches' }).press('Enter');
  await expect(page.getByText('Matched 2')).toBeVisible();
  await expect(findings).toBeHidden();
  await expect(connection.getByRole('button', { name: 'Sync now' })).toBeEnabled();
  await sync(2);
  await expect(runs.nth(1)).not.toContainText('doubtful');
});

const STORE = 'lumen-skin.example (Shopify)';
const COMPANY = '/product-variants?company_id=2';

test('a store is read, the costs that differ are looked at and applied by keyboard, and one Undo takes it back', async ({
  page,
}) => {
  await enter(page, 'company-admin');
  await page.goto('/company/connections?company_id=2');
  await page.getByRole('button', { name: `Actions for ${STORE}` }).click();
  await page.getByRole('menuitem', { name: 'Open' }).click();
  const connection = page.getByRole('dialog');
  await connection.getByRole('button', { name: 'Sync now' }).click();
  await expect(connection.getByRole('row', { name: /Done/ }).first()).toBeVisible({ timeout: 60_000 });

  await page.goto(COMPANY);
  const note = page.getByRole('button', { name: /^[\d,]+ costs differ from Shopify$/ });
  const count = async () => Number.parseInt(await note.innerText(), 10);
  await expect(note).toBeVisible();
  const before = await count();
  await note.focus();
  await page.keyboard.press('Enter');
  const dialog = page.getByRole('dialog', { name: 'Costs That Differ from Shopify' });
  const first = dialog.getByRole('row').nth(1);
  await expect(first).toContainText(/Adds \$[\d.,]+ from \w+ \d+/);
  await expectAccessibleInBoth(page);
  await first.getByRole('checkbox').focus();
  await page.keyboard.press('Space');
  await expect(dialog.getByText(`1 of ${before} selected`)).toBeVisible();
  await dialog.getByRole('button', { name: 'Apply 1 cost' }).focus();
  await page.keyboard.press('Enter');
  await expect(page.getByText('Applied 1 cost')).toBeVisible();
  await expect(dialog).toBeHidden();
  await expect.poll(count).toBe(before - 1);
  await page.getByRole('button', { name: /^Undo/ }).focus();
  await page.keyboard.press('Enter');
  await expect(page.getByText('Undone')).toBeVisible();
  await expect.poll(count).toBe(before);
});
