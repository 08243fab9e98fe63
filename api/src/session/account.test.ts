import type { OwnSessions } from 'contract/people/account';
import type { TokenPair } from 'contract/session';
import { sql } from 'kysely';
import { openConsole, PASSWORD, Person, signedInAs, type TestConsole } from '../testing/console';

let service: TestConsole;
beforeAll(async () => {
  service = await openConsole();
});
afterAll(() => service.close());

const NEW = 'tea at four o’clock';
const WRONG = { detail: 'The current password is not right.' };
const sessionsOf = async (person: Person) => (await person.get<OwnSessions>('/users/me/sessions')).body.items;
const signInFrom = async (username: string, headers: Record<string, string>) => {
  const { body } = await service.nobody.post<TokenPair>('/token/pair', { username, password: PASSWORD }, headers);
  return new Person(service.app, username, body.access, body.refresh);
};

it('the sessions have browser, address and times, the present one first; older ones are unknown', async () => {
  const here = await service.person('somewhere');
  const there = await signInFrom('somewhere', {
    'user-agent': `Tea Browser ${'x'.repeat(400)}`,
    'x-forwarded-for': '203.0.113.7',
  });
  const { db } = service.database;
  const [first] = await sessionsOf(here);
  await sql`update sessions set address = null, user_agent = null, last_used_at = null where id = ${first?.id}`.execute(
    db,
  );
  const sessions = await sessionsOf(there);
  expect(sessions).toEqual([
    expect.objectContaining({ is_current: true, address: '203.0.113.7' }),
    expect.objectContaining({ is_current: false, address: null, user_agent: null, last_used_at: null }),
  ]);
  expect(sessions[0]?.user_agent).toMatch(/^Tea Browser x+$/);
  expect(sessions[0]?.user_agent).toHaveLength(300);
  expect(Date.parse(sessions[0]?.last_used_at ?? '')).toBeGreaterThan(Date.now() - 60_000);
});

it('one session, or all others, end by the password, and nobody else’s', async () => {
  const here = await service.person('ender');
  const [one, two] = [await signedInAs(service.app, service.nobody, 'ender'), await signInFrom('ender', {})];
  const neighbour = await service.person('neighbour');
  const end = (body: object) => here.post('/users/me/sessions/end', { current_password: PASSWORD, ...body });
  const [idOfOne, foreign] = await Promise.all([one, neighbour].map(async (who) => (await sessionsOf(who))[0]?.id));
  expect((await end({ current_password: 'wrong' })).body).toEqual(WRONG);
  expect((await end({ session_id: foreign })).status).toBe(404);
  expect((await end({ session_id: 'x' })).status).toBe(422);
  expect((await end({ session_id: idOfOne })).body).toEqual({ sessions_ended: 1 });
  expect((await one.get('/users/me')).status).toBe(401);
  expect((await end({})).body).toEqual({ sessions_ended: 1 });
  expect((await two.get('/users/me')).status).toBe(401);
  for (const who of [here, neighbour]) expect((await who.get('/users/me')).status).toBe(200);
});

it('a new password asks for the current one, keeps the rules, and ends the other sessions', async () => {
  const here = await service.person('changer');
  const there = await signedInAs(service.app, service.nobody, 'changer');
  const change = (new_password: string, current_password = PASSWORD) =>
    here.post('/users/me/password', { current_password, new_password });
  expect((await change(NEW, 'wrong')).body).toEqual(WRONG);
  expect((await change('short')).status).toBe(422);
  for (const password of ['abcdefghijklmn', 'Storeward-2026', PASSWORD])
    expect((await change(password)).status).toBe(400);
  expect((await there.get('/users/me')).status).toBe(200);
  expect((await change(NEW)).status).toBe(204);
  expect((await here.get('/users/me')).status).toBe(200);
  expect((await there.get('/users/me')).status).toBe(401);
  const signIn = async (password: string) =>
    (await service.nobody.post('/token/pair', { username: 'changer', password })).status;
  expect([await signIn(PASSWORD), await signIn(NEW)]).toEqual([401, 200]);
  const { rows } = await sql<{ entry: string }>`
    select to_jsonb(audit_log)::text as entry from audit_log where action = 'set password'`.execute(
    service.database.db,
  );
  expect(rows).toHaveLength(1);
  expect(rows[0]?.entry).not.toMatch(/argon|tea at/);
});

it('wrong passwords count as failed sign-ins do, also with an Idempotency-Key each (PEOPLE-10)', async () => {
  const person = await service.person('guesser');
  const statuses = [];
  for (let at = 0; at < 11; at += 1) {
    const body = { current_password: `guess ${at}`, new_password: NEW };
    statuses.push((await person.post('/users/me/password', body, { 'idempotency-key': `k${at}` })).status);
  }
  expect(statuses).toEqual([...Array<number>(10).fill(400), 429]);
  expect((await person.post('/users/me/password', { current_password: PASSWORD, new_password: NEW })).status).toBe(429);
});
