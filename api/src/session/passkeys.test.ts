import type { OwnSecondFactor } from 'contract/people/account';
import type { Passkey, PasskeyCreation, Passkeys } from 'contract/people/passkeys';
import type { Person as Shown } from 'contract/people/people';
import type { TokenPair } from 'contract/session';
import { sql } from 'kysely';
import { restoreClock, setUpAuthenticator, signInWith } from '../testing/authenticator';
import { openConsole, PASSWORD, Person, signedInAs, type TestConsole } from '../testing/console';
import { addPasskey, answer, newAuthenticator, ORIGIN, passkeyOptions, type Forgery } from '../testing/passkey';
import { challengesWith } from './challenges';
import { purgeSignInCodes } from './sign-in-codes.queries';

let service: TestConsole;
let admin: Person;

beforeAll(async () => {
  service = await openConsole();
  admin = await service.person('admin', { groups: ['AaasAdmin'] });
});
afterEach(restoreClock);
afterAll(() => service.close());

const HEADERS = { origin: ORIGIN };
const NOT_USABLE = { detail: 'This passkey does not sign in here.' };
const options = () => passkeyOptions(service.nobody);
const send = (body: object) => answer(service.nobody, body);
const signInBy = (body: object) => service.nobody.post<TokenPair & { detail: string }>('/token/pair', body);
const idOf = async (username: string) =>
  (await service.database.db.selectFrom('users').select('id').where('username', '=', username).executeTakeFirst())
    ?.id ?? 0;
const own = async (person: Person) => (await person.get<OwnSecondFactor>('/users/me/second-factor')).body;

it('one signs in, in place of the password, and is a second factor beside it', async () => {
  const person = await service.person('ada');
  const there = await signedInAs(service.app, service.nobody, 'ada');
  const { authenticator, passkey, recovery_codes } = await addPasskey(person);
  expect(passkey).toMatchObject({ name: 'Test key', last_used_at: null });
  expect(recovery_codes).toHaveLength(10);
  // The other sessions were opened without a factor.
  expect((await there.get('/users/me')).status).toBe(401);
  expect((await signInWith(service, 'ada')).body.second_factor).toBe('required');
  const given = await send(authenticator.get(await options()));
  expect([given.status, given.headers['cache-control']]).toEqual([200, 'no-store']);
  const { sign_in_code } = given.body;
  for (const more of [{ username: 'ada' }, { username: 'ada', password: PASSWORD }, { code: '123456' }])
    expect((await signInBy({ sign_in_code, ...more })).status).toBe(422);
  const { status, body } = await signInBy({ sign_in_code });
  expect(status).toBe(200);
  expect((await new Person(service.app, 'ada', body.access, null).get('/users/me')).body).toMatchObject({
    username: 'ada',
  });
  // Once, and it says nothing of whose it was.
  for (const code of [sign_in_code, 'x'])
    expect((await signInBy({ sign_in_code: code })).body).toEqual({
      detail: 'This sign-in has run out. Please try again.',
    });
  expect((await signInWith(service, 'ada', recovery_codes[0])).status).toBe(200);
  const { items } = (await person.get<Passkeys>('/users/me/passkeys')).body;
  expect(items).toEqual([expect.objectContaining({ name: 'Test key', last_used_at: expect.any(String) as string })]);
});

it('a code of it runs out after a minute, and ends with the passkey, a reset and the person’s sign-in (FACTOR-04)', async () => {
  const person = await service.person('late');
  const { authenticator, passkey } = await addPasskey(person);
  const code = async () => (await send(authenticator.get(await options()))).body.sign_in_code;
  const { db } = service.database;
  const codes = [await code(), await code()];
  await sql`update sign_in_codes set expires_at = clock_timestamp() where used_at is null`.execute(db);
  expect((await signInBy({ sign_in_code: codes[0] })).status).toBe(401);
  await purgeSignInCodes(db);
  // The challenge may still be answered: it stays.
  expect((await db.selectFrom('sign_in_codes').select('hash').execute()).length).toBeGreaterThanOrEqual(2);
  const id = await idOf('late');
  const disabled = await code();
  await admin.post(`/people/${id}/disable`);
  expect((await signInBy({ sign_in_code: disabled })).status).toBe(401);
  expect((await send(authenticator.get(await options()))).body).toEqual(NOT_USABLE);
  await admin.post(`/people/${id}/enable`);
  const reset = await code();
  expect((await admin.get<Shown>(`/people/${id}`)).body.second_factor).toBe('passkey');
  expect((await admin.post<Shown>(`/people/${id}/reset-second-factor`)).body.second_factor).toBe('none');
  expect((await signInBy({ sign_in_code: reset })).status).toBe(401);
  expect((await send(authenticator.get(await options()))).status).toBe(401);
  const again = await signedInAs(service.app, service.nobody, 'late');
  expect((await again.delete(`/users/me/passkeys/${passkey.id}`)).status).toBe(404);
});

describe('an answer that', () => {
  const CASES: [string, Forgery][] = [
    ['is of another site', { origin: 'https://evil.example' }],
    ['is for another site', { rpId: 'evil.example' }],
    ['asked neither for finger nor PIN', { isVerified: false }],
    [
      'is to a challenge of somebody else',
      { challenge: challengesWith('another secret').make('sign in').toString('base64url') },
    ],
    ['is to a challenge that has run out', { challenge: '' }],
    ['is to a challenge of another purpose', { challenge: '' }],
    ['was counted before', { count: 1 }],
  ];
  let person: Person;
  let made: Awaited<ReturnType<typeof addPasskey>>;
  beforeAll(async () => {
    person = await service.person('forged');
    made = await addPasskey(person);
    const ours = (at: number, purpose: string) =>
      challengesWith(service.config.secret, () => at)
        .make(purpose)
        .toString('base64url');
    Object.assign(CASES[4]?.[1] ?? {}, { challenge: ours(Date.now() - 6 * 60 * 1000, 'sign in') });
    Object.assign(CASES[5]?.[1] ?? {}, { challenge: ours(Date.now(), 'add something') });
  });

  it.each(CASES)('%s is refused, in the same words as an unknown passkey (FACTOR-09)', async (_, forged) => {
    const refused = await send(made.authenticator.get(await options(), forged));
    expect([refused.status, refused.body]).toEqual([401, NOT_USABLE]);
    const unknown = await send(newAuthenticator().get(await options()));
    expect([unknown.status, unknown.body]).toEqual([401, NOT_USABLE]);
    await service.database.db.deleteFrom('sign_in_failures').execute();
  });

  it('was sent before gives no second code, also at the same moment (FACTOR-02)', async () => {
    const sent = made.authenticator.get(await options());
    const answers = await Promise.all([send(sent), send(sent), send(sent)]);
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 401, 401]);
  });

  it('is wrong counts as a failed sign-in (FACTOR-03)', async () => {
    const statuses = [];
    for (let at = 0; at < 11; at += 1)
      statuses.push((await send(made.authenticator.get(await options(), { rpId: 'x' }))).status);
    expect(statuses.at(-1)).toBe(429);
    await service.database.db.deleteFrom('sign_in_failures').execute();
  });
});

describe('adding one', () => {
  const make = (person: Person) =>
    person.post<PasskeyCreation>('/users/me/passkeys/options', undefined, HEADERS).then(({ body }) => body);

  it('asks for finger or PIN, for this session and this site, and never twice', async () => {
    const person = await service.person('adder');
    const other = await service.person('another');
    const authenticator = newAuthenticator();
    const add = (body: object, by = person) => by.post('/users/me/passkeys', body, HEADERS);
    for (const forged of [{ origin: 'https://evil.example' }, { rpId: 'evil.example' }, { isVerified: false }])
      expect((await add(authenticator.create(await make(person), forged))).status).toBe(400);
    expect((await add(authenticator.create(await make(other)))).status).toBe(400);
    const sent = authenticator.create(await make(person));
    expect((await add(sent)).status).toBe(201);
    expect((await add(sent)).status).toBe(409);
    expect((await make(person)).excludeCredentials).toHaveLength(1);
    // Of another person it stays what it is.
    expect((await add(authenticator.create(await make(other)), other)).status).toBe(409);
  });

  it('and changing one asks for the password or a passkey of the last 10 minutes', async () => {
    const person = await service.person('stale');
    const { authenticator, passkey } = await addPasskey(person);
    const neighbour = await addPasskey(await service.person('neighbour'));
    await sql`update sessions set verified_at = verified_at - interval '1 hour'`.execute(service.database.db);
    const path = `/users/me/passkeys/${passkey.id}`;
    for (const { status } of [
      await person.post('/users/me/passkeys/options', undefined, HEADERS),
      await person.patch(path, { name: 'New' }),
      await person.delete(path),
    ])
      expect(status).toBe(400);
    const verify = async (by: typeof authenticator) => {
      const { sign_in_code } = (await send(by.get(await options()))).body;
      return (await person.post('/users/me/verification', { sign_in_code })).status;
    };
    expect(await verify(neighbour.authenticator)).toBe(400);
    expect((await person.post('/users/me/verification', {})).status).toBe(400);
    expect(await verify(authenticator)).toBe(204);
    expect((await person.patch<Passkey>(path, { name: 'New' })).body.name).toBe('New');
    expect((await person.patch(`/users/me/passkeys/${neighbour.passkey.id}`, { name: 'Mine' })).status).toBe(404);
    expect((await person.delete(`/users/me/passkeys/${neighbour.passkey.id}`)).status).toBe(404);
    expect((await person.delete(path)).status).toBe(204);
    // With the last factor the recovery codes are gone.
    expect((await own(person)).recovery_codes_left).toBe(0);
    expect((await signInWith(service, 'stale')).status).toBe(200);
  });

  it('beside an app keeps the recovery codes, and either may go', async () => {
    const person = await service.person('both');
    const app = await setUpAuthenticator(person);
    const { recovery_codes } = await addPasskey(person);
    expect(recovery_codes).toEqual([]);
    expect((await admin.get<Shown>(`/people/${await idOf('both')}`)).body.second_factor).toBe('both');
    expect((await signInWith(service, 'both', app.freshCode())).status).toBe(200);
    await person.delete('/users/me/second-factor');
    expect(await own(person)).toMatchObject({ app_since: null, recovery_codes_left: 10 });
    expect((await signInWith(service, 'both', app.freshCode())).status).toBe(401);
    expect((await signInWith(service, 'both', app.recoveryCodes[0])).status).toBe(200);
  });
});

it('are for the operator’s PUBLIC_URL, and without it for this machine alone', async () => {
  const { nobody } = service;
  const ask = (by: Person, headers: Record<string, string>) =>
    by.post<{ rpId: string }>('/token/passkey/options', undefined, headers);
  for (const headers of [
    {},
    { origin: 'https://evil.example' },
    { origin: 'http://localhost.evil.example' },
    { origin: 'null' },
  ])
    expect((await ask(nobody, headers as Record<string, string>)).status).toBe(400);
  expect((await ask(nobody, { origin: 'http://localhost:3000' })).body.rpId).toBe('localhost');
  const placed = await openConsole({ publicUrl: 'https://console.example' });
  for (const headers of [{}, { origin: 'https://evil.example' }, HEADERS])
    expect((await ask(placed.nobody, headers as Record<string, string>)).body.rpId).toBe('console.example');
  await placed.close();
});

it('a passkey is what a group that has to have a factor asks for', async () => {
  const strict = await openConsole({ requireSecondFactor: ['CompanyAdmin'] });
  const person = await strict.person('strict', { groups: ['CompanyAdmin'] });
  expect((await person.get('/companies')).status).toBe(403);
  await addPasskey(person);
  expect((await person.get('/companies')).status).toBe(200);
  await strict.close();
});
