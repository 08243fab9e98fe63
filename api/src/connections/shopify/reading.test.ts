import type { Connection, RunWithFindings } from 'contract/company/connections';
import type { CostProposal } from 'contract/company/cost-proposals';
import type { ProductVariant } from 'contract/company/product-variants';
import { sql } from 'kysely';
import { secretsWith } from '../../database/secrets';
import { SOURCE_ADDRESSES } from '../../start/source-addresses';
import { addTestCompany, openConsole, type Person, type TestConsole } from '../../testing/console';
import { undo } from '../../testing/undo';
import { runConnection } from '../run-connection';
import { SOURCES } from '../sources';
import { startShopifyStandIn, type ShopifyStandIn, type StandInStore, type StandInVariant } from './stand-in';

const TOKEN = 'shpat_0123456789abcdef';

let shopify: ShopifyStandIn;
let service: TestConsole;
let admin: Person;
let company: number;
let store: StandInStore;
let connection: Connection;
let made = 0;

beforeAll(async () => {
  shopify = await startShopifyStandIn();
  service = await openConsole({ sources: { ...SOURCE_ADDRESSES, shopify: `${shopify.url}/{name}` } });
  admin = await service.person('admin', { groups: ['AaasAdmin', 'CompanyAdmin'] });
});
afterAll(async () => {
  await service.close();
  await shopify.close();
});
beforeEach(async () => {
  made += 1;
  const name = `store-${made}`;
  company = await addTestCompany(service, `Company ${made}`, `company-${made}`);
  store = { token: TOKEN, shopName: name, variants: [] };
  shopify.stores.set(name, store);
  const secret = { source: 'shopify', kind: 'token', company_id: company, label: 'Store', secret: TOKEN };
  const credential = await admin.post<{ id: number }>('/credentials', secret);
  const body = { company_id: company, source: 'shopify', external_id: name, credential_id: credential.body.id };
  connection = (await admin.post<Connection>('/connections', body)).body;
});

const post = (call: string, body?: object) =>
  admin.post<{ run_id: number }>(`/connections/${connection.id}/${call}`, body);
const findRun = async (id: number) =>
  (await admin.get<RunWithFindings>(`/connections/${connection.id}/runs/${id}`)).body;
/** Tries a run once, as the queue does. */
async function tried(id: number, now = new Date()): Promise<RunWithFindings> {
  const { config, database } = service;
  const parts = {
    db: database.db,
    secrets: secretsWith(config.encryptionKey),
    sources: SOURCES,
    addresses: config.sources,
    now: () => now,
    pause: 1,
    report: (message: string) => fail(message),
  };
  await runConnection(parts, id, new AbortController().signal);
  return findRun(id);
}
const fail = (message: string) => {
  throw new Error(message);
};
const called = async (call: 'preview' | 'sync', now?: Date) => tried((await post(call)).body.run_id, now);
/** The first preview, confirmed, and its read. */
async function readFirst(): Promise<RunWithFindings> {
  const { id } = await called('preview');
  const { body } = await post(`runs/${id}/confirm`);
  return tried(body.run_id);
}
const offered = (...variants: (Partial<StandInVariant> & { id: number })[]) => {
  store.variants = variants.map((one) => ({ product: `Product ${one.id}`, title: 'Default Title', ...one }));
};
const variants = async () =>
  (
    await admin.get<{ items: ProductVariant[] }>(
      `/product-variants?company_id=${company}&sort_by=created_at&page_size=100`,
    )
  ).body.items;
const ours = async (product_variant_identifier: string) => {
  const body = {
    company_id: company,
    sales_channel: 'shopify',
    product_variant_identifier,
    cached_product_name: 'Ours',
    cached_product_variant_name: 'Ours',
  };
  return (await admin.post<ProductVariant>('/product-variants', body)).body;
};
const byIdentifier = async () => new Map((await variants()).map((one) => [one.product_variant_identifier, one]));

test('a preview says how many match, are new and doubtful, and writes nothing', async () => {
  const [long, sku, twice] = [await ours('gid://shopify/ProductVariant/1'), await ours('TEA'), await ours('CUP')];
  await ours('3');
  offered(
    { id: 1 },
    { id: 2, sku: 'TEA' },
    { id: 3 },
    { id: 4, sku: 'CUP' },
    { id: 5, sku: 'CUP' },
    { id: 6 },
    { id: 7, sku: 'FREE' },
  );
  const before = await variants();
  const run = await called('preview');
  expect(run).toMatchObject({ status: 'asking', expected: 7, read: 7, created: 2, changed: 3, doubtful: 2, gone: 0 });
  const candidates = [{ id: twice.id, label: 'Ours – Ours (CUP)' }];
  expect(run.findings).toMatchObject([
    { kind: 'doubtful', key: '4', label: 'Product 4 – Default Title', candidates, can_be_new: true, match: null },
    { kind: 'doubtful', key: '5', candidates },
  ]);
  expect(await variants()).toEqual(before);

  const { body } = await post(`runs/${run.id}/confirm`);
  expect(await tried(body.run_id)).toMatchObject({ status: 'done', created: 2, changed: 3, doubtful: 2, failed: 0 });
  const now = await byIdentifier();
  expect([...now.keys()].sort()).toEqual(['3', '6', '7', 'CUP', 'TEA', 'gid://shopify/ProductVariant/1']);
  for (const { id, product_variant_identifier } of [long, sku])
    expect(now.get(product_variant_identifier)).toMatchObject({
      id,
      sync_status: 'success',
      updated_at: expect.any(String),
    });
  expect(now.get('TEA')).toMatchObject({ cached_product_name: 'Product 2', updated_at: sku.updated_at });
  expect(now.get('CUP')).toEqual(twice);

  // Matched once: the SKU may go, and the next run changes nothing.
  offered({ id: 1 }, { id: 2 }, { id: 3 }, { id: 4, sku: 'CUP' }, { id: 5, sku: 'CUP' }, { id: 6 }, { id: 7 });
  expect(await called('sync')).toMatchObject({ status: 'done', created: 0, changed: 0, unchanged: 5, doubtful: 2 });
});

test('a doubtful variant is matched by hand once, to one of ours or to none', async () => {
  const { id } = await ours('CUP');
  offered({ id: 4, sku: 'CUP' }, { id: 5, sku: 'CUP' });
  const run = await readFirst();
  expect((await post('match', { key: '4', record_id: id })).status).toBe(204);
  expect((await post('match', { key: '5', record_id: null })).status).toBe(204);
  // The run that found them says what has become of them.
  expect((await findRun(run.id)).findings.map(({ key, match }) => [key, match])).toEqual([
    ['4', { record_id: id }],
    ['5', { record_id: null }],
  ]);
  expect((await post('match', { key: '5', record_id: 999_999 })).status).toBe(404);
  expect((await post('match', { key: 'not an id', record_id: id })).status).toBe(404);
  expect(await called('sync')).toMatchObject({ doubtful: 0, created: 1, changed: 1 });
  expect((await byIdentifier()).get('CUP')).toMatchObject({ id, cached_product_name: 'Product 4' });
  expect((await byIdentifier()).get('5')).toMatchObject({ cached_product_name: 'Product 5' });
  expect(await called('sync')).toMatchObject({ doubtful: 0, created: 0, changed: 0, unchanged: 2 });
});

test('a doubtful variant whose ID one of ours has as its identifier can be one of ours alone', async () => {
  const [short, long] = [await ours('4'), await ours('gid://shopify/ProductVariant/4')];
  offered({ id: 4 });
  const { id } = await readFirst();
  const finding = async () => (await findRun(id)).findings[0]!;
  expect(await finding()).toMatchObject({
    kind: 'doubtful',
    can_be_new: false,
    match: null,
    candidates: [
      { id: short.id, label: 'Ours – Ours (4)' },
      { id: long.id, label: 'Ours – Ours (gid://shopify/ProductVariant/4)' },
    ],
  });
  expect(await post('match', { key: '4', record_id: null })).toMatchObject({
    status: 400,
    body: { detail: 'A variant has its ID as its identifier already: no new one can be made.' },
  });
  expect((await post('match', { key: '4', record_id: long.id })).status).toBe(204);
  expect(await called('sync')).toMatchObject({ doubtful: 0, created: 0, changed: 1 });
  expect((await finding()).match).toEqual({ record_id: long.id });
});

test('whoever reads the company reads what a run found; who writes it matches, and no one else', async () => {
  const { id } = await ours('CUP');
  offered({ id: 4, sku: 'CUP' }, { id: 5, sku: 'CUP' });
  const run = await readFirst();
  const company_slug = `company-${made}`;
  const reader = await service.person(`reader-${made}`, { groups: ['AdManager'], companies: [company_slug] });
  const writer = await service.person(`writer-${made}`, { groups: ['CompanyAdmin'], companies: [company_slug] });
  const stranger = await service.person(`stranger-${made}`, { groups: ['CompanyAdmin'], companies: [] });
  const [found, match] = [`/connections/${connection.id}/runs/${run.id}`, `/connections/${connection.id}/match`];
  const body = { key: '4', record_id: id };
  expect([(await reader.get(found)).status, (await reader.post(match, body)).status]).toEqual([200, 403]);
  expect([(await stranger.get(found)).status, (await stranger.post(match, body)).status]).toEqual([404, 404]);
  expect((await findRun(run.id)).findings[0]!.match).toBeNull();
  expect((await writer.post(match, body)).status).toBe(204);
  const elsewhere = await addTestCompany(service, `Elsewhere ${made}`, `elsewhere-${made}`);
  const { body: theirs } = await admin.post<ProductVariant>('/product-variants', {
    company_id: elsewhere,
    sales_channel: 'shopify',
    product_variant_identifier: 'CUP',
    cached_product_name: 'Theirs',
    cached_product_variant_name: 'Theirs',
  });
  expect((await post('match', { key: '5', record_id: theirs.id })).status).toBe(404);
});

test('a new variant is as active as its product; afterwards that is people’s, and so are the overrides', async () => {
  offered({ id: 1, status: 'DRAFT' }, { id: 2, title: `${'🌵'.repeat(300)}` }, { id: 3, product: ' \u0007 ' });
  await readFirst();
  const first = await byIdentifier();
  expect(first.get('1')).toMatchObject({ is_active: false, sync_status: 'success', sync_message: null });
  expect([...first.get('2')!.cached_product_variant_name]).toHaveLength(255);
  expect(first.get('3')).toMatchObject({ cached_product_name: 'Variant 3', is_active: true });
  offered({ id: 1, status: 'ACTIVE', product: 'Tea' }, { id: 2 }, { id: 3 });
  await called('sync');
  expect((await byIdentifier()).get('1')).toMatchObject({ is_active: false, cached_product_name: 'Tea' });
});

test('variants that the store has no more are gone after a whole read, and come back with it', async () => {
  const all = Array.from({ length: 10 }, (_, at) => ({ id: at + 1 }));
  offered(...all);
  await readFirst();
  offered(...all.slice(0, 9));
  const message = 'Shopify does not have it any more';
  const run = await called('sync');
  expect(run).toMatchObject({ status: 'done', read: 9, gone: 1 });
  const finding = { kind: 'gone', key: '10', label: 'Product 10 – Default Title', message, candidates: [] };
  expect(run.findings).toEqual([{ ...finding, can_be_new: false, match: null }]);
  expect((await byIdentifier()).get('10')).toMatchObject({ sync_status: 'failed', sync_message: message });
  offered(...all);
  expect(await called('sync')).toMatchObject({ gone: 0, changed: 1 });
  expect((await byIdentifier()).get('10')).toMatchObject({ sync_status: 'success', sync_message: null });
});

test('more than a fifth gone at once asks first', async () => {
  const all = Array.from({ length: 10 }, (_, at) => ({ id: at + 1 }));
  offered(...all);
  await readFirst();
  offered(...all.slice(0, 7));
  const run = await called('sync');
  expect(run).toMatchObject({ status: 'asking', read: 7, gone: 3, message: expect.stringContaining('3 variants') });
  // Those that would be gone are named, before anyone says yes.
  expect(run.findings.map(({ kind, key }) => [kind, key])).toEqual([
    ['gone', '8'],
    ['gone', '9'],
    ['gone', '10'],
  ]);
  expect((await variants()).filter(({ sync_status }) => sync_status === 'failed')).toEqual([]);
  const { body } = await post(`runs/${run.id}/confirm`);
  const confirmed = await tried(body.run_id);
  expect(confirmed).toMatchObject({ status: 'done', read: 7, gone: 3, findings: [{}, {}, {}] });
  expect((await variants()).filter(({ sync_status }) => sync_status === 'failed')).toHaveLength(3);
  expect(await killedAtItsEnd(run.id)).toMatchObject({ status: 'done', read: 7, gone: 3, findings: [{}, {}, {}] });
});

/** A process was killed once all was stored, before the run's end was noted: another one takes the run up. */
async function killedAtItsEnd(id: number): Promise<RunWithFindings> {
  await sql`update sync_runs set status = 'running', ended_at = null where id = ${id}`.execute(service.database.db);
  return tried(id);
}

test('a store that sends nothing after a whole read ends nothing: the run fails', async () => {
  const all = Array.from({ length: 5 }, (_, at) => ({ id: at + 1 }));
  offered(...all);
  await readFirst();
  const empty = { status: 200, json: { data: { productVariants: { nodes: [] } } } };
  // After the test call and the count.
  shopify.follow(null, null, empty);
  const run = await called('sync');
  expect(run).toMatchObject({ status: 'queued', attempts: 1, error_code: 'partial_response', read: 0, gone: 0 });
  // Emptied in earnest, it asks.
  store.variants = [];
  expect(await tried(run.id)).toMatchObject({ status: 'asking', read: 0, gone: 5 });
  expect((await variants()).every(({ sync_status }) => sync_status === 'success')).toBe(true);
});

test('a read that ends too early ends nothing either', async () => {
  offered(...Array.from({ length: 250 }, (_, at) => ({ id: at + 1 })));
  await readFirst();
  const empty = { status: 200, json: { data: { productVariants: { nodes: [] } } } };
  shopify.follow(null, null, null, empty);
  expect(await called('sync')).toMatchObject({ status: 'queued', error_code: 'partial_response', read: 100, gone: 0 });
});

test('a run that breaks off goes on after what it has written, and counts each variant once', async () => {
  offered(...Array.from({ length: 250 }, (_, at) => ({ id: at + 1 })));
  const { id } = await called('preview');
  const { run_id } = (await post(`runs/${id}/confirm`)).body;
  shopify.follow(null, null, null, null, { status: 423 });
  expect(await tried(run_id)).toMatchObject({ status: 'failed', error_code: 'store_locked', read: 200, created: 200 });
  shopify.follow(null, null, null, null, { status: 429, headers: { 'retry-after': '3600' } });
  const second = await called('sync');
  expect(second).toMatchObject({
    status: 'queued',
    error_code: 'rate_limited',
    read: 200,
    unchanged: 200,
    attempts: 0,
  });
  shopify.calls.length = 0;
  expect(await tried(second.id, new Date(Date.now() + 7_200_000))).toMatchObject({
    status: 'done',
    read: 250,
    created: 50,
    unchanged: 200,
  });
  const asked = shopify.calls.map(({ body }) => (body as { variables: { query?: string | null } }).variables.query);
  expect(asked).toEqual([undefined, undefined, 'id:>200', 'id:>250', undefined]);
});

test('variants that wait for the end of the store are not lost when a run breaks off', async () => {
  await ours('TEA');
  offered(...Array.from({ length: 250 }, (_, at) => ({ id: at + 1, ...(at === 120 && { sku: 'TEA' }) })));
  const { id } = await called('preview');
  const { run_id } = (await post(`runs/${id}/confirm`)).body;
  shopify.follow(null, null, null, null, null, { status: 429, headers: { 'retry-after': '3600' } });
  await tried(run_id);
  expect(await tried(run_id, new Date(Date.now() + 7_200_000))).toMatchObject({
    status: 'done',
    read: 250,
    created: 100,
    changed: 1,
  });
  expect((await byIdentifier()).get('TEA')).toMatchObject({ cached_product_name: 'Product 121' });
});

test('a token of another store, or without the right to read, stops the run and its words say why', async () => {
  shopify.stores.set(store.shopName, { ...store, domain: 'other.myshopify.com' });
  expect(await called('preview')).toMatchObject({ status: 'failed', error_code: 'other_store' });
  shopify.stores.set(store.shopName, { ...store, scopes: [] });
  expect(await called('preview')).toMatchObject({
    status: 'failed',
    error_code: 'scope_missing',
    message: 'The app lacks the scope read_products',
  });
  shopify.stores.set(store.shopName, { ...store, token: 'shpat_another_0123456789' });
  expect(await called('preview')).toMatchObject({ status: 'failed', error_code: 'credential_refused' });
  expect((await admin.get(`/connections/${connection.id}`)).body).toMatchObject({ state: 'reconnect' });
});

test('the token is in no row and no response, whatever Shopify says', async () => {
  shopify.follow({
    status: 402,
    headers: { 'x-request-id': 'x-1' },
    json: { errors: `Frozen. ${TOKEN} access_token=${TOKEN}` },
  });
  const run = await called('preview');
  expect(run.message).toContain('Shopify says: Frozen. ***');
  const { rows } = await sql<{ text: string }>`
    select (select jsonb_agg(sync_runs)::text from sync_runs) || (select jsonb_agg(connections)::text from connections)
      || (select jsonb_agg(audit_log)::text from audit_log) as text`.execute(service.database.db);
  expect(rows[0]?.text).toContain('store_frozen');
  expect(rows[0]?.text).not.toContain(TOKEN);
  expect(JSON.stringify([run, (await admin.get(`/connections/${connection.id}`)).body])).not.toContain(TOKEN);
});

describe('costs', () => {
  const proposals = async (query = '') =>
    (
      await admin.get<{ items: CostProposal[]; total: number }>(
        `/product-variant-cogs/proposals?company_id=${company}${query}`,
      )
    ).body;
  const today = async () => {
    const { rows } = await sql<{ today: string; day: string }>`
      select (now() at time zone timezone)::date as today from companies where id = ${company}`.execute(
      service.database.db,
    );
    return rows[0]!.today;
  };
  const cost = async (identifier: string, body: object) =>
    admin.post('/product-variant-cogs', {
      product_variant_id: (await byIdentifier()).get(identifier)!.id,
      ...body,
    });
  const yearsOn = (day: string, years: number) =>
    `${Number(day.slice(0, 4)) + years}${day.slice(4).replace('-29', '-28')}`;

  test('that differ from the one that covers today are proposed, with the period that they would take, and none written', async () => {
    offered({ id: 1, cost: '2.005' }, { id: 2, cost: '3' }, { id: 3, cost: '4' }, { id: 4 }, { id: 5, cost: '0' });
    await readFirst();
    const day = await today();
    await cost('2', { cogs_amount: 3 });
    await cost('3', { cogs_amount: 5, effective_end_date: yearsOn(day, 1) });
    await called('sync');
    const { items, total } = await proposals();
    expect(total).toBe(2);
    const common = { effective_start_date: day, source: 'Shopify', read_at: expect.any(String) };
    expect(items).toEqual([
      expect.objectContaining({
        ...common,
        product_variant_identifier: '1',
        cost_today: null,
        cogs_amount: 2.01,
        effective_end_date: null,
      }),
      expect.objectContaining({
        ...common,
        product_variant_identifier: '3',
        cost_today: 5,
        cogs_amount: 4,
        effective_end_date: yearsOn(day, 1),
      }),
    ]);
    expect((await admin.get(`/product-variant-cogs?company_id=${company}`)).body).toMatchObject({ total: 2 });
  });

  test('are applied as costs of many variants are, each saying that it is Shopify’s, and one undo proposes them again', async () => {
    offered({ id: 1, cost: '2' }, { id: 2, cost: '3' });
    await readFirst();
    const items = (await proposals()).items.map(
      ({ product_variant_id, cogs_amount, effective_start_date, effective_end_date }) => ({
        product_variant_id,
        cogs_amount,
        effective_start_date,
        effective_end_date,
      }),
    );
    const body = { company_id: company, items: [items[0], { ...items[1], cogs_amount: 3.5 }] };
    const applied = await admin.post('/product-variant-cogs/bulk/create', body);
    expect(applied.body).toMatchObject({ success_count: 2 });
    const { body: stored } = await admin.get(`/product-variant-cogs?company_id=${company}&sort_by=cogs_amount`);
    expect(stored).toMatchObject({
      items: [
        { cogs_amount: 2, source: 'Shopify' },
        { cogs_amount: 3.5, source: 'admin' },
      ],
    });
    expect(await proposals()).toMatchObject({ total: 1, items: [{ cost_today: 3.5, cogs_amount: 3 }] });
    expect((await undo(admin, applied)).body).toMatchObject({ success_count: 2, error_count: 0 });
    expect(await proposals()).toMatchObject({ total: 2 });
    expect((await admin.get(`/product-variant-cogs?company_id=${company}`)).body).toMatchObject({ total: 0 });
  });

  test('are applied to a selection by `proposed`, with the days that are given; where none is proposed is that item’s error', async () => {
    offered({ id: 1, cost: '2' }, { id: 2 });
    await readFirst();
    const known = await byIdentifier();
    const day = await today();
    const items = ['1', '2'].map((identifier) => ({
      product_variant_id: known.get(identifier)!.id,
      proposed: true,
      effective_start_date: day,
    }));
    const body = { company_id: company, items: [...items, { ...items[0], cogs_amount: 9 }] };
    const expected = {
      success_count: 1,
      error_count: 2,
      errors: [
        { index: 1, msg: 'No source proposes a cost of this variant' },
        { index: 2, msg: 'Name one of a COGS amount, a percentage and the proposed cost' },
      ],
    };
    const foreseen = await admin.post('/product-variant-cogs/bulk/create', { ...body, dry_run: true });
    expect(foreseen.body).toMatchObject({ ...expected, forecast: [{ index: 0, cogs_amount: 2 }] });
    expect((await admin.post('/product-variant-cogs/bulk/create', body)).body).toMatchObject(expected);
    const { body: stored } = await admin.get(`/product-variant-cogs?company_id=${company}`);
    expect(stored).toMatchObject({
      items: [{ cogs_amount: 2, source: 'Shopify', effective_start_date: day }],
      total: 1,
    });
  });

  test('that have come to agree are proposed no more', async () => {
    offered({ id: 1, cost: '2' }, { id: 2, cost: '3' });
    await readFirst();
    expect(await proposals()).toMatchObject({ total: 2 });
    await cost('1', { cogs_amount: 2, effective_start_date: await today() });
    expect(await proposals()).toMatchObject({ total: 1, items: [{ product_variant_identifier: '2' }] });
    offered({ id: 1, cost: '2' }, { id: 2 });
    await called('sync');
    expect(await proposals()).toMatchObject({ total: 0 });
  });

  test('end before the next cost that is planned, and wait where today is a cost’s last day', async () => {
    offered({ id: 1, cost: '2' }, { id: 2, cost: '3' });
    await readFirst();
    const day = await today();
    await cost('1', { cogs_amount: 9, effective_start_date: yearsOn(day, 1) });
    await cost('2', { cogs_amount: 9, effective_end_date: day });
    const { items } = await proposals();
    expect(items).toHaveLength(1);
    expect(items[0]).toMatchObject({ product_variant_identifier: '1', cost_today: null });
    expect(Date.parse(items[0]!.effective_end_date!) + 86_400_000).toBe(Date.parse(yearsOn(day, 1)));
  });

  test('of another currency, or of a connection that ignores them, are not proposed', async () => {
    shopify.stores.set(store.shopName, (store = { ...store, currency: 'EUR' }));
    offered({ id: 1, cost: '2' });
    await readFirst();
    expect(await proposals()).toMatchObject({ total: 0 });
    shopify.stores.set(store.shopName, (store = { ...store, currency: 'USD' }));
    await called('sync');
    expect(await proposals()).toMatchObject({ total: 1 });
    await admin.patch(`/connections/${connection.id}`, { settings: { costs: 'off' } });
    await called('sync');
    expect(await proposals()).toMatchObject({ total: 0 });
  });
});
