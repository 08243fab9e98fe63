import papaparse from 'papaparse';
import { sql } from 'kysely';
import type { AuditQuery, HistoryEntry, HistoryList } from 'contract/history';
import { AUDIT_ACTIONS, AUDIT_KINDS } from 'contract/history-kinds';
import { GROUPS } from 'contract/session';
import { matchingEntries } from '../database/audit-entries';
import { operationsAsLines } from '../database/audit-operations';
import { runBackgroundSteps } from '../database/background-steps';
import { beginConversation } from '../testing/chat';
import { addTestCompany, openConsole, type Person, type TestConsole } from '../testing/console';
import { operationIn } from '../testing/undo';

let service: TestConsole;
let admin: Person;
let company: number;
let other: number;

const db = () => service.database.db;
const read = async (query: Partial<Record<keyof AuditQuery, string | number>> = {}) => {
  const parameters = new URLSearchParams(
    Object.entries(query).map(([name, value]): [string, string] => [name, String(value)]),
  );
  const { status, body } = await admin.get<HistoryList>(`/audit?${parameters.toString()}`);
  expect(status).toBe(200);
  return body;
};
const all = async (): Promise<HistoryEntry[]> => (await read({ page_size: 100 })).items;

beforeAll(async () => {
  service = await openConsole();
  company = await addTestCompany(service, 'One', 'one');
  other = await addTestCompany(service, 'Other', 'other');
  admin = await service.person('Grace', { groups: [...GROUPS] });
  const ada = await service.person('Ada', { groups: ['SocialMediaManager'], companies: ['one'] });
  await admin.patch(`/companies/${company}`, { name: 'Renamed' });
  await admin.patch(`/companies/${other}`, { name: '=1+1' });
  const post = { company_id: company, url: 'https://example.test/1', platform: 'tiktok', status: 'active' };
  const { body } = await ada.post('/social-media-posts', post);
  await ada.patch(`/social-media-posts/${String(body['id'])}`, { status: 'error' });
  await admin.post('/agent-definitions', { slug: 'helper', system_prompt: 'Be of some help.' });
});
afterAll(() => service.close());

it('tells all that was done, newest first, sign-ins too; the oldest first where that is asked', async () => {
  const entries = await all();
  expect(entries.map(({ action, resource, username }) => [action, resource, username]).slice(0, 5)).toEqual([
    ['create', 'agent_definition', 'Grace'],
    ['update', 'social_media_post', 'Ada'],
    ['create', 'social_media_post', 'Ada'],
    ['update', 'company', 'Grace'],
    ['update', 'company', 'Grace'],
  ]);
  expect(entries.some(({ action }) => action === 'sign in')).toBe(true);
  expect((await read({ page_size: 100, sort_by: 'at' })).items).toEqual([...entries].reverse());
  expect(entries[1]).toMatchObject({ record_name: 'https://example.test/1', company_id: company, undoes: null });
});

it('is narrowed by person, company, kind, record, action, operation and time', async () => {
  const entries = await all();
  const same = async (query: Parameters<typeof read>[0], keeps: (entry: HistoryEntry) => boolean) => {
    const expected = entries.filter(keeps);
    expect(expected.length).toBeGreaterThan(0);
    expect(expected.length).toBeLessThan(entries.length);
    const found = await read({ ...query, page_size: 100 });
    expect(found.items).toEqual(expected);
    expect(found.total).toBe(expected.length);
  };
  await same({ person: 'ADA' }, ({ username }) => username === 'Ada');
  await same({ person: 'operator' }, ({ username }) => username === 'operator');
  await same({ company_id: company }, ({ company_id }) => company_id === company);
  await same({ resource: 'social_media_post' }, ({ resource }) => resource === 'social_media_post');
  await same(
    { resource: 'company', record_id: other },
    (entry) => entry.resource === 'company' && entry.record_id === String(other),
  );
  await same({ action: 'update' }, ({ action }) => action === 'update');
  const operation = entries[1]?.operation_id ?? '';
  await same({ operation_id: operation }, ({ operation_id }) => operation_id === operation);
  const [at] = [entries[2]?.at ?? ''];
  await same({ since: at }, (entry) => entry.at >= at);
  await same({ until: at }, (entry) => entry.at < at);
  await same({ action: 'update', company_id: company, person: 'Grace' }, (entry) =>
    [entry.action === 'update', entry.company_id === company, entry.username === 'Grace'].every(Boolean),
  );
  expect(await read({ since: '2100-01-01' })).toMatchObject({ items: [], total: 0 });
  expect(await read({ action: 'nothing' })).toMatchObject({ items: [], total: 0 });
  expect((await read({ since: '', person: '' })).total).toBe(entries.length);
});

it('has words for every kind and action, and says how many changes an operation made', async () => {
  const ids: unknown[] = [];
  for (const name of ['one', 'two']) {
    const post = {
      company_id: company,
      url: `https://example.test/many/${name}`,
      platform: 'tiktok',
      status: 'active',
    };
    ids.push((await admin.post('/social-media-posts', post)).body['id']);
  }
  await admin.post('/social-media-posts/bulk/delete', { company_id: company, ids, confirm: true });
  const entries = await all();
  expect(entries.slice(0, 3).map(({ action, operation_size }) => [action, operation_size])).toEqual([
    ['delete', 2],
    ['delete', 2],
    ['create', 1],
  ]);
  expect(Object.keys(AUDIT_KINDS)).toEqual(expect.arrayContaining(entries.map(({ resource }) => resource)));
  expect(Object.keys(AUDIT_ACTIONS)).toEqual(expect.arrayContaining(entries.map(({ action }) => action)));
});

describe('grouped, changes alike of an operation are one line', () => {
  const lines = async () =>
    (await read({ grouped: 'true', page_size: 100 })).items.map(({ action, resource, company_id, group_size }) => [
      action,
      resource,
      company_id,
      group_size,
    ]);
  const added = async (count: number) => {
    const ids: unknown[] = [];
    for (let at = 0; at < count; at += 1) {
      const url = `https://example.test/alike/${at}`;
      const post = { company_id: company, url, platform: 'tiktok', status: 'active' };
      ids.push((await admin.post('/social-media-posts', post)).body['id']);
    }
    return ids;
  };
  const deleted = () => ['delete', 'social_media_post', company];
  const created = () => ['create', 'social_media_post', company, 1];

  it('with how many they are, whatever its parts; what another operation did alike is another line', async () => {
    const before = await read({ grouped: 'true' });
    const ids = await added(4);
    const deletion = (some: unknown[], headers = {}) =>
      admin.post('/social-media-posts/bulk/delete', { company_id: company, ids: some, confirm: true }, headers);
    const first = await deletion(ids.slice(0, 2));
    await deletion(ids.slice(2, 3), { 'x-operation-id': operationIn(first) });
    await deletion(ids.slice(3));
    const creations = ids.map(() => created());
    expect((await lines()).slice(0, 6)).toEqual([[...deleted(), 1], [...deleted(), 3], ...creations]);
    expect((await read({ grouped: 'true' })).total).toBe(before.total + 6);
    const operation_id = operationIn(first);
    expect(await read({ operation_id, grouped: 'true' })).toMatchObject({ total: 1, items: [{ group_size: 3 }] });
    // One by one each stands for itself.
    expect((await read({ operation_id })).items.map(({ group_size }) => group_size)).toEqual([1, 1, 1]);
  });

  it('also those from before they were known, once they are looked up', async () => {
    const known = await lines();
    await sql`update audit_log set is_first = true`.execute(db());
    expect((await read({ grouped: 'true' })).total).toBe((await all()).length);
    await runBackgroundSteps(service.database.connection, { steps: [operationsAsLines] });
    expect(await lines()).toEqual(known);
  });
});

it.each([
  ['conversations with agents', 'chat', 'agent_session'],
  ['signing in and out', 'sign_ins', 'session'],
])('has %s alone, or all but that', async (_, filter, kind) => {
  await beginConversation(admin, 'helper');
  const kinds = async (asked: string) =>
    (await read({ [filter]: asked, page_size: 100 })).items.map(({ resource }) => resource);
  expect(new Set(await kinds('only'))).toEqual(new Set([kind]));
  expect(await kinds('without')).not.toContain(kind);
  expect((await kinds('without')).length + (await kinds('only')).length).toBe((await all()).length);
});

it('is paged, each entry once', async () => {
  const entries = await all();
  const pages: HistoryEntry[] = [];
  for (let page = 1; page <= Math.ceil(entries.length / 3); page += 1)
    pages.push(...(await read({ page, page_size: 3 })).items);
  expect(pages).toEqual(entries);
  expect(await read({ page: 1000 })).toMatchObject({ items: [], total: entries.length });
});

it.each([
  'since=yesterday',
  'since=2026-02-31',
  'until=2026-11-22T09:30',
  'until=2026-11-22T99:30Z',
  'since=0000-01-01',
  'since=9999-12-31T23:59-23:00',
  'since=2026-11-22%27;drop',
  'company_id=x',
  'company_id=0',
  'sort_by=username',
  'grouped=perhaps',
  'chat=loud',
  'sign_ins=some',
  'action=a&action=b',
  `person=${'x'.repeat(256)}`,
  'person=%00',
])('%s is 422', async (query) => {
  expect((await admin.get(`/audit?${query}`)).status).toBe(422);
});

it.each(["x' or '1'='1", '%', '_', '\\', '{}', '*'])(
  'the name %j is a name like any other: nobody’s',
  async (person) => {
    for (const filter of ['person', 'resource', 'action', 'record_id', 'operation_id'])
      expect((await read({ [filter]: person })).total).toBe(0);
  },
);

describe('the export', () => {
  const file = async (body: object) => {
    const { status, text, headers } = await admin.post('/audit/export', body);
    expect([status, headers['content-type']]).toEqual([200, 'text/csv; charset=utf-8']);
    return papaparse.parse<Record<string, string>>(text, { header: true, skipEmptyLines: true }).data;
  };

  it('holds every entry that matches, newest first, with the record before and after', async () => {
    const entries = await all();
    expect((await file({})).map(({ at }) => at)).toEqual(entries.map(({ at }) => at));
    const [line] = await file({ resource: 'company', record_id: String(other) });
    expect(JSON.parse(line?.['after'] ?? '')).toMatchObject({ name: '=1+1' });
    expect(line).toMatchObject({ username: 'Grace', action: 'update', company_id: String(other) });
    expect(await file({ until: '2000-01-01' })).toEqual([]);
  });

  it('holds no cell that a spreadsheet evaluates (CSV-01)', async () => {
    await db()
      .insertInto('audit_log')
      .values({ username: '=1+1', action: '@x', resource: '+1', record_id: '-1+1' })
      .execute();
    const { text } = await admin.post('/audit/export', { person: '=1+1' });
    expect(text.split('\r\n')[1]).toMatch(/"'=1\+1","'@x","'\+1","'-1\+1"/);
    await db().deleteFrom('audit_log').where('username', '=', '=1+1').execute();
  });

  it.each([{ since: 'x' }, { since: 7 }, { since: '2026-02-31' }, { nonsense: 1 }, { company_id: '1' }, []])(
    '%j is 422',
    async (body) => {
      expect((await admin.post('/audit/export', body)).status).toBe(422);
    },
  );
});

it('each filter of a large log has an index that it is read by', async () => {
  await sql`insert into audit_log (at, user_id, username, action, resource, record_id, company_id, request_id)
    select clock_timestamp() - make_interval(mins => n), n % 50, 'u' || n % 50, 'a' || n % 20, 'r' || n % 20, n::text,
      n % 100 + 1, 'q' || n / 3
    from generate_series(1, 20000) n`.execute(db());
  await sql`analyze audit_log`.execute(db());
  const filters = [
    {},
    { person: { username: 'u7', userIds: [7] } },
    { companyId: 7 },
    { resource: 'r7' },
    { action: 'a7' },
    { resource: 'r7', recordId: '7' },
    { operationId: 'q7' },
    { since: '2000-01-01', until: '2000-01-02' },
  ];
  for (const filter of filters) {
    const page = matchingEntries(db(), filter).select('id').orderBy('at', 'desc').orderBy('id', 'desc').limit(25);
    const plan = JSON.stringify(await page.explain('json'));
    expect([filter, /"Node Type":"Seq Scan"/.test(plan)]).toEqual([filter, false]);
  }
});
