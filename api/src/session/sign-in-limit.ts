/**
 * The limits on failed sign-ins (DECISIONS §3): ten for a user name from one address, a hundred from one address, in
 * five minutes. Another address still gets in, so no one can lock a colleague out.
 */
import { sql, type Generated, type Kysely, type Transaction } from 'kysely';
import type { Tables } from '../database/connection';
import { TooManyAttempts } from '../http/errors';

const PER_NAME = 10;
const PER_ADDRESS = 100;
/** How many failures in the window, of all addresses, are written to the audit log one by one. */
const FLOOD = 1000;
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

/**
 * Counts an attempt as failed, before anybody learns whether its password is right; `forgetFailures` gives it back. The
 * attempts from one address are counted one after the other, in all processes, until this transaction ends: so many at
 * once do not pass the limit, and what is still being hashed is no failure to anybody else. Throws TooManyAttempts while
 * a limit is reached.
 */
export async function countAttempt(transaction: Transaction<Tables>, attempt: Attempt): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtextextended(${`sign-in ${attempt.address}`}, 0))`.execute(transaction);
  await requireAttemptsLeft(transaction, attempt);
  // Failures that no limit counts any more go; those that another attempt is removing are not waited for.
  await sql`delete from sign_in_failures where ctid = any(array(
    select ctid from sign_in_failures where failed_at < clock_timestamp() - ${WINDOW}
    limit 1000 for update skip locked))`.execute(transaction);
  await transaction
    .insertInto('sign_in_failures')
    .values({ username_key: attempt.usernameKey, address: attempt.address })
    .execute();
}

/** Throws TooManyAttempts while one of the limits is reached. */
export async function requireAttemptsLeft(db: Kysely<Tables>, { usernameKey, address }: Attempt): Promise<void> {
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

/** Forgets this name's failures from this address: whoever knows the password did not guess. */
export const forgetFailures = (transaction: Transaction<Tables>, { usernameKey, address }: Attempt) =>
  transaction
    .deleteFrom('sign_in_failures')
    .where('address', '=', address)
    .where('username_key', '=', usernameKey)
    .execute();

/** Forgets this attempt alone, which was neither right nor wrong; called in the transaction that counted it. */
export const forgetAttempt = (transaction: Transaction<Tables>, { usernameKey, address }: Attempt) =>
  sql`
    delete from sign_in_failures where ctid = (
      select ctid from sign_in_failures where address = ${address} and username_key = ${usernameKey}
      order by failed_at desc limit 1)`.execute(transaction);

/** Whether more fails, from all addresses together, than anybody would read about. */
export async function isFlood(db: Kysely<Tables>): Promise<boolean> {
  const { rows } = await sql`
    select from sign_in_failures where failed_at > clock_timestamp() - ${WINDOW} offset ${FLOOD} limit 1`.execute(db);
  return rows.length > 0;
}
