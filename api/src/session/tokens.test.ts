import { createHmac, randomUUID } from 'node:crypto';
import { CLOCKS_APART_SECONDS, tokensWith } from './tokens';

const SECRET = 'a secret for tests, long enough to sign with';
const named = { userId: 7, sessionId: randomUUID() };
let now = Date.UTC(2030, 0, 1);
const tokens = tokensWith(SECRET, () => now);

const encode = (value: unknown) => Buffer.from(JSON.stringify(value)).toString('base64url');
const sealed = (text: string, { secret = SECRET, algorithm = 'sha256' } = {}) =>
  `${text}.${createHmac(algorithm, secret).update(text).digest('base64url')}`;
const signed = (header: unknown, claims: unknown, by?: { secret?: string; algorithm?: string }) =>
  sealed(`${encode(header)}.${encode(claims)}`, by);
const claimsOf = (token: string) =>
  JSON.parse(Buffer.from(token.split('.')[1] ?? '', 'base64url').toString()) as Record<string, unknown>;
const HS256 = { alg: 'HS256' };
const good = () => claimsOf(tokens.signAccess(named));

test('a token is read as it was signed, each for its own purpose (TOK-04)', () => {
  expect(tokens.readAccess(tokens.signAccess(named))).toEqual(named);
  expect(tokens.readRefresh(tokens.signRefresh(named))).toEqual(named);
  expect(tokens.readAccess(tokens.signRefresh(named))).toBeNull();
  expect(tokens.readRefresh(tokens.signAccess(named))).toBeNull();
  expect(tokens.readAccess(signed({ ...HS256, typ: 'JWT' }, good()))).toEqual(named);
});

test.each<[string, (token: string) => string]>([
  ['that is unsigned', (token) => `${encode({ alg: 'none' })}.${token.split('.')[1]}.`],
  ['that calls its signature none', () => signed({ alg: 'none' }, good())],
  ['of another algorithm', () => signed({ alg: 'HS512' }, good(), { algorithm: 'sha512' })],
  ['of another algorithm, signed by this one', () => signed({ alg: 'RS256' }, good())],
  ['without an algorithm', () => signed({}, good())],
  ['with a header that asks for what nobody checks', () => signed({ ...HS256, crit: ['exp'] }, good())],
  ['of another type', () => signed({ ...HS256, typ: 'at+jwt' }, good())],
  ['with a header that is a list', () => signed([HS256], good())],
  ['signed with another secret', () => signed(HS256, good(), { secret: `${SECRET}.` })],
  ['signed with no secret', () => signed(HS256, good(), { secret: '' })],
  ['with a signature that is spelt otherwise', (token) => `${token}=`],
  ['with a fourth part', (token) => `${token}.x`],
  ['that is no text of three parts', () => 'x'],
  ['whose claims are no JSON', () => sealed(`${encode(HS256)}.e30x`)],
])('a token %s is none (TOK-02)', (_, forge) => {
  expect(tokens.readAccess(forge(tokens.signAccess(named)))).toBeNull();
});

test.each([
  { iss: 'another' },
  { aud: 'refresh' },
  { aud: ['access'] },
  { jti: undefined },
  { exp: undefined },
  { exp: '4102444800' },
  { exp: 4102444800.5 },
  { iat: undefined },
  ...['x', ['a'], undefined, 7, '00000000-0000-0000-0000-00000000000g'].map((sid) => ({ sid })),
  ...['NaN', '1.5', '99999999999999999999', '2147483648', '-1', '0', '1e3', ' 7', '7\n', '', 7, undefined].map(
    (sub) => ({ sub }),
  ),
])('a token that is signed rightly and says %j is none', (change) => {
  expect(tokens.readAccess(signed(HS256, { ...good(), ...change }))).toBeNull();
});

test('claims that are no object are none', () => {
  for (const claims of [null, [], 'x', 1]) expect(tokens.readAccess(signed(HS256, claims))).toBeNull();
});

test('a token ends with its time, without leeway, and may be signed by a clock half a minute ahead (TOK-05)', () => {
  const [access, refresh] = [tokens.signAccess(named), tokens.signRefresh(named)];
  const begin = now;
  const after = (seconds: number) => (now = begin + seconds * 1000);
  after(15 * 60 - 1);
  expect(tokens.readAccess(access)).toEqual(named);
  after(15 * 60);
  expect(tokens.readAccess(access)).toBeNull();
  expect(tokens.readRefresh(refresh)).toEqual(named);
  after(7 * 24 * 60 * 60);
  expect(tokens.readRefresh(refresh)).toBeNull();
  after(-CLOCKS_APART_SECONDS);
  expect(tokens.readAccess(access)).toEqual(named);
  after(-CLOCKS_APART_SECONDS - 1);
  expect(tokens.readAccess(access)).toBeNull();
});
