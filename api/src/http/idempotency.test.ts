import { fastify } from 'fastify';
import { sql } from 'kysely';
import { buildApp } from '../app';
import type { Paged } from 'contract/paging';
import { CHEAP, Person } from '../testing/console';
import { openTwoCompanies, type TwoCompanies } from '../testing/two-companies';
import { keyed, whileNobodyCanWrite } from '../testing/keyed-calls';
import { removeCompany } from '../session/users.queries';
import { Busy, RuleBroken } from './errors';
import { keepOutcomes, keyedCall, purgeOutcomes } from './idempotency';

const NOTE = { name: 'Returns', content: 'Thirty days' };
let service: TwoCompanies['service'];
let a: number;
let admin: Person;
let manager: Person;
/** The same person at another process of the same service. */
let elsewhere: Person;
let closeElsewhere: () => Promise<unknown>;

beforeAll(async () => {
  ({ service, a, manager } = await openTwoCompanies('AdManager'));
  admin = await service.person('admin', { groups: ['AaasAdmin', 'CompanyAdmin', 'Admin'] });
  const other = await buildApp({ database: service.database, config: service.config, hashCost: CHEAP });
  await other.ready();
  elsewhere = new Person(other, 'admin', admin.access, null);
  closeElsewhere = () => other.close();
});
beforeEach(() => service.database.db.deleteFrom('knowledge').execute());
afterAll(async () => {
  await closeElsewhere();
  await service.close();
});

const notes = async () => (await admin.get<Paged<{ id: number }>>('/knowledge')).body.items;
const written = async () => {
  const { rows } = await sql<{ count: number }>`
    select count(*) from audit_log where resource = 'knowledge' and action = 'create'`.execute(service.database.db);
  return rows[0]?.count ?? 0;
};

it('the same key and body get the first response, at any process, without a second effect', async () => {
  const before = await written();
  const first = await admin.post('/knowledge', NOTE, keyed('one'));
  expect(first).toMatchObject({ status: 201, body: NOTE });
  for (const person of [admin, elsewhere]) {
    const again = await person.post('/knowledge/', NOTE, keyed('one'));
    expect([again.status, again.text]).toEqual([first.status, first.text]);
    expect(again.headers['content-type']).toBe(first.headers['content-type']);
  }
  expect(await notes()).toHaveLength(1);
  expect(await written()).toBe(before + 1);
  await admin.post('/knowledge', NOTE);
  expect((await admin.post('/knowledge', NOTE, keyed('two'))).status).toBe(201);
  expect(await notes()).toHaveLength(3);
});

it('another body or query with the key is 422; another person and another path have keys of their own', async () => {
  const second = await service.person('second', { groups: ['AaasAdmin'] });
  const { id } = (await admin.post<{ id: number }>('/knowledge', NOTE, keyed('mine'))).body;
  expect(await elsewhere.post('/knowledge', { ...NOTE, name: 'Other' }, keyed('mine'))).toMatchObject({
    status: 422,
    body: { detail: [{ loc: ['header', 'idempotency-key'], msg: 'This Idempotency-Key belongs to another request' }] },
  });
  const theirs = await second.post<{ id: number }>('/knowledge', NOTE, keyed('mine'));
  expect(theirs.status).toBe(201);
  expect(theirs.body.id).not.toBe(id);
  expect((await admin.post('/agents/session/create', undefined, keyed('mine'))).status).toBe(201);
  const plan = { product_variant_id: 1, cogs_amount: 1 };
  expect((await admin.post('/product-variant-cogs?dry_run=true', plan, keyed('plan'))).status).toBe(404);
  expect((await admin.post('/product-variant-cogs', plan, keyed('plan'))).status).toBe(422);
});

it('a response about a company that was taken away since is not returned once more (SCOPE-27)', async () => {
  const { db } = service.database;
  const groups = ['SocialMediaManager', 'CompanyAdmin'] as const;
  const losing = await service.person('losing', { groups: [...groups], companies: ['company-a', 'company-b'] });
  const profile = { company_id: a, platform: 'tiktok', platform_username: 'taken-away', status: 'active' };
  const first = await losing.post('/social-media-profiles', profile, keyed('lost'));
  expect(first.status).toBe(201);
  const names = { cached_product_name: 'Tea', cached_product_variant_name: 'Green' };
  const { id } = await db
    .insertInto('product_variants')
    .values({ company_id: a, sales_channel: 'shopify', product_variant_identifier: 'taken-away', ...names })
    .returning('id')
    .executeTakeFirstOrThrow();
  const plan = { product_variant_id: id, cogs_amount: 7, effective_start_date: null, effective_end_date: null };
  const dry = () => losing.post('/product-variant-cogs?dry_run=true', plan, keyed('forecast'));
  expect((await dry()).body).toMatchObject({ cogs_amount: 7 });
  await removeCompany(db, 'losing', 'company-b');
  expect((await losing.post('/social-media-profiles', profile, keyed('lost'))).text).toBe(first.text);
  await removeCompany(db, 'losing', 'company-a');
  const again = await losing.post('/social-media-profiles', profile, keyed('lost'));
  expect([again.status, again.text]).not.toContain(first.text);
  expect(again.status).toBe(404);
  expect((await dry()).status).toBe(404);
});

it('while the first try is running the next is 409 with Retry-After, at any process', async () => {
  let running: ReturnType<Person['post']> | undefined;
  await whileNobodyCanWrite(service.database.db, async (someoneWaits) => {
    running = admin.post('/knowledge', NOTE, keyed('slow'));
    await someoneWaits();
    for (const person of [admin, elsewhere]) {
      const next = await person.post('/knowledge', NOTE, keyed('slow'));
      expect(next).toMatchObject({ status: 409, headers: { 'retry-after': '1' } });
      expect(next.body.detail).toBe('The first try of this is still being worked on. Please try again in a moment.');
    }
  });
  const first = await running;
  expect(first?.status).toBe(201);
  expect((await elsewhere.post('/knowledge', NOTE, keyed('slow'))).text).toBe(first?.text);
  expect(await notes()).toHaveLength(1);
});

it('many tries at once have one effect', async () => {
  const all = await Promise.all(
    Array.from({ length: 12 }, (_, at) => (at % 2 ? admin : elsewhere).post('/knowledge', NOTE, keyed('crowd'))),
  );
  expect([...new Set(all.map(({ status }) => status))].filter((status) => ![201, 409].includes(status))).toEqual([]);
  expect(new Set(all.filter(({ status }) => status === 201).map(({ text }) => text)).size).toBe(1);
  expect(await notes()).toHaveLength(1);
});

it('a refusal is kept, with nothing of what had begun; a fault is not', async () => {
  const company = { name: 'C', slug: 'company-a', logo_url: 'https://example.test/c.png', timezone: 'America/Denver' };
  const taken = await admin.post('/companies', company, keyed('taken'));
  expect(taken.status).toBe(409);
  await sql`update companies set slug = 'moved' where id = ${a}`.execute(service.database.db);
  const again = await elsewhere.post('/companies', company, keyed('taken'));
  expect([again.status, again.text]).toEqual([taken.status, taken.text]);
  expect((await admin.post('/companies', company, keyed('free'))).status).toBe(201);

  await sql`create function fail() returns trigger language plpgsql as 'begin raise exception ''broken''; end'`.execute(
    service.database.db,
  );
  // The effect and its record stand or fall together.
  for (const table of [sql`knowledge`, sql`idempotency_keys`]) {
    await sql`create trigger fails after insert on ${table} for each row execute function fail()`.execute(
      service.database.db,
    );
    expect((await admin.post('/knowledge', NOTE, keyed('fault'))).status).toBe(500);
    await sql`drop trigger fails on ${table}`.execute(service.database.db);
    expect(await notes()).toHaveLength(0);
  }
  expect((await admin.post('/knowledge', NOTE, keyed('fault'))).status).toBe(201);
  expect(await notes()).toHaveLength(1);
});

it('a refusal takes back what the call had already stored by itself', async () => {
  const { db } = service.database;
  const { id: userId } = await db.selectFrom('users').select('id').limit(1).executeTakeFirstOrThrow();
  const app = fastify();
  keepOutcomes(app, db);
  const call = keyedCall(
    { method: 'POST', url: '/steps', body: {} },
    { caller: { userId, everyCompany: true, companyIds: [] }, key: 'steps', query: {} },
  );
  const outcome = await app.runOnce?.(call, async () => {
    await sql`insert into knowledge (name, content) values ('First', 'step')`.execute(db);
    throw new RuleBroken('The second step is refused');
  });
  expect(outcome).toEqual({ status: 400, body: '{"detail":"The second step is refused"}' });
  expect(await notes()).toHaveLength(0);
});

it('what may be tried again later is not kept', async () => {
  const { db } = service.database;
  const { id: userId } = await db.selectFrom('users').select('id').limit(1).executeTakeFirstOrThrow();
  const app = fastify();
  keepOutcomes(app, db);
  const call = keyedCall(
    { method: 'POST', url: '/steps', body: {} },
    { caller: { userId, everyCompany: true, companyIds: [] }, key: 'later', query: {} },
  );
  await expect(app.runOnce?.(call, () => Promise.reject(new Busy('Later', 1)))).rejects.toThrow('Later');
  const done = { status: 201, body: null };
  expect(await app.runOnce?.(call, () => Promise.resolve(done))).toEqual(done);
});

it.each([
  ['empty', ''],
  ['too long', 'x'.repeat(101)],
  ['not ASCII', 'clé'],
  ['with a control character', 'a\tb'],
])('a key that is %s is 422', async (_, key) => {
  expect(await admin.post('/knowledge', NOTE, keyed(key))).toMatchObject({
    status: 422,
    body: {
      detail: [
        { loc: ['header', 'idempotency-key'], msg: 'Idempotency-Key must be 1 to 100 printable ASCII characters' },
      ],
    },
  });
  expect(await notes()).toHaveLength(0);
});

it('who may not call, and what is not well formed, learns and keeps nothing', async () => {
  expect((await service.nobody.post('/knowledge', NOTE, keyed('k'))).status).toBe(401);
  expect((await manager.post('/knowledge', NOTE, keyed(''))).status).toBe(403);
  expect((await admin.post('/knowledge', {}, keyed('k'))).status).toBe(422);
  expect((await admin.post('/knowledge', NOTE, keyed('k'))).status).toBe(201);
});

it('a call that changes many is done once as well', async () => {
  const { db } = service.database;
  const person = await service.person('deleter', { groups: ['AaasAdmin'] });
  const { id } = (await person.post<{ id: number }>('/agent-definitions', { slug: 'x', system_prompt: 'x'.repeat(10) }))
    .body;
  const call = () => person.post('/agent-definitions/bulk', { ids: [id, 999_999], confirm: true }, keyed('many'));
  const first = await call();
  expect(first.body).toMatchObject({ success_count: 1, error_count: 1 });
  expect((await call()).text).toBe(first.text);
  const { rows } = await sql`select from audit_log where resource = 'agent_definition' and action = 'delete'`.execute(
    db,
  );
  expect(rows).toHaveLength(1);
});

it('an outcome is kept for 24 hours, and then purged', async () => {
  const { db } = service.database;
  const age = (interval: string) =>
    sql`update idempotency_keys set created_at = clock_timestamp() - ${interval}::interval`.execute(db);
  const first = await admin.post('/knowledge', NOTE, keyed('day'));
  await age('23 hours 59 minutes');
  await purgeOutcomes(db);
  expect((await admin.post('/knowledge', NOTE, keyed('day'))).text).toBe(first.text);
  await age('24 hours 1 minute');
  expect((await admin.post('/knowledge', NOTE, keyed('day'))).text).not.toBe(first.text);
  expect(await notes()).toHaveLength(2);
  await age('24 hours 1 minute');
  await purgeOutcomes(db);
  expect(await db.selectFrom('idempotency_keys').select('key').execute()).toEqual([]);
});

it('keeps nothing of what was asked, and of the response only what left the service', async () => {
  const { db } = service.database;
  const company = {
    name: 'Keys',
    slug: 'keys',
    logo_url: 'https://example.test/c.png',
    timezone: 'America/Denver',
    shopify_api_key: 'shpat_very_secret',
  };
  const { text } = await admin.post('/companies', company, keyed('secret'));
  const { rows } = await sql<{
    row: string;
  }>`select k::text as row from idempotency_keys k where key = 'secret'`.execute(db);
  expect(rows).toHaveLength(1);
  expect(rows[0]?.row).not.toContain('shpat');
  expect(await db.selectFrom('idempotency_keys').select('body').where('key', '=', 'secret').execute()).toEqual([
    { body: text },
  ]);
});

it('is described for every POST of a signed-in person but streams, files, secrets and tests, for machines, and for no other', () => {
  interface Described {
    parameters?: { in: string; name: string }[];
    responses: Readonly<Record<string, { content?: object }>>;
  }
  const paths = service.app.swagger().paths as Readonly<Record<string, Readonly<Record<string, Described>>>>;
  for (const [path, methods] of Object.entries(paths))
    for (const [method, { parameters = [], responses }] of Object.entries(methods)) {
      const isKeyed = parameters.some(({ in: place, name }) => place === 'header' && name === 'idempotency-key');
      const isJson = !/text\/(csv|event-stream)/.test(JSON.stringify(responses['200']?.content ?? {}));
      const keepsNothing =
        path === '/api/ingest-tokens' ||
        /\/users\/me\/(verification|second-factor|passkeys)/.test(path) ||
        /\/(rotate|invitations?|me\/password|sessions\/end|test|test-klaviyo)$/.test(path);
      const isPersons =
        method === 'post' && isJson && !/^\/api\/(token|people\/invitations)\//.test(path) && !keepsNothing;
      const takes = isPersons || path.startsWith('/api/ingest/');
      expect([method, path, isKeyed]).toEqual([method, path, takes]);
      if (isKeyed) expect(Object.keys(responses)).toEqual(expect.arrayContaining(['409', '422']));
    }
});
