/**
 * The two tokens (DECISIONS §3): signed, short, and each good for one purpose only. Both name a session row. They are
 * JSON Web Tokens under HS256, made and checked at once by `node:crypto`: a check that waited in the thread pool would
 * wait behind every password that is being hashed there.
 */
import { createHash, createHmac, randomUUID, timingSafeEqual } from 'node:crypto';

const MINUTE = 60;
const DAY = 24 * 60 * MINUTE;
const ACCESS_SECONDS = 15 * MINUTE;
/** How long a session lives. */
export const REFRESH_DAYS = 7;
/** How far the clock of the process that signed a token may be ahead of this one's, in seconds. */
export const CLOCKS_APART_SECONDS = 30;
const ISSUER = 'console';
const LARGEST_ID = 2 ** 31 - 1;

/** The claims of a token: a user's session. */
export interface TokenSubject {
  userId: number;
  sessionId: string;
}

/** Signs and reads tokens. Reading returns null for anything that is not a valid token of that purpose. */
export interface Tokens {
  signAccess(named: TokenSubject): string;
  signRefresh(named: TokenSubject): string;
  readAccess(token: string): TokenSubject | null;
  readRefresh(token: string): TokenSubject | null;
}

/**
 * Tokens under one secret.
 *
 * @param now the present, in milliseconds since 1970
 */
export function tokensWith(secret: string, now: () => number = Date.now): Tokens {
  const signatureOf = (signed: string) => createHmac('sha256', secret).update(signed).digest('base64url');
  const seconds = () => Math.floor(now() / 1000);
  const sign =
    (audience: string, lifetime: number) =>
    ({ userId, sessionId }: TokenSubject) => {
      const iat = seconds();
      const claims = { iss: ISSUER, aud: audience, sub: String(userId), sid: sessionId, jti: randomUUID() };
      const signed = `${encode({ alg: 'HS256' })}.${encode({ ...claims, iat, exp: iat + lifetime })}`;
      return `${signed}.${signatureOf(signed)}`;
    };
  const read = (audience: string) => (token: string) => {
    const [header, payload, signature, ...more] = token.split('.');
    if (!header || !payload || !signature || more.length) return null;
    // The text is compared, not what it decodes to: so each signature has one spelling.
    const expected = Buffer.from(signatureOf(`${header}.${payload}`));
    const given = Buffer.from(signature);
    if (given.length !== expected.length || !timingSafeEqual(given, expected)) return null;
    return isPlainHeader(decode(header)) ? namedBy(decode(payload), audience, seconds()) : null;
  };
  return {
    signAccess: sign('access', ACCESS_SECONDS),
    signRefresh: sign('refresh', REFRESH_DAYS * DAY),
    readAccess: read('access'),
    readRefresh: read('refresh'),
  };
}

const encode = (value: object) => Buffer.from(JSON.stringify(value)).toString('base64url');

/** The JSON object in a part of a token, or null. */
function decode(part: string): Readonly<Record<string, unknown>> | null {
  try {
    const value: unknown = JSON.parse(Buffer.from(part, 'base64url').toString());
    return typeof value === 'object' && !Array.isArray(value) ? (value as Record<string, unknown> | null) : null;
  } catch {
    return null;
  }
}

/** Whether a header names this algorithm and asks for nothing that is not checked here. */
const isPlainHeader = (header: Readonly<Record<string, unknown>> | null): boolean =>
  header?.alg === 'HS256' && (header.typ ?? 'JWT') === 'JWT' && !('crit' in header);

const UUID = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;

/** The session that claims name, or null where one of them is missing, of another form, or out of its time. */
function namedBy(claims: Readonly<Record<string, unknown>> | null, audience: string, now: number): TokenSubject | null {
  const { iss, aud, sub, sid, jti, iat, exp } = claims ?? {};
  if (iss !== ISSUER || aud !== audience || typeof jti !== 'string') return null;
  if (!isWhole(iat) || iat > now + CLOCKS_APART_SECONDS || !isWhole(exp) || exp <= now) return null;
  // The database would fail on an invalid UUID or integer.
  if (typeof sid !== 'string' || !UUID.test(sid)) return null;
  if (typeof sub !== 'string' || !/^[1-9]\d{0,9}$/.test(sub) || Number(sub) > LARGEST_ID) return null;
  return { userId: Number(sub), sessionId: sid };
}

const isWhole = (value: unknown): value is number => Number.isSafeInteger(value);

/** The stored hash of a refresh token. */
export const tokenHash = (token: string): Buffer => createHash('sha256').update(token).digest();
