import type { Group } from 'contract/session';
import { DENSITIES, MAX_VIEWS, type View, type ViewList } from 'contract/views';
import { deleteUser, removeGroup } from '../session/users.queries';
import { companyBody } from '../testing/companies';
import { openConsole, type Person, type TestConsole } from '../testing/console';

let service: TestConsole;
let author: Person;
/** In the same group as the author. */
let colleague: Person;
/** In none of the author's groups. */
let stranger: Person;
/** In AaasAdmin alone. */
let admin: Person;
let lists = 0;
/** A list that has no view yet. */
let list: string;

const GROUP: Group = 'AdManager';

beforeAll(async () => {
  service = await openConsole();
  author = await service.person('author', { groups: [GROUP, 'SocialMediaManager'] });
  colleague = await service.person('colleague', { groups: [GROUP] });
  stranger = await service.person('stranger', { groups: ['CompanyAdmin'] });
  admin = await service.person('admin', { groups: ['AaasAdmin'] });
});
beforeEach(() => {
  lists += 1;
  list = `ads-list-${lists}`;
});
afterAll(() => service.close());

const save = (body: object = {}, who = author) => who.post<View>('/views', { list, name: 'Errors', ...body });
const saved = async (body: object = {}, who = author) => {
  const { status, body: view } = await save(body, who);
  expect(status).toBe(201);
  return view;
};
const change = ({ id }: View, body: object, who = author, headers = {}) =>
  who.patch<View>(`/views/${id}`, body, headers);
const read = async (who = author) => {
  const { status, body } = await who.get<ViewList>(`/views?list=${list}`);
  expect(status).toBe(200);
  return body.items;
};
const names = async (who = author) => (await read(who)).map(({ name }) => name);

it('a view is saved with what is sent, else with nothing set, and listed for its list alone', async () => {
  const view = await saved();
  expect(view).toEqual({
    id: view.id,
    list,
    name: 'Errors',
    query: '',
    columns: [],
    density: 'comfortable',
    position: 0,
    is_default: false,
    group_name: null,
    created_by_username: 'author',
    may_change: true,
    updated_at: view.updated_at,
  });
  const all = {
    name: 'Every field 🍵',
    query: 'status=error&search=a%20b&sort_by=-created_at&company_id=7',
    columns: ['url', 'status', 'created_at'],
    density: DENSITIES[1],
    is_default: true,
    group_name: GROUP,
  };
  const other = await saved({ ...all, columns: [...all.columns, 'url'] });
  expect(other).toMatchObject({ ...all, position: 1 });
  expect(await read()).toEqual([view, other]);
  list = 'ads-another-list';
  expect(await read()).toEqual([]);
});

it('one’s own views are nobody else’s: 404 for a colleague, a stranger and an administrator', async () => {
  const view = await saved();
  for (const who of [colleague, stranger, admin]) {
    expect(await read(who)).toEqual([]);
    const expected = { status: 404, body: { detail: 'View not found' } };
    expect(await change(view, { name: 'Mine now' }, who)).toMatchObject(expected);
    expect(await who.delete(`/views/${view.id}`)).toMatchObject(expected);
  }
  expect(await read()).toEqual([view]);
});

it('a group’s view is read by its members, and changed by its author or AaasAdmin alone', async () => {
  const view = await saved({ group_name: GROUP });
  expect(await read(colleague)).toEqual([{ ...view, may_change: false }]);
  expect(await read(stranger)).toEqual([]);
  expect(await change(view, { name: 'Ours' }, colleague)).toMatchObject({ status: 403 });
  expect(await colleague.delete(`/views/${view.id}`)).toMatchObject({ status: 403 });
  expect(await change(view, { name: 'Ours' }, stranger)).toMatchObject({ status: 404 });
  expect(await change(view, { name: 'Ours' }, admin)).toMatchObject({
    status: 200,
    body: { name: 'Ours', created_by_username: 'author', may_change: true },
  });
  expect(await names(colleague)).toEqual(['Ours']);
  expect((await admin.delete(`/views/${view.id}`)).status).toBe(204);
  expect(await read()).toEqual([]);
});

it('only a group that one is in can be named', async () => {
  const notOurs = { status: 400, body: { detail: 'You can share a view only with a group that you are in' } };
  expect(await save({ group_name: 'CompanyAdmin' })).toMatchObject(notOurs);
  const view = await saved();
  expect(await change(view, { group_name: 'Admin' })).toMatchObject(notOurs);
  expect(await change(view, { group_name: GROUP })).toMatchObject({ status: 200, body: { group_name: GROUP } });
  expect(await change(view, { group_name: GROUP, name: 'Same group' }, admin)).toMatchObject({ status: 200 });
  expect(await change(view, { group_name: 'SocialMediaManager' }, admin)).toMatchObject(notOurs);
  expect(await change(view, { group_name: null }, admin)).toMatchObject({ status: 400 });
  expect((await change(view, { group_name: null })).status).toBe(200);
  expect(await read(colleague)).toEqual([]);
});

it('who leaves the group reads its views no more, but for their own', async () => {
  const leaver = await service.person('leaver', { groups: [GROUP] });
  await saved({ name: 'By the author', group_name: GROUP });
  const own = await saved({ name: 'By the leaver', group_name: GROUP }, leaver);
  expect(await names(leaver)).toEqual(['By the leaver', 'By the author']);
  await removeGroup(service.database.db, 'leaver', GROUP);
  expect(await names(leaver)).toEqual(['By the leaver']);
  expect((await change(own, { name: own.name, group_name: null }, leaver)).status).toBe(200);
  expect(await names(colleague)).toEqual(['By the author']);
});

it('views stand in their order; a new position moves the others, a deletion leaves no gap', async () => {
  for (const name of ['a', 'b', 'c']) await saved({ name });
  await saved({ name: 'first', position: 0 });
  expect(await names()).toEqual(['first', 'a', 'b', 'c']);
  const [first, a] = (await read()) as [View, View];
  expect(await change(first, { position: 2 })).toMatchObject({ status: 200, body: { position: 2 } });
  expect(await names()).toEqual(['a', 'b', 'first', 'c']);
  await change(a, { position: 49 });
  expect(await names()).toEqual(['b', 'first', 'c', 'a']);
  await author.delete(`/views/${first.id}`);
  expect((await read()).map(({ name, position }) => [name, position])).toEqual([
    ['b', 0],
    ['c', 1],
    ['a', 2],
  ]);
});

it('a person has one default of a list, a group another', async () => {
  const defaults = async (who = author) => (await read(who)).filter((view) => view.is_default).map(({ name }) => name);
  await saved({ name: 'one', is_default: true });
  const two = await saved({ name: 'two', is_default: true });
  expect(await defaults()).toEqual(['two']);
  const shared = await saved({ name: 'shared', is_default: true, group_name: GROUP });
  expect(await defaults()).toEqual(['two', 'shared']);
  const other = await saved({ name: 'other', group_name: GROUP }, colleague);
  expect(await change(other, { is_default: true }, colleague)).toMatchObject({
    status: 409,
    body: { field: 'is_default' },
  });
  expect(await save({ name: 'third', is_default: true, group_name: GROUP }, colleague)).toMatchObject({ status: 409 });
  expect(await names(colleague)).toEqual(['other', 'shared']);
  expect((await change(other, { is_default: true }, admin)).status).toBe(200);
  expect(await defaults()).toEqual(['two', 'other']);
  expect((await change(shared, { group_name: null, is_default: true })).status).toBe(200);
  expect(await defaults()).toEqual(['shared', 'other']);
  expect((await change(two, { is_default: false })).status).toBe(200);
  expect(await defaults()).toEqual(['shared', 'other']);
});

it('of two members who make different views the default of their group at once, one is told of the other', async () => {
  const one = await saved({ name: 'one', group_name: GROUP });
  const two = await saved({ name: 'two', group_name: GROUP }, colleague);
  const made = await Promise.all([change(one, { is_default: true }), change(two, { is_default: true }, colleague)]);
  expect(made.map(({ status }) => status).sort()).toEqual([200, 409]);
  expect((await read()).filter((view) => view.is_default)).toHaveLength(1);
});

it('of a colleague’s view, what it asks of a company out of reach is not returned (VIEW-02)', async () => {
  const { body: company } = await admin.post<{ id: number }>('/companies', companyBody);
  const query = `company_id=${company.id}&search=secret+launch&include_tags=winner&sort_by=-ad_name`;
  const view = await saved({ query, group_name: GROUP });
  const kept = `company_id=${company.id}&sort_by=-ad_name`;
  expect(await read(colleague)).toEqual([{ ...view, query: kept, may_change: false }]);
  expect(await read()).toEqual([view]);
  expect(await admin.patch(`/views/${view.id}`, { name: 'Seen' })).toMatchObject({ body: { query } });
  expect((await colleague.get(`/facebook-ads?company_id=${company.id}`)).status).toBe(404);
});

it('the author of a group’s view who has left the group may delete it or make it private, nothing else (VIEW-01)', async () => {
  const leaving = await service.person('leaving', { groups: [GROUP] });
  const [view, other] = [await saved({ group_name: GROUP }, leaving), await saved({ group_name: GROUP }, leaving)];
  await removeGroup(service.database.db, 'leaving', GROUP);
  const { items } = (await leaving.get<ViewList>(`/views?list=${list}`)).body;
  for (const body of [{ is_default: true }, { name: 'Theirs' }, { position: 1 }, { columns: [] }, { query: 'a=1' }])
    expect(await change(view, body, leaving)).toMatchObject({ status: 403 });
  expect(await change(view, { group_name: null, is_default: true }, leaving)).toMatchObject({ status: 403 });
  expect(await read(leaving)).toEqual(items);
  expect(await change(view, { group_name: null }, leaving)).toMatchObject({ status: 200, body: { group_name: null } });
  expect((await change(view, { name: 'Mine' }, leaving)).status).toBe(200);
  expect((await leaving.delete(`/views/${other.id}`)).status).toBe(204);
});

it('fifty views of a list are a person’s, not more, also when two are saved at once', async () => {
  for (let at = 0; at < MAX_VIEWS - 1; at += 1) await saved({ name: `View ${at}` });
  const last = await Promise.all([save(), save(), save()]);
  expect(last.map(({ status }) => status).sort()).toEqual([201, 400, 400]);
  expect((await save()).body).toEqual({ detail: 'You can save at most 50 views of a list' });
  expect((await read()).map(({ position }) => position)).toEqual(Array.from({ length: MAX_VIEWS }, (_, at) => at));
  await saved({}, colleague);
  list = 'ads-list-beside-it';
  await saved();
});

it('what breaks a rule of the form is 422, and nothing is stored', async () => {
  const mistakes: object[] = [
    { name: '' },
    { name: '  ' },
    { name: 'x'.repeat(61) },
    { name: null },
    { name: 'a\u0000b' },
    { name: 7 },
    { list: 'Lists' },
    { list: '../companies' },
    { list: '' },
    { list: 'x'.repeat(101) },
    { query: '?status=error' },
    { query: 'a b' },
    { query: 'a#b' },
    { query: 'x'.repeat(4001) },
    { query: null },
    { columns: 'url' },
    { columns: [''] },
    { columns: ['a b'] },
    { columns: [1] },
    { columns: null },
    { columns: Array.from({ length: 101 }, (_, at) => `c${at}`) },
    { density: 'huge' },
    { position: -1 },
    { position: 50 },
    { is_default: 'yes' },
    { group_name: 'Nobody' },
    { user_id: 1 },
    { id: 1 },
    { may_change: true },
    { created_by_username: 'admin' },
  ];
  for (const mistake of mistakes) expect([mistake, (await save(mistake)).status]).toEqual([mistake, 422]);
  const view = await saved();
  for (const mistake of mistakes) expect([mistake, (await change(view, mistake)).status]).toEqual([mistake, 422]);
  expect((await change(view, { list: 'elsewhere' })).status).toBe(422);
  expect(await read()).toEqual([view]);
  for (const query of ['', '?list=', '?list=A', '?list=a&list=b'])
    expect((await author.get(`/views${query}`)).status).toBe(422);
});

it('a name of sixty characters is one, however many units each takes', async () => {
  expect((await save({ name: '🍵'.repeat(60) })).status).toBe(201);
});

it('a change of a view that somebody changed meanwhile is 412 with who and when', async () => {
  const view = await saved({ group_name: GROUP });
  const ifMatch = { 'if-match': `"${view.updated_at}"` };
  expect((await change(view, { name: 'Admin’s' }, admin, ifMatch)).status).toBe(200);
  expect(await change(view, { name: 'Author’s' }, author, ifMatch)).toMatchObject({
    status: 412,
    body: { updated_by: 'admin' },
  });
  expect(await names()).toEqual(['Admin’s']);
});

it('moving one view leaves the others’ times as they were', async () => {
  const [one, two] = [await saved({ name: 'one' }), await saved({ name: 'two' })];
  await change(two, { position: 0 });
  const ifMatch = { 'if-match': `"${one.updated_at}"` };
  expect(await change(one, { name: 'still one' }, author, ifMatch)).toMatchObject({ status: 200 });
});

it('two who reorder the same views at once leave them numbered', async () => {
  const views = [];
  for (const name of ['a', 'b', 'c', 'd']) views.push(await saved({ name, group_name: GROUP }));
  const moves = views.flatMap((view, at) => [
    change(view, { position: 3 - at }),
    change(view, { position: at }, admin),
  ]);
  expect((await Promise.all(moves)).map(({ status }) => status)).toEqual(moves.map(() => 200));
  expect((await read()).map(({ position }) => position)).toEqual([0, 1, 2, 3]);
});

it('each write stands in the audit log with what it was before', async () => {
  const view = await saved();
  await change(view, { name: 'Renamed' });
  await author.delete(`/views/${view.id}`);
  const entries = await service.database.db
    .selectFrom('audit_log')
    .select(['action', 'before', 'after'])
    .where('resource', '=', 'view')
    .where('record_id', '=', String(view.id))
    .orderBy('id')
    .execute();
  const [old, renamed] = [expect.objectContaining({ name: 'Errors' }), expect.objectContaining({ name: 'Renamed' })];
  expect(entries).toEqual([
    { action: 'create', before: null, after: old },
    { action: 'update', before: old, after: renamed },
    { action: 'delete', before: renamed, after: null },
  ]);
});

it('the views of a person who is deleted go with the person (DECISIONS §12)', async () => {
  const gone = await service.person('gone', { groups: [GROUP] });
  await saved({ group_name: GROUP }, gone);
  expect(await names(colleague)).toEqual(['Errors']);
  await deleteUser(service.database.db, 'gone');
  expect(await names(colleague)).toEqual([]);
});

it('only lists that exist have views, and a person has three hundred in all (VIEW-03)', async () => {
  const hoarder = await service.person('hoarder');
  for (const invented of ['invented', 'lists', 'company', 'product-variants-2'])
    expect([invented, (await save({ list: invented }, hoarder)).status]).toEqual([invented, 422]);
  for (const known of ['product-variants', 'facebook-ads', 'activity', 'social-its-own-screen'])
    expect([known, (await save({ list: known }, hoarder)).status]).toEqual([known, 201]);
  const { id: user_id } = await service.database.db
    .selectFrom('users')
    .select('id')
    .where('username', '=', 'hoarder')
    .executeTakeFirstOrThrow();
  const others = Array.from({ length: 295 }, (_, at) => ({
    user_id,
    list: `ads-${at % 10}`,
    name: 'View',
    query: '',
    columns: [],
    density: DENSITIES[0],
    position: at,
    is_default: false,
    group_name: null,
    updated_by: null,
  }));
  await service.database.db.insertInto('views').values(others).execute();
  expect((await save({ list: 'knowledge' }, hoarder)).status).toBe(201);
  expect((await save({ list: 'knowledge' }, hoarder)).body).toEqual({ detail: 'You can save at most 300 views' });
});
