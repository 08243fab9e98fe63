/**
 * The limits on failed sign-ins (DECISIONS §3): ten for a user name from one address, a hundred from one address, in
 * five minutes. Another address still gets in, so nobody can lock a colleague out.
 */
import { sql, type Generated, type Kysely, type Transaction } from 'kysely';
import type { Tables } from '../database/connection';
import { TooManyAttempts } from '../http/errors';

const PER_NAME = 10;
const PER_ADDRESS = 100;
const WINDOW = sql`interval '5 minutes'`;

declare module '../database/connection' {
  interface Tables {
    sign_in_failures: { address: string; username_key: string; failed_at: Generated<string> };
  }
}

/** Who tries, and from where. */
export interface Attempt {
  usernameKey: string;
  address: string;
}

/** Throws TooManyAttempts while one of the limits is reached. */
export async function demandAttemptsLeft(db: Kysely<Tables>, { usernameKey, address }: Attempt): Promise<void> {
  const recent = sql`from sign_in_failures where address = ${address} and failed_at > clock_timestamp() - ${WINDOW}`;
  const { rows } = await sql<{ seconds: number | null }>`
    select ceil(extract(epoch from max(failed_at) + ${WINDOW} - clock_timestamp()))::int as seconds from (
      (select failed_at ${recent} and username_key = ${usernameKey} order by failed_at desc offset ${PER_NAME - 1} limit 1)
      union all
      (select failed_at ${recent} order by failed_at desc offset ${PER_ADDRESS - 1} limit 1)
    ) deciding`.execute(db);
  const seconds = rows[0]?.seconds ?? null;
  if (seconds !== null) throw new TooManyAttempts(Math.max(1, seconds));
}

/** Lets the attempts from one address conclude one after the other, so that many at once do not pass the limit. */
export const oneAtATime = (transaction: Transaction<Tables>, { address }: Attempt) =>
  sql`select pg_advisory_xact_lock(hashtextextended(${`sign-in ${address}`}, 0))`.execute(transaction);

/** Notes a failure and forgets those that no limit looks at any more. */
export async function noteFailure(transaction: Transaction<Tables>, { usernameKey, address }: Attempt): Promise<void> {
  await transaction
    .deleteFrom('sign_in_failures')
    .where(sql<boolean>`failed_at < clock_timestamp() - ${WINDOW}`)
    .execute();
  await transaction.insertInto('sign_in_failures').values({ username_key: usernameKey, address }).execute();
}

/** Forgets this name's failures from this address: whoever knows the password did not guess. */
export const forgetFailures = (transaction: Transaction<Tables>, { usernameKey, address }: Attempt) =>
  transaction
    .deleteFrom('sign_in_failures')
    .where('address', '=', address)
    .where('username_key', '=', usernameKey)
    .execute();
