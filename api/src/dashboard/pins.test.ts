import { addTestCompany, openConsole, type Person, type TestConsole } from '../testing/console';
import { deleteUser, removeCompany } from '../session/users.queries';

let service: TestConsole;
let person: Person;
let other: Person;
const ids: number[] = [];
let foreign: number;

beforeAll(async () => {
  service = await openConsole();
  for (let at = 1; at <= 51; at += 1) ids.push(await addTestCompany(service, `Company ${at}`, `company-${at}`));
  foreign = await addTestCompany(service, 'Foreign', 'foreign');
  const companies = ids.map(String);
  person = await service.person('person', { companies });
  other = await service.person('other', { companies });
});
afterAll(() => service.close());

const pinned = async (who = person) => (await who.get<{ company_ids: number[] }>('/users/me/pins')).body.company_ids;
const pin = (company_ids: unknown, who = person) => who.put('/users/me/pins', { company_ids });

it('nobody has pinned anything at first; a PUT pins these and no other, in their order', async () => {
  expect(await pinned()).toEqual([]);
  const [one = 0, two = 0, three = 0] = ids;
  expect(await pin([three, one])).toMatchObject({ status: 200, body: { company_ids: [three, one] } });
  expect(await pinned()).toEqual([three, one]);
  await pin([two, three, two]);
  expect(await pinned()).toEqual([two, three]);
  expect(await pinned(other)).toEqual([]);
  await pin([]);
  expect(await pinned()).toEqual([]);
});

it('fifty companies can be pinned, not more', async () => {
  expect((await pin(ids.slice(0, 50))).status).toBe(200);
  expect(await pinned()).toEqual(ids.slice(0, 50));
  const { status, body } = await pin(ids);
  expect([status, body]).toMatchObject([422, { detail: [{ msg: 'Companies must not name more than 50' }] }]);
  expect(await pinned()).toHaveLength(50);
});

it('a company out of reach is 404 and nothing is stored; what is no list of ids is 422', async () => {
  await pin(ids.slice(0, 2));
  for (const id of [foreign, 999_999])
    expect(await pin([...ids.slice(2, 4), id])).toMatchObject({ status: 404, body: { detail: 'Company not found' } });
  for (const sent of [undefined, null, '1', [null], ['1'], [0], [1.5], [{}], { 0: 1 }])
    expect([sent, (await pin(sent)).status]).toEqual([sent, 422]);
  expect((await person.put('/users/me/pins', { company_ids: [], user_id: 1 })).status).toBe(422);
  expect(await pinned()).toEqual(ids.slice(0, 2));
});

it('a company that goes out of reach is not among the pins any more', async () => {
  await pin(ids.slice(0, 3), other);
  await removeCompany(service.database.db, 'other', String(ids[1]));
  expect(await pinned(other)).toEqual([ids[0], ids[2]]);
});

it('two tabs that pin at once leave the pins of one of them', async () => {
  const [one, two] = [ids.slice(0, 20), ids.slice(10, 30)];
  const saved = await Promise.all([pin(one), pin(two), pin(one), pin(two)]);
  expect(saved.map(({ status }) => status)).toEqual([200, 200, 200, 200]);
  expect([one, two]).toContainEqual(await pinned());
});

it('a change of the pins stands in the audit log', async () => {
  await pin(ids.slice(0, 1));
  await pin(ids.slice(1, 2));
  const entry = await service.database.db
    .selectFrom('audit_log')
    .select(['username', 'action', 'before', 'after'])
    .where('resource', '=', 'pins')
    .orderBy('id', 'desc')
    .executeTakeFirst();
  const [before, after] = [{ company_ids: ids.slice(0, 1) }, { company_ids: ids.slice(1, 2) }];
  expect(entry).toEqual({ username: 'person', action: 'update', before, after });
});

it('the pins of a person who is deleted go with the person (DECISIONS §12)', async () => {
  const leaver = await service.person('leaver', { companies: [String(ids[0])] });
  await pin(ids.slice(0, 1), leaver);
  const count = async () =>
    (await service.database.db.selectFrom('pinned_companies').select('user_id').distinct().execute()).length;
  const before = await count();
  await deleteUser(service.database.db, 'leaver');
  expect(await count()).toBe(before - 1);
});
