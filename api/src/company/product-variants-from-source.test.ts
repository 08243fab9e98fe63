import type { ProductVariant } from 'contract/company/product-variants';
import type { IngestOutcome } from 'contract/ingest/ingest';
import { sql } from 'kysely';
import { addTestCompany, openConsole, type Person, type TestConsole } from '../testing/console';
import { machineToken } from '../testing/machines';

let service: TestConsole;
let admin: Person;
let machine: Person;
let company: number;
let made = 0;

beforeAll(async () => {
  service = await openConsole();
  admin = await service.person('admin', { groups: ['AaasAdmin', 'CompanyAdmin'] });
});
beforeEach(async () => {
  made += 1;
  company = await addTestCompany(service, `Company ${made}`, `company-${made}`);
  machine = await machineToken(admin, { company_ids: [company] });
});
afterAll(() => service.close());

const AT = '2026-11-20T06:00:00.000Z';
const later = (minutes: number) => new Date(Date.parse(AT) + minutes * 60_000).toISOString();
const variant = (id: string, values: object = {}) => ({
  sales_channel: 'amazon',
  product_variant_identifier: id,
  cached_product_name: `Mug ${id}`,
  cached_product_variant_name: 'Red',
  ...values,
});
const send = async (records: object[], values: object = {}) => {
  const body = { company_id: company, source: 'Seller Central', observed_at: AT, records, ...values };
  return (await machine.put<IngestOutcome>('/ingest/product-variants', body)).body;
};
const all = async () =>
  (await admin.get<{ items: ProductVariant[] }>(`/product-variants?company_id=${company}`)).body.items;
const only = async () => {
  const [first] = await all();
  if (!first) throw new Error('There is no variant');
  return first;
};

it('a new one is read, and active unless it says otherwise', async () => {
  expect(await send([variant('1'), variant('2', { is_active: false })])).toMatchObject({ created: 2 });
  expect(await all()).toMatchObject([
    {
      product_variant_identifier: '1',
      is_active: true,
      sync_status: 'success',
      sync_message: null,
      last_synced_at: AT,
    },
    { product_variant_identifier: '2', is_active: false },
  ]);
});

it('one identifier on two channels are two variants', async () => {
  await send([variant('1'), variant('1', { sales_channel: 'tiktok' })]);
  expect(await send([variant('1', { cached_product_name: 'Cup' })], { observed_at: later(1) })).toMatchObject({
    updated: 1,
  });
  expect((await all()).map((one) => [one.sales_channel, one.cached_product_name])).toEqual([
    ['amazon', 'Cup'],
    ['tiktok', 'Mug 1'],
  ]);
});

it('afterwards is_active is people’s, and so are the overrides', async () => {
  await send([variant('1')]);
  const { id } = await only();
  await admin.patch(`/product-variants/${id}`, { is_active: false, override_product_name: 'Ours' });
  await send([variant('1', { is_active: true, cached_product_name: 'New' })], { observed_at: later(1) });
  expect(await only()).toMatchObject({
    is_active: false,
    override_product_name: 'Ours',
    cached_product_name: 'New',
    display_product_name: 'Ours',
  });
});

it('nobody’s save becomes a 412 by it', async () => {
  await send([variant('1')]);
  const { id, updated_at } = await only();
  await send([variant('1', { cached_product_name: 'New' })], { observed_at: later(1) });
  expect((await only()).updated_at).toBe(updated_at);
  const headers = { 'if-match': `"${updated_at}"` };
  expect((await admin.patch(`/product-variants/${id}`, { override_product_name: 'x' }, headers)).status).toBe(200);
});

it('a new one needs both names; one that is there may have either', async () => {
  const { errors } = await send([
    { sales_channel: 'amazon', product_variant_identifier: '1', cached_product_name: 'x' },
  ]);
  expect(errors).toEqual([{ index: 0, key: 'amazon:1', msg: 'A new variant needs a product name and a variant name' }]);
  await send([variant('1')]);
  const half = { sales_channel: 'amazon', product_variant_identifier: '1', cached_product_variant_name: 'Blue' };
  expect(await send([half], { observed_at: later(1) })).toMatchObject({ updated: 1 });
  expect(await only()).toMatchObject({ cached_product_name: 'Mug 1', cached_product_variant_name: 'Blue' });
});

it('one that is gone is failed with a message, and succeeds when it returns', async () => {
  const five = ['1', '2', '3', '4', '5'].map((id) => variant(id));
  await send(five);
  expect(await send(five.slice(1), { observed_at: later(1), complete: true })).toMatchObject({ gone: 1 });
  expect(await only()).toMatchObject({
    sync_status: 'failed',
    sync_message: 'Seller Central does not have it any more',
    last_synced_at: later(1),
    is_active: true,
  });
  // Those that are gone already are not counted again.
  expect(await send(five.slice(1), { observed_at: later(2), complete: true })).toMatchObject({ gone: 0, held_back: 0 });
  expect(await send([variant('1')], { observed_at: AT })).toMatchObject({ stale: 1 });
  expect(await send([variant('1')], { observed_at: later(3) })).toMatchObject({ updated: 1 });
  expect(await only()).toMatchObject({ sync_status: 'success', sync_message: null });
});

it('what a person has added is never gone', async () => {
  await admin.post('/product-variants', { company_id: company, ...variant('0') });
  await send([variant('1')]);
  expect(await send([variant('1')], { observed_at: later(1), complete: true })).toMatchObject({
    gone: 0,
    held_back: 0,
  });
  expect(await only()).toMatchObject({ product_variant_identifier: '0', sync_status: 'never' });
});

it('what a person has added is read from then on', async () => {
  await admin.post('/product-variants', { company_id: company, ...variant('1') });
  expect(await send([variant('1')])).toMatchObject({ updated: 1 });
  expect(await only()).toMatchObject({ sync_status: 'success', last_synced_at: AT });
});

it('costs stay, and an undo of what a person changed before is still possible', async () => {
  await send([variant('1')]);
  const { id } = await only();
  await admin.patch(`/product-variants/${id}`, { is_active: false });
  await send([variant('1')], { observed_at: later(1) });
  const { rows } = await sql<{ request_id: string }>`
    select request_id from audit_log where resource = 'product_variant' and record_id = ${String(id)}`.execute(
    service.database.db,
  );
  expect(rows).toHaveLength(1);
  expect((await admin.post(`/history/${rows[0]?.request_id}/undo`)).status).toBe(200);
  expect(await only()).toMatchObject({ is_active: true });
});
