import type { Page } from '@playwright/test';
import { AT_LENGTH, enter, expect, expectAccessible, expectAccessibleInBoth, test } from './support/test';
import { addVariant, chooseFor, openVariants } from './support/variants';

/** The costs of a variant of this test alone. */
async function openCogs(page: Page, name: string) {
  await enter(page, 'company-admin');
  const identifier = await addVariant(page, name);
  await chooseFor(page, identifier, 'Manage COGS');
  await expect(page.getByText('No COGS Records Found')).toBeVisible();
}

interface Period {
  amount: string;
  start?: string;
  end?: string;
}

/** Fills the form that is open. */
async function fill(page: Page, { amount, start = '', end = '' }: Period) {
  const form = page.getByRole('dialog');
  await form.getByLabel('COGS amount').fill(amount);
  await form.getByLabel('Start date').fill(start);
  await form.getByLabel('End date').fill(end);
}
async function add(page: Page, period: Period) {
  await page.getByRole('button', { name: 'Add COGS Record' }).click();
  await fill(page, period);
  await page.getByRole('dialog').getByRole('button', { name: 'Create' }).click();
  await expect(page.getByRole('dialog')).toBeHidden();
}
const table = (page: Page) => page.getByRole('region', { name: 'COGS timeline' });
const periods = async (page: Page) =>
  (await table(page).getByRole('row').allTextContents()).slice(1).map((row) => row.replace('EditDelete', ''));

test('the back button returns to the list as it was left: company, filters and page', async ({ page }) => {
  await enter(page, 'company-admin');
  await openVariants(page);
  await page.getByRole('button', { name: 'More filters' }).click();
  await page.getByLabel('Sales channel').selectOption('Shopify');
  await page.getByRole('button', { name: 'Next page' }).click();
  await expect(page.getByText(/Showing 26 to 50 of/)).toBeVisible();
  await expect(page).toHaveURL(/page=2/);
  const left = page.url();
  await page
    .getByRole('row')
    .nth(1)
    .getByRole('button', { name: /^Actions for/ })
    .click();
  await page.getByRole('menuitem', { name: 'Manage COGS' }).click();
  await expect(page.getByRole('region', { name: 'Variant information' })).toContainText('Shopify');
  await page.reload();
  await page.getByRole('link', { name: 'Back to Product Variants' }).click();
  await expect(page).toHaveURL(left);
  await expect(page.getByText(/Showing 26 to 50 of/)).toBeVisible();
});

test('periods are added, told what they do before they are saved, edited and deleted', async ({ page }) => {
  await openCogs(page, 'E2E-COGS');
  await add(page, { amount: '4' });
  await expect(page.getByText('COGS record created successfully')).toBeVisible();
  await expect(table(page)).toContainText('$4.00From company-adminOngoingOngoing');

  await page.getByRole('button', { name: 'Add COGS Record' }).click();
  await fill(page, { amount: '5.25', start: '2026-01-01' });
  const form = page.getByRole('dialog');
  await expect(form.getByText('$4.00 ends Dec 31, 2025 instead of being ongoing.')).toBeVisible();
  await expect(form.getByRole('figure', { name: 'After this save' })).toBeVisible();
  await form.getByRole('button', { name: 'Create' }).click();
  await expect(page.getByText('0 updated, 1 ended')).toBeVisible();
  await expect.poll(() => periods(page)).toHaveLength(2);
  expect((await periods(page))[1]).toContain('$4.00From company-adminOngoingDec 31, 2025');

  const drawn = page.getByRole('figure', { name: 'COGS over time' });
  await expect(drawn.getByRole('listitem')).toHaveText([
    '$4.00 from the beginning of time to Dec 31, 2025 (Historical)',
    '$5.25 from Jan 1, 2026, ongoing (Current)',
  ]);
  await expect(drawn.getByText('Today')).toBeVisible();

  await page.getByRole('button', { name: /^Edit \$5\.25/ }).click();
  await form.getByLabel('COGS amount').fill('5.5');
  await expect(form.getByText('This save changes no other period.')).toBeVisible();
  await form.getByRole('button', { name: 'Update' }).click();
  await expect(page.getByText('COGS record updated successfully')).toBeVisible();

  await page.getByRole('button', { name: /^Delete \$4\.00/ }).click();
  await expect(page.getByRole('dialog')).toContainText('the past loses its cost');
  await page.getByRole('button', { name: 'Cancel' }).click();
  await page.getByRole('button', { name: /^Delete \$5\.50/ }).click();
  await expect(page.getByRole('dialog')).toContainText('takes its days over');
  await page.getByRole('button', { name: 'Delete COGS record' }).click();
  await expect(page.getByText('COGS record deleted successfully')).toBeVisible();
  await expect.poll(() => periods(page)).toHaveLength(1);
  expect((await periods(page))[0]).toContain('$4.00From company-adminOngoingOngoing');
});

test('a save that would remove periods asks again', async ({ page }) => {
  await openCogs(page, 'E2E-REMOVED');
  await add(page, { amount: '4', start: '2025-01-01', end: '2025-03-31' });
  await page.getByRole('button', { name: 'Add COGS Record' }).click();
  await fill(page, { amount: '6', start: '2024-01-01' });
  const form = page.getByRole('dialog', { name: 'Add COGS Record' });
  await expect(form.getByText('$4.00 from Jan 1, 2025 to Mar 31, 2025 is removed.')).toBeVisible();
  await form.getByRole('button', { name: 'Create' }).click();
  const question = page.getByRole('dialog', { name: 'Save these changes?' });
  await expect(question).toContainText('This save removes 1 period(s)');
  await question.getByRole('button', { name: 'Keep editing' }).click();
  await expect(form.getByRole('button', { name: 'Create' })).toBeFocused();
  expect(await periods(page)).toHaveLength(1);
  await form.getByRole('button', { name: 'Create' }).click();
  await question.getByRole('button', { name: 'Save' }).click();
  await expect(form).toBeHidden();
  await expect(table(page)).toContainText('$6.00From company-adminJan 1, 2024Ongoing');
});

test('a gap is named and closed, and the list then has the cost of today', async ({ page }) => {
  await openCogs(page, 'E2E-GAP');
  await add(page, { amount: '4', end: '2026-01-31' });
  await expect(page.getByText(/^No cost since Feb 1/)).toBeVisible();
  await expectAccessible(page);
  await page.getByRole('button', { name: 'Close Gap' }).click();
  const form = page.getByRole('dialog');
  await expect(form.getByLabel('Start date')).toHaveValue('2026-02-01');
  await form.getByLabel('COGS amount').fill('5');
  await form.getByRole('button', { name: 'Create' }).click();
  await expect(page.getByText(/^No cost since/)).toBeHidden();
  await page.getByRole('link', { name: 'Back to Product Variants' }).click();
  await page.getByRole('button', { name: 'More filters' }).click();
  await page.getByLabel('Cost today').selectOption('Active with cost');
  await expect(page.getByRole('row').nth(1)).toContainText('$5.00');
  await expect(page.getByText(/active have a cost today/)).toBeVisible();
  await expectAccessible(page);
});

/** The buttons that lie under something else. */
const covered = (page: Page, name: RegExp) =>
  page.getByRole('button', { name }).evaluateAll((buttons) =>
    buttons
      .filter((button) => {
        const { left, top, width, height } = button.getBoundingClientRect();
        const x = left + width / 2;
        const y = top + height / 2;
        // Anything out of the window lies under nothing.
        if (x < 0 || y < 0 || x >= innerWidth || y >= innerHeight) return false;
        return !button.contains(document.elementFromPoint(x, y));
      })
      .map((button) => button.ariaLabel),
  );

for (const [width, height, when] of [
  [1440, 900, AT_LENGTH],
  [1024, 768, AT_LENGTH],
  [390, 844, {}],
] as const)
  test(`what a save did lies over no button of a period, ${width} px wide (B10)`, when, async ({ page }) => {
    await openCogs(page, `E2E-TOASTS-${width}`);
    await page.setViewportSize({ width, height });
    await add(page, { amount: '4' });
    await add(page, { amount: '5', start: '2026-01-01', end: '2026-06-30' });
    await expect(page.getByText('COGS record created successfully').last()).toBeVisible();
    await page.mouse.wheel(0, 2000);
    expect(await covered(page, /^(Edit|Delete) \$/)).toEqual([]);
  });

test('pointing at a period in the drawing shows its cost and its days', async ({ page }) => {
  await openCogs(page, 'E2E-POINTED');
  await add(page, { amount: '4' });
  await add(page, { amount: '5', start: '2026-01-01' });
  const plot = page.getByRole('slider', { name: 'Period of COGS over time' });
  await plot.hover({ position: { x: 4, y: 100 } });
  await expect(plot.getByText('from the beginning of time to Dec 31, 2025')).toBeVisible();
  await page.mouse.move(0, 0);
  await expect(plot.getByText('from the beginning of time to Dec 31, 2025')).toBeHidden();
});

test('a date that is only half entered is not taken for an empty one', async ({ page }) => {
  await openCogs(page, 'E2E-HALF');
  await page.getByRole('button', { name: 'Add COGS Record' }).click();
  const form = page.getByRole('dialog');
  await form.getByLabel('COGS amount').fill('4');
  await form.getByLabel('End date').focus();
  await page.keyboard.type('12');
  await page.keyboard.press('Enter');
  await expect(form.getByText('End date must be a date (YYYY-MM-DD)')).toBeVisible();
  await expect(page.getByText('No COGS Records Found')).toBeVisible();
});

test('axe finds nothing in the costs and their form, in light and in dark', AT_LENGTH, async ({ page }) => {
  test.setTimeout(180_000);
  await openCogs(page, 'E2E-AXE');
  await expectAccessibleInBoth(page);
  await add(page, { amount: '4' });
  await add(page, { amount: '5', start: '2026-01-01', end: '2026-06-30' });
  await expect.poll(() => periods(page)).toHaveLength(3);
  await expectAccessibleInBoth(page);
  await page.setViewportSize({ width: 390, height: 844 });
  await expectAccessibleInBoth(page);
  await page.getByRole('button', { name: 'Add COGS Record' }).click();
  await fill(page, { amount: '6', start: '2026-02-01' });
  await expect(page.getByRole('figure', { name: 'After this save' })).toBeVisible();
  await expectAccessibleInBoth(page);
});
