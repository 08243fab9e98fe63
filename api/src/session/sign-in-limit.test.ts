import { sql } from 'kysely';
import { secretsWith } from '../database/secrets';
import type { RequestError } from '../http/errors';
import { CHEAP, openConsole, PASSWORD, type TestConsole } from '../testing/console';
import { HASH_LIMITS, HashQueue } from './hash-queue';
import { signIn, type SignIn } from './session.queries';
import { tokensWith } from './tokens';
import { disableUser, setPassword } from './users.queries';

let service: TestConsole;

beforeAll(async () => {
  service = await openConsole();
});
afterAll(() => service.close());

const pair = (username: string, password: string, address: string) =>
  service.nobody.post('/token/pair', { username, password }, { 'x-forwarded-for': address });

describe('the limit on failures', () => {
  it('refuses the eleventh wrong try from one address, also with the right password, and lets another address in (AUTH-05, AUTH-06)', async () => {
    await service.person('locked');
    for (let tries = 0; tries < 10; tries += 1) expect((await pair('locked', 'wrong', '192.0.2.7')).status).toBe(401);
    const refused = await pair('LOCKED ', PASSWORD, '192.0.2.7');
    expect(refused.status).toBe(429);
    expect(Number(refused.headers['retry-after'])).toBeGreaterThan(290);
    expect(refused.body.detail).toMatch(/^Too many failed attempts\. Please try again in \d+ seconds\.$/);
    expect((await pair('locked', PASSWORD, '192.0.2.8')).status).toBe(200);
  });

  it('counts every address of one IPv6 network, and every spelling of an address, as one (AUTH-15)', async () => {
    await service.person('travelling');
    const tries = [];
    for (let at = 0; at < 11; at += 1)
      tries.push((await pair('travelling', 'wrong', `2001:db8:7:7::${at + 1}`)).status);
    expect(tries).toEqual([...Array<number>(10).fill(401), 429]);
    expect((await pair('travelling', PASSWORD, '2001:db8:7:8::1')).status).toBe(200);
    const spellings = ['192.0.2.70', '::ffff:192.0.2.70', '192.0.2.70:4711', '[::ffff:c000:246]:80'];
    for (let at = 0; at < 10; at += 1) await pair('travelling', 'wrong', spellings[at % 4]!);
    for (const spelling of spellings) expect((await pair('travelling', PASSWORD, spelling)).status).toBe(429);
  });

  it('holds for many tries at once', async () => {
    await service.person('rushed');
    const tries = await Promise.all(Array.from({ length: 30 }, () => pair('rushed', 'wrong', '192.0.2.9')));
    expect(tries.filter(({ status }) => status === 401)).toHaveLength(10);
    expect(tries.filter(({ status }) => status === 429)).toHaveLength(20);
  });

  it('starts anew for who knows the password', async () => {
    await service.person('clumsy');
    const fail = () => pair('clumsy', 'wrong', '192.0.2.14');
    for (let tries = 0; tries < 9; tries += 1) await fail();
    expect((await pair('clumsy', PASSWORD, '192.0.2.14')).status).toBe(200);
    for (let tries = 0; tries < 9; tries += 1) expect((await fail()).status).toBe(401);
    expect((await pair('clumsy', PASSWORD, '192.0.2.14')).status).toBe(200);
  });

  it('does not count what succeeds, however much at once', async () => {
    await service.person('busy');
    const tries = await Promise.all(Array.from({ length: 15 }, () => pair('busy', PASSWORD, '192.0.2.10')));
    expect(tries.every(({ status }) => status === 200)).toBe(true);
  });

  it('refuses an address after a hundred failures for any names', async () => {
    await Promise.all(Array.from({ length: 100 }, (_, at) => pair(`guess-${at}`, 'wrong', '192.0.2.11')));
    expect((await pair('guess-new', 'wrong', '192.0.2.11')).status).toBe(429);
  });

  it('leaves an office behind one address its hundred failures, however many there sign in', async () => {
    await service.person('colleague');
    const wrong = (name: string) => pair(name, 'wrong', '192.0.2.15');
    for (let round = 0; round < 5; round += 1) {
      const mixed = Array.from({ length: 20 }, (_, at) =>
        at < 19 ? wrong(`typo-${round}-${at}`) : pair('colleague', PASSWORD, '192.0.2.15'),
      );
      const statuses = (await Promise.all(mixed)).map(({ status }) => status);
      expect(statuses.filter((status) => status === 200)).toHaveLength(1);
    }
    for (let tries = 0; tries < 5; tries += 1) expect((await wrong('typo-last')).status).toBe(401);
    expect((await wrong('typo-first')).status).toBe(429);
  });

  it('takes the address from as many proxies as are trusted, not from what a client writes before them', async () => {
    await service.person('forger');
    for (let tries = 0; tries < 10; tries += 1) await pair('forger', 'wrong', `203.0.113.${tries}, 192.0.2.12`);
    expect((await pair('forger', 'wrong', '203.0.113.99, 192.0.2.12')).status).toBe(429);
  });

  it('forgets what is older than five minutes', async () => {
    await service.person('patient');
    for (let tries = 0; tries < 10; tries += 1) await pair('patient', 'wrong', '192.0.2.13');
    const { db } = service.database;
    await db.updateTable('sign_in_failures').set({ failed_at: '2020-01-01T00:00:00Z' }).execute();
    expect((await pair('patient', PASSWORD, '192.0.2.13')).status).toBe(200);
  });
});

describe('a burst', () => {
  const signInWith = (verifyPassword: SignIn['verifyPassword'], queue = new HashQueue()): SignIn => ({
    db: service.database.db,
    tokens: tokensWith(service.config.secret),
    verifyPassword,
    queue,
    secrets: secretsWith(service.config.encryptionKey),
    onlyProviders: false,
  });
  const from = (address: string) => ({ address, userAgent: null, requestId: 'burst' });
  const outcome = (attempt: Promise<unknown>) =>
    attempt.then(
      () => 200,
      (error: unknown) => (error as RequestError).status,
    );

  /** Resolves once so many of the attempts have ended with the status. */
  const firstOf = (attempts: Promise<number>[], status: number, wanted: number) =>
    new Promise<void>((resolve) => {
      let ended = 0;
      for (const attempt of attempts) {
        void attempt.then((answer) => {
          if (answer === status && (ended += 1) === wanted) resolve();
        });
      }
    });

  it('is refused before a hash is paid for, but for those under way, over several processes together', async () => {
    let hashed = 0;
    const verify = async () => {
      hashed += 1;
      await new Promise((resolve) => setImmediate(resolve));
      return false;
    };
    const processes = [signInWith(verify), signInWith(verify)];
    const attempts = Array.from({ length: 30 }, (_, at) =>
      outcome(signIn(processes[at % 2]!, { username: 'aim', password: 'x' }, from('198.51.100.1'))),
    );
    const statuses = await Promise.all(attempts);
    expect(statuses.filter((status) => status === 401)).toHaveLength(10);
    expect(statuses.filter((status) => status === 429)).toHaveLength(20);
    // Each process may have two under way when the tenth is counted.
    expect(hashed).toBeLessThanOrEqual(10 + 3);
  });

  it('of one address waits for itself: another address is hashed at once, and what cannot wait is told so unhashed', async () => {
    const begun: string[] = [];
    let goOn = () => {};
    const held = new Promise<void>((resolve) => (goOn = resolve));
    let burstBegins = () => {};
    const burstBegan = new Promise<void>((resolve) => (burstBegins = resolve));
    const limits = { ...HASH_LIMITS, waitingPerAddress: 20 };
    const process = signInWith(async (_, password) => {
      begun.push(password);
      if (password === 'burst') {
        if (begun.length === 2) burstBegins();
        await held;
      }
      return false;
    }, new HashQueue(limits));
    const burst = Array.from({ length: 200 }, (_, at) =>
      outcome(signIn(process, { username: `burst-${at}`, password: 'burst' }, from('198.51.100.2'))),
    );
    // Which of them reaches the queue first is the database's choice: the other address asks once a hash is held.
    await burstBegan;
    expect(await outcome(signIn(process, { username: 'somebody', password: 'other' }, from('198.51.100.3')))).toBe(401);
    expect(begun).toEqual(['burst', 'burst', 'other']);
    const unhashed = 200 - 2 - limits.waitingPerAddress;
    await firstOf(burst, 503, unhashed);
    goOn();
    const statuses = await Promise.all(burst);
    expect(statuses.filter((status) => status === 503)).toHaveLength(unhashed);
    expect(begun).toHaveLength(2 + 1 + limits.waitingPerAddress);
    const rows = await service.database.db
      .selectFrom('sign_in_failures')
      .select('username_key')
      .where('address', '=', '198.51.100.2')
      .execute();
    expect(rows).toHaveLength(2 + limits.waitingPerAddress);
  });

  it('lets nobody in by a password that was changed, or a user that was disabled, while it was hashed', async () => {
    const { db } = service.database;
    await service.person('changing');
    await service.person('leaving');
    const meanwhile = (change: () => Promise<void>) => signInWith(async () => change().then(() => true));
    const changed = meanwhile(() => setPassword(db, 'changing', 'another password', CHEAP));
    const disabled = meanwhile(() => disableUser(db, 'leaving'));
    const attempt = (by: SignIn, username: string) =>
      outcome(signIn(by, { username, password: PASSWORD }, from('198.51.100.4')));
    expect(await attempt(changed, 'changing')).toBe(401);
    expect(await attempt(disabled, 'leaving')).toBe(401);
  });
});

describe('the audit log', () => {
  const failures = () =>
    service.database.db
      .selectFrom('audit_log')
      .select(['user_id', 'username', 'resource', 'after', 'request_id'])
      .where('action', '=', 'sign in failed')
      .where('after', '@>', sql`'{"address": "192.0.2.40"}'::jsonb`)
      .orderBy('id')
      .execute();

  it('has each failed sign-in with address and request, and a user name only where there is such a user', async () => {
    await service.person('audited');
    const known = await pair(' AUDITED', 'wrong', '192.0.2.40');
    const unknown = await pair('hunter2', 'wrong', '192.0.2.40');
    const after = { address: '192.0.2.40' };
    expect(await failures()).toEqual([
      {
        user_id: expect.any(Number) as number,
        username: 'audited',
        resource: 'session',
        after,
        request_id: known.headers['x-request-id'],
      },
      { user_id: null, username: 'unknown', resource: 'session', after, request_id: unknown.headers['x-request-id'] },
    ]);
    const { rows } = await sql`select from audit_log where audit_log::text like '%hunter2%'`.execute(
      service.database.db,
    );
    expect(rows).toEqual([]);
  });

  it('is not filled by a burst from everywhere', async () => {
    const before = (await failures()).length;
    const many = Array.from({ length: 1000 }, (_, at) => ({ username_key: 'any', address: `everywhere-${at}` }));
    await service.database.db.insertInto('sign_in_failures').values(many).execute();
    expect((await pair('anybody', 'wrong', '192.0.2.40')).status).toBe(401);
    expect(await failures()).toHaveLength(before);
  });
});
