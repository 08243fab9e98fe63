import { createHmac } from 'node:crypto';
import { connect, type AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { leastProcessorTime } from '../testing/processor-time';
import { addTestCompany, CHEAP, openConsole, PASSWORD, Person, type TestConsole } from '../testing/console';
import { disableUser, setPassword } from './users.queries';
import { hashPassword, passwordVerifier } from './passwords';
import { tokensWith } from './tokens';

let service: TestConsole;
let companyA: number;

beforeAll(async () => {
  service = await openConsole();
  companyA = await addTestCompany(service, 'Company A', 'a');
  await addTestCompany(service, 'Company B', 'b');
});
afterAll(() => service.close());

const pair = (username: unknown, password: unknown, address = '192.0.2.1') =>
  service.nobody.post<{ access: string; refresh: string; detail: unknown }>(
    '/token/pair',
    { username, password },
    { 'x-forwarded-for': address },
  );
const claims = (token: string) =>
  JSON.parse(Buffer.from(token.split('.')[1] ?? '', 'base64url').toString()) as Record<string, unknown>;
const withToken = (access: string) => new Person(service.app, '', access, null);

describe('signing in', () => {
  beforeAll(() => service.person('Renée', { groups: ['CompanyAdmin'], companies: ['a'] }));

  it('returns two tokens of three parts with different ids, never to be stored (AUTH-01)', async () => {
    const { status, body, headers } = await pair('Renée', PASSWORD);
    expect(status).toBe(200);
    expect(Object.keys(body).sort()).toEqual(['access', 'refresh']);
    const [access, refresh] = [claims(body.access), claims(body.refresh)];
    expect(access.jti).not.toBe(refresh.jti);
    expect(Number(access.exp) - Number(access.iat)).toBe(15 * 60);
    expect(Number(refresh.exp) - Number(refresh.iat)).toBe(7 * 24 * 60 * 60);
    expect(headers['cache-control']).toBe('no-store');
    expect(headers['x-request-id']).toEqual(expect.any(String));
  });

  it('refuses a wrong name, a wrong password and a disabled user alike (AUTH-02)', async () => {
    await service.person('gone');
    await disableUser(service.database.db, 'gone');
    const responses = [await pair('nobody', PASSWORD), await pair('Renée', 'wrong'), await pair('gone', PASSWORD)];
    for (const { status, body, headers } of responses) {
      expect({ status, body }).toEqual({ status: 401, body: { detail: 'Invalid username or password' } });
      expect(headers['www-authenticate']).toBe('Bearer');
    }
  });

  it.each(['RENÉE', '\u3000renée ', 'Rene\u0301e', 'ｒenée', '\u211cenée'])(
    'knows one user by every spelling of the name: %j (AUTH-12)',
    async (name) => {
      expect((await pair(name, PASSWORD)).status).toBe(200);
      await expect(service.person(name)).rejects.toThrow('already a user');
    },
  );

  it('pays for a hash whoever is asked about: somebody, an unknown name, somebody without a password (PEOPLE-12)', async () => {
    const cost = { memoryCost: 19_456, timeCost: 2 };
    const matches = passwordVerifier(cost);
    const stored = await hashPassword(PASSWORD, cost);
    const times = [];
    for (const hash of [stored, null, ''])
      times.push(await leastProcessorTime(async () => expect(await matches(hash, 'wrong')).toBe(false)));
    expect(Math.max(...times) / Math.min(...times)).toBeLessThan(3);
  });

  it.each([{}, [], null, '"x"', { username: 1, password: [] }, { username: {}, password: {} }, { username: 'Renée' }])(
    'refuses the body %j (AUTH-09)',
    async (body) => {
      expect((await service.nobody.post('/token/pair', body)).status).toBe(422);
    },
  );

  it('refuses a name that Unicode spells out to thousands of signs, from an address that is none', async () => {
    const squares = Array.from({ length: 255 }, (_, at) => String.fromCodePoint(0x3300 + at)).join('');
    expect((await pair(squares, PASSWORD, Array.from({ length: 3000 }, (_, at) => at).join(''))).status).toBe(401);
  });

  it('refuses a megabyte of password at once, and tells long passwords apart behind byte 72 (AUTH-11)', async () => {
    // Of the processor, not of the clock: the machine may be busy with something else.
    const taken = await leastProcessorTime(async () => {
      expect((await pair('Renée', 'x'.repeat(1024 * 1024))).status).toBe(413);
      expect((await pair('Renée', 'x'.repeat(1000 * 1024))).status).toBe(422);
    });
    expect(taken).toBeLessThan(200);
    await service.person('long');
    await setPassword(service.database.db, 'long', 'a'.repeat(72) + 'b'.repeat(64), CHEAP);
    expect((await pair('long', 'a'.repeat(72) + 'c'.repeat(64))).status).toBe(401);
    expect((await pair('long', 'a'.repeat(72) + 'b'.repeat(64))).status).toBe(200);
  });

  it.each(['GET', 'PUT', 'DELETE', 'TRACE'])('has no other method: %s /token/pair (AUTH-14)', async (method) => {
    expect((await service.nobody.ask(method, '/token/pair')).status).toBe(404);
  });
});

describe('the current user', () => {
  it('returns user name, email, id, companies in id order and groups as strings', async () => {
    const person = await service.person('current', { groups: ['CompanyAdmin', 'AdManager'], companies: ['b', 'a'] });
    const { status, body } = await person.get('/users/me');
    expect(status).toBe(200);
    expect(body).toEqual({
      id: expect.any(Number) as number,
      username: 'current',
      email: 'current@example.test',
      companies: [
        { id: companyA, name: 'Company A', slug: 'a' },
        { id: expect.any(Number) as number, name: 'Company B', slug: 'b' },
      ],
      groups: ['AdManager', 'CompanyAdmin'],
    });
  });

  it('reaches every company as a member of AaasAdmin', async () => {
    const person = await service.person('every', { groups: ['AaasAdmin'] });
    expect((await person.get('/users/me')).body.companies).toHaveLength(2);
  });
});

describe('tokens', () => {
  let person: Person;
  beforeAll(async () => {
    person = await service.person('token-holder', { companies: ['a'] });
  });

  it('are asked for on every route that is not open, in the words of the standard (TOK-01)', async () => {
    const { status, body, headers } = await service.nobody.get('/users/me');
    expect({ status, body }).toEqual({ status: 401, body: { detail: 'Please sign in' } });
    expect(headers['www-authenticate']).toBe('Bearer');
  });

  const forged = (change: Record<string, unknown>, secret = service.config.secret) => {
    const encode = (value: object) => Buffer.from(JSON.stringify(value)).toString('base64url');
    const signed = `${encode({ alg: 'HS256' })}.${encode({ ...claims(person.access ?? ''), ...change })}`;
    return `${signed}.${createHmac('sha256', secret).update(signed).digest('base64url')}`;
  };

  it('are refused when unsigned, signed with another key, or edited (TOK-02)', async () => {
    const [header = '', payload = '', signature = ''] = (person.access ?? '').split('.');
    const none = Buffer.from('{"alg":"none"}').toString('base64url');
    const edited = Buffer.from(JSON.stringify({ ...claims(person.access ?? ''), sub: '1' })).toString('base64url');
    const tokens = [
      `${none}.${payload}.`,
      `${none}.${payload}.${signature}`,
      forged({}, 'another secret that is long enough as well'),
      `${header}.${edited}.${signature}`,
      forged({ sub: '1' }),
    ];
    for (const token of tokens) expect((await withToken(token).get('/users/me')).status).toBe(401);
    expect((await withToken(forged({})).get('/users/me')).status).toBe(200);
  });

  it('are refused from the second in which they expire (TOK-05)', async () => {
    const now = Math.floor(Date.now() / 1000);
    expect((await withToken(forged({ exp: now - 1 })).get('/users/me')).status).toBe(401);
    expect((await withToken(forged({ exp: now + 60 })).get('/users/me')).status).toBe(200);
  });

  it('that are signed rightly and garbled are refused as any other (401), never a fault', async () => {
    for (const change of [
      { sid: 'x' },
      { sid: ['a'] },
      { sub: 'NaN' },
      { sub: '1.5' },
      { sub: '99999999999999999999' },
    ]) {
      const { status, body } = await withToken(forged(change)).get('/users/me');
      expect({ status, body }).toEqual({ status: 401, body: { detail: 'Please sign in' } });
      const refresh = forged({ aud: 'refresh', ...change });
      expect((await service.nobody.post('/token/refresh', { refresh })).status).toBe(401);
      expect((await service.nobody.post('/token/revoke', { refresh })).status).toBe(401);
    }
  });

  it('serve their own purpose only (TOK-04)', async () => {
    expect((await withToken(person.refresh ?? '').get('/users/me')).status).toBe(401);
    expect((await service.nobody.post('/token/refresh', { refresh: person.access })).status).toBe(401);
  });

  it.each(['/token/refresh', '/token/refresh/'])('are renewed at %s (TOK-07)', async (path) => {
    const { status, body } = await service.nobody.post(path, { refresh: person.refresh });
    expect(status).toBe(200);
    expect(Object.keys(body)).toEqual(['access']);
    expect((await withToken(String(body.access)).get('/users/me')).status).toBe(200);
  });

  it('of a session count only as they were handed out, whoever else could sign', async () => {
    const named = {
      userId: Number(claims(person.access ?? '').sub),
      sessionId: String(claims(person.access ?? '').sid),
    };
    const refresh = tokensWith(service.config.secret).signRefresh(named);
    expect((await service.nobody.post('/token/refresh', { refresh })).status).toBe(401);
    await service.nobody.post('/token/revoke', { refresh });
    expect((await person.get('/users/me')).status).toBe(200);
  });

  it.each([
    ['Bearer', 'X', 401],
    ['bearer ', '', 200],
    ['BEARER ', '', 200],
    ['Bearer  ', '', 401],
    ['Bearer\t', '', 401],
    ['Token ', '', 401],
    ['', '', 401],
    ['Bearer ', ', Bearer x.y.z', 401],
  ])('are read from %j followed by the token and %j: %i (TOK-15)', async (before, after, status) => {
    const headers = { authorization: `${before}${person.access ?? ''}${after}` };
    expect((await service.nobody.get('/users/me', headers)).status).toBe(status);
  });

  it('are refused when two headers carry them, whichever comes first (TOK-15)', async () => {
    await service.app.listen({ port: 0, host: '127.0.0.1' });
    const { port } = service.app.server.address() as AddressInfo;
    const good = `authorization: Bearer ${person.access ?? ''}\r\n`;
    for (const [headers, status] of [
      [good, 200],
      [`${good}authorization: Bearer x.y.z\r\n`, 401],
      [`Authorization: Bearer x.y.z\r\n${good}`, 401],
      [`${good}${good}`, 401],
    ] as const) {
      const socket = connect(port, '127.0.0.1');
      socket.write(`GET /api/users/me HTTP/1.1\r\nhost: x\r\nconnection: close\r\n${headers}\r\n`);
      expect((await text(socket)).split('\r\n')[0]).toContain(String(status));
    }
  });

  it('are not read from the query (TOK-16)', async () => {
    expect((await service.nobody.get(`/users/me?access_token=${person.access ?? ''}`)).status).toBe(401);
  });
});

it('keeps of a refresh token its hash alone, and of a password its hash alone', async () => {
  const person = await service.person('kept');
  const { db } = service.database;
  const rows = JSON.stringify([
    await db.selectFrom('sessions').selectAll().execute(),
    await db.selectFrom('users').selectAll().execute(),
    await db.selectFrom('audit_log').selectAll().execute(),
  ]);
  expect(rows).not.toContain(person.refresh);
  expect(rows).not.toContain(PASSWORD);
  expect(rows).toContain('$argon2id$');
});

it('writes each sign-in and sign-out to the audit log with who, when and the request', async () => {
  const { body, headers } = await pair((await service.person('audited')).username, PASSWORD, '192.0.2.30');
  const out = await service.nobody.post('/token/revoke', { refresh: body.refresh });
  const entries = await service.database.db
    .selectFrom('audit_log')
    .select(['username', 'action', 'request_id', 'after', 'record_id'])
    .where('record_id', '=', String(claims(body.access).sid))
    .orderBy('id')
    .execute();
  expect(entries).toEqual([
    expect.objectContaining({
      username: 'audited',
      action: 'sign in',
      request_id: headers['x-request-id'],
      after: { address: '192.0.2.30' },
    }),
    expect.objectContaining({ username: 'audited', action: 'sign out', request_id: out.headers['x-request-id'] }),
  ]);
});
