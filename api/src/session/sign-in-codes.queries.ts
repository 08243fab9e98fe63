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
    };
  }
}

const SECONDS = 60;
const hashOf = (code: string): Buffer => createHash('sha256').update(code).digest();

/** Gives a code for the answer to a challenge; null where that was answered before. */
export async function giveSignInCode(
  transaction: Transaction<Tables>,
  userId: number,
  challenge: string,
): Promise<string | null> {
  const code = randomBytes(32).toString('base64url');
  const { rows } = await sql`
    insert into sign_in_codes (hash, user_id, challenge, expires_at)
    values (${hashOf(code)}, ${userId}, ${challenge}, clock_timestamp() + make_interval(secs => ${SECONDS}))
    on conflict (challenge) do nothing returning user_id`.execute(transaction);
  return rows.length ? code : null;
}

/** Uses up a code; returns whose it is, or null for one that does not work. */
export async function takeSignInCode(transaction: Transaction<Tables>, code: string): Promise<number | null> {
  const { rows } = await sql<{ user_id: number }>`
    update sign_in_codes set used_at = clock_timestamp()
    where hash = ${hashOf(code)} and used_at is null and expires_at > clock_timestamp()
    returning user_id`.execute(transaction);
  return rows[0]?.user_id ?? null;
}

/** Forgets the codes whose challenge has run out too. */
export const purgeSignInCodes = (db: Kysely<Tables>) =>
  sql`
    delete from sign_in_codes
    where expires_at < clock_timestamp() - make_interval(secs => ${CHALLENGE_MS / 1000})`.execute(db);
