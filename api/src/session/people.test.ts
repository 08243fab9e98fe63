import type { BulkResponse } from 'contract/bulk';
import type { CompanyPeople, Person as Shown, PersonRights } from 'contract/people/people';
import type { Paged } from 'contract/paging';
import type { Group } from 'contract/session';
import { addTestCompany, openConsole, signedInAs, type Person, type TestConsole } from '../testing/console';
import { undo } from '../testing/undo';
import { addGroup, deleteUser, disableUser, removeGroup, renameUser } from './users.queries';

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

const idOf = async (person: Person) => (await person.get<{ id: number }>('/users/me')).body.id;
const shown = async (id: number) => (await admin.get<Shown>(`/people/${id}`)).body;
const listed = async (query: string) =>
  (await admin.get<Paged<Shown>>(`/people?${query}`)).body.items.map(({ username }) => username);
/** A person with these rights, and their id. */
const made = async (username: string, groups: Group[] = [], companies: string[] = []) => {
  const person = await service.person(username, { groups, companies });
  return { person, id: await idOf(person) };
};

it('the list has groups, companies, state and the last sign-in, and no password', async () => {
  const { id } = await made('Lister', ['Admin', 'AdManager'], ['company-b', 'company-a']);
  const { body, text } = await admin.get<Paged<Shown>>('/people?search=lister');
  expect(body.items).toEqual([
    expect.objectContaining({
      id,
      username: 'Lister',
      email: 'Lister@example.test',
      groups: ['AdManager', 'Admin'],
      state: 'active',
      company_ids: [a, b],
      company_names: ['Company A', 'Company B'],
      invitation_expires_at: null,
    }),
  ]);
  expect(Date.parse(body.items[0]?.last_sign_in_at ?? '')).toBeGreaterThan(Date.now() - 60_000);
  expect(text).not.toMatch(/password|hash/);
});

it('is filtered by text, group, state and the company that is seen, and sorted; who was deleted is not in it', async () => {
  await made('fa', ['AdManager'], ['company-a']);
  const { id } = await made('fb', ['SocialMediaManager'], ['company-b']);
  await made('fgone', [], ['company-b']);
  await deleteUser(service.database.db, 'fgone');
  await admin.post(`/people/${id}/disable`);
  expect(await listed('search=f&group=AdManager')).toContain('fa');
  expect(await listed('search=f&group=AdManager')).not.toContain('fb');
  expect(await listed('state=disabled')).toEqual(['fb']);
  expect(await listed(`reaches=${b}&state=disabled`)).toEqual(['fb']);
  expect(await listed(`reaches=${a}`)).toEqual(expect.arrayContaining(['admin', 'fa']));
  expect(await listed(`reaches=${b}`)).not.toContain('fa');
  expect(await listed('search=f&sort_by=-username')).toEqual((await listed('search=f&sort_by=username')).reverse());
  expect((await admin.get('/people?sort_by=password_hash')).status).toBe(422);
  expect((await admin.get<{ items: unknown[] }>('/search?q=fgone')).body.items).toEqual([]);
});

it('groups and companies that are written count from the next request, are in the history, and are taken back', async () => {
  const { person, id } = await made('changing', ['CompanyAdmin'], ['company-a']);
  const before = await shown(id);
  const body = { groups: ['AdManager'], company_ids: [b], email: 'new@example.test' };
  const changed = await admin.patch<Shown>(`/people/${id}`, body, { 'if-match': `"${before.updated_at}"` });
  expect([changed.status, changed.body]).toMatchObject([200, body]);
  expect((await person.get(`/product-variants?company_id=${b}`)).status).toBe(403);
  expect((await person.get(`/companies/${a}`)).status).toBe(404);
  expect((await person.get(`/companies/${b}`)).status).toBe(200);
  const stale = await admin.patch(`/people/${id}`, { groups: [] }, { 'if-match': `"${before.updated_at}"` });
  expect([stale.status, stale.body]).toMatchObject([412, { updated_by: 'admin' }]);
  expect((await admin.get<{ items: unknown[] }>(`/people/${id}/history`)).body.items[0]).toMatchObject({
    action: 'update',
    username: 'admin',
    can_undo: true,
    record_name: 'changing',
  });
  expect((await undo(admin, changed)).body).toMatchObject({ success_count: 1 });
  expect(await shown(id)).toMatchObject({ groups: ['CompanyAdmin'], company_ids: [a], email: before.email });
});

it('a company, group or field that is not there changes nothing', async () => {
  const { id } = await made('steady', ['Admin'], ['company-a']);
  expect((await admin.patch(`/people/${id}`, { groups: [], company_ids: [999_999] })).status).toBe(404);
  for (const body of [{ groups: ['Boss'] }, { username: 'x' }, { password: 'x' }, { state: 'active' }, { id: 1 }])
    expect((await admin.patch(`/people/${id}`, body)).status).toBe(422);
  expect(await shown(id)).toMatchObject({ username: 'steady', groups: ['Admin'], company_ids: [a] });
});

it('nobody changes their own groups or disables themselves, alone or among many', async () => {
  const { person, id } = await made('second admin', ['AaasAdmin']);
  for (const groups of [[], ['AaasAdmin', 'Admin']])
    expect((await person.patch(`/people/${id}`, { groups })).body).toEqual({
      detail: 'You cannot change your own groups. Please ask another AaasAdmin.',
    });
  expect((await person.patch(`/people/${id}`, { groups: ['AaasAdmin'], company_ids: [a] })).status).toBe(200);
  expect((await person.post(`/people/${id}/disable`)).body).toEqual({ detail: 'You cannot disable yourself.' });
  const { id: other } = await made('another');
  const many = { ids: [id, other, 999_999], confirm: true };
  expect((await person.post<BulkResponse>('/people/bulk/rights', { ...many, add_groups: ['Admin'] })).body).toEqual({
    success_count: 1,
    error_count: 2,
    errors: [
      { id, msg: 'You cannot change your own groups. Please ask another AaasAdmin.' },
      { id: 999_999, msg: 'Person not found' },
    ],
  });
  expect((await shown(other)).groups).toEqual(['Admin']);
  expect((await person.post<BulkResponse>('/people/bulk/disable', many)).body).toMatchObject({ success_count: 1 });
  expect([(await shown(id)).state, (await shown(other)).state]).toEqual(['active', 'disabled']);
  expect((await person.post('/people/bulk/enable', { ids: [other] })).status).toBe(400);
  await admin.patch(`/people/${id}`, { groups: [] });
});

describe('the last AaasAdmin', () => {
  const LAST = 'This is the last person in AaasAdmin who can sign in. Please put somebody else into it first.';

  it('stays, whoever asks: the command line too', async () => {
    const { db } = service.database;
    await expect(removeGroup(db, 'admin', 'AaasAdmin')).rejects.toThrow(LAST);
    await expect(deleteUser(db, 'admin')).rejects.toThrow(LAST);
    // Somebody who cannot sign in is no other one.
    const { id } = await made('asleep', ['AaasAdmin']);
    await admin.post(`/people/${id}/disable`);
    await admin.post('/people/invitations', { username: 'not here yet', groups: ['AaasAdmin'] });
    await expect(removeGroup(db, 'admin', 'AaasAdmin')).rejects.toThrow(LAST);
  });

  it('stays when two take one another out at once (PEOPLE-06)', async () => {
    const { person: other, id: otherId } = await made('rival', ['AaasAdmin']);
    const adminId = await idOf(admin);
    for (const act of [
      (person: Person, id: number) => person.patch(`/people/${id}`, { groups: [] }),
      (person: Person, id: number) => person.post(`/people/${id}/disable`),
    ]) {
      const answers = await Promise.all([act(admin, otherId), act(other, adminId)]);
      // Who was taken out first is not signed in, or not in the group, any more when the other request comes late.
      expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
      const people = await service.database.db
        .selectFrom('users')
        .innerJoin('user_groups', 'user_id', 'id')
        .where('group_name', '=', 'AaasAdmin')
        .where('disabled_at', 'is', null)
        .where('password_hash', 'is not', null)
        .select('id')
        .execute();
      expect(people).toHaveLength(1);
      for (const user_id of [adminId, otherId]) {
        await service.database.db.updateTable('users').set({ disabled_at: null }).where('id', '=', user_id).execute();
        await service.database.db
          .insertInto('user_groups')
          .values({ user_id, group_name: 'AaasAdmin' })
          .onConflict((conflict) => conflict.doNothing())
          .execute();
      }
      admin = await signedInAs(service.app, service.nobody, 'admin');
    }
    await admin.post(`/people/${otherId}/disable`);
  });
});

describe('the command line, while the screen is open (PEOPLE-11)', () => {
  it('a form from before a change of the command line overwrites nothing, and is told so', async () => {
    const { id } = await made('edited twice', ['Admin'], ['company-a']);
    const open = await shown(id);
    await addGroup(service.database.db, 'edited twice', 'AdManager');
    const stale = await admin.patch(`/people/${id}`, { groups: [] }, { 'if-match': `"${open.updated_at}"` });
    expect([stale.status, stale.body]).toMatchObject([412, { updated_by: 'The operator' }]);
    expect((await shown(id)).groups).toEqual(['AdManager', 'Admin']);
  });

  it('a change of the screen is not taken back over one that the command line has made since', async () => {
    const { id } = await made('changed since', ['Admin']);
    const change = await admin.patch(`/people/${id}`, { groups: ['CompanyAdmin'] });
    await removeGroup(service.database.db, 'changed since', 'CompanyAdmin');
    expect((await undo(admin, change)).body).toEqual({
      detail: 'This person has been changed since. Nothing was undone.',
    });
    expect((await shown(id)).groups).toEqual([]);
  });

  it('somebody renamed or deleted there is changed by id, or not there', async () => {
    const { id } = await made('renamed there');
    await renameUser(service.database.db, 'renamed there', 'renamed since');
    expect((await admin.post<Shown>(`/people/${id}/disable`)).body).toMatchObject({ username: 'renamed since' });
    await deleteUser(service.database.db, 'renamed since');
    for (const call of ['enable', 'sign-out', 'reset-second-factor'])
      expect((await admin.post(`/people/${id}/${call}`)).status).toBe(404);
    expect((await admin.patch(`/people/${id}`, { groups: ['AaasAdmin'] })).status).toBe(404);
  });

  it('one AaasAdmin stays when either takes the other’s out at once', async () => {
    const { db } = service.database;
    const { person: other, id: otherId } = await made('on the screen', ['AaasAdmin']);
    const adminId = await idOf(admin);
    const [byCommand, byScreen] = await Promise.allSettled([
      disableUser(db, 'on the screen'),
      other.patch(`/people/${adminId}`, { groups: [] }),
    ]);
    const isTakenOut = byScreen.status === 'fulfilled' && byScreen.value.status === 200;
    expect([byCommand.status === 'fulfilled', isTakenOut].filter(Boolean)).toHaveLength(1);
    if (isTakenOut) await addGroup(db, 'admin', 'AaasAdmin');
    else expect((await shown(otherId)).state).toBe('disabled');
    if (isTakenOut) await disableUser(db, 'on the screen');
  });
});

it('a disabled person is out at the next request, and in again when enabled; all of it is in the log', async () => {
  const { person, id } = await made('leaver');
  expect((await admin.post<Shown>(`/people/${id}/disable`)).body).toMatchObject({ state: 'disabled' });
  expect((await person.get('/users/me')).status).toBe(401);
  expect((await admin.post<Shown>(`/people/${id}/enable`)).body).toMatchObject({ state: 'active' });
  const again = await signedInAs(service.app, service.nobody, 'leaver');
  expect((await admin.post(`/people/${id}/sign-out`)).body).toEqual({ sessions_ended: 1 });
  expect((await again.get('/users/me')).status).toBe(401);
  const { body } = await admin.get<{ items: { action: string; username: string }[] }>(`/people/${id}/history`);
  expect(body.items.map(({ action, username }) => `${username}: ${action}`).slice(0, 3)).toEqual([
    'admin: sign out everywhere',
    'admin: enable',
    'admin: disable',
  ]);
});

it('says what a person may do, and who sees a company and why', async () => {
  const { id } = await made('reader', ['CompanyAdmin'], ['company-a']);
  const { body } = await admin.get<PersonRights>(`/people/${id}/rights`);
  expect(body).toMatchObject({ every_company: false, companies: [{ id: a, name: 'Company A' }] });
  expect(body.rights).toEqual([
    { kind: 'Company', may: 'change' },
    { kind: 'Product Variant', may: 'own' },
    { kind: 'Ad', may: 'read' },
    { kind: 'Connection', may: 'own' },
    { kind: 'Credential', may: 'own' },
  ]);
  const ofAdmin = (await admin.get<PersonRights>(`/people/${await idOf(admin)}/rights`)).body;
  expect(ofAdmin.every_company).toBe(true);
  expect(ofAdmin.companies.length).toBeGreaterThanOrEqual(2);
  const { items, total } = (await admin.get<CompanyPeople>(`/companies/${a}/people`)).body;
  expect(total).toBe(items.length);
  expect(items).toContainEqual(
    expect.objectContaining({ username: 'reader', is_member: true, sees_every_company: false }),
  );
  expect(items).toContainEqual(
    expect.objectContaining({ username: 'admin', is_member: false, sees_every_company: true }),
  );
  expect(items.map(({ username }) => username)).not.toContain('fb');
  expect((await admin.get('/companies/999999/people')).status).toBe(404);
});
