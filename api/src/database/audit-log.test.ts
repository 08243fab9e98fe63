import { sql } from 'kysely';
import { addTestCompany, openConsole, type Person, type TestConsole } from '../testing/console';
import { auditCommand } from '../audit.commands';
import { UsageError } from '../commands';
import { audit, OPERATOR } from './audit';
import { emptyAuditEntries, purgeAuditLog } from './audit-keeping';
import { runBackgroundSteps } from './background-steps';

let service: TestConsole;
let person: Person;
let company: number;
let other: number;

const db = () => service.database.db;
const entries = (resource: string) =>
  db().selectFrom('audit_log').selectAll().where('resource', '=', resource).orderBy('id').execute();
const made = async (path: string, body: object) => {
  const { status, body: record } = await person.post<{ id: number }>(path, body);
  expect([200, 201]).toContain(status);
  return record.id;
};

beforeAll(async () => {
  service = await openConsole();
  company = await addTestCompany(service, 'One', 'one');
  other = await addTestCompany(service, 'Other', 'other');
  person = await service.person('Ada', {
    groups: ['CompanyAdmin', 'SocialMediaManager', 'AdManager', 'AaasAdmin'],
  });
});
afterAll(() => service.close());

/** One record of each noun that hangs on a company, changed and tagged and deleted. */
async function work(companyId: number): Promise<void> {
  await person.patch(`/companies/${companyId}`, { name: 'Renamed' });
  const variant = await made('/product-variants', {
    company_id: companyId,
    sales_channel: 'amazon',
    product_variant_identifier: `sku-${companyId}`,
    cached_product_name: 'Mug',
    cached_product_variant_name: 'Red',
  });
  const cogs = await made('/product-variant-cogs', { product_variant_id: variant, cogs_amount: 2 });
  await person.patch(`/product-variant-cogs/${cogs}`, { cogs_amount: 3 });
  await person.delete(`/product-variant-cogs/${cogs}`);
  const profile = await made('/social-media-profiles', {
    company_id: companyId,
    platform: 'tiktok',
    platform_username: 'someone',
    status: 'active',
  });
  await person.post(`/social-media-profiles/${profile}/tags`, { tag_name: 'from' });
  await person.post('/tags/merge', { company_id: companyId, from_tag: 'from', to_tag: 'to' });
  await person.delete(`/social-media-profiles/${profile}`);
  const post = { company_id: companyId, url: 'https://example.test/p', platform: 'tiktok', status: 'active' };
  await made('/social-media-posts', post);
  await made('/social-media-search-terms', {
    company_id: companyId,
    platform: 'instagram',
    search_term: 'tea',
    status: 'active',
  });
  await made('/social-media-post-criteria', { company_id: companyId, description: 'Good ones' });
}

const RESOURCES = [
  'company',
  'product_variant',
  'product_variant_cogs',
  'tag',
  'social_media_profile',
  'social_media_post',
  'social_media_search_term',
  'social_media_post_criteria',
];

it('every entry about a record of a company carries the company', async () => {
  await work(company);
  const rows = await db().selectFrom('audit_log').selectAll().where('user_id', 'is not', null).execute();
  const about = rows.filter(({ resource }) => !['session', 'user'].includes(resource));
  expect([...new Set(about.map(({ resource }) => resource))].sort()).toEqual([...RESOURCES].sort());
  expect(about.filter(({ company_id }) => company_id !== company)).toEqual([]);
  expect((await entries('session')).map(({ company_id }) => company_id)).toEqual([null]);
});

describe('entries that no company was written with', () => {
  const read = () =>
    db().selectFrom('audit_log').select(['id', 'resource', 'action', 'company_id']).orderBy('id').execute();
  const again = () => db().deleteFrom('background_steps').execute();
  const history = async () => (await person.get<{ total: number }>(`/companies/${other}/history`)).body.total;
  beforeAll(() => work(other));
  beforeEach(again);

  it.each([
    ['are older than the column', 0],
    ['an older process wrote beside a migrated database', null],
  ])('and that %s get it by the background step, also where the record is gone', async (_which, company_id) => {
    const [written, entries] = [await read(), await history()];
    await db().updateTable('audit_log').set({ company_id }).execute();
    expect(await history()).toBe(0);
    expect(await runBackgroundSteps(service.database.connection)).toBe(true);
    expect(await read()).toEqual(written);
    expect(await history()).toBe(entries);
    expect(entries).toBeGreaterThan(0);
  });

  it('and that an older process writes now get it at once', async () => {
    const [written, entries] = [await read(), await history()];
    // As the version before the column does it: every entry again, by the columns that it knows.
    await sql`
      insert into audit_log (at, user_id, username, action, resource, record_id, before, after, request_id)
      select at, user_id, username, action, resource, record_id, before, after, 'again' from audit_log order by id`.execute(
      db(),
    );
    const companies = (rows: typeof written) => rows.map(({ company_id }) => company_id);
    expect(companies(await read())).toEqual([...companies(written), ...companies(written)]);
    expect(await history()).toBe(entries * 2);
    await db().deleteFrom('audit_log').where('request_id', '=', 'again').execute();
  });

  it('keep who did what when where the company has gone for good meanwhile', async () => {
    await sql`
      insert into audit_log (username, action, resource, record_id, before, company_id)
      values ('Ada', 'delete', 'social_media_post', '1', '{"company_id": 987654, "cached_caption": "private"}', null)`.execute(
      db(),
    );
    await runBackgroundSteps(service.database.connection);
    const kept = await db().selectFrom('audit_log').selectAll().where('company_id', '=', 987654).execute();
    expect(kept).toEqual([expect.objectContaining({ username: 'Ada', action: 'delete', before: null, after: null })]);
    await db().deleteFrom('audit_log').where('company_id', '=', 987654).execute();
  });
});

it('the log is kept for as many days as it is told', async () => {
  const age = (days: number, recordId: number) =>
    sql`insert into audit_log (at, username, action, resource, record_id)
      values (clock_timestamp() - make_interval(days => ${days}), 'x', 'x', 'aged', ${String(recordId)})`.execute(db());
  await age(399, 399);
  await age(401, 401);
  expect(await purgeAuditLog(db(), 400)).toBe(1);
  expect((await entries('aged')).map(({ record_id }) => record_id)).toEqual(['399']);
  await db().deleteFrom('audit_log').where('resource', '=', 'aged').execute();
});

describe('console audit', () => {
  const run = async (...args: string[]) => {
    const lines: string[] = [];
    const { database, config } = service;
    await auditCommand.prepare(args)({ database, config, print: (line) => lines.push(line) });
    return lines;
  };

  it('prints the newest first, as many as the limit says, one line each', async () => {
    const lines = await run('--limit', '2');
    expect(lines).toEqual([
      expect.stringMatching(
        new RegExp(`^\\d{4}-\\S+Z  Ada  create  social_media_post_criteria/\\d+  company ${other}$`),
      ),
      expect.stringMatching(/ {2}Ada {2}create {2}social_media_search_term\/\d+ {2}company/),
    ]);
  });

  it('filters by company, record, person and time', async () => {
    const all = await run('--limit', '1000');
    expect((await run('--company', 'one')).every((line) => line.endsWith(`company ${company}`))).toBe(true);
    expect(await run('--company', 'one')).toHaveLength(
      all.filter((line) => line.endsWith(`company ${company}`)).length,
    );
    expect(await run('--record', `company/${other}`)).toEqual(
      all.filter((line) => line.includes(` company/${other} `)),
    );
    expect(await run('--record', 'tag')).toEqual(all.filter((line) => line.includes(' tag/')));
    await db()
      .transaction()
      .execute((transaction) => audit(transaction, OPERATOR, { action: 'x', resource: 'y', recordId: 1 }));
    expect(await run('--person', 'Operator', '--record', 'y')).toHaveLength(1);
    expect(await run('--person', 'ADA', '--record', 'y')).toEqual([]);
    expect(await run('--person', 'ADA')).toEqual(all.filter((line) => line.includes('  Ada  ')));
    expect(await run('--since', '2100-01-01')).toEqual([]);
    expect(await run('--until', '2000-01-01T00:00Z')).toEqual([]);
  });

  it('finds what a person did under an earlier name', async () => {
    await db()
      .updateTable('users')
      .set({ username: 'Ada L', username_key: 'ada l' })
      .where('username', '=', 'Ada')
      .execute();
    expect((await run('--person', 'ada l')).length).toBeGreaterThan(0);
    expect(await run('--person', 'ada')).toEqual([]);
    await db()
      .updateTable('users')
      .set({ username: 'Ada', username_key: 'ada' })
      .where('username', '=', 'Ada L')
      .execute();
  });

  it.each([0, null])('finds the entries of a company that were written with %s as theirs', async (company_id) => {
    const before = await run('--company', String(company));
    await db().deleteFrom('background_steps').execute();
    await db().updateTable('audit_log').set({ company_id }).execute();
    expect(await run('--company', 'one')).toEqual(before);
  });

  it('reads on past a page', async () => {
    await sql`insert into audit_log (username, action, resource, record_id)
      select 'x', 'x', 'many', n::text from generate_series(1, 2500) n`.execute(db());
    const lines = await run('--record', 'many', '--limit', '2400');
    expect(lines.map((line) => Number(/many\/(\d+)/.exec(line)?.[1]))).toEqual(
      Array.from({ length: 2400 }, (_, at) => 2500 - at),
    );
  });

  it('prints JSON and CSV with what the record was and is', async () => {
    const [json] = await run('--record', `company/${company}`, '--format', 'json');
    expect(JSON.parse(json ?? '')).toMatchObject({
      username: 'Ada',
      company_id: company,
      before: { name: 'One' },
      after: { name: 'Renamed' },
    });
    const [head, line] = await run('--record', `company/${company}`, '--format', 'csv');
    expect(head).toBe('\uFEFFat,username,action,resource,record_id,company_id,request_id,before,after,agent,tab_id\r');
    expect(line).toContain('""name"": ""Renamed""'.replace('": "', '":"'));
    expect(line).toMatch(/\r$/);
  });

  it.each([
    [['--limit', '0'], "--limit is '0': give a whole number from 1 to 1000000."],
    [['--since', 'yesterday'], "--since is 'yesterday': give a day such as 2026-11-22 or a moment"],
    [['--until', '2026-02-31'], "--until is '2026-02-31'"],
    [['--format', 'xml'], "--format is 'xml': give text, json or csv."],
    [['--record', '/7'], "--record is '/7': give a resource such as company, or company/7."],
  ])('%j is told in a message', (args, message) => {
    expect(() => auditCommand.prepare(args)).toThrow(UsageError);
    expect(() => auditCommand.prepare(args)).toThrow(message);
  });

  it('a company that nobody knows is told in a message', async () => {
    await expect(run('--company', 'nowhere')).rejects.toThrow("There is no company with the id or slug 'nowhere'.");
  });
});

it('of a company that is gone the log keeps who did what when', async () => {
  await emptyAuditEntries(db(), company);
  const rows = await db().selectFrom('audit_log').selectAll().where('company_id', '=', company).execute();
  expect(rows.length).toBeGreaterThan(5);
  for (const { before, after, username } of rows)
    expect({ before, after, username }).toEqual({ before: null, after: null, username: 'Ada' });
  const kept = await db().selectFrom('audit_log').selectAll().where('company_id', '=', other).execute();
  expect(kept.some(({ after }) => after !== null)).toBe(true);
});
