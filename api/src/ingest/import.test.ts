import type { ImportOutcome } from 'contract/ingest/import';
import type { HistoryEntry } from 'contract/history';
import type { Paged } from 'contract/paging';
import { addTestCompany, openConsole, type Person, type TestConsole } from '../testing/console';
import { machineToken } from '../testing/machines';

let service: TestConsole;
let person: Person;
let company: number;

beforeAll(async () => {
  service = await openConsole();
  company = await addTestCompany(service, 'Company A', 'company-a');
  person = await service.person('importer', { groups: ['AdManager', 'CompanyAdmin'], companies: ['company-a'] });
});
afterAll(() => service.close());

const send = (records: object[], values: object = {}, path = '/facebook-ads/bulk/import') =>
  person.post<ImportOutcome>(path, { company_id: company, file: 'ads.csv', records, ...values });
const ad = (ad_identifier: string, values: object = {}) => ({
  ad_identifier,
  ad_name: `Ad ${ad_identifier}`,
  ...values,
});
const stored = (ad_identifier: string) =>
  service.database.db
    .selectFrom('facebook_ads')
    .selectAll()
    .where('ad_identifier', '=', ad_identifier)
    .executeTakeFirst();
const audited = async () => {
  const admin = await service.person(`admin ${Math.random()}`, { groups: ['AaasAdmin'] });
  return (await admin.get<Paged<HistoryEntry>>(`/audit?resource=ingest&company_id=${company}`)).body.items;
};

it('a dry run says what would become of each line, and writes nothing, not even in the log', async () => {
  const { body } = await send([ad('1'), { ad_identifier: '2' }, ad('1')], { dry_run: true });
  expect(body).toEqual({
    success_count: 1,
    error_count: 2,
    created: 1,
    updated: 0,
    unchanged: 0,
    stale: 0,
    outcomes: ['created', 'failed', 'failed'],
    errors: [
      { index: 1, key: '2', msg: 'A new ad needs a name' },
      { index: 2, key: '1', msg: 'This comes twice' },
    ],
  });
  expect(await stored('1')).toBeUndefined();
  expect(await audited()).toEqual([]);
});

it('the lines that can be are written, say the file as their source, and are in the log by its person', async () => {
  expect((await send([ad('11'), ad('12', { ad_type: 'x'.repeat(101) })])).body.outcomes).toEqual(['created', 'failed']);
  expect(await stored('11')).toMatchObject({ ad_name: 'Ad 11', read_from: 'file ads.csv' });
  expect((await send([ad('11'), ad('13')])).body.outcomes).toEqual(['unchanged', 'created']);
  expect((await send([ad('11', { ad_name: 'New' })])).body).toMatchObject({ updated: 1, outcomes: ['updated'] });
  const [newest] = await audited();
  expect(newest).toMatchObject({ action: 'import', username: 'importer' });
});

it('days become the spend of the ad, also in several calls', async () => {
  const daysAgo = (days: number) => new Date(Date.now() - days * 86_400_000).toISOString().slice(0, 10);
  await send([ad('21', { days: [{ day: daysAgo(3), spend: 4 }] })]);
  await send([ad('21', { days: [{ day: daysAgo(2), spend: 1.5 }] })]);
  expect(await stored('21')).toMatchObject({ spend_last_28d: 5.5 });
});

it('variants are made with their channel, and only their names are changed', async () => {
  const variant = {
    sales_channel: 'tiktok',
    product_variant_identifier: 'T-1',
    cached_product_name: 'Tee',
    cached_product_variant_name: 'Small',
  };
  const path = '/product-variants/bulk/import';
  expect((await send([{ ...variant, is_active: false }], {}, path)).body.outcomes).toEqual(['created']);
  const renamed = { ...variant, cached_product_name: 'Shirt', is_active: true };
  expect((await send([renamed], {}, path)).body.outcomes).toEqual(['updated']);
  const list = await person.get<Paged<object>>(`/product-variants?company_id=${company}`);
  expect(list.body.items).toEqual([
    expect.objectContaining({ display_product_name: 'Shirt', is_active: false, sync_status: 'success' }),
  ]);
  expect((await send([{ ...variant, override_product_name: 'x' }], {}, path)).status).toBe(422);
});

it('a complete reading of a program ends nothing that a file has brought', async () => {
  await send([ad('31', { spend_last_7d: 9 })]);
  const admin = await service.person('tokens', { groups: ['AaasAdmin'] });
  const machine = await machineToken(admin, { name: 'Pipeline', company_ids: [company] });
  const call = { company_id: company, source: 'ads.csv', complete: true, records: [ad('32')] };
  const { body } = await machine.put('/ingest/facebook-ads', { ...call, observed_at: new Date().toISOString() });
  expect(body).toMatchObject({ gone: 0, held_back: 0 });
  expect(await stored('31')).toMatchObject({ spend_last_7d: 9 });
});

it('a company out of reach is not there, and a file without lines is no import', async () => {
  const other = await addTestCompany(service, 'Company B', 'company-b');
  expect((await send([ad('41')], { company_id: other })).status).toBe(404);
  expect((await send([], {})).status).toBe(422);
});
