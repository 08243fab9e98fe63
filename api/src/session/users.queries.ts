/** Users, groups and memberships, as the operator keeps them (DECISIONS §2). What changes here counts at the next request. */
import { sql, type Kysely, type Transaction } from 'kysely';
import type { Group } from 'contract/session';
import { isNamed } from '../company/named-company';
import { audit, OPERATOR, type AuditEntry } from '../database/audit';
import type { Tables } from '../database/connection';
import { NotFound, RuleBroken, conflictOn, Conflict } from '../http/errors';
import { hashPassword, type HashCost } from './passwords';
import { usernameKey } from './user-names';

const SHORTEST_PASSWORD = 8;

/** A user to be made. */
export interface NewUser {
  username: string;
  email: string;
  password: string;
  groups: readonly Group[];
  companies: readonly string[];
}

/** Adds a user with groups and companies (each by id or slug); throws Conflict, RuleBroken or NotFound. */
export async function createUser(db: Kysely<Tables>, user: NewUser, cost: HashCost): Promise<void> {
  const username = usableName(user.username);
  if (user.email && !/^\S+@\S+$/.test(user.email)) throw new RuleBroken(`'${user.email}' is no e-mail address.`);
  const password_hash = await hashUsable(user.password, cost);
  await db.transaction().execute(async (transaction) => {
    const made = await transaction
      .insertInto('users')
      .values({ username, username_key: usernameKey(username), email: user.email, password_hash, disabled_at: null })
      .onConflict((conflict) => conflict.constraint('users_username_key').doNothing())
      .returning('id')
      .executeTakeFirst();
    if (!made) throw nameTaken(username);
    for (const group of new Set(user.groups))
      await transaction.insertInto('user_groups').values({ user_id: made.id, group_name: group }).execute();
    for (const company of new Set(user.companies)) {
      const company_id = await companyNamed(transaction, company);
      await transaction
        .insertInto('memberships')
        .values({ user_id: made.id, company_id })
        .onConflict((conflict) => conflict.doNothing())
        .execute();
    }
    const { email, groups, companies } = user;
    await audit(transaction, OPERATOR, {
      action: 'create',
      resource: 'user',
      recordId: made.id,
      after: { username, email, groups, companies },
    });
  });
}

/** The name as it is kept; throws RuleBroken for one that cannot be read or typed. */
function usableName(typed: string): string {
  const username = typed.normalize('NFKC').trim();
  if (!username || [...username].length > 150 || /[\p{C}\p{Zl}\p{Zp}]/u.test(username))
    throw new RuleBroken('A user name has 1 to 150 visible characters.');
  return username;
}

const nameTaken = (username: string) => new Conflict(`There is already a user named '${username}'.`);

/** Every user with groups, companies and whether sign-in is open to them, by name. */
export async function listUsers(db: Kysely<Tables>) {
  const { rows } = await sql<{
    username: string;
    email: string;
    disabled: boolean;
    groups: string[];
    companies: string[];
  }>`
    select username, email, disabled_at is not null as disabled,
      array(select group_name from user_groups where user_id = users.id order by 1) as groups,
      array(select c.slug from memberships m join companies c on c.id = m.company_id
            where m.user_id = users.id and c.deleted_at is null order by c.id) as companies
    from users where deleted_at is null order by username_key collate "C"`.execute(db);
  return rows;
}

/** Closes sign-in to a user and ends what is open. */
export const disableUser = (db: Kysely<Tables>, username: string) =>
  changeUser(db, username, 'disable', async (transaction, id) => {
    await transaction
      .updateTable('users')
      .set({ disabled_at: sql<string>`clock_timestamp()` })
      .where('id', '=', id)
      .execute();
    await endSessions(transaction, id);
  });

/** Opens sign-in to a user again. */
export const enableUser = (db: Kysely<Tables>, username: string) =>
  changeUser(db, username, 'enable', async (transaction, id) => {
    await transaction.updateTable('users').set({ disabled_at: null }).where('id', '=', id).execute();
  });

/** Sets a password and ends the sessions that the old one opened. */
export async function setPassword(db: Kysely<Tables>, username: string, password: string, cost: HashCost) {
  const password_hash = await hashUsable(password, cost);
  await changeUser(db, username, 'set password', async (transaction, id) => {
    await transaction.updateTable('users').set({ password_hash }).where('id', '=', id).execute();
    await endSessions(transaction, id);
  });
}

/** Ends every session of a user; returns how many there were. */
export const signOutEverywhere = (db: Kysely<Tables>, username: string): Promise<number> =>
  changeUser(db, username, 'sign out everywhere', endSessions);

/** Adds a user to a group. */
export const addGroup = (db: Kysely<Tables>, username: string, group: Group) =>
  changeUser(db, username, 'add group', async (transaction, user_id) => {
    const row = { user_id, group_name: group };
    await transaction
      .insertInto('user_groups')
      .values(row)
      .onConflict((conflict) => conflict.doNothing())
      .execute();
    return { group };
  });

/** Takes a user out of a group. */
export const removeGroup = (db: Kysely<Tables>, username: string, group: Group) =>
  changeUser(db, username, 'remove group', async (transaction, id) => {
    await transaction.deleteFrom('user_groups').where('user_id', '=', id).where('group_name', '=', group).execute();
    return { group };
  });

/** Lets a user reach a company, named by id or slug. */
export const addCompany = (db: Kysely<Tables>, username: string, company: string) =>
  changeUser(db, username, 'add company', async (transaction, user_id) => {
    const company_id = await companyNamed(transaction, company);
    await transaction
      .insertInto('memberships')
      .values({ user_id, company_id })
      .onConflict((conflict) => conflict.doNothing())
      .execute();
    return { company, company_id };
  });

/** Takes a company, named by id or slug, out of a user's reach. */
export const removeCompany = (db: Kysely<Tables>, username: string, company: string) =>
  changeUser(db, username, 'remove company', async (transaction, user_id) => {
    const company_id = await companyNamed(transaction, company);
    await transaction
      .deleteFrom('memberships')
      .where('user_id', '=', user_id)
      .where('company_id', '=', company_id)
      .execute();
    return { company, company_id };
  });

/** Locks the user, lets `change` do its work and notes it; throws NotFound. */
async function changeUser<Result>(
  db: Kysely<Tables>,
  username: string,
  action: string,
  change: (transaction: Transaction<Tables>, id: number) => Promise<Result>,
): Promise<Result> {
  return db.transaction().execute(async (transaction) => {
    const user = await transaction
      .selectFrom('users')
      .select(['id', 'username'])
      .where('username_key', '=', usernameKey(username))
      .forUpdate()
      .executeTakeFirst();
    if (!user) throw new NotFound(`There is no user named '${username}'.`);
    const result = await change(transaction, user.id);
    const entry: AuditEntry = { action, resource: 'user', recordId: user.id, before: { username: user.username } };
    await audit(transaction, OPERATOR, typeof result === 'object' && result ? { ...entry, after: result } : entry);
    return result;
  });
}

/**
 * Gives a user another name; the sessions go on, and what the log says of the old name stays. Throws NotFound, RuleBroken
 * or Conflict. Returns the name as it is kept.
 */
export async function renameUser(db: Kysely<Tables>, username: string, to: string): Promise<string> {
  const name = usableName(to);
  await changeUser(db, username, 'rename', async (transaction, id) => {
    await transaction
      .updateTable('users')
      .set({ username: name, username_key: usernameKey(name) })
      .where('id', '=', id)
      .execute();
    return { username: name };
  }).catch(conflictOn('users_username_key', nameTaken(name).message));
  return name;
}

/**
 * Deletes a user: sessions, rights and all else that is theirs alone go at once; records and the log keep the name, which
 * somebody else may have from now on (DECISIONS §12). Throws NotFound.
 */
export const deleteUser = (db: Kysely<Tables>, username: string): Promise<void> =>
  changeUser(db, username, 'delete', async (transaction, id) => {
    // A person's own rows refer to them by a key that is deleted with them; what they wrote for others does not.
    const { rows: owned } = await sql<{ table: string; column: string }>`
      select conrelid::regclass::text as table, attname as column
      from pg_constraint join pg_attribute on attrelid = conrelid and attnum = conkey[1]
      where contype = 'f' and confrelid = 'users'::regclass and confdeltype = 'c' and conparentid = 0
      order by 1`.execute(transaction);
    for (const { table, column } of owned)
      await sql`delete from ${sql.raw(table)} where ${sql.ref(column)} = ${id}`.execute(transaction);
    await transaction
      .updateTable('users')
      .set({
        username_key: null,
        email: '',
        password_hash: '',
        disabled_at: sql<string>`clock_timestamp()`,
        deleted_at: sql<string>`clock_timestamp()`,
      })
      .where('id', '=', id)
      .execute();
  });

/** The ids of the user who has this name, and of those who had it when they were deleted. */
export async function userIdsNamed(db: Kysely<Tables>, username: string): Promise<number[]> {
  const key = usernameKey(username);
  const users = await db
    .selectFrom('users')
    .select(['id', 'username', 'username_key'])
    .where((eb) => eb.or([eb('username_key', '=', key), eb('deleted_at', 'is not', null)]))
    .execute();
  return users.filter((user) => (user.username_key ?? usernameKey(user.username)) === key).map(({ id }) => id);
}

async function endSessions(transaction: Transaction<Tables>, userId: number): Promise<number> {
  const ended = await transaction.deleteFrom('sessions').where('user_id', '=', userId).executeTakeFirst();
  return Number(ended.numDeletedRows);
}

async function hashUsable(password: string, cost: HashCost): Promise<string> {
  const length = [...password].length;
  if (length < SHORTEST_PASSWORD) throw new RuleBroken(`A password has at least ${SHORTEST_PASSWORD} characters.`);
  if (length > 1024) throw new RuleBroken('A password has at most 1024 characters.');
  return hashPassword(password, cost);
}

async function companyNamed(transaction: Transaction<Tables>, company: string): Promise<number> {
  const found = await transaction
    .selectFrom('companies')
    .select('id')
    .where('deleted_at', 'is', null)
    .where(isNamed(company))
    .executeTakeFirst();
  if (!found) throw new NotFound(`There is no company with the id or slug '${company}'.`);
  return found.id;
}
