import type { TokenPair } from 'contract/session';
import { addTestCompany, CHEAP, openConsole, Person, signedInAs, type TestConsole } from '../testing/console';
import { purgeSessions } from './session.queries';
import { addCompany, disableUser, enableUser, removeGroup, setPassword, signOutEverywhere } from './users.queries';

let service: TestConsole;
let companyA: number;

beforeAll(async () => {
  service = await openConsole();
  companyA = await addTestCompany(service, 'Company A', 'a');
});
afterAll(() => service.close());

describe('what changes takes effect at the next request', () => {
  it('signing out ends access and refresh of that session alone (TOK-09)', async () => {
    const here = await service.person('leaver');
    const there = await signedInAs(service.app, service.nobody, 'leaver');
    expect((await service.nobody.post('/token/revoke', { refresh: here.refresh })).status).toBe(204);
    expect((await here.get('/users/me')).status).toBe(401);
    expect((await service.nobody.post('/token/refresh', { refresh: here.refresh })).status).toBe(401);
    expect((await there.get('/users/me')).status).toBe(200);
    expect((await service.nobody.post('/token/revoke', { refresh: here.refresh })).status).toBe(204);
    expect((await service.nobody.post('/token/revoke', { refresh: 'x' })).status).toBe(401);
  });

  it('disabling a user ends what is open, and enabling does not bring it back (TOK-11)', async () => {
    const person = await service.person('disabled-later');
    await disableUser(service.database.db, 'disabled-later');
    expect((await person.get('/users/me')).status).toBe(401);
    await enableUser(service.database.db, 'disabled-later');
    expect((await person.get('/users/me')).status).toBe(401);
    expect((await service.nobody.post('/token/refresh', { refresh: person.refresh })).status).toBe(401);
    expect((await signedInAs(service.app, service.nobody, 'disabled-later')).access).toBeTruthy();
  });

  it('a user who is disabled by whatever means is refused, sessions or not', async () => {
    const person = await service.person('disabled-by-hand');
    const { db } = service.database;
    const now = new Date().toISOString();
    await db.updateTable('users').set({ disabled_at: now }).where('username', '=', 'disabled-by-hand').execute();
    expect((await person.get('/users/me')).status).toBe(401);
    expect((await service.nobody.post('/token/refresh', { refresh: person.refresh })).status).toBe(401);
  });

  it('a session that has run out is refused, and forgotten by the daily purge', async () => {
    const person = await service.person('run-out');
    const { db } = service.database;
    const { id: session } = await db
      .updateTable('sessions')
      .set({ expires_at: '2020-01-01T00:00:00Z' })
      .from('users')
      .whereRef('users.id', '=', 'user_id')
      .where('username', '=', 'run-out')
      .returning('sessions.id')
      .executeTakeFirstOrThrow();
    expect((await person.get('/users/me')).status).toBe(401);
    await purgeSessions(db);
    expect(await db.selectFrom('sessions').select('id').where('id', '=', session).execute()).toEqual([]);
  });

  it('a lost group is refused (TOK-12)', async () => {
    const person = await service.person('demoted', { groups: ['CompanyAdmin'], companies: ['a'] });
    expect((await person.patch(`/companies/${companyA}`, {})).status).toBe(200);
    await removeGroup(service.database.db, 'demoted', 'CompanyAdmin');
    const { status, body } = await person.patch(`/companies/${companyA}`, {});
    expect({ status, body }).toEqual({ status: 403, body: { detail: 'You do not have permission to do this' } });
  });

  it('a company that is added is reached', async () => {
    const person = await service.person('joiner');
    expect((await person.get(`/companies/${companyA}`)).status).toBe(404);
    await addCompany(service.database.db, 'joiner', 'a');
    expect((await person.get(`/companies/${companyA}`)).status).toBe(200);
  });

  it('a new password and signing out everywhere end every session', async () => {
    const person = await service.person('everywhere');
    await setPassword(service.database.db, 'everywhere', 'another password', CHEAP);
    expect((await person.get('/users/me')).status).toBe(401);
    const credentials = { username: 'everywhere', password: 'another password' };
    const { body } = await service.nobody.post<TokenPair>('/token/pair', credentials);
    expect(await signOutEverywhere(service.database.db, 'everywhere')).toBe(1);
    expect((await new Person(service.app, '', body.access, null).get('/users/me')).status).toBe(401);
  });
});
