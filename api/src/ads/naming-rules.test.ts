/** Naming rules (DECISIONS §16): previewed, applied as one operation, and kept running after each complete reading. */
import type { Paged } from 'contract/paging';
import type { HistoryEntry, UndoResponse } from 'contract/history';
import type { NamingApplied, NamingPreview, NamingRule } from 'contract/ads/naming-rules';
import { sql } from 'kysely';
import { findJobs } from '../jobs/job-queue';
import { runJobs } from '../jobs/run-jobs';
import { addTestCompany, openConsole, type Person, type TestConsole } from '../testing/console';
import { eventually } from '../testing/eventually';
import { machineToken } from '../testing/machines';
import { namingRuleJobs } from './naming-rules.jobs';

let service: TestConsole;
let admin: Person;
let manager: Person;
let company: number;
let made = 0;

beforeAll(async () => {
  service = await openConsole();
  admin = await service.person('admin', { groups: ['AaasAdmin', 'AdManager'] });
});
beforeEach(async () => {
  made += 1;
  company = await addTestCompany(service, `Company ${made}`, `company-${made}`);
  manager = await service.person(`manager-${made}`, { groups: ['AdManager'], companies: [`company-${made}`] });
});
afterAll(() => service.close());

const PATTERN = '{product} – {angle} v{n}';

const addAds = async (names: readonly string[], of = company) => {
  const { rows } = await sql<{ id: number }>`
    insert into facebook_ads (company_id, ad_identifier, ad_name)
    select ${of}, row_number() over (order by at), name from unnest(${[...names]}::text[]) with ordinality as ad (name, at)
    returning id`.execute(service.database.db);
  return rows.map(({ id }) => id);
};
const addRule = async (values: object = {}, who = manager) =>
  (await who.post<NamingRule>('/naming-rules', { company_id: company, name: 'Names', pattern: PATTERN, ...values }))
    .body;
const tagsOf = async (id: number) => (await manager.get<{ tags: string[] }>(`/facebook-ads/${id}/tags`)).body.tags;
const preview = (pattern: string, of = company) =>
  manager.get<NamingPreview>(`/naming-rules/preview?company_id=${of}&pattern=${encodeURIComponent(pattern)}`);
const stateOf = async ({ id }: NamingRule) => (await admin.get<NamingRule>(`/naming-rules/${id}`)).body.state;

it('says what a pattern makes of all ads of the company, and writes nothing', async () => {
  const [shirt = 0] = await addAds(['Shirt – Comfort v1', 'shirt – Price v2', 'Tea – Price v1', 'Something else']);
  await manager.post(`/facebook-ads/${shirt}/tags`, { tag_name: 'SHIRT' });
  for (const name of ['Comfort', 'v1']) await manager.post(`/facebook-ads/${shirt}/tags`, { tag_name: name });
  const { body } = await preview(PATTERN);
  expect(body).toMatchObject({ ad_count: 4, matched_count: 3, changed_count: 2, unfit_count: 0, tag_count: 6 });
  expect(body.new_tag_count).toBe(3);
  expect(body.tags).toContainEqual({ name: 'Shirt', ad_count: 2, is_new: false });
  expect(body.tags).toContainEqual({ name: 'Price', ad_count: 2, is_new: true });
  expect(body.examples[0]).toEqual({ id: shirt, name: 'Shirt – Comfort v1', tags: ['Shirt', 'Comfort', 'v1'] });
  expect(body.unmatched.map(({ name }) => name)).toEqual(['Something else']);
  expect(await tagsOf(shirt)).toEqual(['Comfort', 'SHIRT', 'v1']);
});

it.each(['{product', 'plain', '{} – { }', '{a}{b}'])(
  'refuses the pattern %s at its field, in preview and rule',
  async (pattern) => {
    const refused = { status: 422, body: { detail: [{ msg: expect.stringMatching(/^Pattern /) as string }] } };
    expect(await preview(pattern)).toMatchObject(refused);
    expect(await manager.post('/naming-rules', { company_id: company, name: 'x', pattern })).toMatchObject(refused);
    const { id } = await addRule();
    expect(await manager.patch(`/naming-rules/${id}`, { pattern })).toMatchObject(refused);
  },
);

it('adds tags in parts of a thousand as one operation, takes none away, and is undone', async () => {
  const ids = await addAds(Array.from({ length: 1200 }, (_, at) => `Shirt – Angle ${at % 3} v${at % 2}`));
  const [first = 0, last = 0] = [ids[0], ids.at(-1)];
  await manager.post(`/facebook-ads/${first}/tags`, { tag_name: 'kept' });
  const { id } = await addRule();
  const one = await manager.post<NamingApplied>(`/naming-rules/${id}/apply`, {});
  expect(one.body).toEqual({ changed_count: 1000, full_count: 0, next_after_id: ids[999] });
  const operation = String(one.headers['x-operation-id']);
  const two = await manager.post<NamingApplied>(
    `/naming-rules/${id}/apply`,
    { after_id: one.body.next_after_id },
    { 'x-operation-id': operation },
  );
  expect(two.body).toEqual({ changed_count: 200, full_count: 0, next_after_id: null });
  expect(await tagsOf(first)).toEqual(['Angle 0', 'kept', 'Shirt', 'v0']);
  expect((await manager.get<NamingRule>(`/naming-rules/${id}`)).body).toMatchObject({ last_run_count: 1200 });
  expect((await manager.post<NamingApplied>(`/naming-rules/${id}/apply`, {})).body).toMatchObject({ changed_count: 0 });

  expect((await manager.post<UndoResponse>(`/history/${operation}/undo`)).body).toMatchObject({ success_count: 1200 });
  expect(await tagsOf(first)).toEqual(['kept']);
  expect(await tagsOf(last)).toEqual([]);
});

it('leaves an ad that would carry more than 100 tags, and says so', async () => {
  const [full = 0, other = 0] = await addAds(['Shirt – Comfort v1', 'Tea – Comfort v1']);
  const tags = Array.from({ length: 98 }, (_, at) => `t${at}`);
  await manager.put(`/facebook-ads/${full}/tags`, { tags });
  const { id } = await addRule();
  const { body } = await manager.post<NamingApplied>(`/naming-rules/${id}/apply`, {});
  expect(body).toMatchObject({ changed_count: 1, full_count: 1 });
  expect(await tagsOf(full)).toHaveLength(98);
  expect(await tagsOf(other)).toEqual(['Comfort', 'Tea', 'v1']);
});

it('has ended where its author has lost AdManager or the company, until somebody saves it again', async () => {
  const rule = await addRule();
  expect(await stateOf(rule)).toBe('active');
  const { db } = service.database;
  await sql`delete from user_groups where user_id = (select id from users where username = ${`manager-${made}`})`.execute(
    db,
  );
  expect(await stateOf(rule)).toBe('ended');
  const other = await service.person(`other-${made}`, { groups: ['AdManager'], companies: [`company-${made}`] });
  expect((await other.patch<NamingRule>(`/naming-rules/${rule.id}`, { name: 'Mine' })).body).toMatchObject({
    state: 'active',
    last_updated_by_username: `other-${made}`,
  });
  await sql`delete from memberships where company_id = ${company}`.execute(db);
  expect(await stateOf(rule)).toBe('ended');
});

const read = async (names: readonly string[], values: object) => {
  const machine = await machineToken(admin, { company_ids: [company] });
  const records = names.map((ad_name, at) => ({ ad_identifier: String(at + 1), ad_name }));
  const body = { company_id: company, source: 'etl', observed_at: new Date().toISOString(), records, ...values };
  expect((await machine.put('/ingest/facebook-ads', body)).status).toBe(200);
};

it('is due after a complete reading, and after no part of one or where there is no rule', async () => {
  const due = async () => (await findJobs(service.database.db)).map(({ key }) => key);
  await read(['Shirt'], { complete: true });
  await addRule();
  await read(['Shirt'], {});
  expect(await due()).not.toContain(`naming rules:${company}`);
  await read(['Shirt'], { complete: true });
  expect(await due()).toContain(`naming rules:${company}`);
});

describe('after a complete reading', () => {
  let jobs: ReturnType<typeof runJobs>;
  beforeAll(() => {
    const { connection } = service.database;
    jobs = runJobs(connection, { ...namingRuleJobs({ connection }), report: () => undefined });
  });
  afterAll(() => jobs.stop());

  const lastRunOf = async ({ id }: NamingRule) => (await admin.get<NamingRule>(`/naming-rules/${id}`)).body.last_run_at;
  const entries = async () =>
    (await admin.get<Paged<HistoryEntry>>(`/audit?company_id=${company}&page_size=100`)).body.items;

  it('it tags the new ads in the name of rule and author, as an operation that can be undone', async () => {
    const rule = await addRule();
    const brands = await addRule({ name: 'Brands', pattern: '{brand} – {}' });
    await read(['Shirt – Comfort v1', 'Other'], { complete: true });
    await eventually(async () => (await lastRunOf(brands)) !== null);
    const all = (await entries()).filter(({ action }) => action === 'tag');
    expect(all).toMatchObject([{ username: `rule Names by manager-${made}`, resource: 'facebook_ad' }]);
    expect((await admin.get<NamingRule>(`/naming-rules/${rule.id}`)).body).toMatchObject({ last_run_count: 1 });
    const { id } = await service.database.db
      .selectFrom('facebook_ads')
      .select('id')
      .where('company_id', '=', company)
      .where('ad_identifier', '=', '1')
      .executeTakeFirstOrThrow();
    expect(await tagsOf(id)).toEqual(['Comfort', 'Shirt', 'v1']);
    await manager.post(`/history/${all[0]?.operation_id}/undo`);
    expect(await tagsOf(id)).toEqual([]);
  });

  it('a right that its author loses in the middle ends the run before the next thousand', async () => {
    const { db } = service.database;
    const ids = await addAds(Array.from({ length: 1200 }, (_, at) => `Shirt – Angle ${at} v1`));
    const rule = await addRule({ pattern: '{product} – {}' });
    await sql`create function lose_company() returns trigger language plpgsql as
      'begin delete from memberships where company_id = new.company_id; return null; end'`.execute(db);
    await sql`create trigger lose_company after update on naming_rules for each row execute function lose_company()`.execute(
      db,
    );
    await read([], { complete: true, snapshot_id: 'nothing' });
    await eventually(async () => (await lastRunOf(rule)) !== null);
    await eventually(async () => (await findJobs(db)).every(({ key }) => key !== `naming rules:${company}`));
    await sql`drop trigger lose_company on naming_rules`.execute(db);
    const tags = async (id = 0) => (await admin.get<{ tags: string[] }>(`/facebook-ads/${id}/tags`)).body.tags;
    expect([await tags(ids[999]), await tags(ids[1000])]).toEqual([['Shirt'], []]);
  });

  it('a rule that has ended and other companies are left (TAG-04)', async () => {
    const ended = await addRule();
    const elsewhere = await addTestCompany(service, `Elsewhere ${made}`, `elsewhere-${made}`);
    const [foreign = 0] = await addAds(['Shirt – Comfort v1'], elsewhere);
    await sql`delete from memberships where company_id = ${company}`.execute(service.database.db);
    const other = await service.person(`other-${made}`, { groups: ['AdManager'], companies: [`company-${made}`] });
    const active = await addRule({ name: 'Last', pattern: 'Nothing {else}' }, other);
    await read(['Shirt – Comfort v1'], { complete: true });
    await eventually(async () => (await lastRunOf(active)) !== null);
    expect(await lastRunOf(ended)).toBeNull();
    expect((await entries()).filter(({ action }) => action === 'tag')).toEqual([]);
    expect((await admin.get<{ tags: string[] }>(`/facebook-ads/${foreign}/tags`)).body.tags).toEqual([]);
  });
});
