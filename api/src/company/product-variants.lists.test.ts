import type { ProductVariant } from 'contract/company/product-variants';
import type { Paged } from 'contract/paging';
import { addTestCompany, openConsole, type Person, type TestConsole } from '../testing/console';

let service: TestConsole;
let admin: Person;
let a: number;
let b: number;

/** Identifier, channel, product, variant, the two overrides, when it was synchronised. */
type Row = [string, ProductVariant['sales_channel'], string, string, string | null, string | null, string | null];
const ROWS: Row[] = [
  ['SKU-2', 'shopify', 'apple', 'Small', null, null, '2026-01-02T00:00:00.000Z'],
  ['sku-10', 'amazon', 'Banana', 'Small', 'Zebra', null, null],
  ['SKU-1', 'tiktok', 'äpfel', 'Large', '   ', 'Pack of 2', '2026-01-01T00:00:00.000Z'],
  ['sku-1', 'shopify', 'Éclair', 'XL', null, '', null],
  ['100%', 'amazon', '100% Cotton', "quo'te", 'under_score', 'back\\slash', '2026-01-03T00:00:00.000Z'],
];

beforeAll(async () => {
  service = await openConsole();
  a = await addTestCompany(service, 'Company A', 'company-a');
  b = await addTestCompany(service, 'Company B', 'company-b');
  admin = await service.person('admin', { groups: ['CompanyAdmin'], companies: ['company-a'] });
  for (const [at, row] of ROWS.entries()) {
    const [product_variant_identifier, sales_channel, product, variant, overProduct, overVariant, last_synced_at] = row;
    const names = {
      cached_product_name: product,
      cached_product_variant_name: variant,
      override_product_name: overProduct,
      override_product_variant_name: overVariant,
    };
    const made = { company_id: a, product_variant_identifier, sales_channel, ...names, last_synced_at };
    await service.database.db
      .insertInto('product_variants')
      .values([
        { ...made, is_active: at % 2 === 0 },
        { ...made, company_id: b },
      ])
      .execute();
  }
});
afterAll(() => service.close());

const list = async (query: string) =>
  (await admin.get<Paged<ProductVariant>>(`/product-variants?company_id=${a}${query}`)).body;
const identifiers = async (query: string) =>
  (await list(query)).items.map(({ product_variant_identifier }) => product_variant_identifier);
const ALL = ['100%', 'SKU-1', 'sku-1', 'sku-10', 'SKU-2'];

it('return 25 a page by identifier unless told otherwise, with the exact total, of the one company', async () => {
  const body = await list('');
  expect(body).toMatchObject({ total: 5, page: 1, page_size: 25, total_pages: 1 });
  expect(await identifiers('')).toEqual(ALL);
  for (const item of body.items) expect(item).toMatchObject({ company_id: a, company_name: 'Company A' });
});

it('show the override where it is set and not blank, else the cached name', async () => {
  const { items } = await list('&sort_by=created_at');
  expect(items.map((item) => [item.display_product_name, item.display_product_variant_name])).toEqual([
    ['apple', 'Small'],
    ['Zebra', 'Small'],
    ['äpfel', 'Pack of 2'],
    ['Éclair', 'XL'],
    ['under_score', 'back\\slash'],
  ]);
});

it.each([
  ['product_variant_identifier', ALL],
  ['display_product_name', ['SKU-2', '100%', 'sku-10', 'SKU-1', 'sku-1']],
  ['display_product_variant_name', ['100%', 'SKU-1', 'SKU-2', 'sku-10', 'sku-1']],
  ['sales_channel', ['sku-10', '100%', 'SKU-2', 'sku-1', 'SKU-1']],
  ['is_active', ['sku-10', 'sku-1', 'SKU-2', 'SKU-1', '100%']],
  ['created_at', ROWS.map(([identifier]) => identifier)],
  ['updated_at', ROWS.map(([identifier]) => identifier)],
])('sort by %s in both directions, by sort_by and by sort', async (sort, expected) => {
  expect(await identifiers(`&sort_by=${sort}`)).toEqual(expected);
  expect(await identifiers(`&sort_by=-${sort}`)).toEqual([...expected].reverse());
  expect(await identifiers(`&sort=-${sort}`)).toEqual([...expected].reverse());
});

it('sort what was never synchronised last in both directions', async () => {
  expect(await identifiers('&sort_by=last_synced_at')).toEqual(['SKU-1', 'SKU-2', '100%', 'sku-10', 'sku-1']);
  expect(await identifiers('&sort_by=-last_synced_at')).toEqual(['100%', 'SKU-2', 'SKU-1', 'sku-1', 'sku-10']);
});

it('never repeat or drop a row over pages of equal sort values, and are empty past the end', async () => {
  for (const sort of ['is_active', '-sales_channel', '-last_synced_at']) {
    const pages = await Promise.all([1, 2, 3, 4].map((page) => list(`&sort_by=${sort}&page_size=2&page=${page}`)));
    expect(pages.map(({ items }) => items.length)).toEqual([2, 2, 1, 0]);
    expect(pages.every(({ total, total_pages }) => total === 5 && total_pages === 3)).toBe(true);
    expect(new Set(pages.flatMap(({ items }) => items.map(({ id }) => id))).size).toBe(5);
  }
});

it.each([
  ['cached_product_name', 'ANA', ['sku-10']],
  ['cached_product_name', 'zebra', []],
  ['cached_product_name', '%', ['100%']],
  ['cached_product_name', 'ÉC', ['sku-1']],
  ['cached_product_name', 'a', ['sku-1', 'sku-10', 'SKU-2']],
  ['cached_product_variant_name', "O'T", ['100%']],
  ['override_product_name', 'EBR', ['sku-10']],
  ['override_product_name', '_', ['100%']],
  ['override_product_variant_name', '\\', ['100%']],
  ['override_product_variant_name', 'of 2', ['SKU-1']],
  ['product_variant_identifier', 'SKU-1', ['SKU-1']],
  ['product_variant_identifier', 'sku', []],
  ['sales_channel', 'amazon', ['100%', 'sku-10']],
  ['is_active', 'false', ['sku-1', 'sku-10']],
  ['cached_product_name', '', ALL],
])('filter by %s=%s, names by what they contain, the identifier exactly (INJ-03)', async (filter, value, expected) => {
  const query = `&${filter}=${encodeURIComponent(value)}`;
  expect(await identifiers(query)).toEqual(expected);
  expect((await list(query)).total).toBe(expected.length);
});

it('filter by several at once', async () => {
  expect(await identifiers('&cached_product_variant_name=small&is_active=true&sales_channel=shopify')).toEqual([
    'SKU-2',
  ]);
});

it.each([
  ['sales_channel=etsy', 'sales_channel'],
  ['is_active=yes', 'is_active'],
  ['cached_product_name=%00', 'cached_product_name'],
  [`cached_product_name=${'%25'.repeat(10_000)}`, 'cached_product_name'],
  ['page=0', 'page'],
  ['page_size=101', 'page_size'],
])('refuse ?%.30s (INJ-03, INJ-04)', async (query, field) => {
  const { status, body } = await admin.get(`/product-variants?company_id=${a}&${query}`);
  expect(status).toBe(422);
  expect(body.detail).toEqual([expect.objectContaining({ loc: ['query', field] })]);
});

it.each([
  'product_variant_identifier;drop table companies',
  '(select pg_sleep(5))',
  'is_active desc nulls',
  '-',
  '--is_active',
  'IS_ACTIVE',
  'product_variant_identifier_key',
  'company__name',
  'x'.repeat(10_000),
])('refuse to sort by %.30s (INJ-01)', async (sort) => {
  for (const name of ['sort_by', 'sort'])
    expect((await admin.get(`/product-variants?company_id=${a}&${name}=${encodeURIComponent(sort)}`)).status).toBe(422);
});

it('want a company', async () => {
  for (const query of ['', '?company_id=', '?company_id=x', '?company_id=0']) {
    const { status, body } = await admin.get(`/product-variants${query}`);
    expect(status).toBe(422);
    expect(body.detail).toEqual([expect.objectContaining({ loc: ['query', 'company_id'] })]);
  }
});

it('return 404 for a company out of reach as for one that is not there (SCOPE-06)', async () => {
  const foreign = await admin.get(`/product-variants?company_id=${b}`);
  const absent = await admin.get('/product-variants?company_id=999999');
  expect(foreign).toMatchObject({ status: 404, body: { detail: 'Company not found' } });
  expect({ status: absent.status, body: absent.body }).toEqual({ status: foreign.status, body: foreign.body });
});

it('of thousands are paged, to the last row, in the very order of the whole', async () => {
  const { db } = service.database;
  const large = await addTestCompany(service, 'Large', 'large');
  const everyone = await service.person('everyone', { groups: ['AaasAdmin', 'Admin'] });
  const rows = Array.from({ length: 1150 }, (_, at) => ({
    company_id: large,
    sales_channel: 'shopify' as const,
    product_variant_identifier: `SKU-${at}`,
    cached_product_name: `Product ${at % 7}`,
    cached_product_variant_name: 'Small',
    last_synced_at: at % 3 ? new Date(at % 50).toISOString() : null,
  }));
  await db.insertInto('product_variants').values(rows).execute();
  const idsOf = async (query: string) => {
    const { body } = await everyone.get<Paged<ProductVariant>>(`/product-variants?company_id=${large}&${query}`);
    expect(body.total).toBe(1150);
    return body.items.map(({ id }) => id);
  };
  const pages = Array.from({ length: 13 }, (_, at) => `page=${at + 1}&page_size=100`);
  for (const sort of ['display_product_name', '-last_synced_at']) {
    const column = sort === '-last_synced_at' ? 'last_synced_at' : 'cached_product_name';
    const direction = sort.startsWith('-') ? 'desc' : 'asc';
    const whole = await db
      .selectFrom('product_variants')
      .select('id')
      .where('company_id', '=', large)
      .orderBy(column, (order) => order[direction]().nullsLast())
      .orderBy('id', direction)
      .execute();
    const shown = await Promise.all(pages.map((page) => idsOf(`sort_by=${sort}&${page}`)));
    expect(shown.flat()).toEqual(whole.map(({ id }) => id));
  }
});
