/** Credentials and connections as people make, change and end them (DECISIONS §13). */
import { sql } from 'kysely';
import type { Connection, ConnectionTest, Credential } from 'contract/company/connections';
import type { Paged } from 'contract/paging';
import { rotateEncryptionKey, withDatabaseKey } from '../encryption-key';
import { secretsWith } from '../database/secrets';
import { addTestCompany, type Person } from '../testing/console';
import { openConnectionsConsole, SECRET, type ConnectionsConsole } from '../testing/connections';
import { WORKS } from '../testing/scripted-source';
import { openCredential } from './credential-secrets';
import { pauseRestored } from './pausing.queries';
import { SourceFault } from './source';

let all: ConnectionsConsole;
beforeAll(async () => {
  all = await openConnectionsConsole();
});
afterAll(() => all.service.close());

let made = 0;
const newCompany = (): Promise<number> => addTestCompany(all.service, `New ${(made += 1)}`, `new-${made}`);
const credentialOf = async (company_id: number | null, who: Person = all.aaas) =>
  (
    await who.post<Credential>('/credentials', {
      company_id,
      source: 'shopify',
      kind: 'token',
      label: 'Key',
      secret: SECRET,
    })
  ).body;
const connect = (company_id: number, more: object = {}, who: Person = all.aaas) =>
  who.post<Connection>('/connections', { company_id, source: 'shopify', external_id: 'acme', ...more });

describe('a credential', () => {
  it('is stored sealed, and no response, history or log entry has its secret', async () => {
    const created = await all.admin.post<Credential>('/credentials', {
      company_id: all.a,
      source: 'shopify',
      kind: 'client',
      label: 'App',
      client_id: 'abc',
      secret: SECRET,
    });
    expect(created.status).toBe(201);
    expect(created.body).toMatchObject({ hint: 'CRET', state: 'new', shared: false, company_name: 'Company A' });
    const { id } = created.body;
    const changed = await all.admin.patch(`/credentials/${id}`, { secret: `${SECRET}-new`, label: 'Other' });
    const texts = [
      created,
      changed,
      await all.admin.get(`/credentials/${id}`),
      await all.admin.get('/credentials'),
      await all.admin.get(`/credentials/${id}/history`),
    ].map(({ text }) => text);
    const { rows } = await sql<{ text: string }>`
      select concat(json_agg(audit_log), (select json_agg(credentials) from credentials)) as text from audit_log`.execute(
      all.service.database.db,
    );
    for (const text of [...texts, rows[0]?.text]) expect(text).not.toContain(SECRET);
    const row = await all.service.database.db
      .selectFrom('credentials')
      .select(['id', 'kind', 'client_id', 'secret'])
      .where('id', '=', id)
      .executeTakeFirstOrThrow();
    expect(openCredential(all.parts.secrets, row)).toEqual({
      kind: 'client',
      clientId: 'abc',
      secret: `${SECRET}-new`,
    });
  });

  it.each([
    [{ source: 'meta', kind: 'key' }, 'Meta takes: Access token'],
    [{ secret: undefined }, 'Secret is required'],
    [{ secret: null }, 'Secret is required'],
    [{ kind: 'client' }, 'Client ID is required'],
  ])('with %j is 422', async (wrong, message) => {
    const body = { company_id: all.a, source: 'shopify', kind: 'token', label: 'Key', secret: SECRET, ...wrong };
    const response = await all.admin.post('/credentials', body);
    expect(response.status).toBe(422);
    expect(response.text).toContain(message);
  });

  it('that is shared is made, seen, changed and bound by AaasAdmin alone', async () => {
    const body = { company_id: null, source: 'shopify', kind: 'token', label: 'Agency', secret: SECRET };
    expect((await all.admin.post('/credentials', body)).status).toBe(403);
    const shared = await credentialOf(null);
    expect(shared).toMatchObject({ shared: true, company_id: null });
    for (const status of [
      (await all.admin.get(`/credentials/${shared.id}`)).status,
      (await all.admin.patch(`/credentials/${shared.id}`, { label: 'Mine' })).status,
      (await all.admin.delete(`/credentials/${shared.id}`)).status,
      (await connect(all.a, { credential_id: shared.id }, all.admin)).status,
    ])
      expect(status).toBe(404);
    expect((await all.admin.get('/credentials?search=key')).text).not.toContain('"shared":true');
    const { id } = (await connect(all.a, { credential_id: shared.id })).body;
    expect((await all.admin.get(`/connections/${id}`)).body).toMatchObject({ credential_label: 'Key' });
    expect((await all.admin.patch(`/connections/${id}`, { external_id: 'other' })).status).toBe(404);
    expect((await all.admin.patch(`/connections/${id}`, { settings: { costs: 'propose' } })).status).toBe(200);
    await all.aaas.delete(`/connections/${id}`);
  });

  it('of another company cannot be bound, and one in use not be deleted', async () => {
    const company = await newCompany();
    const [own, foreign] = [await credentialOf(company), await credentialOf(all.b)];
    expect((await connect(company, { credential_id: foreign.id })).status).toBe(404);
    const { status, body } = await connect(company, { credential_id: own.id });
    expect(status).toBe(201);
    expect((await all.aaas.delete(`/credentials/${own.id}`)).status).toBe(409);
    await all.aaas.delete(`/connections/${body.id}`);
    expect((await all.aaas.delete(`/credentials/${own.id}`)).status).toBe(204);
  });

  it('is sealed anew when the key changes, and opens with no other', async () => {
    const { id } = await credentialOf(all.a);
    const { database, config } = all.service;
    await withDatabaseKey(database, config);
    const next = Buffer.alloc(32, 9);
    expect(await rotateEncryptionKey(database, config, next)).toBeGreaterThan(0);
    const row = () =>
      database.db
        .selectFrom('credentials')
        .select(['id', 'kind', 'client_id', 'secret'])
        .where('id', '=', id)
        .executeTakeFirstOrThrow();
    expect(openCredential(secretsWith(next), await row())).toEqual({ kind: 'token', secret: SECRET });
    const stored = await row();
    expect(() => openCredential(all.parts.secrets, stored)).toThrow();
    // A process with the key of before stores nothing that no one could open.
    const body = { company_id: all.a, source: 'shopify', kind: 'token', label: 'Late', secret: SECRET };
    expect((await all.aaas.post('/credentials', body)).status).toBe(503);
    await rotateEncryptionKey(database, { ...config, encryptionKey: next }, config.encryptionKey);
  });
});

describe('a connection', () => {
  it('is one of its source and company; its store, account and credential have a form', async () => {
    const company = await newCompany();
    const { id: credential_id } = await credentialOf(company);
    for (const [more, status] of [
      [{ external_id: 'https://acme.myshopify.com' }, 422],
      [{ external_id: 'acme.evil.test' }, 422],
      [{ external_id: null }, 422],
      [{ source: 'meta', external_id: '123' }, 422],
      [{ source: 'youtube', external_id: 'x' }, 422],
      [{ source: 'youtube', external_id: null, credential_id: null }, 422],
      [{ source: 'klaviyo' }, 422],
      [{ source: 'meta', external_id: 'act_1' }, 404],
    ] as const)
      expect([more, (await connect(company, { credential_id, ...more })).status]).toEqual([more, status]);
    expect((await connect(company, { credential_id })).body).toMatchObject({ state: 'new', next_run_at: null });
    expect((await connect(company, { credential_id })).status).toBe(409);
  });

  it('with the company’s own key is of the store of its address alone', async () => {
    const company = await newCompany();
    expect((await connect(company)).status).toBe(400);
    await all.aaas.patch(`/companies/${company}`, {
      shopify_store_url: 'https://Acme.myshopify.com/',
      shopify_api_key: SECRET,
    });
    expect((await connect(company, { external_id: 'evil' })).status).toBe(400);
    expect((await connect(company)).status).toBe(201);
  });

  it('has its key cleared and is paused when the address leads to another store, by PUT and PATCH', async () => {
    for (const method of ['PATCH', 'PUT']) {
      const company = await newCompany();
      const before = { shopify_store_url: 'https://acme.myshopify.com', shopify_api_key: SECRET };
      const { body: whole } = await all.aaas.patch(`/companies/${company}`, before);
      const { id } = (await connect(company)).body;
      const { name, slug, logo_url, timezone } = whole;
      const save = (shopify_store_url: string, more: object = {}) =>
        all.aaas.ask(method, `/companies/${company}`, {
          ...(method === 'PUT' && { name, slug, logo_url, timezone }),
          shopify_store_url,
          ...more,
        });
      expect((await save('https://acme.myshopify.com/')).body).toMatchObject({ has_shopify: true });
      expect((await all.aaas.get(`/connections/${id}`)).body).toMatchObject({ state: 'new' });
      const saved = await save('https://evil.myshopify.com');
      expect([method, saved.body['has_shopify']]).toEqual([method, false]);
      expect((await all.aaas.get(`/connections/${id}`)).body).toMatchObject({ state: 'paused', paused_by: 'aaas' });
      const history = await all.aaas.get(`/companies/${company}/history?page_size=1`);
      expect(history.text).toContain('shopify_api_key');
      expect((await save('https://third.myshopify.com', { shopify_api_key: SECRET })).body).toMatchObject({
        has_shopify: true,
      });
      // Taking the change back leads to another store too.
      const operation = String(
        (await save('https://fourth.myshopify.com', { shopify_api_key: SECRET })).headers['x-operation-id'],
      );
      expect((await all.aaas.post(`/history/${operation}/undo`)).status).toBe(200);
      expect((await all.aaas.get(`/companies/${company}`)).body).toMatchObject({ has_shopify: false });
    }
  });

  it('makes has_shopify true with a credential of its own, and the list finds it by that', async () => {
    const { company } = await all.connected();
    expect((await all.aaas.get(`/companies/${company}`)).body).toMatchObject({ has_shopify: true });
    const ids = (await all.aaas.get<Paged<{ id: number }>>('/companies?has_shopify=true&page_size=100')).body.items;
    expect(ids.map(({ id }) => id)).toContain(company);
  });

  it('that reads something else is new again', async () => {
    const { connection } = await all.connected();
    await all.aaas.post(`/connections/${connection.id}/sync`);
    const { status, body } = await all.aaas.patch<Connection>(`/connections/${connection.id}`, {
      external_id: 'other',
    });
    expect(status).toBe(200);
    expect(body).toMatchObject({
      state: 'new',
      confirmed_at: null,
      next_run_at: null,
      external_name: 'other',
      open_run_id: null,
    });
    const stale = { 'if-match': `"${connection.updated_at}"` };
    expect((await all.aaas.patch(`/connections/${connection.id}`, { settings: {} }, stale)).status).toBe(412);
  });

  it('is paused and resumed, and ends with its company', async () => {
    const { connection, company } = await all.connected();
    await all.aaas.post(`/connections/${connection.id}/sync`);
    const paused = await all.aaas.post(`/connections/${connection.id}/pause`);
    expect(paused.body).toMatchObject({ state: 'paused', paused_by: 'aaas', open_run_id: null });
    expect((await all.aaas.post(`/connections/${connection.id}/sync`)).status).toBe(400);
    const resumed = await all.aaas.post<Connection>(`/connections/${connection.id}/resume`);
    expect(resumed.body).toMatchObject({ state: 'ok', paused_by: null, state_message: null });
    expect((await all.aaas.post(`/connections/${connection.id}/resume`)).status).toBe(400);
    await all.aaas.delete(`/companies/${company}`);
    const { rows } = await sql`select state, paused_by from connections where id = ${connection.id}`.execute(
      all.service.database.db,
    );
    expect(rows).toEqual([{ state: 'paused', paused_by: 'aaas' }]);
  });

  it('is paused after a restore', async () => {
    const { connection } = await all.connected();
    const { db } = all.service.database;
    const undone = new Error('Undone');
    const restoring = db.transaction().execute(async (transaction) => {
      expect(await pauseRestored(transaction)).toBeGreaterThan(0);
      const { rows } = await sql`
        select state, paused_by, next_run_at from connections where id = ${connection.id}`.execute(transaction);
      expect(rows).toEqual([{ state: 'paused', paused_by: 'restore', next_run_at: null }]);
      throw undone;
    });
    await expect(restoring).rejects.toBe(undone);
  });

  it('is tested: what stands in the way is said, and zone, name and expiry are noted', async () => {
    const { connection, credential } = await all.connected();
    const test = () => all.aaas.post<ConnectionTest>(`/connections/${connection.id}/test`);
    const expiresAt = '2027-01-01T00:00:00.000Z';
    all.script.test = { ...WORKS, expiresAt };
    expect((await test()).body).toMatchObject({ ok: true, name: 'Acme', expires_at: expiresAt, problems: [] });
    expect(await all.found(connection)).toMatchObject({
      external_name: 'Acme',
      zone: 'Europe/Berlin',
      currency: 'USD',
    });
    expect((await all.aaas.get(`/credentials/${credential.id}`)).body).toMatchObject({ expires_at: expiresAt });
    all.script.test = { ...WORKS, problems: [{ code: 'wrong_currency', message: `EUR ${SECRET}` }] };
    expect((await test()).body).toMatchObject({
      ok: false,
      problems: [{ code: 'wrong_currency', message: 'EUR ***' }],
    });
    Object.defineProperty(all.script, 'test', {
      configurable: true,
      get: () => {
        throw new SourceFault('again', 'unreachable', 'Away');
      },
    });
    expect((await test()).body).toMatchObject({ ok: false, problems: [{ code: 'unreachable', message: 'Away' }] });
  });

  it('has a doubtful record matched by hand', async () => {
    const { connection } = await all.connected();
    const match = (key: string) => all.aaas.post(`/connections/${connection.id}/match`, { key, record_id: null });
    expect((await match('known')).status).toBe(204);
    expect((await match('unknown')).status).toBe(404);
  });
});

it('ads and posts of a connected company are refreshed: 202 with how many, 409 where none is', async () => {
  const { company, connection } = await all.connected();
  const { db } = all.service.database;
  await sql`update connections set source = 'meta' where id = ${connection.id}`.execute(db);
  const { rows } = await sql<{ id: number }>`
    insert into facebook_ads (company_id, ad_identifier, ad_name, connection_id)
    values (${company}, '1', 'One', ${connection.id}), (${company}, '2', 'Two', null) returning id`.execute(db);
  const person = await all.service.person('manager', {
    groups: ['AdManager', 'SocialMediaManager'],
    companies: [String(company)],
  });
  const [connected, other] = rows.map(({ id }) => id);
  const refresh = (ad_ids: unknown[]) => person.post('/facebook-ads/refresh', { ad_ids });
  expect(await refresh([other])).toMatchObject({
    status: 409,
    body: { detail: 'Facebook connection is not configured' },
  });
  expect(await refresh([connected, other, connected])).toMatchObject({ status: 202, body: { queued: 1 } });
  const { rows: runs } =
    await sql`select cause, only_ids, requested_by from sync_runs where connection_id = ${connection.id}`.execute(db);
  expect(runs).toEqual([{ cause: 'refresh', only_ids: [connected], requested_by: 'manager' }]);
  const { rows: posts } = await sql<{ id: number }>`
    insert into social_media_posts (company_id, url, platform, status)
    values (${company}, 'https://youtu.be/1', 'youtube', 'active') returning id`.execute(db);
  const post_ids = posts.map(({ id }) => id);
  expect((await person.post('/social-media-posts/refresh', { post_ids })).status).toBe(409);
  await sql`update connections set source = 'youtube' where id = ${connection.id}`.execute(db);
  expect(await person.post('/social-media-posts/refresh', { post_ids })).toMatchObject({
    status: 202,
    body: { queued: 1 },
  });
});
