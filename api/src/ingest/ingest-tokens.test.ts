import type { IngestToken, IngestTokenWithSecret } from 'contract/ingest/ingest-tokens';
import type { Paged } from 'contract/paging';
import { sql } from 'kysely';
import { LEFT_OUT, storedTables } from '../database/backup-tables';
import { onSingleConnection } from '../database/single-connection';
import { inDays, machineToken, makeToken } from '../testing/machines';
import { addTestCompany, openConsole, type Person, type TestConsole } from '../testing/console';
import { purgeIngestTokens } from './ingest-tokens.queries';

let service: TestConsole;
let admin: Person;
let a: number;
let b: number;

beforeAll(async () => {
  service = await openConsole();
  admin = await service.person('admin', { groups: ['AaasAdmin'] });
  a = await addTestCompany(service, 'Company A', 'company-a');
  b = await addTestCompany(service, 'Company B', 'company-b');
});
afterAll(() => service.close());

const ad = (observed_at = new Date().toISOString()) => ({
  company_id: a,
  source: 'etl',
  observed_at,
  records: [{ ad_identifier: '1', ad_name: 'One' }],
});
/** The status of a call with a token. */
const statusOf = async (machine: Person) => (await machine.put('/ingest/facebook-ads', ad())).status;
const found = async (id: number) => (await admin.get<IngestToken>(`/ingest-tokens/${id}`)).body;
const set = (id: number, values: string) =>
  sql`update ingest_tokens set ${sql.raw(values)} where id = ${id}`.execute(service.database.db);

describe('making one', () => {
  it('the secret is in this response alone', async () => {
    const { token, ...made } = await makeToken(admin, { name: '  Amazon  ', company_ids: [b, a, b] });
    expect(made).toMatchObject({
      name: 'Amazon',
      company_ids: [a, b],
      company_names: ['Company A', 'Company B'],
      state: 'active',
      hint: token.slice(0, 12),
      created_by_username: 'admin',
      last_used_at: null,
      old_secret_until: null,
    });
    for (const path of ['/ingest-tokens', `/ingest-tokens/${made.id}`, `/ingest-tokens/${made.id}/history`, '/audit']) {
      const { text, status } = await admin.get(path);
      expect(status).toBe(200);
      expect(text).not.toContain(token);
      expect(text).not.toContain(token.slice(13));
    }
  });

  it('asks for a name, companies, scopes and an end within 366 days', async () => {
    const messages = async (body: object) => {
      const response = await admin.post<{ detail: { msg: string }[] }>('/ingest-tokens', body);
      expect(response.status).toBe(422);
      return response.body.detail.map(({ msg }) => msg);
    };
    expect(await messages({})).toEqual([
      'Name is required',
      'Please choose at least one company',
      'Please choose what it may write',
      'Expires is required',
    ]);
    const good = { name: 'x', company_ids: [a], scopes: ['ingest:facebook-ads'], expires_at: inDays(366) };
    expect(await messages({ ...good, company_ids: [], scopes: [] })).toEqual([
      'Please choose at least one company',
      'Please choose what it may write',
    ]);
    expect(await messages({ ...good, scopes: ['ingest:everything'] })).toHaveLength(1);
    expect(await messages({ ...good, expires_at: inDays(367) })).toEqual(['Expires must be within 366 days']);
    expect(await messages({ ...good, expires_at: inDays(-1) })).toEqual(['Expires must be in the future']);
    for (const expires_at of ['tomorrow', '2026-02-30T00:00:00Z', '2026-12-01', '2026-12-01T00:00:00'])
      expect(await messages({ ...good, expires_at })).toEqual(['Expires must be a time such as 2026-11-22T09:30:00Z']);
    expect((await admin.post('/ingest-tokens', { ...good, company_ids: [a, 999_999] })).status).toBe(404);
    expect((await admin.post('/ingest-tokens', { ...good, token: 'mine' })).status).toBe(422);
  });

  it('neither the token nor what follows its first part is in any row, also of a call with an Idempotency-Key (MACH-01)', async () => {
    const body = { name: 'Kept nowhere', company_ids: [a], scopes: ['ingest:facebook-ads'], expires_at: inDays(3) };
    const { body: made } = await admin.post<IngestTokenWithSecret>('/ingest-tokens', body, { 'idempotency-key': 'k' });
    const machine = admin.with(made.token);
    await machine.put('/ingest/facebook-ads', ad(), { 'idempotency-key': 'k' });
    const tables = await onSingleConnection(service.database.connection, ({ db }) => storedTables(db));
    expect(tables.length).toBeGreaterThan(30);
    for (const { name: table } of tables) {
      const { rows } = await sql`
        select from ${sql.table(table)} as row where row::text like ${`%${made.token.slice(13)}%`}`.execute(
        service.database.db,
      );
      expect([table, rows.length]).toEqual([table, 0]);
    }
  });
});

describe('rotating one', () => {
  it.each([
    ['1h', 1],
    ['24h', 24],
    ['7d', 7 * 24],
  ])('the old secret works on for %s, the new one at once', async (overlap, hours) => {
    const old = await makeToken(admin, { company_ids: [a] });
    const before = Date.now();
    const { body: rotated } = await admin.post<IngestTokenWithSecret>(`/ingest-tokens/${old.id}/rotate`, { overlap });
    expect(rotated.token).not.toBe(old.token);
    expect(rotated.hint).toBe(rotated.token.slice(0, 12));
    const until = Date.parse(rotated.old_secret_until ?? '') - hours * 60 * 60 * 1000;
    expect(until).toBeGreaterThanOrEqual(before - 1000);
    expect(until).toBeLessThanOrEqual(Date.now() + 1000);
    expect([await statusOf(admin.with(old.token)), await statusOf(admin.with(rotated.token))]).toEqual([200, 200]);
    // The overlap is over.
    await sql`update ingest_token_secrets set ends_at = clock_timestamp() where token_id = ${old.id} and ends_at is not null`.execute(
      service.database.db,
    );
    expect([await statusOf(admin.with(old.token)), await statusOf(admin.with(rotated.token))]).toEqual([401, 200]);
    expect((await found(old.id)).old_secret_until).toBeNull();
  });

  it('a second rotation does not lengthen the life of the first secret', async () => {
    const first = await makeToken(admin, { company_ids: [a] });
    await admin.post(`/ingest-tokens/${first.id}/rotate`, { overlap: '1h' });
    await admin.post(`/ingest-tokens/${first.id}/rotate`, { overlap: '7d' });
    const { rows } = await sql<{ hours: number }>`
      select round(extract(epoch from ends_at - clock_timestamp()) / 3600) as hours from ingest_token_secrets
      where token_id = ${first.id} and ends_at is not null order by ends_at`.execute(service.database.db);
    expect(rows.map(({ hours }) => hours)).toEqual([1, 168]);
  });

  it('may give it a new end, within 366 days', async () => {
    const { id } = await makeToken(admin, { company_ids: [a], expires_at: inDays(2) });
    const expires_at = inDays(300);
    const rotated = await admin.post<IngestToken>(`/ingest-tokens/${id}/rotate`, { overlap: '1h', expires_at });
    expect(rotated.body.expires_at).toBe(expires_at);
    expect((await admin.post(`/ingest-tokens/${id}/rotate`, { overlap: '1h', expires_at: inDays(400) })).status).toBe(
      422,
    );
    expect((await admin.post(`/ingest-tokens/${id}/rotate`, { overlap: '2h' })).status).toBe(422);
  });
});

describe('its end', () => {
  it('revoked, it ends at once and with it the secret before; unknown, ended and revoked are the same 401 (MACH-02)', async () => {
    const old = await makeToken(admin, { company_ids: [a] });
    const { body: rotated } = await admin.post<IngestTokenWithSecret>(`/ingest-tokens/${old.id}/rotate`, {
      overlap: '7d',
    });
    const expired = await makeToken(admin, { company_ids: [a] });
    await set(expired.id, 'expires_at = clock_timestamp()');
    expect((await admin.delete(`/ingest-tokens/${old.id}`)).status).toBe(204);
    expect((await admin.delete(`/ingest-tokens/${old.id}`)).status).toBe(204);
    const other = await makeToken(admin, { company_ids: [a] });
    const unknown = `${rotated.token.slice(0, 12)}${other.token.slice(12)}`;
    const responses = await Promise.all(
      [old.token, rotated.token, expired.token, unknown, 'swi_nonsense', admin.access ?? ''].map((token) =>
        admin.with(token).put('/ingest/facebook-ads', ad()),
      ),
    );
    for (const { status, text } of [...responses, await service.nobody.put('/ingest/facebook-ads', ad())])
      expect({ status, text }).toEqual({ status: 401, text: '{"detail":"This token does not admit you"}' });
    expect((await found(old.id)).state).toBe('revoked');
    expect((await found(expired.id)).state).toBe('expired');
  });

  it('an ended one can be neither changed nor rotated, and no undo revives it (MACH-05)', async () => {
    const { id, token } = await makeToken(admin, { company_ids: [a] });
    await admin.delete(`/ingest-tokens/${id}`);
    expect((await admin.patch(`/ingest-tokens/${id}`, { name: 'New' })).status).toBe(400);
    expect((await admin.post(`/ingest-tokens/${id}/rotate`, { overlap: '1h' })).status).toBe(400);
    const history = await admin.get<Paged<{ operation_id: string; action: string; can_undo: boolean }>>(
      `/ingest-tokens/${id}/history`,
    );
    expect(history.body.items.map(({ action, can_undo }) => [action, can_undo])).toEqual([
      ['revoke', false],
      ['create', false],
    ]);
    for (const { operation_id } of history.body.items)
      expect((await admin.post(`/history/${operation_id}/undo`)).status).toBe(400);
    expect(await statusOf(admin.with(token))).toBe(401);
  });

  it('is listed for 90 days', async () => {
    const [recent, old, active] = await Promise.all(
      ['Recent', 'Old', 'Active'].map((name) => makeToken(admin, { name, company_ids: [b] })),
    );
    await set(recent?.id ?? 0, "revoked_at = clock_timestamp() - interval '89 days'");
    await set(old?.id ?? 0, "revoked_at = clock_timestamp() - interval '91 days'");
    await purgeIngestTokens(service.database.db);
    expect((await admin.get(`/ingest-tokens/${recent?.id}`)).status).toBe(200);
    expect((await admin.get(`/ingest-tokens/${old?.id}`)).status).toBe(404);
    expect((await admin.get(`/ingest-tokens/${active?.id}`)).status).toBe(200);
  });
});

describe('what it may', () => {
  it('only what its scopes name: 403 for every other resource, whatever the body (MACH-04)', async () => {
    const machine = await machineToken(admin, { company_ids: [a], scopes: ['ingest:product-variants'] });
    expect((await machine.put('/ingest/facebook-ads', ad())).status).toBe(403);
    expect((await machine.put('/ingest/social-media-posts', '{')).status).toBe(403);
    expect((await machine.put('/ingest/product-variants', '{')).status).toBe(400);
  });

  it('only its companies: 403 for every other, there or not; 404 for one that was deleted', async () => {
    const machine = await machineToken(admin, { company_ids: [a, b] });
    const ask = async (company_id: number) =>
      (await machine.put('/ingest/facebook-ads', { ...ad(), company_id })).status;
    const other = await addTestCompany(service, 'Other', 'other');
    expect([await ask(a), await ask(b), await ask(other), await ask(999_999)]).toEqual([200, 200, 403, 403]);
    await sql`update companies set deleted_at = clock_timestamp() where id = ${b}`.execute(service.database.db);
    expect(await ask(b)).toBe(404);
    await sql`update companies set deleted_at = null where id = ${b}`.execute(service.database.db);
  });

  it('nothing outside /ingest (MACH-03)', async () => {
    const machine = await machineToken(admin, { company_ids: [a] });
    for (const path of ['/users/me', '/companies', '/ingest-tokens', '/openapi.json'])
      expect((await machine.get(path)).status).toBe(401);
    expect((await machine.post('/token/refresh', { refresh: machine.access })).status).toBe(401);
  });

  it('what an administrator changes counts at the next call', async () => {
    const { id, token } = await makeToken(admin, { company_ids: [a] });
    const machine = admin.with(token);
    expect(await statusOf(machine)).toBe(200);
    await admin.patch(`/ingest-tokens/${id}`, { company_ids: [b] });
    expect(await statusOf(machine)).toBe(403);
    await admin.patch(`/ingest-tokens/${id}`, { company_ids: [a], scopes: ['ingest:product-variants'] });
    expect(await statusOf(machine)).toBe(403);
  });

  it('after a restore, which brings no secrets, it needs a new one (MACH-06)', async () => {
    const { id, token } = await makeToken(admin, { company_ids: [a] });
    expect(LEFT_OUT).toContain('ingest_token_secrets');
    await sql`delete from ingest_token_secrets where token_id = ${id}`.execute(service.database.db);
    expect((await found(id)).state).toBe('locked');
    expect(await statusOf(admin.with(token))).toBe(401);
    const rotated = await admin.post<IngestTokenWithSecret>(`/ingest-tokens/${id}/rotate`, { overlap: '1h' });
    expect(rotated.body.state).toBe('active');
    expect(await statusOf(admin.with(rotated.body.token))).toBe(200);
  });

  it('at most 120 calls a minute: then 429, which says when to try again', async () => {
    const machine = await machineToken(admin, { company_ids: [a] });
    const other = await machineToken(admin, { company_ids: [a] });
    for (let call = 0; call < 120; call += 1) expect((await machine.put('/ingest/facebook-ads', '{')).status).toBe(400);
    const refused = await machine.put('/ingest/facebook-ads', ad());
    expect(refused.status).toBe(429);
    expect(Number(refused.headers['retry-after'])).toBeGreaterThan(0);
    expect(await statusOf(other)).toBe(200);
  });
});

it('its last use is noted, with the address, at most once in five minutes, and is no change of it', async () => {
  const { id, token, updated_at } = await makeToken(admin, { company_ids: [a] });
  const machine = admin.with(token);
  await machine.put('/ingest/facebook-ads', ad(), { 'x-forwarded-for': '203.0.113.7' });
  const first = await found(id);
  expect(first).toMatchObject({ last_used_address: '203.0.113.7', updated_at });
  await machine.put('/ingest/facebook-ads', ad(), { 'x-forwarded-for': '203.0.113.8' });
  expect(await found(id)).toEqual(first);
  await set(id, "last_used_at = last_used_at - interval '5 minutes'");
  await machine.put('/ingest/facebook-ads', ad(), { 'x-forwarded-for': '203.0.113.8' });
  expect(await found(id)).toMatchObject({ last_used_address: '203.0.113.8', updated_at });
});

it('the list is filtered by name and state', async () => {
  const { id } = await makeToken(admin, { name: 'Zulu', company_ids: [a] });
  const ids = async (query: string) =>
    (await admin.get<Paged<IngestToken>>(`/ingest-tokens?${query}`)).body.items.map((one) => one.id);
  expect(await ids('search=zul')).toEqual([id]);
  expect(await ids('search=zul&state=revoked')).toEqual([]);
  await admin.delete(`/ingest-tokens/${id}`);
  expect(await ids('search=zul&state=revoked')).toEqual([id]);
});
