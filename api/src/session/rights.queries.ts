/** Groups and memberships of a user, within a transaction that has locked the user: of the screen and the command line. */
import { sql, type Transaction } from 'kysely';
import type { Group } from 'contract/session';
import type { Actor } from '../database/audit';
import type { Tables } from '../database/connection';
import { NotFound, RuleBroken } from '../http/errors';

/** The groups and companies that are added to a user's, and those that are taken away. */
export interface RightsChange {
  readonly add_groups?: readonly Group[];
  readonly remove_groups?: readonly Group[];
  readonly add_company_ids?: readonly number[];
  readonly remove_company_ids?: readonly number[];
}

const LAST_ADMIN = 'This is the last person in AaasAdmin who can sign in. Please put somebody else into it first.';
const OWN_GROUPS = 'You cannot change your own groups. Please ask another AaasAdmin.';

/**
 * Changes groups and memberships. Throws RuleBroken for one's own groups and for the last AaasAdmin, NotFound for a company
 * that is not there; then nothing is written.
 */
export async function changeRights(
  transaction: Transaction<Tables>,
  actor: Pick<Actor, 'userId'>,
  userId: number,
  { add_groups = [], remove_groups = [], add_company_ids = [], remove_company_ids = [] }: RightsChange,
): Promise<void> {
  const current = await transaction
    .selectFrom('user_groups')
    .select('group_name')
    .where('user_id', '=', userId)
    .execute();
  const has = new Set(current.map(({ group_name }) => group_name));
  const added = add_groups.filter((group) => !has.has(group));
  const removed = remove_groups.filter((group) => has.has(group));
  if (userId === actor.userId && (added.length || removed.length)) throw new RuleBroken(OWN_GROUPS);
  if (removed.includes('AaasAdmin')) await requireAnotherAdmin(transaction, userId);
  await requireCompanies(transaction, add_company_ids);
  await sql`
    insert into user_groups (user_id, group_name) select ${userId}, unnest(${added}::text[])
    on conflict do nothing`.execute(transaction);
  await sql`
    delete from user_groups where user_id = ${userId} and group_name = any(${removed}::text[])`.execute(transaction);
  await sql`
    insert into memberships (user_id, company_id) select ${userId}, unnest(${[...add_company_ids]}::int[])
    on conflict do nothing`.execute(transaction);
  await sql`
    delete from memberships
    where user_id = ${userId} and company_id = any(${[...remove_company_ids]}::int[])`.execute(transaction);
}

/** Whether two lists name the same, in any order. */
export const isSame = <T>(one: readonly T[], other: readonly T[]): boolean =>
  one.length === other.length && one.every((item) => other.includes(item));

/** Throws NotFound for a company that is not there. */
export async function requireCompanies(transaction: Transaction<Tables>, ids: readonly number[]): Promise<void> {
  const wanted = [...new Set(ids)];
  const { rows } = await sql`
    select from companies where id = any(${wanted}::int[]) and deleted_at is null`.execute(transaction);
  if (rows.length < wanted.length) throw new NotFound('Company not found');
}

/**
 * Throws RuleBroken where this user is the last of AaasAdmin who can sign in. Whoever asks waits until those who asked before
 * have committed: two who take one another out at once do not both succeed. Every user that the transaction changes is
 * locked before this is asked.
 */
export async function requireAnotherAdmin(transaction: Transaction<Tables>, userId: number): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtextextended('the last AaasAdmin', 0))`.execute(transaction);
  const { rows } = await sql<{ id: number }>`
    select id from users join user_groups on user_id = id and group_name = 'AaasAdmin'
    where disabled_at is null and deleted_at is null and password_hash is not null`.execute(transaction);
  if (rows.length === 1 && rows[0]?.id === userId) throw new RuleBroken(LAST_ADMIN);
}
