/** Codes that another way of signing in gives (DECISIONS §15): each good once, for a minute. */
import { createHash, randomBytes } from 'node:crypto';
import { sql, type Kysely, type Transaction } from 'kysely';
import type { Tables } from '../database/connection';
import { CHALLENGE_MS } from './challenges';

declare module '../database/connection' {
  interface Tables {
    sign_in_codes: {
      hash: Buffer;
      user_id: number;
      challenge: string;
      expires_at: string;
      used_at: string | null;
      /** Null: a passkey was answered. */
      provider: string | null;
      provider_session: string | null;
      has_factor: boolean;
    };
  }
}

/** How a provider has signed somebody in. */
export interface ByProvider {
  readonly provider: string;
  /** Its own session, as a logout names it. */
  readonly provider_session: string | null;
  /** Whether it asked for more than a password. */
  readonly has_factor: boolean;
}

/** A code that was taken: whose it is, what it was given for, and by which provider. */
export interface TakenCode {
  readonly user_id: number;
  readonly challenge: string;
  readonly by: ByProvider | null;
}

const SECONDS = 60;
const hashOf = (code: string): Buffer => createHash('sha256').update(code).digest();

/** Gives a code for the answer to a challenge, or for what a provider was asked with; null where that was answered before. */
export async function giveSignInCode(
  transaction: Transaction<Tables>,
  userId: number,
  challenge: string,
  by: ByProvider | null = null,
): Promise<string | null> {
  const code = randomBytes(32).toString('base64url');
  const { rows } = await sql`
    insert into sign_in_codes (hash, user_id, challenge, expires_at, provider, provider_session, has_factor)
    values (${hashOf(code)}, ${userId}, ${challenge}, clock_timestamp() + make_interval(secs => ${SECONDS}),
      ${by?.provider ?? null}, ${by?.provider_session ?? null}, ${by?.has_factor ?? false})
    on conflict (challenge) do nothing returning user_id`.execute(transaction);
  return rows.length ? code : null;
}

/** Uses up a code; null for one that does not work. */
export async function takeSignInCode(transaction: Transaction<Tables>, code: string): Promise<TakenCode | null> {
  const { rows } = await sql<
    Pick<TakenCode, 'user_id' | 'challenge'> & Omit<ByProvider, 'provider'> & { provider: string | null }
  >`
    update sign_in_codes set used_at = clock_timestamp()
    where hash = ${hashOf(code)} and used_at is null and expires_at > clock_timestamp()
    returning user_id, challenge, provider, provider_session, has_factor`.execute(transaction);
  const [taken] = rows;
  if (!taken) return null;
  const { user_id, challenge, provider, ...session } = taken;
  return { user_id, challenge, by: provider === null ? null : { provider, ...session } };
}

/** Forgets the codes whose challenge has run out too. */
export const purgeSignInCodes = (db: Kysely<Tables>) =>
  sql`
    delete from sign_in_codes
    where expires_at < clock_timestamp() - make_interval(secs => ${CHALLENGE_MS / 1000})`.execute(db);
