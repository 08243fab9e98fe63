import { screen, waitFor, within } from '@testing-library/react';
import type { CogsBulkCreate } from 'contract/company/cogs-bulk';
import type { Answer, Service } from 'shared-auth/testing';
import { dialog, user } from 'shared-ui/testing';
import { openVariants, selectBoth, serviceOfVariants } from '../product-variants/testing/variants';

const SAVE = 'POST /product-variant-cogs/bulk/create';
const NO_COST = 'No cost covers the start date, so there is nothing to take a percentage of';

let service: Service;
/** Variants without a cost, which have no percentage either. */
let without: number[];

const save = (body: unknown): Answer => {
  const { items, dry_run } = body as CogsBulkCreate;
  const isRefused = ({ product_variant_id = 0, percent }: CogsBulkCreate['items'][number]) =>
    percent !== undefined && without.includes(product_variant_id);
  const errors = items.flatMap((item, index) => (isRefused(item) ? [{ index, msg: NO_COST }] : []));
  const changes = { records_updated: 0, records_ended: items.length - errors.length, records_removed: 1 };
  const counts = { success_count: items.length - errors.length, error_count: errors.length, errors, ...changes };
  if (!dry_run) return [200, counts];
  const forecast = items.flatMap((item, index) => {
    if (isRefused(item)) return [];
    const { product_variant_id, percent = 0, effective_start_date = null, effective_end_date = null } = item;
    const cogs_amount = item.cogs_amount ?? 4 * (1 + percent / 100);
    const old = { cogs_amount: 4, effective_start_date: '2026-01-01' };
    return [
      {
        index,
        product_variant_id,
        cogs_amount,
        ...changes,
        periods_before: [{ ...old, effective_end_date: null }],
        periods_after: [
          { cogs_amount, effective_start_date, effective_end_date },
          { ...old, effective_end_date: '2026-11-30' },
        ],
      },
    ];
  });
  return [200, { ...counts, forecast }];
};
const saves = () =>
  service
    .requestsTo(SAVE)
    .map(({ body }) => body as CogsBulkCreate)
    .filter(({ dry_run }) => !dry_run);

beforeEach(async () => {
  service = await serviceOfVariants();
  without = [];
  service.on(SAVE, ({ body }) => save(body));
});
afterEach(() => service.close());

async function open() {
  openVariants();
  await selectBoth();
  await user.click(screen.getByRole('button', { name: 'More Actions' }));
  await user.click(screen.getByRole('menuitem', { name: 'Set Cost' }));
  return dialog('Set Cost');
}
type Form = Awaited<ReturnType<typeof open>>;
const effect = (form: Form) => within(form.getByRole('region', { name: 'Effect of this save' }));
const submit = (form: Form) => user.click(form.getByRole('button', { name: 'Set Cost' }));

test('one amount for all that are selected: its effects are told before it is saved, those that are alike once', async () => {
  const form = await open();
  await user.type(form.getByLabelText(/COGS amount/), '5');
  await user.type(form.getByLabelText(/Start date/), '2026-12-01');
  await waitFor(() =>
    expect(effect(form).getByRole('listitem')).toHaveTextContent(
      '2 Adds $5.00 from Dec 1; $4.00 ends Nov 30 instead of being ongoing.SKU-11, SKU-12',
    ),
  );
  expect(form.getByText('Sets the cost of 2 variants, 2 other costs get other days, 1 go.')).toBeVisible();
  expect(saves()).toEqual([]);
  await submit(form);
  expect(await screen.findByText('Set the cost of 2 variants')).toBeVisible();
  const cost = { cogs_amount: 5, effective_start_date: '2026-12-01' };
  expect(saves()).toEqual([{ company_id: 3, items: [11, 12].map((id) => ({ product_variant_id: id, ...cost })) }]);
});

test('a percentage is of what each has; those without a cost are counted before, and named after', async () => {
  jest.spyOn(console, 'error').mockImplementation();
  without = [12];
  const form = await open();
  await user.type(form.getByLabelText(/Percent/), '5');
  await form.findByText('Sets the cost of 1 variant, 1 other costs get other days, 1 go.');
  expect(form.getByText('1 cannot be saved:')).toBeVisible();
  expect(form.getByText(NO_COST)).toHaveTextContent(`1 ${NO_COST}SKU-12`);
  await submit(form);
  expect(await screen.findByText('Set the cost of 1 variant')).toBeVisible();
  expect(await screen.findByRole('listitem')).toHaveTextContent(`SKU-12: ${NO_COST}`);
});

test('a forecast that fails says so, and Retry asks again', async () => {
  service.on(SAVE, [503, { detail: 'The database is away' }]);
  const form = await open();
  await user.type(form.getByLabelText(/Percent/), '5');
  expect(await form.findByText('Failed to ask what this save would do')).toBeVisible();
  expect(form.getByText('The database is away')).toBeVisible();
  service.on(SAVE, ({ body }) => save(body));
  await user.click(form.getByRole('button', { name: 'Retry' }));
  expect(await form.findByText(/^Sets the cost of 2 variants/)).toBeVisible();
  expect(saves()).toEqual([]);
});

test('what the source proposes is set in place of an amount', async () => {
  const form = await open();
  await user.click(form.getByLabelText('Proposed Cost'));
  await user.type(form.getByLabelText(/Start date/), '2026-12-01');
  await submit(form);
  expect(await screen.findByText('Set the cost of 2 variants')).toBeVisible();
  const cost = { proposed: true, effective_start_date: '2026-12-01' };
  expect(saves()).toEqual([{ company_id: 3, items: [11, 12].map((id) => ({ product_variant_id: id, ...cost })) }]);
});

test('takes one cost, and an end after its start', async () => {
  const form = await open();
  await submit(form);
  expect(await form.findByText('Name one of a COGS amount, a percentage and the proposed cost.')).toBeVisible();
  await user.type(form.getByLabelText(/COGS amount/), '5');
  await user.type(form.getByLabelText(/Start date/), '2026-12-01');
  await user.type(form.getByLabelText(/End date/), '2026-11-01');
  await submit(form);
  expect(await form.findByText('End date must be after start date')).toBeVisible();
  expect(form.queryByRole('region', { name: 'Effect of this save' })).toBeNull();
  expect(saves()).toEqual([]);
});
