import { enter, expect, expectAccessibleInBoth, test } from './support/test';

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
