/** One's own account: the password, and where one is signed in (DECISIONS §15). */
import { sql, type Kysely } from 'kysely';
import type { OwnSessions, PasswordChange, SessionsEnd } from 'contract/people/account';
import { audit } from '../database/audit';
import type { Tables } from '../database/connection';
import type { Caller } from '../http/access';
import { NotFound, RuleBroken } from '../http/errors';
import type { Accepting } from './invitations.queries';
import { networkOf } from './network';
import { changeLocked, hashUsable } from './users.queries';
import { requireVerified, WRONG_PASSWORD } from './verification.queries';

// Else whom the provider no longer admits would still get in.
const NO_PASSWORD = 'You log in by single sign-on, without a password here.';

/** The sessions of a person that have not run out: the present one first, then the latest. */
export async function listOwnSessions(db: Kysely<Tables>, { userId, sessionId }: Caller): Promise<OwnSessions> {
  const { rows: items } = await sql<OwnSessions['items'][number]>`
    select id, id = ${sessionId} as is_current, user_agent, address, created_at, last_used_at
    from sessions where user_id = ${userId} and expires_at > clock_timestamp()
    order by id = ${sessionId} desc, coalesce(last_used_at, created_at) desc, id`.execute(db);
  return { items, total: items.length };
}

/**
 * Ends one session of the caller, or all but the present one; returns how many. Throws as `requireVerified`, and NotFound
 * for a session that is not there.
 */
export async function endOwnSessions(
  account: Accepting,
  caller: Caller,
  { current_password, session_id }: SessionsEnd,
  address: string,
): Promise<number> {
  await requireVerified(account, caller, current_password, address);
  return account.db.transaction().execute(async (transaction) => {
    const others = transaction.deleteFrom('sessions').where('user_id', '=', caller.userId);
    const ended = await (
      session_id === undefined ? others.where('id', '!=', caller.sessionId) : others.where('id', '=', session_id)
    )
      .returning('id')
      .execute();
    if (session_id !== undefined && !ended.length) throw new NotFound('Session not found');
    const entries = ended.map(({ id }) => ({ action: 'sign out', resource: 'session', recordId: id }));
    await audit(transaction, caller, ...entries);
    return ended.length;
  });
}

/** Sets the caller's password and ends their other sessions. Throws as `endOwnSessions`, and RuleBroken for the new one. */
export async function changeOwnPassword(
  account: Accepting,
  caller: Caller,
  { current_password, new_password }: PasswordChange,
  address: string,
): Promise<void> {
  const { db, queue, hashCost, brand } = account;
  const { username, userId, sessionId } = caller;
  // Read first: one that is set meanwhile is not overwritten below.
  const { password_hash: former } = await db
    .selectFrom('users')
    .select('password_hash')
    .where('id', '=', userId)
    .executeTakeFirstOrThrow();
  if (former === '') throw new RuleBroken(NO_PASSWORD);
  await requireVerified(account, caller, current_password, address);
  if (new_password === current_password) throw new RuleBroken('This is the password that you have already.');
  const password_hash = await queue.run(networkOf(address), () =>
    hashUsable(new_password, hashCost, { username, brand }),
  );
  await db.transaction().execute(async (transaction) => {
    const changed = await transaction
      .updateTable('users')
      .set({ password_hash })
      .where('id', '=', userId)
      // Another one may have been set meanwhile.
      .where('password_hash', '=', former)
      .returning(['id', 'username'])
      .executeTakeFirst();
    if (!changed) throw new RuleBroken(WRONG_PASSWORD);
    await changeLocked(transaction, changed, caller, 'set password', async () => undefined);
    await transaction.deleteFrom('sessions').where('user_id', '=', userId).where('id', '!=', sessionId).execute();
  });
}
