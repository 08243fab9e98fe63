import { generateSync } from 'otplib';
import type { OwnSecondFactor, RecoveryCodes, SecondFactorSecret } from 'contract/people/account';
import type { Person as Shown } from 'contract/people/people';
import type { Group } from 'contract/session';
import { sql } from 'kysely';
import { restoreClock, setUpAuthenticator, signInWith, nextStep } from '../testing/authenticator';
import { addTestCompany, openConsole, PASSWORD, type Person, signedInAs, type TestConsole } from '../testing/console';
import { resetSecondFactor } from './second-factor.queries';

let service: TestConsole;
let admin: Person;

beforeAll(async () => {
  service = await openConsole();
  admin = await service.person('admin', { groups: ['AaasAdmin'] });
});
afterEach(restoreClock);
afterAll(() => service.close());

const REQUIRED = { detail: 'Please enter the code of your app, or a recovery code.', second_factor: 'required' };
const WRONG = {
  detail: 'This code is not right, or was used already. Please enter the one that the app shows now.',
  second_factor: 'required',
};
const signIn = (username: string, code?: string, more?: object) => signInWith(service, username, code, more);
const idOf = async (username: string) =>
  (await service.database.db.selectFrom('users').select('id').where('username', '=', username).executeTakeFirst())
    ?.id ?? 0;
/** Makes the password and the passkeys that were given an hour old. */
const anHourPasses = () =>
  sql`update sessions set verified_at = verified_at - interval '1 hour'`.execute(service.database.db);
const everythingWritten = async () => {
  const { rows } = await sql<{ entry: string }>`
    select to_jsonb(audit_log)::text as entry from audit_log`.execute(service.database.db);
  return rows.map(({ entry }) => entry).join('\n');
};

describe('setting it up', () => {
  it('begins with a secret that asks for nothing, until a code of it is given; then the other sessions end', async () => {
    const here = await service.person('Ünï ada');
    const there = await signedInAs(service.app, service.nobody, 'Ünï ada');
    const own = () => here.get<OwnSecondFactor>('/users/me/second-factor');
    expect((await own()).body).toEqual({ app_since: null, recovery_codes_left: 0, is_required: false });
    const first = (await here.post<SecondFactorSecret>('/users/me/second-factor')).body;
    const { status, body, headers } = await here.post<SecondFactorSecret>('/users/me/second-factor');
    expect([status, headers['cache-control']]).toEqual([201, 'no-store']);
    expect(body.secret).toMatch(/^[A-Z2-7]{32}$/);
    expect(decodeURIComponent(body.uri)).toMatch(/^otpauth:\/\/totp\/Storeward:Ünï ada\?/);
    expect((await signIn('Ünï ada')).status).toBe(200);
    const confirm = (code: string) => here.post<RecoveryCodes>('/users/me/second-factor/confirm', { code });
    // The secret before it was replaced.
    expect((await confirm(generateSync({ secret: first.secret }))).status).toBe(400);
    expect((await confirm('000 000x')).status).toBe(400);
    const done = await confirm(generateSync({ secret: body.secret }));
    expect(done.body.recovery_codes).toHaveLength(10);
    expect(new Set(done.body.recovery_codes).size).toBe(10);
    for (const code of done.body.recovery_codes)
      expect(code).toMatch(/^([0-9A-HJKMNP-TV-Z]{4}-){3}[0-9A-HJKMNP-TV-Z]{4}$/);
    expect((await here.get('/users/me')).status).toBe(200);
    expect((await there.get('/users/me')).status).toBe(401);
    expect((await own()).body).toMatchObject({ app_since: expect.any(String) as string, recovery_codes_left: 10 });
    // A second one would take the place of the first.
    expect((await here.post('/users/me/second-factor')).status).toBe(400);
  });

  it('and every other change of it asks for the password of the last 10 minutes', async () => {
    const person = await service.person('verified');
    await setUpAuthenticator(person);
    await anHourPasses();
    const changes = () =>
      Promise.all([
        person.post('/users/me/second-factor'),
        person.post('/users/me/second-factor/confirm', { code: '123456' }),
        person.post('/users/me/second-factor/recovery-codes'),
        person.delete('/users/me/second-factor'),
        person.post('/users/me/sessions/end', {}),
        person.post('/users/me/password', { new_password: 'tea at four o’clock' }),
      ]);
    for (const { status, body } of await changes())
      expect([status, body]).toEqual([400, { detail: 'Please enter your current password first.' }]);
    const verify = (current_password: string) => person.post('/users/me/verification', { current_password });
    expect((await verify('wrong')).body).toEqual({ detail: 'The current password is not right.' });
    expect((await verify(PASSWORD)).status).toBe(204);
    const renewed = await person.post<RecoveryCodes>('/users/me/second-factor/recovery-codes');
    expect(renewed.body.recovery_codes).toHaveLength(10);
    expect((await person.delete('/users/me/second-factor')).status).toBe(204);
    expect((await person.delete('/users/me/second-factor')).status).toBe(400);
    expect((await signIn('verified')).status).toBe(200);
  });

  it('wrong passwords count as failed sign-ins do (FACTOR-06)', async () => {
    const person = await service.person('thief');
    const statuses = [];
    for (let at = 0; at < 11; at += 1)
      statuses.push((await person.post('/users/me/verification', { current_password: `guess ${at}` })).status);
    expect(statuses).toEqual([...Array<number>(10).fill(400), 429]);
  });
});

describe('signing in', () => {
  it('without a factor takes name and password, as ever; a code that no one asked for changes nothing', async () => {
    await service.person('plain');
    expect(Object.keys((await signIn('plain')).body).sort()).toEqual(['access', 'refresh']);
    expect((await signIn('plain', '123456')).status).toBe(200);
  });

  it('asks for the code after the right password alone, in the same words for all others (FACTOR-05)', async () => {
    const app = await setUpAuthenticator(await service.person('asked'));
    const asked = await signIn('asked');
    expect([asked.status, asked.body]).toEqual([401, REQUIRED]);
    const code = app.freshCode();
    const others = [
      await signIn('asked', code, { password: 'wrong' }),
      await signIn('asked', undefined, { password: 'wrong' }),
      await signIn('no one', code),
      await signIn('no one'),
    ];
    for (const { status, body } of others)
      expect([status, body]).toEqual([401, { detail: 'Invalid username or password' }]);
    expect((await signIn('asked', ` ${code.slice(0, 3)} ${code.slice(3)}`)).status).toBe(200);
  });

  it('a code counts once, and none from before it (FACTOR-02)', async () => {
    const app = await setUpAuthenticator(await service.person('replayed'));
    const before = app.freshCode();
    const code = app.freshCode();
    const answers = await Promise.all([signIn('replayed', code), signIn('replayed', code), signIn('replayed', code)]);
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 401, 401]);
    for (const used of [code, before]) expect((await signIn('replayed', used)).body).toEqual(WRONG);
    expect((await signIn('replayed', app.freshCode())).status).toBe(200);
    // Too old, and of another person.
    const late = app.freshCode();
    nextStep(2);
    expect((await signIn('replayed', late)).status).toBe(401);
    const theirs = await setUpAuthenticator(await service.person('neighbour'));
    expect((await signIn('replayed', theirs.freshCode())).status).toBe(401);
  });

  it('a recovery code counts once, however it is typed', async () => {
    const person = await service.person('recovering');
    const { recoveryCodes, freshCode } = await setUpAuthenticator(person);
    const [first = '', second = ''] = recoveryCodes;
    const answers = await Promise.all([signIn('recovering', first), signIn('recovering', first)]);
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 401]);
    expect((await signIn('recovering', ` ${second.toLowerCase().replaceAll('-', ' ')}`)).status).toBe(200);
    expect((await signIn('recovering', second)).body).toEqual(WRONG);
    expect((await person.get<OwnSecondFactor>('/users/me/second-factor')).body.recovery_codes_left).toBe(8);
    await person.post('/users/me/second-factor/recovery-codes');
    // Those from before are not right any more.
    expect((await signIn('recovering', recoveryCodes[2])).status).toBe(401);
    expect((await signIn('recovering', freshCode())).status).toBe(200);
  });

  it.each(['', '12345', 'x'.repeat(41), 123456, null, ['123456'], {}])('the code %j is 422', async (code) => {
    const { status } = await service.nobody.post('/token/pair', { username: 'asked', password: PASSWORD, code });
    expect(status).toBe(422);
  });

  it('guesses count as wrong passwords do, and neither the password nor another address gives new ones (FACTOR-03)', async () => {
    const app = await setUpAuthenticator(await service.person('guessed'));
    const from = (address: string, code?: string) =>
      service.nobody.post(
        '/token/pair',
        { username: 'guessed', password: PASSWORD, ...(code !== undefined && { code }) },
        { 'x-forwarded-for': address },
      );
    const statuses = [];
    for (let at = 0; at < 10; at += 1) {
      statuses.push((await from(`192.0.2.${at % 2}`, '00000A')).status);
      expect((await from(`192.0.2.${at % 2}`)).status).toBe(401);
    }
    expect(statuses).toEqual(Array(10).fill(401));
    for (const address of ['192.0.2.0', '192.0.2.9']) expect((await from(address, app.freshCode())).status).toBe(429);
    await service.database.db.deleteFrom('sign_in_failures').where('address', 'like', 'second factor%').execute();
    // Five tries are left to each of the two addresses, as for passwords.
    for (let at = 0; at < 5; at += 1) expect((await from('192.0.2.0', '00000A')).status).toBe(401);
    expect((await from('192.0.2.0')).status).toBe(429);
    expect((await from('192.0.2.1', app.freshCode())).status).toBe(200);
  });
});

describe('a reset', () => {
  it('takes the factor, and every session; only the password signs in again (FACTOR-04)', async () => {
    const person = await service.person('lost');
    const { freshCode, recoveryCodes } = await setUpAuthenticator(person);
    const id = await idOf('lost');
    const listed = async (query: string) => (await admin.get<{ items: Shown[] }>(`/people?${query}`)).body.items;
    expect(await listed('search=lost&second_factor=app')).toEqual([expect.objectContaining({ second_factor: 'app' })]);
    const { status, body } = await admin.post<Shown>(`/people/${id}/reset-second-factor`);
    expect([status, body.second_factor]).toEqual([200, 'none']);
    expect((await person.get('/users/me')).status).toBe(401);
    expect((await person.post('/token/refresh', { refresh: person.refresh })).status).toBe(401);
    expect((await signIn('lost')).status).toBe(200);
    // The secret and the codes from before count for nothing once there is a new one.
    await setUpAuthenticator(await signedInAs(service.app, service.nobody, 'lost'));
    for (const code of [freshCode(), recoveryCodes[0] ?? '']) expect((await signIn('lost', code)).body).toEqual(WRONG);
  });

  it('is AaasAdmin’s, and not for oneself; the command line helps the last one', async () => {
    const own = await service.person('keeper', { groups: ['AaasAdmin'] });
    await setUpAuthenticator(own);
    const id = await idOf('keeper');
    expect((await own.post(`/people/${id}/reset-second-factor`)).status).toBe(400);
    expect((await admin.post('/people/999999/reset-second-factor')).status).toBe(404);
    expect((await signIn('keeper')).body).toEqual(REQUIRED);
    await resetSecondFactor(service.database.db, 'keeper');
    expect((await own.get('/users/me')).status).toBe(401);
    expect((await signIn('keeper')).status).toBe(200);
  });
});

it('secrets and codes are in no row, no log, no answer but their own (FACTOR-07)', async () => {
  const person = await service.person('quiet');
  const { secret, recoveryCodes, freshCode } = await setUpAuthenticator(person);
  const code = freshCode();
  await signIn('quiet', code);
  await signIn('quiet', recoveryCodes[0]);
  await signIn('quiet', '000000');
  const id = await idOf('quiet');
  const { rows } = await sql<{ row: string }>`
    select to_jsonb(user_authenticators)::text as row from user_authenticators union all
    select to_jsonb(user_recovery_codes)::text from user_recovery_codes`.execute(service.database.db);
  const texts = [
    ...rows.map(({ row }) => row),
    await everythingWritten(),
    (await admin.get(`/people/${id}`)).text,
    (await admin.get(`/people/${id}/history`)).text,
    (await person.get('/users/me/second-factor')).text,
  ].join('\n');
  for (const hidden of [
    secret,
    Buffer.from(secret).toString('hex'),
    ...recoveryCodes,
    recoveryCodes[0]?.replaceAll('-', ''),
    `"${code}"`,
  ])
    expect(texts).not.toContain(hidden);
  const { rows: actions } = await sql<{ action: string; second_factor: string | null }>`
    select action, after->>'second_factor' as second_factor from audit_log where username = 'quiet' order by id`.execute(
    service.database.db,
  );
  expect(actions).toEqual([
    { action: 'sign in', second_factor: null },
    { action: 'set up second factor', second_factor: null },
    { action: 'sign in', second_factor: 'app' },
    { action: 'sign in', second_factor: 'recovery code' },
    { action: 'sign in failed', second_factor: 'wrong code' },
  ]);
});

describe('where a group has to have one', () => {
  let strict: TestConsole;
  let company: number;
  beforeAll(async () => {
    strict = await openConsole({ requireSecondFactor: ['AaasAdmin', 'CompanyAdmin'] });
    company = await addTestCompany(strict, 'Company A', 'company-a');
  });
  afterAll(() => strict.close());
  const personIn = (username: string, ...groups: Group[]) =>
    strict.person(username, { groups, companies: [String(company)] });

  it('who lacks it may do nothing but set it up, on any route (FACTOR-01)', async () => {
    const person = await personIn('strict', 'AaasAdmin', 'AdManager');
    const OPEN = [/^\/api\/users\/me$/, /^\/api\/users\/me\/(second-factor|verification|passkeys)/];
    const admitted = [];
    for (const { method, url, access } of strict.app.guarded) {
      if (access.who === 'anyone' || access.who === 'machine') continue;
      const path = url.slice('/api'.length).replace(/:\w+/g, String(company));
      const { status } = await person.ask(method, path, method === 'GET' || method === 'HEAD' ? undefined : {});
      if (status !== 403) admitted.push(url);
    }
    expect(admitted.filter((url) => !OPEN.some((open) => open.test(url)))).toEqual([]);
    expect(new Set(admitted).size).toBeGreaterThan(3);
    const me = (await person.get('/users/me')).body;
    expect(me).toMatchObject({ must_set_up_factor: true, groups: [], companies: [] });
    expect((await person.get<OwnSecondFactor>('/users/me/second-factor')).body.is_required).toBe(true);
    const { detail } = (await person.get('/companies')).body;
    expect(detail).toBe('Please set up a second factor in My account first');
  });

  it('who sets it up goes on in the same session; who removes it is where they began', async () => {
    const person = await personIn('diligent', 'CompanyAdmin');
    expect((await person.get('/companies')).status).toBe(403);
    await setUpAuthenticator(person);
    expect((await person.get('/companies')).body).toMatchObject({ total: 1 });
    const me = (await person.get('/users/me')).body;
    expect(me).toMatchObject({ groups: ['CompanyAdmin'] });
    expect(me).not.toHaveProperty('must_set_up_factor');
    await person.delete('/users/me/second-factor');
    expect((await person.get('/companies')).status).toBe(403);
  });

  it('others go on without', async () => {
    const person = await personIn('free', 'AdManager');
    expect((await person.get('/companies')).status).toBe(200);
    expect((await person.get<OwnSecondFactor>('/users/me/second-factor')).body.is_required).toBe(false);
    // The group counts from the next request.
    await strict.database.db
      .insertInto('user_groups')
      .columns(['user_id', 'group_name'])
      .expression((eb) =>
        eb
          .selectFrom('users')
          .select(['id', eb.val<Group>('CompanyAdmin').as('g')])
          .where('username', '=', 'free'),
      )
      .execute();
    expect((await person.get('/companies')).status).toBe(403);
  });
});
