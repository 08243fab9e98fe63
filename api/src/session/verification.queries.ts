/**
 * That it is the person (DECISIONS §15): what changes how one signs in asks for the password or a passkey of the last 10
 * minutes, that of the sign-in included.
 */
import { sql, type Transaction } from 'kysely';
import { VERIFIED_MINUTES, VERIFY_FIRST, type Verification } from 'contract/people/account';
import type { Tables } from '../database/connection';
import type { Caller } from '../http/access';
import { RuleBroken } from '../http/errors';
import type { Accepting } from './invitations.queries';
import { networkOf } from './network';
import { countAttempt, forgetFailures, requireAttemptsLeft } from './sign-in-limit';
import { takeSignInCode } from './sign-in-codes.queries';
import { usernameKey } from './user-names';

/** The message for a wrong password. */
export const WRONG_PASSWORD = 'The current password is not right.';

/** Notes that the caller has shown that it is them. */
const note = (transaction: Transaction<Tables>, { sessionId }: Caller) =>
  transaction
    .updateTable('sessions')
    .set({ verified_at: sql<string>`clock_timestamp()` })
    .where('id', '=', sessionId)
    .execute();

/**
 * Takes the caller's password, or a sign-in code of theirs, as proof for the next 10 minutes. Throws RuleBroken for a wrong
 * one; a wrong password counts as a failed sign-in does (§3), and then TooManyAttempts.
 */
export async function verify(
  account: Accepting,
  caller: Caller,
  { current_password, sign_in_code }: Verification,
  address: string,
): Promise<void> {
  if ((current_password === undefined) === (sign_in_code === undefined)) throw new RuleBroken(VERIFY_FIRST);
  if (current_password !== undefined) return verifyPassword(account, caller, current_password, address);
  const isOwn = await account.db.transaction().execute(async (transaction) => {
    const taken = await takeSignInCode(transaction, sign_in_code ?? '');
    const isCallers = taken?.by === null && taken.user_id === caller.userId;
    if (isCallers) await note(transaction, caller);
    return isCallers;
  });
  if (!isOwn) throw new RuleBroken('This passkey is not one of yours.');
}

async function verifyPassword(account: Accepting, caller: Caller, password: string, address: string): Promise<void> {
  const { db, queue } = account;
  const attempt = { usernameKey: usernameKey(caller.username), address: networkOf(address) };
  const isRight = await queue.run(attempt.address, async () => {
    await requireAttemptsLeft(db, attempt);
    const user = await db
      .selectFrom('users')
      .select('password_hash')
      .where('id', '=', caller.userId)
      .executeTakeFirst();
    const matches = await account.verifyPassword(user?.password_hash ?? null, password);
    await db.transaction().execute(async (transaction) => {
      await countAttempt(transaction, attempt);
      if (!matches) return;
      await forgetFailures(transaction, attempt);
      await note(transaction, caller);
    });
    return matches;
  });
  if (!isRight) throw new RuleBroken(WRONG_PASSWORD);
}

/** Throws RuleBroken where neither was given in the last 10 minutes; a password that is sent along is judged as by `verify`. */
export async function requireVerified(
  account: Accepting,
  caller: Caller,
  password: string | undefined,
  address: string,
): Promise<void> {
  if (password !== undefined) return verifyPassword(account, caller, password, address);
  const { rows } = await sql`
    select from sessions
    where id = ${caller.sessionId}
      and verified_at > clock_timestamp() - make_interval(mins => ${VERIFIED_MINUTES})`.execute(account.db);
  if (!rows.length) throw new RuleBroken(VERIFY_FIRST);
}
