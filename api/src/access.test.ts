import { NOUNS } from 'contract/nouns';
import { GROUPS, type Group } from 'contract/session';
import { allRecords } from './records/registry';
import { RULES } from './testing/access-rules';
import { companyBody } from './testing/access-rules/platform';
import { openConsole, type Person, type TestConsole } from './testing/console';

const ALL_BUT_AAAS_ADMIN = GROUPS.filter((group) => group !== 'AaasAdmin');

let service: TestConsole;
let inNoGroup: Person;
let alone: Record<Group, Person>;
/** In every group but AaasAdmin, and in no company. */
let stranger: Person;
let made = 0;
let someCompany: number;

beforeAll(async () => {
  service = await openConsole();
  inNoGroup = await service.person('no-group');
  const people = await Promise.all(GROUPS.map((group) => service.person(group, { groups: [group] })));
  alone = Object.fromEntries(GROUPS.map((group, at) => [group, people[at]])) as Record<Group, Person>;
  stranger = await service.person('stranger', { groups: ALL_BUT_AAAS_ADMIN });
  someCompany = await newCompany();
});
afterAll(() => service.close());

/** A new company that everyone but the stranger belongs to. */
const newCompany = async () => {
  const { db } = service.database;
  made += 1;
  const { id } = await db
    .insertInto('companies')
    .values({ ...companyBody(0), timezone: 'America/Denver', slug: `company-${made}` })
    .returning('id')
    .executeTakeFirstOrThrow();
  const users = await db.selectFrom('users').select('id').where('username', '!=', 'stranger').execute();
  await db
    .insertInto('memberships')
    .values(users.map((user) => ({ user_id: user.id, company_id: id })))
    .execute();
  return id;
};

const ruleOf = (method: string, url: string) => RULES[`${method === 'HEAD' ? 'GET' : method} ${url}`];

/** Nothing is made for someone who is to be refused before it would be looked for. */
const statusFor = async (person: Person, method: string, url: string, expected: number) => {
  const { record, query, body } = ruleOf(method, url) ?? {};
  const isRefused = expected === 401 || expected === 403;
  const id = isRefused ? someCompany : await newCompany();
  const owner = person === stranger ? inNoGroup : person;
  const values = record && !isRefused ? await record(service.database.db, id, owner) : { id };
  const path = url.slice('/api'.length).replace(/:(\w+)/g, (_, name: string) => String({ ...values }[name] ?? id));
  return (await person.ask(method, path + (query?.(id) ?? ''), body?.(id, values))).status;
};

it('every route has its row in the table, and every row its route', () => {
  const routes = service.app.guarded
    .filter(({ method }) => method !== 'HEAD')
    .map(({ method, url }) => `${method} ${url}`);
  expect([...routes].sort()).toEqual(Object.keys(RULES).sort());
});

it('every route × every kind of person gives exactly the table (ROLE-01)', async () => {
  const expected: Record<string, number> = {};
  const found: Record<string, number> = {};
  for (const { method, url } of service.app.guarded) {
    const rule = ruleOf(method, url);
    if (!rule) continue;
    const { may, success, stranger: refused } = rule;
    // A person's token is no machine's.
    if (may === 'machines') {
      for (const person of [service.nobody, ...Object.values(alone)]) {
        expected[`${method} ${url} · ${person.username}`] = 401;
        found[`${method} ${url} · ${person.username}`] = await statusFor(person, method, url, 401);
      }
      continue;
    }
    const isFor = (groups: readonly Group[]) => typeof may === 'string' || may.some((group) => groups.includes(group));
    const reached = refused ?? (url.includes(':') ? 404 : success);
    const people: [who: string, person: Person, status: number][] = [
      ['unsigned', service.nobody, may === 'anyone' ? success : 401],
      ['in no group', inNoGroup, isFor([]) ? success : 403],
      ...GROUPS.map((group): [string, Person, number] => [
        `${group} alone`,
        alone[group],
        isFor([group]) ? success : 403,
      ]),
      ["another company's member", stranger, isFor(ALL_BUT_AAAS_ADMIN) ? reached : 403],
    ];
    await Promise.all(
      people.map(async ([who, person, status]) => {
        expected[`${method} ${url} · ${who}`] = status;
        found[`${method} ${url} · ${who}`] = await statusFor(person, method, url, status);
      }),
    );
  }
  expect(found).toEqual(expected);
});

it('no list names a company out of reach (SCOPE-26)', async () => {
  const { db } = service.database;
  const namedCompany = async (name: string) => {
    const id = await newCompany();
    await db.updateTable('companies').set({ name }).where('id', '=', id).execute();
    return id;
  };
  const lists: string[] = [];
  for (const [route, { record, may }] of Object.entries(RULES)) {
    const [, path] = /^GET \/api(\/[a-z-]+)(?:\/by-id)?\/:id$/.exec(route) ?? [];
    const list = RULES[`GET /api${path}`];
    // Nouns of no company, as agents, are AaasAdmin's.
    if (!path || !record || !list || (Array.isArray(may) && may.includes('AaasAdmin'))) continue;
    const [ours, foreign] = [await namedCompany('Within reach'), await namedCompany('Out of reach')];
    const groups = ALL_BUT_AAAS_ADMIN;
    const neighbour = await service.person(`neighbour of ${foreign}`, { groups, companies: [String(ours)] });
    for (const id of [ours, foreign]) await record(db, id, neighbour);
    const answer = await neighbour.get<{ items: unknown[] }>(path + (list.query?.(ours) ?? ''));
    expect(answer.body.items).toHaveLength(1);
    expect(answer.text).not.toContain('Out of reach');
    if (answer.text.includes('Within reach')) lists.push(path);
  }
  const named = allRecords().filter(({ definition }) => 'company_name' in definition.noun.properties);
  expect(named.length).toBeGreaterThanOrEqual(5);
  expect(lists.sort()).toEqual(named.map(({ definition }) => NOUNS[definition.noun.kind].path).sort());
});

it('a route that does not say who may call it does not start', async () => {
  const { fastify } = await import('fastify');
  const { guard } = await import('./http/access');
  const app = fastify();
  guard(app, { person: async () => null, machine: async () => null });
  expect(() => app.get('/secret', async () => 'x')).toThrow('GET /secret does not say who may call it');
});

it('someone without the group learns nothing from a body, whatever it is', async () => {
  for (const body of ['{', '"x"', '[]', '{"ids":[1]}', 'x'.repeat(2 * 1024 * 1024)]) {
    const { status } = await inNoGroup.post('/companies/bulk/delete', body);
    expect(status).toBe(403);
    expect((await service.nobody.post('/companies/bulk/delete', body)).status).toBe(401);
    expect((await inNoGroup.post('/companies', body, { 'content-type': 'text/plain' })).status).toBe(403);
  }
});
