/** Runs of connections, against a scripted source and the real database (DECISIONS §13). */
import { sql } from 'kysely';
import type { Connection, RunList } from 'contract/company/connections';
import { findJobs } from '../jobs/job-queue';
import { openConnectionsConsole, SECRET, type ConnectionsConsole } from '../testing/connections';
import { SourceFault } from './source';

const clock = { now: new Date() };
let all: ConnectionsConsole;
beforeAll(async () => {
  all = await openConnectionsConsole(clock);
});
afterAll(() => all.service.close());
beforeEach(() => {
  Object.assign(all.script, { rows: ['A', 'B', 'C', 'D', 'E'], beforePage: () => {}, added: [], announced: undefined });
  clock.now = new Date();
});

const post = <Body = { run_id: number }>({ id }: Connection, call: string) =>
  all.aaas.post<Body>(`/connections/${id}/${call}`);
const variantsOf = (company: number) =>
  all.service.database.db
    .selectFrom('product_variants')
    .select(['cached_product_name', 'sync_status', 'updated_at', 'last_synced_at', 'read_from'])
    .where('company_id', '=', company)
    .orderBy('product_variant_identifier')
    .execute();
const entriesOf = (id: number) =>
  all.service.database.db
    .selectFrom('audit_log')
    .select(['action', 'username', 'after'])
    .where('resource', '=', 'connection')
    .where('record_id', '=', String(id))
    .orderBy('id')
    .execute();
const HOUR = 3_600_000;
const again = (code: 'unreachable' | 'timed_out' = 'unreachable') => new SourceFault('again', code, 'It is away');

it('nothing is written before the first preview is confirmed; then all is read', async () => {
  const { connection, company } = await all.connected({ isNew: true });
  expect((await post(connection, 'sync')).status).toBe(400);
  const { status, body } = await post(connection, 'preview');
  expect(status).toBe(202);
  expect((await post(connection, 'preview')).body).toEqual(body);
  await all.run(body.run_id);
  expect(await all.runOf(connection, body.run_id)).toMatchObject({
    status: 'asking',
    is_preview: true,
    expected: 5,
    read: 5,
    created: 5,
  });
  expect(await variantsOf(company)).toEqual([]);
  expect(await all.found(connection)).toMatchObject({ state: 'new', confirmed_at: null, open_run_id: body.run_id });
  const confirmed = await post(connection, `runs/${body.run_id}/confirm`);
  expect(confirmed.status).toBe(200);
  expect((await post(connection, `runs/${body.run_id}/confirm`)).status).toBe(400);
  await all.run(confirmed.body.run_id);
  expect(await all.runOf(connection, confirmed.body.run_id)).toMatchObject({ status: 'done', created: 5, read: 5 });
  expect((await variantsOf(company)).map((one) => [one.cached_product_name, one.read_from])).toEqual(
    ['A', 'B', 'C', 'D', 'E'].map((name) => [name, 'Shopify']),
  );
  const found = await all.found(connection);
  expect(found).toMatchObject({ state: 'ok', zone: 'Europe/Berlin', currency: 'USD', failures: 0, open_run_id: null });
  expect(found.last_success_at).not.toBeNull();
  expect(Date.parse(found.next_run_at ?? '')).toBeGreaterThan(Date.now());
});

it('a preview that stores is a mistake of the source, and stores nothing', async () => {
  const { connection, company } = await all.connected({ isNew: true });
  all.script.beforePage = (_, { store }) =>
    store(async (transaction) => {
      await sql`update companies set name = 'Written' where id = ${company}`.execute(transaction);
      return {};
    });
  const { body } = await post(connection, 'preview');
  await all.run(body.run_id);
  expect(await all.runOf(connection, body.run_id)).toMatchObject({ status: 'queued', error_code: 'source_failed' });
  expect((await all.aaas.get(`/companies/${company}`)).body['name']).not.toBe('Written');
  all.script.beforePage = (_, { look }) =>
    look((transaction) => sql`update companies set name = 'Written' where id = ${company}`.execute(transaction)).then(
      () => undefined,
    );
  await all.run(body.run_id);
  expect((await all.aaas.get(`/companies/${company}`)).body['name']).not.toBe('Written');
});

it('a second sync joins the queued one; the job is in the same transaction, once', async () => {
  const { connection } = await all.connected();
  const responses = await Promise.all([1, 2, 3].map(() => post(connection, 'sync')));
  expect(new Set(responses.map(({ body }) => body.run_id)).size).toBe(1);
  const jobs = (await findJobs(all.service.database.db)).filter(({ key }) => key === `connection:${connection.id}`);
  expect(jobs).toHaveLength(1);
});

it('one entry a run in the log, with its counts, and none a record; no save of people becomes a 412', async () => {
  const { connection, company } = await all.connected();
  await all.sync(connection);
  const before = await variantsOf(company);
  all.script.rows = ['A', 'B', 'C', 'D', 'E2'];
  const run = await all.sync(connection);
  expect(run).toMatchObject({ status: 'done', unchanged: 4, changed: 1, created: 0, requested_by: 'aaas' });
  expect((await variantsOf(company)).map(({ updated_at }) => updated_at)).toEqual(
    before.map(({ updated_at }) => updated_at),
  );
  const reads = (await entriesOf(connection.id)).filter(({ action }) => action === 'read');
  expect(reads).toMatchObject([{}, { username: 'aaas', after: { run_id: run.id, changed: 1, company_id: company } }]);
  const ofVariants = await all.service.database.db
    .selectFrom('audit_log')
    .selectAll()
    .where('resource', '=', 'product_variant')
    .execute();
  expect(ofVariants).toEqual([]);
});

it('more than 20 % gone is asked for, and goes on once a person says yes', async () => {
  const { connection, company } = await all.connected();
  await all.sync(connection);
  all.script.rows = ['A', 'B'];
  clock.now = new Date(clock.now.getTime() + HOUR);
  const asking = await all.sync(connection);
  expect(asking).toMatchObject({ status: 'asking', gone: 3, message: '3 variants would be gone.' });
  expect((await variantsOf(company)).map(({ sync_status }) => sync_status)).toEqual(Array(5).fill('success'));
  const confirmed = await post(connection, `runs/${asking.id}/confirm`);
  expect(confirmed.body.run_id).toBe(asking.id);
  await all.run(asking.id);
  expect(await all.runOf(connection, asking.id)).toMatchObject({ status: 'done', gone: 3 });
  expect((await variantsOf(company)).map(({ sync_status }) => sync_status)).toEqual([
    'success',
    'success',
    'failed',
    'failed',
    'failed',
  ]);
});

it('a run that asks gives way to a later one', async () => {
  const { connection } = await all.connected();
  await all.sync(connection);
  all.script.rows = ['A', 'B'];
  clock.now = new Date(clock.now.getTime() + HOUR);
  const asking = await all.sync(connection);
  await post(connection, 'sync');
  expect(await all.runOf(connection, asking.id)).toMatchObject({ status: 'stopped' });
});

it('a run that expected rows and got none fails', async () => {
  const { connection } = await all.connected();
  Object.assign(all.script, { rows: [], announced: 7 });
  expect(await all.sync(connection)).toMatchObject({ status: 'failed', error_code: 'partial_response', read: 0 });
  expect(await all.found(connection)).toMatchObject({ state: 'failing', failures: 1, last_success_at: null });
});

describe('a fault', () => {
  it('of the line is tried again with growing waits, from the page that was stored last; the sixth fails the run', async () => {
    const { connection, company } = await all.connected();
    const pages: number[] = [];
    let isAway = true;
    all.script.beforePage = (page) => {
      pages.push(page);
      if (page === 1 && isAway) throw again();
    };
    const { body } = await post(connection, 'sync');
    const waits: number[] = [];
    for (let attempt = 0; attempt < 5; attempt += 1) {
      const outcome = await all.run(body.run_id);
      waits.push((outcome?.again.getTime() ?? 0) - clock.now.getTime());
    }
    expect(waits.map((wait) => wait / 1000)).toEqual([30, 120, 480, 1920, 3600]);
    expect(pages).toEqual([0, 1, 1, 1, 1, 1]);
    expect(await variantsOf(company)).toHaveLength(2);
    expect(await all.runOf(connection, body.run_id)).toMatchObject({ status: 'queued', attempts: 5, read: 2 });
    expect(await all.run(body.run_id)).toBeUndefined();
    expect(await all.runOf(connection, body.run_id)).toMatchObject({
      status: 'failed',
      attempts: 6,
      message: 'It is away',
      error_code: 'unreachable',
    });
    const failing = await all.found(connection);
    expect(failing).toMatchObject({ state: 'failing', failures: 1, state_message: 'It is away' });
    expect(failing.next_run_at).not.toBeNull();
    isAway = false;
    expect(await all.sync(connection)).toMatchObject({ status: 'done', read: 5 });
    expect(await all.found(connection)).toMatchObject({ state: 'ok', failures: 0, state_message: null });
  });

  it('that asks to wait costs no try, and holds the others on its credential where it concerns that', async () => {
    const shared = await all.aaas.post<never>('/credentials', {
      company_id: null,
      source: 'shopify',
      kind: 'token',
      label: 'Agency',
      secret: SECRET,
    });
    const [one, other] = [await all.connected({ shared: shared.body }), await all.connected({ shared: shared.body })];
    const until = new Date(clock.now.getTime() + 2 * HOUR);
    let isWaiting = true;
    all.script.beforePage = () => {
      if (isWaiting) throw new SourceFault('wait', 'quota_used_up', 'Come back', { until, concerns: 'credential' });
    };
    const { body } = await post(one.connection, 'sync');
    expect(await all.run(body.run_id)).toEqual({ again: until });
    expect(await all.runOf(one.connection, body.run_id)).toMatchObject({
      status: 'queued',
      attempts: 0,
      retry_at: until.toISOString(),
      message: 'Come back',
    });
    expect(await all.found(one.connection)).toMatchObject({ state: 'waiting', waiting_until: until.toISOString() });
    const second = await post(other.connection, 'sync');
    expect(await all.run(second.body.run_id)).toEqual({ again: until });
    isWaiting = false;
    clock.now = new Date(until.getTime() + 1);
    expect(await all.run(body.run_id)).toBeUndefined();
    expect(await all.found(one.connection)).toMatchObject({ state: 'ok', waiting_until: null });
  });

  it('that asks for a short wait, or for less, is waited for where it is', async () => {
    const { connection } = await all.connected();
    let calls = 0;
    all.script.beforePage = () => {
      calls += 1;
      if (calls === 1) throw new SourceFault('smaller', 'page_too_large', 'Less');
      if (calls === 2) throw new SourceFault('wait', 'rate_limited', 'Slower', { until: clock.now });
    };
    expect(await all.sync(connection)).toMatchObject({ status: 'done', attempts: 0 });
    expect(calls).toBe(5);
  });

  it('of a dead credential stops everything that uses it, until it gets another secret', async () => {
    const shared = await all.aaas.post<{ id: number }>('/credentials', {
      company_id: null,
      source: 'shopify',
      kind: 'token',
      label: 'Agency 2',
      secret: SECRET,
    });
    const [one, other] = [
      await all.connected({ shared: shared.body as never }),
      await all.connected({ shared: shared.body as never }),
    ];
    const queued = await post(other.connection, 'sync');
    all.script.beforePage = () => {
      throw new SourceFault('reconnect', 'credential_refused', 'The token is dead');
    };
    expect(await all.sync(one.connection)).toMatchObject({ status: 'failed', error_code: 'credential_refused' });
    for (const { connection } of [one, other])
      expect(await all.found(connection)).toMatchObject({ state: 'reconnect', next_run_at: null });
    expect(await all.runOf(other.connection, queued.body.run_id)).toMatchObject({ status: 'stopped' });
    const credential = () => all.aaas.get(`/credentials/${shared.body.id}`);
    expect((await credential()).body).toMatchObject({ state: 'reconnect', state_message: 'The token is dead' });
    expect((await post(one.connection, 'sync')).status).toBe(400);
    await all.aaas.patch(`/credentials/${shared.body.id}`, { secret: `${SECRET}2` });
    expect((await credential()).body).toMatchObject({ state: 'new', state_message: null });
    for (const { connection } of [one, other]) expect(await all.found(connection)).toMatchObject({ state: 'ok' });
  });

  it('of this store alone is tried again at night', async () => {
    const { connection } = await all.connected();
    clock.now = new Date('2026-07-01T08:00:00Z');
    all.script.beforePage = () => {
      throw new SourceFault('refused', 'store_frozen', 'Unpaid');
    };
    expect(await all.sync(connection)).toMatchObject({ status: 'failed', attempts: 0 });
    expect(await all.found(connection)).toMatchObject({
      // Three in the morning in Berlin, not noon.
      state: 'failing',
      error_code: 'store_frozen',
      next_run_at: '2026-07-02T01:00:00.000Z',
    });
  });

  it('an expired credential is dead without a call', async () => {
    const { connection, credential } = await all.connected();
    let calls = 0;
    all.script.beforePage = () => void (calls += 1);
    await sql`update credentials set expires_at = '2026-01-01' where id = ${credential.id}`.execute(
      all.service.database.db,
    );
    expect(await all.sync(connection)).toMatchObject({ status: 'failed', error_code: 'credential_expired' });
    expect(calls).toBe(0);
  });
});

describe('a stop', () => {
  it('ends a running run at its next page, and a queued one at once', async () => {
    const { connection, company } = await all.connected();
    const { body } = await post(connection, 'sync');
    all.script.beforePage = async (page) => {
      if (page === 1) expect((await post(connection, `runs/${body.run_id}/stop`)).status).toBe(204);
    };
    expect(await all.run(body.run_id)).toBeUndefined();
    expect(await all.runOf(connection, body.run_id)).toMatchObject({ status: 'stopped', message: 'Stopped by aaas.' });
    expect(await variantsOf(company)).toHaveLength(2);
    expect((await post(connection, `runs/${body.run_id}/stop`)).status).toBe(400);
    const second = await post(connection, 'sync');
    expect((await post(connection, `runs/${second.body.run_id}/stop`)).status).toBe(204);
    expect(await all.run(second.body.run_id)).toBeUndefined();
    expect(await all.runOf(connection, second.body.run_id)).toMatchObject({ status: 'stopped', started_at: null });
  });

  it('of the process has the run go on at its page, and costs no try', async () => {
    const { connection } = await all.connected();
    const { body } = await post(connection, 'sync');
    const end = new AbortController();
    const pages: number[] = [];
    all.script.beforePage = (page) => {
      pages.push(page);
      if (page === 1) end.abort();
    };
    expect(await all.run(body.run_id, end.signal)).toEqual({ again: clock.now });
    expect(await all.runOf(connection, body.run_id)).toMatchObject({ status: 'queued', attempts: 0, read: 2 });
    await all.run(body.run_id);
    expect(pages).toEqual([0, 1, 1, 2]);
    expect(await all.runOf(connection, body.run_id)).toMatchObject({ status: 'done', read: 5, created: 5 });
  });
});

it('no secret is in a run, a state, a log line or the log, whatever a source says', async () => {
  const { connection, credential } = await all.connected();
  const words = `Bad ${SECRET} and Bearer ${SECRET} <b>${'x'.repeat(500)}`;
  all.script.beforePage = () => {
    throw new SourceFault('refused', 'access_forbidden', words, { trace: SECRET });
  };
  const run = await all.sync(connection);
  expect([...(run.message ?? '')].length).toBeLessThanOrEqual(300);
  all.script.beforePage = () => {
    throw new Error(words);
  };
  await all.sync(connection);
  const { rows } = await sql<{ text: string }>`
    select concat(
      (select json_agg(r) from sync_runs r), (select json_agg(c) from connections c), (select json_agg(l) from audit_log l),
      (select json_agg(to_jsonb(c) - 'secret') from credentials c)) as text`.execute(all.service.database.db);
  const responses = await Promise.all(
    [`/connections/${connection.id}`, `/credentials/${credential.id}`, `/connections/${connection.id}/history`].map(
      (path) => all.aaas.get(path),
    ),
  );
  for (const text of [rows[0]?.text, ...responses.map((one) => one.text), all.reported.join()])
    expect(text).not.toContain(SECRET);
  expect(all.reported.join()).toContain('could not be read');
});

it('its runs are listed newest first to whoever reads the company, and to no one else', async () => {
  const { connection } = await all.connected({ company: all.a });
  await all.sync(connection);
  await post(connection, 'sync');
  const { body } = await all.admin.get<RunList>(`/connections/${connection.id}/runs?page_size=1`);
  expect(body).toMatchObject({ total: 2, items: [{ status: 'queued', is_whole: true }] });
  const stranger = await all.service.person('stranger', { groups: ['CompanyAdmin'], companies: ['b'] });
  expect((await stranger.get(`/connections/${connection.id}/runs`)).status).toBe(404);
  expect((await stranger.post(`/connections/${connection.id}/sync`)).status).toBe(404);
});
