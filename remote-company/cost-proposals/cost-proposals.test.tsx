import { screen, waitFor, within } from '@testing-library/react';
import type { CogsBulkCreate } from 'contract/company/cogs-bulk';
import type { CostProposal } from 'contract/company/cost-proposals';
import type { Answer, Service } from 'shared-auth/testing';
import { dialog, pageOf, user } from 'shared-ui/testing';
import { openVariants, row, serviceOfVariants } from '../product-variants/testing/variants';

const PROPOSALS = 'GET /product-variant-cogs/proposals';
const SAVE = 'POST /product-variant-cogs/bulk/create';
const OPERATION = '7b6a9a34-1f0e-4a43-9a0f-6d2f6f5c1a01';
const NOTE = { name: '2 costs differ from Shopify' };

const proposalOf = (product_variant_id: number, changes: Partial<CostProposal> = {}): CostProposal => ({
  product_variant_id,
  sales_channel: 'shopify',
  product_variant_identifier: `SKU-${product_variant_id}`,
  display_product_name: 'Crew Tee',
  display_product_variant_name: `Size ${product_variant_id}`,
  cost_today: 4,
  cogs_amount: 4.32,
  effective_start_date: '2026-11-25',
  effective_end_date: null,
  source: 'Shopify',
  read_at: '2026-11-25T08:00:00.000Z',
  ...changes,
});

let service: Service;
let stored: CostProposal[];
/** The service's words for items that it does not save, by their variants. */
let refused: Record<number, string>;

/** Forecasts or saves as the service does: the cost that covers today ends the day before. */
const save = (body: unknown): Answer => {
  const { items, dry_run } = body as CogsBulkCreate;
  const errors = items.flatMap(({ product_variant_id = 0 }, index) =>
    refused[product_variant_id] ? [{ index, msg: refused[product_variant_id] }] : [],
  );
  const saved = items.flatMap((item, index) => (refused[item.product_variant_id ?? 0] ? [] : [{ item, index }]));
  const counts = { success_count: saved.length, error_count: errors.length, errors };
  const changes = { records_updated: 0, records_ended: saved.length, records_removed: 0 };
  if (!dry_run) {
    const ids = saved.map(({ item }) => item.product_variant_id);
    stored = stored.filter(({ product_variant_id }) => !ids.includes(product_variant_id));
    return [200, { ...counts, ...changes }, { 'x-operation-id': OPERATION }];
  }
  const old = { cogs_amount: 4, effective_start_date: '2026-01-01' };
  const forecast = saved.map(({ item, index }) => ({
    index,
    product_variant_id: item.product_variant_id,
    cogs_amount: item.cogs_amount,
    ...changes,
    periods_before: [{ ...old, effective_end_date: null }],
    periods_after: [
      { cogs_amount: item.cogs_amount, effective_start_date: '2026-11-25', effective_end_date: null },
      { ...old, effective_end_date: '2026-11-24' },
    ],
  }));
  return [200, { ...counts, ...changes, forecast }];
};
const saves = () =>
  service
    .requestsTo(SAVE)
    .map(({ body }) => body as CogsBulkCreate)
    .filter(({ dry_run }) => !dry_run);

beforeEach(async () => {
  service = await serviceOfVariants();
  stored = [proposalOf(11), proposalOf(12, { cogs_amount: 3.5 })];
  refused = {};
  service.on(PROPOSALS, ({ query }) => {
    const [page, size] = [Number(query.get('page')), Number(query.get('page_size'))];
    const items = stored.slice((page - 1) * size, page * size);
    const total_pages = Math.ceil(stored.length / size);
    return [200, { ...pageOf(...items), total: stored.length, page, page_size: size, total_pages }];
  });
  service.on(SAVE, ({ body }) => save(body));
});
afterEach(() => service.close());

const open = async (note = NOTE) => {
  openVariants();
  await user.click(await screen.findByRole('button', note));
  return dialog('Costs That Differ from Shopify');
};

test('the costs that differ are counted beside the title once the rows are there, of the list’s company', async () => {
  openVariants();
  expect(await screen.findByRole('button', NOTE)).toBeVisible();
  await row(/SKU-11/);
  const paths = service.requests.map(({ path }) => path);
  expect(paths.indexOf('/product-variant-cogs/proposals')).toBeGreaterThan(paths.indexOf('/product-variants'));
  expect(Object.fromEntries(service.requestsTo(PROPOSALS)[0]?.query ?? [])).toEqual({
    company_id: '3',
    page: '1',
    page_size: '1',
  });
});

test.each<[string, Answer]>([
  ['where none differs', [200, pageOf()]],
  ['who may not see costs', [403, { detail: 'You do not have permission to do this' }]],
])('%s, nothing is said of it', async (_, answer) => {
  service.on(PROPOSALS, answer);
  openVariants();
  await row(/SKU-11/);
  await waitFor(() => expect(service.requestsTo(PROPOSALS)).toHaveLength(1));
  expect(screen.queryByText(/differ/)).toBeNull();
});

test('each is listed with our cost of today, the source’s, the difference, and what saving it would do', async () => {
  const shown = await open();
  const line = within(await shown.findByRole('row', { name: /Size 11/ }));
  await line.findByText('Adds $4.32 from Nov 25; $4.00 ends Nov 24 instead of being ongoing.');
  expect(line.getAllByRole('cell').map(({ textContent }) => textContent)).toEqual([
    '',
    '$4.00',
    '$4.32',
    '+$0.32 (+8 %)',
    'Adds $4.32 from Nov 25; $4.00 ends Nov 24 instead of being ongoing.',
  ]);
  expect(shown.getByText('−$0.50 (−13 %)')).toBeVisible();
  expect(saves()).toEqual([]);
});

test('the chosen ones are saved as one operation, and one Undo takes all of it back', async () => {
  service.on(`POST /history/${OPERATION}/undo`, [
    200,
    { operation_id: 'undo', success_count: 1, error_count: 0, errors: [], not_restored: [] },
  ]);
  const shown = await open();
  expect(await shown.findByRole('button', { name: 'Apply 0 costs' })).toBeDisabled();
  await user.click(await shown.findByRole('checkbox', { name: 'Select Crew Tee, Size 12' }));
  expect(shown.getByText('1 of 2 selected')).toBeVisible();
  const rowsBefore = service.requestsTo('GET /product-variants').length;
  await user.click(shown.getByRole('button', { name: 'Apply 1 cost' }));
  expect(await screen.findByText('Applied 1 cost')).toBeVisible();
  expect(saves()).toEqual([
    {
      company_id: 3,
      items: [
        { product_variant_id: 12, cogs_amount: 3.5, effective_start_date: '2026-11-25', effective_end_date: null },
      ],
    },
  ]);
  // Rows have their cost today, and the title how many have one.
  await waitFor(() => expect(service.requestsTo('GET /product-variants').length).toBeGreaterThan(rowsBefore));
  await waitFor(() => expect(service.requestsTo('GET /product-variants/totals').length).toBeGreaterThan(1));
  // The rest is counted again, then and once it is undone.
  expect(await screen.findByRole('button', { name: '1 cost differs from Shopify' })).toBeVisible();
  stored.push(proposalOf(12));
  await user.click(screen.getByRole('button', { name: /^Undo/ }));
  expect(await screen.findByText('Undone')).toBeVisible();
  expect(await screen.findByRole('button', NOTE)).toBeVisible();
});

test('one that cannot be saved is named with its reason, and stays chosen', async () => {
  const shown = await open();
  refused = { 11: 'Product Variant not found' };
  await user.click(await shown.findByRole('checkbox', { name: 'Select all on this page' }));
  await user.click(shown.getByRole('button', { name: 'Apply 2 costs' }));
  expect(await screen.findByText('Applied 1 cost')).toBeVisible();
  expect(await shown.findByText('1 cost could not be applied')).toBeVisible();
  expect(shown.getByRole('listitem')).toHaveTextContent('Crew Tee, Size 11: Product Variant not found');
  expect(await shown.findByText('1 of 1 selected')).toBeVisible();
  expect(shown.getByRole('checkbox', { name: 'Select Crew Tee, Size 11' })).toBeChecked();
});

test('where nothing comes of it, the reason is told and the choice stays', async () => {
  const shown = await open();
  await user.click(await shown.findByRole('checkbox', { name: 'Select all on this page' }));
  service.on(SAVE, [503, { detail: 'The database is away' }]);
  await user.click(shown.getByRole('button', { name: 'Apply 2 costs' }));
  expect(await screen.findByText('Failed to apply the costs')).toBeVisible();
  expect(screen.getByText('The database is away')).toBeVisible();
  expect(shown.getByText('2 of 2 selected')).toBeVisible();
});

test('all on every page are chosen at once, and sent in parts of one operation', async () => {
  stored = Array.from({ length: 501 }, (_, at) => proposalOf(at + 1));
  const shown = await open({ name: '501 costs differ from Shopify' });
  await user.click(await shown.findByRole('button', { name: 'Next' }));
  expect(await shown.findByRole('row', { name: /Size 26\b/ })).toBeVisible();
  await user.click(shown.getByRole('button', { name: 'Select all 501' }));
  await user.click(await shown.findByRole('button', { name: 'Apply 501 costs' }));
  expect(await screen.findByText('Applied 501 costs')).toBeVisible();
  expect(saves().map(({ items }) => items.length)).toEqual([500, 1]);
  expect(service.requestsTo(SAVE).at(-1)?.headers['x-operation-id']).toBe(OPERATION);
});

test('costs that could not be loaded say so, and are asked for again', async () => {
  openVariants();
  const note = await screen.findByRole('button', NOTE);
  service.on(PROPOSALS, [503, { detail: 'The database is away' }]);
  await user.click(note);
  const shown = await dialog('Costs That Differ from the source');
  expect(await shown.findByText('Failed to load the costs')).toBeVisible();
  service.on(PROPOSALS, [200, pageOf(proposalOf(11))]);
  await user.click(shown.getByRole('button', { name: 'Retry' }));
  expect(await screen.findByRole('row', { name: /Size 11/ })).toBeVisible();
});
