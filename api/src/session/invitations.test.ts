import type { Invitation, Person as Shown } from 'contract/people/people';
import type { TokenPair } from 'contract/session';
import { sql } from 'kysely';
import { addTestCompany, CHEAP, openConsole, Person, type TestConsole } from '../testing/console';
import { inviteFirstUser, purgeInvitations } from './invitations.queries';
import { createUser } from './users.queries';

let service: TestConsole;
let admin: Person;
let a: number;

beforeAll(async () => {
  service = await openConsole();
  admin = await service.person('admin', { groups: ['AaasAdmin'] });
  a = await addTestCompany(service, 'Company A', 'company-a');
});
afterAll(() => service.close());

const PASSWORD = 'tea at four o’clock';
const ENDED = { detail: 'This invitation does not work any more. Please ask for a new one.' };
const invite = async (username: string, body: object = {}) =>
  (await admin.post<Invitation>('/people/invitations', { username, ...body })).body;
const open = (token: string) => service.nobody.post('/people/invitations/open', { token });
const accept = (token: string, more: object = {}) =>
  service.nobody.post<TokenPair & { detail: string }>('/people/invitations/accept', {
    token,
    password: PASSWORD,
    ...more,
  });
const expectEnded = async (token: string) => {
  for (const { status, body } of [await open(token), await accept(token)]) expect([status, body]).toEqual([404, ENDED]);
};

it('an invited person chooses a password by the link, and is signed in with the rights that were given', async () => {
  const { token, person } = await invite('Ada', { groups: ['AdManager'], company_ids: [a], email: 'ada@example.test' });
  expect(person).toMatchObject({ state: 'invited', groups: ['AdManager'], company_ids: [a], last_sign_in_at: null });
  expect((await open(token)).body).toEqual({ username: 'Ada', expires_at: person.invitation_expires_at });
  expect(Date.parse(person.invitation_expires_at ?? '') - Date.now()).toBeLessThanOrEqual(72 * 60 * 60 * 1000);
  // Without a password nothing signs in.
  for (const password of ['x', '']) {
    const { status } = await service.nobody.post('/token/pair', { username: 'ada', password });
    expect(status).toBe(password ? 401 : 422);
  }
  const { status, body, headers } = await accept(token);
  expect([status, headers['cache-control']]).toEqual([200, 'no-store']);
  const ada = new Person(service.app, 'Ada', body.access, body.refresh);
  expect((await ada.get('/users/me')).body).toMatchObject({ username: 'Ada', groups: ['AdManager'] });
  expect((await service.nobody.post('/token/pair', { username: 'ada', password: PASSWORD })).status).toBe(200);
  expect((await admin.get(`/people/${person.id}`)).body).toMatchObject({ state: 'active' });
});

describe('an invitation that', () => {
  it('was used, also at the same moment, admits no second one (PEOPLE-01, PEOPLE-04)', async () => {
    const { token } = await invite('Once');
    const answers = await Promise.all([accept(token), accept(token), accept(token)]);
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 404, 404]);
    await expectEnded(token);
  });

  it('has run out admits nobody, and is forgotten (PEOPLE-02)', async () => {
    const { token, person } = await invite('Late');
    await sql`update user_invitations set expires_at = clock_timestamp() where user_id = ${person.id}`.execute(
      service.database.db,
    );
    await expectEnded(token);
    expect((await admin.get(`/people/${person.id}`)).body).toMatchObject({ state: 'expired' });
    await purgeInvitations(service.database.db);
    const { rows } = await sql`select from user_invitations where user_id = ${person.id}`.execute(service.database.db);
    expect(rows).toEqual([]);
  });

  it('was revoked admits nobody, and the name is free (PEOPLE-03)', async () => {
    const { token, person } = await invite('Revoked');
    expect((await admin.delete(`/people/${person.id}/invitation`)).status).toBe(204);
    await expectEnded(token);
    expect((await admin.get(`/people/${person.id}`)).status).toBe(404);
    expect((await invite('revoked')).token).toBeTruthy();
  });

  it('was replaced by a new link, or whose person is disabled, admits nobody', async () => {
    const { token, person } = await invite('Again');
    const { body, status } = await admin.post<Invitation>(`/people/${person.id}/invitation`);
    expect(status).toBe(201);
    await expectEnded(token);
    await admin.post(`/people/${person.id}/disable`);
    await expectEnded(body.token);
    await admin.post(`/people/${person.id}/enable`);
    expect((await accept(body.token)).status).toBe(200);
    // A link is no way to set the password of somebody who has one.
    for (const answer of [
      await admin.post(`/people/${person.id}/invitation`),
      await admin.delete(`/people/${person.id}/invitation`),
    ])
      expect(answer.status).toBe(400);
  });
});

it('its secret is in the response alone: in no row, no log, no list (PEOPLE-05)', async () => {
  const { token, person } = await invite('Quiet');
  await accept(token);
  for (const path of ['/people', `/people/${person.id}`, `/people/${person.id}/history`, '/audit'])
    expect((await admin.get(path)).text).not.toContain(token);
  const { rows } = await sql`
    select from audit_log where (before::text || after::text) like ${`%${token}%`}`.execute(service.database.db);
  expect(rows).toEqual([]);
});

it('a wrong secret says the same as one that has ended, and a name is not told (PEOPLE-07)', async () => {
  for (const token of ['x', 'Ada', '%', "' or true --", 'a'.repeat(200)]) await expectEnded(token);
  expect((await service.nobody.post('/people/invitations/open', { token: '' })).status).toBe(422);
  expect((await service.nobody.post('/people/invitations/open', { username: 'Ada' })).status).toBe(422);
});

it.each([
  ['short', 422],
  ['aaaaaaaaaaaaaa', 400],
  ['abcabcabcabcab', 400],
  ['abcdefghijklmn', 400],
  ['098765432109', 400],
  ['Picky Person 2026', 400],
  ['Storeward-2026', 400],
  ['Password1234', 400],
  ['x'.repeat(201), 422],
])('the password %s may not be, and the invitation goes on', async (password, status) => {
  const { token, person } = await invite('Picky Person');
  expect((await accept(token, { password })).status).toBe(status);
  expect((await accept(token, { username: 'Another' })).status).toBe(422);
  expect((await accept(token)).status).toBe(200);
  await sql`update users set username_key = null where id = ${person.id}`.execute(service.database.db);
});

it('a name that is there, and one that cannot be read, is refused', async () => {
  expect((await admin.post('/people/invitations', { username: ' ADMIN ' })).status).toBe(409);
  expect((await admin.post('/people/invitations', { username: 'a\u200bda' })).status).toBe(400);
  expect((await admin.post('/people/invitations', { username: 'x', company_ids: [999_999] })).status).toBe(404);
  expect((await admin.get<{ total: number }>('/people?search=x%20')).body.total).toBe(0);
});

describe('the first run', () => {
  it('its link makes one user with all five groups, once (PEOPLE-09)', async () => {
    const empty = await openConsole();
    const { db } = empty.database;
    const [one, other] = [await inviteFirstUser(db), await inviteFirstUser(db)] as [string, string];
    const post = <Body>(path: string, body: object) => empty.nobody.post<Body>(`/people/invitations/${path}`, body);
    expect((await post<object>('open', { token: one })).body).toMatchObject({ username: null });
    expect((await post('accept', { token: one, password: PASSWORD })).status).toBe(422);
    const answers = await Promise.all(
      [one, other].map((token, at) =>
        post<TokenPair>('accept', { token, password: PASSWORD, username: `First ${at}` }),
      ),
    );
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 404]);
    const access = answers.find(({ status }) => status === 200)?.body.access ?? '';
    const first = new Person(empty.app, '', access, null);
    expect((await first.get<Shown>('/users/me')).body.groups).toHaveLength(5);
    expect((await first.get<{ total: number }>('/people')).body.total).toBe(1);
    expect(await inviteFirstUser(db)).toBeNull();
    await empty.close();
  });

  it('its link ends when there is a user, however that came', async () => {
    const empty = await openConsole();
    const token = (await inviteFirstUser(empty.database.db)) ?? '';
    const user = { username: 'operator made', email: '', password: PASSWORD, groups: [], companies: [] };
    await createUser(empty.database.db, user, CHEAP);
    const { status, body } = await empty.nobody.post('/people/invitations/open', { token });
    expect([status, body]).toEqual([404, ENDED]);
    await empty.close();
  });
});
