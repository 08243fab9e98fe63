/** The costs of many variants at once (DECISIONS §16). */
import Papa from 'papaparse';
import type { CogsBulkCreate, CogsBulkItem, CogsBulkSaved } from 'contract/company/cogs-bulk';
import type { CogsTimeline } from 'contract/company/product-variant-cogs';
import { addTestCompany } from '../testing/console';
import { openCogsConsole, periodOf, type CogsConsole, type Dates } from '../testing/cogs';
import { undo } from '../testing/undo';

let cogs: CogsConsole;
beforeAll(async () => {
  cogs = await openCogsConsole();
});
afterAll(() => cogs.service.close());

type Call = Omit<Partial<CogsBulkCreate>, 'items'> & { items: readonly object[] };
const send = (body: Call, headers = {}) =>
  cogs.admin.post<CogsBulkSaved & { detail?: unknown }>(
    '/product-variant-cogs/bulk/create',
    { company_id: cogs.companyId, ...body },
    headers,
  );
const cost = (product_variant_id: number, cogs_amount: number, [start, end]: Dates) => ({
  product_variant_id,
  ...periodOf(cogs_amount, [start, end]),
});
const sourcesOf = async (variant: number) =>
  (await cogs.timeline(variant)).items.map(({ cogs_record }: CogsTimeline['items'][number]) => cogs_record.source);
const keyOf = (variant: number) =>
  cogs.service.database.db
    .selectFrom('product_variants')
    .select(['sales_channel', 'product_variant_identifier'])
    .where('id', '=', variant)
    .executeTakeFirstOrThrow();
const auditRows = () => cogs.service.database.db.selectFrom('audit_log').selectAll().orderBy('id').execute();

it('saves each item as one save would be, several of a variant in the order given', async () => {
  const { variant } = await cogs.history();
  const twin = (await cogs.history()).variant;
  const saves: [number, Dates][] = [
    [7, ['2026-02-10', '2026-02-20']],
    [8, ['2026-01-15', '2026-04-15']],
    [9, ['2026-02-01', null]],
  ];
  const { status, body } = await send({ items: saves.map(([amount, dates]) => cost(variant, amount, dates)) });
  expect(status).toBe(200);
  const counts = { records_updated: 0, records_ended: 0 };
  for (const [amount, dates] of saves) {
    const one = await cogs.saved(twin, amount, dates);
    counts.records_updated += one.records_updated;
    counts.records_ended += one.records_ended;
  }
  expect(body).toEqual({ success_count: 3, error_count: 0, errors: [], records_removed: 4, ...counts });
  expect(await cogs.periods(variant)).toEqual(await cogs.periods(twin));
});

it('finds a variant by channel and identifier, and names each item that it cannot save', async () => {
  const variant = await cogs.newVariant();
  const other = await addTestCompany(cogs.service, 'Company B', `company-b-${variant}`);
  const { id: foreign } = await cogs.service.database.db
    .insertInto('product_variants')
    .values({
      company_id: other,
      sales_channel: 'shopify',
      product_variant_identifier: 'FOREIGN',
      cached_product_name: 'Tee',
      cached_product_variant_name: 'Small',
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  const key = await keyOf(variant);
  const items = [
    { ...key, product_variant_identifier: `  ${key.product_variant_identifier} `, cogs_amount: 5 },
    { ...key, sales_channel: 'amazon', cogs_amount: 5 },
    cost(foreign, 5, [null, null]),
    { product_variant_id: variant, cogs_amount: 1.005 },
    { product_variant_id: variant, cogs_amount: '5' },
    cost(variant, 6, ['2026-02-01', '2026-01-01']),
    { product_variant_id: variant },
  ];
  const { body } = await send({ items });
  expect(body).toMatchObject({ success_count: 1, error_count: 6 });
  expect(body.errors).toEqual([
    { index: 1, msg: 'Product Variant not found' },
    { index: 2, msg: 'Product Variant not found' },
    { index: 3, msg: 'COGS amount must have at most 2 decimals' },
    { index: 4, msg: 'COGS amount must be a valid number' },
    { index: 5, msg: 'End date must be after start date' },
    { index: 6, msg: 'Name one of a COGS amount, a percentage and the proposed cost' },
  ]);
  expect(await cogs.periods(variant)).toEqual([[5, null, null]]);
  expect(await cogs.rows(foreign)).toEqual([]);
});

it('a percentage is of the cost that covers the start date, also one that an item before it saved', async () => {
  const { variant } = await cogs.history();
  const bare = await cogs.newVariant();
  const { body } = await send({
    items: [
      {
        product_variant_id: variant,
        percent: 50,
        effective_start_date: '2026-03-01',
        effective_end_date: '2026-03-31',
      },
      { product_variant_id: variant, percent: 0.5, effective_start_date: '2026-03-15' },
      { product_variant_id: bare, percent: 5, effective_start_date: '2026-03-01' },
      { product_variant_id: variant, percent: -99.99, effective_start_date: null, effective_end_date: '2026-01-31' },
    ],
  });
  expect(body.errors).toEqual([
    { index: 2, msg: 'No cost covers the start date, so there is nothing to take a percentage of' },
    { index: 3, msg: 'COGS amount must be greater than 0' },
  ]);
  expect(await cogs.periods(variant)).toEqual([
    [3.02, '2026-03-15', null],
    [3, '2026-03-01', '2026-03-14'],
    [2, '2026-02-01', '2026-02-28'],
    [1, null, '2026-01-31'],
  ]);
});

it('with dry_run says for each item its amount, its counts and the dates that it moves, and writes nothing', async () => {
  const { variant } = await cogs.history();
  const before = [await cogs.rows(variant), await auditRows()];
  const items = [
    { product_variant_id: variant, percent: 10, effective_start_date: '2026-03-01', effective_end_date: null },
  ];
  const { body } = await send({ items, dry_run: true });
  expect(body).toEqual({
    success_count: 1,
    error_count: 0,
    errors: [],
    records_updated: 0,
    records_ended: 2,
    records_removed: 1,
    forecast: [
      {
        index: 0,
        product_variant_id: variant,
        cogs_amount: 2.2,
        records_updated: 0,
        records_ended: 2,
        records_removed: 1,
        periods_before: expect.arrayContaining([
          periodOf(2, ['2026-02-01', '2026-03-31']),
          periodOf(3, ['2026-04-01', null]),
        ]) as unknown,
        periods_after: [periodOf(2.2, ['2026-03-01', null]), periodOf(2, ['2026-02-01', '2026-02-28'])],
      },
    ],
  });
  expect([await cogs.rows(variant), await auditRows()]).toEqual(before);
  // A forecast is asked for again with the same key, for the costs may have moved.
  const key = { 'idempotency-key': `forecast ${variant}` };
  await send({ items, dry_run: true }, key);
  await send({ items: [cost(variant, 7, ['2026-03-01', null])] });
  expect((await send({ items, dry_run: true }, key)).body.forecast?.[0]?.cogs_amount).toBe(7.7);
});

it('keeps with each cost where it came from, until somebody types another amount', async () => {
  const variant = await cogs.newVariant();
  await send({ file: ' costs.csv ', items: [{ ...cost(variant, 5, ['2026-01-01', null]), line: 12 }] });
  await send({ file: 'later.csv', items: [cost(variant, 6, ['2026-02-01', '2026-02-28'])] });
  expect(await sourcesOf(variant)).toEqual(['costs.csv, line 12', 'later.csv', 'costs.csv, line 12']);
  const newest = (await cogs.timeline(variant)).items[0]?.cogs_record.id;
  const path = `/product-variant-cogs/${newest}`;
  await cogs.admin.patch(path, { cogs_amount: 5, effective_start_date: '2026-03-10' });
  expect((await sourcesOf(variant))[0]).toBe('costs.csv, line 12');
  await cogs.admin.patch(path, { cogs_amount: 5.5 });
  expect(await sourcesOf(variant)).toEqual(['admin', 'later.csv', 'costs.csv, line 12']);
  await send({ items: [cost(variant, 9, [null, null])] });
  expect(await sourcesOf(variant)).toEqual(['admin']);
});

it('is one operation that one undo takes back, sources too', async () => {
  const [one, two] = [(await cogs.history()).variant, (await cogs.history()).variant];
  const before = await Promise.all([one, two].map(cogs.rows));
  const saved = await send({
    file: 'costs.csv',
    items: [cost(one, 7, ['2026-01-15', '2026-04-15']), cost(two, 8, [null, null]), cost(one, 9, ['2026-02-01', null])],
  });
  const after = await Promise.all([one, two].map((variant) => cogs.periods(variant)));
  const undone = await undo(cogs.admin, saved);
  expect(undone).toMatchObject({ status: 200, body: { error_count: 0, not_restored: [] } });
  const still = ({ updated_at: _, updated_by: __, ...row }: (typeof before)[number][number]) => row;
  expect((await Promise.all([one, two].map(cogs.rows))).map((rows) => rows.map(still))).toEqual(
    before.map((rows) => rows.map(still)),
  );
  expect((await undo(cogs.admin, undone)).status).toBe(200);
  expect(await Promise.all([one, two].map((variant) => cogs.periods(variant)))).toEqual(after);
});

it('whose undo finds a variant changed since leaves all of its periods, names it, and takes back the others', async () => {
  const [one, two, three] = [(await cogs.history()).variant, (await cogs.history()).variant, await cogs.newVariant()];
  const before = await cogs.periods(two);
  const saved = await send({
    items: [one, two, three].map((variant) => cost(variant, 7, ['2026-01-15', '2026-04-15'])),
  });
  const first = (await cogs.timeline(one)).items[0]?.cogs_record.id;
  await cogs.admin.patch(`/product-variant-cogs/${first}`, { cogs_amount: 50 });
  // Undone, nothing would be left before this one.
  await cogs.saved(three, 1, ['2026-06-01', null]);
  const left = [await cogs.periods(one), await cogs.periods(three)];
  const { status, body } = await undo(cogs.admin, saved);
  expect(status).toBe(200);
  expect(await cogs.periods(two)).toEqual(before);
  expect([await cogs.periods(one), await cogs.periods(three)]).toEqual(left);
  expect(new Set(body.errors.map(({ msg }) => msg))).toEqual(
    new Set([
      'This COGS record has been changed since.',
      'Other COGS records of this product variant have been changed since.',
    ]),
  );
});

it('repeated with its Idempotency-Key it has one effect', async () => {
  const variant = await cogs.newVariant();
  const call = () =>
    send(
      {
        items: [
          { product_variant_id: variant, cogs_amount: 4 },
          { product_variant_id: variant, percent: 50 },
        ],
      },
      { 'idempotency-key': `once ${variant}` },
    );
  const [first, again] = [await call(), await call()];
  expect(again.body).toEqual(first.body);
  expect(await cogs.periods(variant)).toEqual([[6, null, null]]);
});

it.each<[string, object, string]>([
  ['no items', { items: [] }, 'Items must name at least 1'],
  [
    'more than 1,000',
    { items: Array(1001).fill({ product_variant_id: 1, cogs_amount: 1 }) },
    'Items must not name more than 1000',
  ],
  [
    'an unknown field',
    { items: [{ product_variant_id: 1, cogs_amount: 1, source: 'me' }] },
    'This field cannot be set',
  ],
])('refuses %s: 422, and nothing is stored', async (_, body, msg) => {
  const response = await send(body as Call);
  expect(response.status).toBe(422);
  expect(response.body.detail).toMatchObject([{ msg }]);
});

it('two calls at once about the same variants leave one unbroken timeline each', async () => {
  const all = [await cogs.newVariant(), await cogs.newVariant(), await cogs.newVariant()];
  const items = (amount: number): CogsBulkItem[] =>
    all.map((variant, at) => cost(variant, amount, [`2026-0${amount}-1${at}`, null]));
  const calls = [1, 2, 3, 4].map((amount) => send({ items: amount % 2 ? items(amount) : items(amount).reverse() }));
  expect((await Promise.all(calls)).map(({ body }) => body.error_count)).toEqual([0, 0, 0, 0]);
  for (const variant of all) {
    const periods = (await cogs.periods(variant)).reverse();
    for (const [at, [, start]] of periods.entries())
      if (at) expect(Date.parse(String(start)) - Date.parse(String(periods[at - 1]?.[2]))).toBe(24 * 60 * 60 * 1000);
  }
});

it('exports all costs of a company as a file that imports again unchanged', async () => {
  const own = await openCogsConsole();
  const { variant } = await own.history();
  await own.saved(await own.newVariant(), 1234.5, [null, null]);
  await own.newVariant();
  const before = await own.periods(variant);
  const { status, text, headers } = await own.admin.post('/product-variant-cogs/export', { company_id: own.companyId });
  expect([status, headers['content-type']]).toEqual([200, 'text/csv; charset=utf-8']);
  const { data } = Papa.parse<Record<string, string>>(text.slice(1), { header: true, skipEmptyLines: true });
  expect(data.map((line) => Object.values(line).slice(0, 7))).toEqual([
    ['shopify', 'SKU-1', '1', '', '2026-01-31', 'Tee', 'Small'],
    ['shopify', 'SKU-1', '2', '2026-02-01', '2026-03-31', 'Tee', 'Small'],
    ['shopify', 'SKU-1', '3', '2026-04-01', '', 'Tee', 'Small'],
    ['shopify', 'SKU-2', '1234.5', '', '', 'Tee', 'Small'],
  ]);
  const items = data.map((line, at) => ({
    sales_channel: line['Sales Channel'],
    product_variant_identifier: line['Product Variant ID'],
    line: at + 2,
    ...periodOf(Number(line['COGS amount']), [line['Start date'] || null, line['End date'] || null]),
  }));
  const again = await own.admin.post('/product-variant-cogs/bulk/create', {
    company_id: own.companyId,
    items,
    file: 'x',
  });
  expect(again.body).toMatchObject({ success_count: 4, error_count: 0 });
  expect(await own.periods(variant)).toEqual(before);
  await own.service.close();
});
