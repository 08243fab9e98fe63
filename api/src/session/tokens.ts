/** The two tokens (DECISIONS §3): signed, short, and each good for one purpose only. Both name a session row. */
import { createHash, randomUUID } from 'node:crypto';
import { jwtVerify, SignJWT } from 'jose';

const ACCESS_MINUTES = 15;
/** How long a session lives. */
export const REFRESH_DAYS = 7;
const ISSUER = 'console';

/** What a token says: a user's session. */
export interface Named {
  userId: number;
  sessionId: string;
}

/** Signs and reads tokens. Reading answers null for anything that is not a valid token of that purpose. */
export interface Tokens {
  signAccess(named: Named): Promise<string>;
  signRefresh(named: Named): Promise<string>;
  readAccess(token: string): Promise<Named | null>;
  readRefresh(token: string): Promise<Named | null>;
}

/** Tokens under one secret (HS256). */
export function tokensWith(secret: string): Tokens {
  const key = new TextEncoder().encode(secret);
  const sign = (audience: string, lifetime: string) => (named: Named) =>
    new SignJWT({ sid: named.sessionId })
      .setProtectedHeader({ alg: 'HS256' })
      .setIssuer(ISSUER)
      .setAudience(audience)
      .setSubject(String(named.userId))
      .setJti(randomUUID())
      .setIssuedAt()
      .setExpirationTime(lifetime)
      .sign(key);
  const read = (audience: string) => async (token: string) => {
    try {
      const { payload } = await jwtVerify(token, key, {
        algorithms: ['HS256'],
        issuer: ISSUER,
        audience,
        requiredClaims: ['sub', 'exp', 'jti', 'sid'],
      });
      return { userId: Number(payload.sub), sessionId: String(payload.sid) };
    } catch {
      return null;
    }
  };
  return {
    signAccess: sign('access', `${ACCESS_MINUTES}m`),
    signRefresh: sign('refresh', `${REFRESH_DAYS}d`),
    readAccess: read('access'),
    readRefresh: read('refresh'),
  };
}

/** What is kept of a refresh token. */
export const tokenHash = (token: string): Buffer => createHash('sha256').update(token).digest();
