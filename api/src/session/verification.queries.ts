/**
 * That it is the person (DECISIONS §15): what changes how one signs in asks for the password or a passkey of the last 10
 * minutes, that of the sign-in included.
 */
import { sql } from 'kysely';
import { VERIFIED_MINUTES, VERIFY_FIRST } from 'contract/people/account';
import type { Caller } from '../http/access';
import { RuleBroken } from '../http/errors';
import type { Accepting } from './invitations.queries';
import { networkOf } from './network';
import { countAttempt, forgetFailures, requireAttemptsLeft } from './sign-in-limit';
import { usernameKey } from './user-names';

/** The message for a wrong password. */
export const WRONG_PASSWORD = 'The current password is not right.';

/**
 * Notes that the caller has just given their password. Throws RuleBroken for a wrong one, which counts as a failed sign-in
 * does (§3), and then TooManyAttempts.
 */
export async function verify(account: Accepting, caller: Caller, password: string, address: string): Promise<void> {
  const { db, queue, verifyPassword } = account;
  const attempt = { usernameKey: usernameKey(caller.username), address: networkOf(address) };
  const isRight = await queue.run(attempt.address, async () => {
    await requireAttemptsLeft(db, attempt);
    const user = await db
      .selectFrom('users')
      .select('password_hash')
      .where('id', '=', caller.userId)
      .executeTakeFirst();
    const matches = await verifyPassword(user?.password_hash ?? null, password);
    await db.transaction().execute(async (transaction) => {
      await countAttempt(transaction, attempt);
      if (!matches) return;
      await forgetFailures(transaction, attempt);
      await transaction
        .updateTable('sessions')
        .set({ verified_at: sql<string>`clock_timestamp()` })
        .where('id', '=', caller.sessionId)
        .execute();
    });
    return matches;
  });
  if (!isRight) throw new RuleBroken(WRONG_PASSWORD);
}

/** Throws RuleBroken where neither was given in the last 10 minutes; a password that is sent along is judged, as `verify` does. */
export async function requireVerified(
  account: Accepting,
  caller: Caller,
  password: string | undefined,
  address: string,
): Promise<void> {
  if (password !== undefined) return verify(account, caller, password, address);
  const { rows } = await sql`
    select from sessions
    where id = ${caller.sessionId}
      and verified_at > clock_timestamp() - make_interval(mins => ${VERIFIED_MINUTES})`.execute(account.db);
  if (!rows.length) throw new RuleBroken(VERIFY_FIRST);
}
