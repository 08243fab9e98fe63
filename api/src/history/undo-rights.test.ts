/** Who may take what back: the rights of whoever undoes, at that moment (DECISIONS §2, §10). */
import { GROUPS, type Group } from 'contract/session';
import { emptyAuditEntries } from '../database/audit-keeping';
import { addTestCompany, openConsole, type Person, type TestConsole } from '../testing/console';
import { anotherThan, createFull, describedNouns, type Json } from '../testing/nouns';
import { callsOn, newestEntry, operationIn, undo } from '../testing/undo';

let service: TestConsole;
let everybody: Person;

beforeAll(async () => {
  service = await openConsole();
  everybody = await service.person('everybody', { groups: [...GROUPS] });
});
afterAll(() => service.close());

/** Who may write each noun, and who may delete its records, by DECISIONS §2. */
const WRITERS: Readonly<Record<string, { may: Group[]; mayDelete?: Group[] }>> = {
  '/companies': { may: ['CompanyAdmin', 'AaasAdmin'], mayDelete: ['AaasAdmin'] },
  '/product-variants': { may: ['CompanyAdmin', 'Admin'] },
  '/social-media-post-criteria': { may: ['SocialMediaManager'] },
  '/social-media-search-terms': { may: ['SocialMediaManager'] },
  '/social-media-profiles': { may: ['SocialMediaManager'] },
  '/social-media-posts': { may: ['SocialMediaManager'] },
  '/agent-definitions': { may: ['AaasAdmin'] },
  '/knowledge': { may: ['AaasAdmin'] },
};
const GLOBAL = ['/agent-definitions', '/knowledge'];

const detail = 'Operation not found';

it('each noun: only who may write it, and is authorised for the company, takes a save back; all others get the 404 (HIST-02)', async () => {
  const nouns = describedNouns(service).filter(({ path }) => path in WRITERS);
  expect(nouns).toHaveLength(Object.keys(WRITERS).length);
  for (const noun of nouns) {
    const { body, record, company } = await createFull(service, everybody, noun);
    const ofRecord = String(noun.path === '/companies' ? record['id'] : company);
    const { save, find, fields } = callsOn(service, everybody, noun, company, record['id']);
    const [[name = '', property = {}] = []] = fields;
    const sent = Object.fromEntries(fields.map(([field]) => [field, body[field]]));
    for (const group of GROUPS) {
      made += 1;
      const now = (await find()).body[name];
      const saved = await save({ [name]: anotherThan(now, property, company) }, sent);
      expect([noun.path, saved.status]).toEqual([noun.path, 200]);
      const member = await service.person(`member ${made}`, { groups: [group], companies: [ofRecord] });
      const stranger = await service.person(`stranger ${made}`, { groups: [group] });
      const may = WRITERS[noun.path]?.may.includes(group) ?? false;
      const refused = [
        ...(may ? [] : [member]),
        ...(group === 'AaasAdmin' || GLOBAL.includes(noun.path) ? [] : [stranger]),
        ...(may || group !== 'AaasAdmin' ? [] : [stranger]),
      ];
      for (const person of refused) {
        const { status, body: response } = await undo(person, saved);
        expect([noun.path, group, status, response]).toEqual([noun.path, group, 404, { detail }]);
      }
      const entry = await newestEntry(everybody, noun.path, record['id']);
      expect([noun.path, entry.action]).toEqual([noun.path, 'update']);
      expect(entry.operation_id).toBe(operationIn(saved));
      if (may) expect([noun.path, group, (await undo(member, saved)).status]).toEqual([noun.path, group, 200]);
    }
  }
});
let made = 0;

it('a company that was deleted is shown again by an AaasAdmin alone, with all that hangs on it', async () => {
  const company = await addTestCompany(service, 'Hidden', 'hidden');
  const admin = await service.person('company admin', { groups: ['CompanyAdmin'], companies: ['hidden'] });
  const post = { company_id: company, url: 'https://example.test/1', platform: 'tiktok', status: 'active' };
  await everybody.post('/social-media-posts', post);
  const deleted = await everybody.delete(`/companies/${company}`);
  expect((await undo(admin, deleted)).status).toBe(404);
  expect((await undo(everybody, deleted)).body).toMatchObject({ success_count: 1 });
  expect((await admin.get(`/companies/${company}`)).status).toBe(200);
  expect((await everybody.get(`/social-media-posts?company_id=${company}`)).body).toMatchObject({ total: 1 });
  expect(await newestEntry(everybody, '/companies', company)).toMatchObject({ action: 'restore' });
});

it('nothing of a deleted company is taken back', async () => {
  const company = await addTestCompany(service, 'Gone', 'gone-for-now');
  const form = { company_id: company, url: 'https://example.test/1', platform: 'tiktok', status: 'active' };
  const { body } = await everybody.post<Json>('/social-media-posts', form);
  const saved = await everybody.patch(`/social-media-posts/${String(body['id'])}`, { status: 'error' });
  await everybody.delete(`/companies/${company}`);
  expect((await undo(everybody, saved)).status).toBe(404);
});

it('of a purged company nothing is left to take back (HIST-09)', async () => {
  const company = await addTestCompany(service, 'Purged', 'purged');
  const saved = await everybody.patch(`/companies/${company}`, { name: 'Renamed' });
  await emptyAuditEntries(service.database.db, company);
  expect((await undo(everybody, saved)).status).toBe(400);
  expect(await newestEntry(everybody, '/companies', company)).toMatchObject({
    changes: [],
    can_undo: false,
    undo_obstacle: 'What the record was is not kept any more.',
  });
});

it('of an operation over two companies only what is within the rights is taken back (HIST-10)', async () => {
  const [one, two] = [await addTestCompany(service, 'One', 'one'), await addTestCompany(service, 'Two', 'two')];
  const ad = async (company_id: number) => {
    const { db } = service.database;
    const values = { company_id, ad_identifier: 'x', ad_name: 'Ad' };
    return (await db.insertInto('facebook_ads').values(values).returning('id').executeTakeFirstOrThrow()).id;
  };
  const [mine, foreign] = [await ad(one), await ad(two)];
  const both = await service.person('both', { groups: ['AdManager'], companies: ['one', 'two'] });
  const single = await service.person('single', { groups: ['AdManager'], companies: ['one'] });
  const tagged = await both.post('/facebook-ads/tags/bulk/add', { resource_ids: [mine, foreign], tag_names: ['x'] });
  const { body } = await undo(single, tagged);
  expect(body).toMatchObject({ success_count: 1, error_count: 0, errors: [] });
  const tags = async (id: number) => (await both.get<{ tags: string[] }>(`/facebook-ads/${id}/tags`)).body.tags;
  expect([await tags(mine), await tags(foreign)]).toEqual([[], ['x']]);
});

it('rights that were lost meanwhile count: 404 (HIST-08)', async () => {
  const company = await addTestCompany(service, 'Left', 'left');
  const leaver = await service.person('leaver', { groups: ['CompanyAdmin'], companies: ['left'] });
  const saved = await leaver.patch(`/companies/${company}`, { name: 'Renamed' });
  await service.database.db.deleteFrom('memberships').where('company_id', '=', company).execute();
  expect((await undo(leaver, saved)).status).toBe(404);
  expect((await everybody.get(`/companies/${company}`)).body).toMatchObject({ name: 'Renamed' });
});

it('signing in, a selection, a conversation and a new tag are not taken back: 400 says so', async () => {
  const company = await addTestCompany(service, 'Others', 'others');
  const { db } = service.database;
  const signIn = await db
    .selectFrom('audit_log')
    .select('request_id')
    .where('action', '=', 'sign in')
    .orderBy('id', 'desc')
    .executeTakeFirstOrThrow();
  const responses = [
    { headers: { 'x-operation-id': signIn.request_id } },
    await everybody.post('/facebook-ads/selection', { action: 'clear' }),
    await everybody.post('/agents/session/create'),
    await everybody.post('/tags', { company_id: company, name: 'new', resource_type: 'facebook_ad' }),
  ];
  const details = [];
  for (const response of responses) {
    const { status, body } = await undo(everybody, response);
    expect(status).toBe(400);
    details.push(body.detail);
  }
  expect(details).toEqual([
    'Signing in and out cannot be undone.',
    'A selection cannot be undone: select anew.',
    'A conversation cannot be undone.',
    'A new tag is not taken back by Undo.',
  ]);
  const nobodys = await service.person('nobodys');
  for (const response of responses) expect((await undo(nobodys, response)).status).toBe(404);
});

it.each([
  'x',
  '0',
  '%00',
  '%27%20or%201=1',
  '..%2F..',
  'null',
  '%F0%9F%98%80',
  'x'.repeat(200),
  '00000000-0000-4000-8000-000000000000',
  '{}',
  '%25',
  '*',
  '_',
])('the operation %j is 404 (HIST-07)', async (id) => {
  expect((await everybody.post(`/history/${id}/undo`)).status).toBe(404);
});

it('a body or a parameter is 422, and nothing is undone', async () => {
  const company = await addTestCompany(service, 'Strict', 'strict');
  const saved = await everybody.patch(`/companies/${company}`, { name: 'Renamed' });
  const path = `/history/${operationIn(saved)}/undo`;
  expect((await everybody.post(path, { force: true })).status).toBe(422);
  expect((await everybody.post(`${path}?force=true`)).status).toBe(422);
  expect((await everybody.get(`/companies/${company}`)).body).toMatchObject({ name: 'Renamed' });
});
