/**
 * Users, groups and memberships, as the operator keeps them (DECISIONS §2), and administrators on their screen (§15). What
 * changes here counts at the next request.
 */
import { sql, type Kysely, type Transaction } from 'kysely';
import { passwordMistake, type PasswordOwner } from 'contract/people/passwords';
import type { Group } from 'contract/session';
import { isNamed } from '../company/named-company';
import { audit, OPERATOR, type Actor, type AuditEntry } from '../database/audit';
import type { Tables } from '../database/connection';
import { NotFound, RuleBroken, conflictOn, Conflict } from '../http/errors';
import { hashPassword, type HashCost } from './passwords';
import { changeRights, requireAnotherAdmin } from './rights.queries';
import { usernameKey } from './user-names';

/** A user to be made. */
export interface NewUser {
  username: string;
  email: string;
  password: string;
  groups: readonly Group[];
  companies: readonly string[];
}

/** Adds a user with groups and companies (each by id or slug); throws Conflict, RuleBroken or NotFound. */
export async function createUser(db: Kysely<Tables>, user: NewUser, cost: HashCost, brand = ''): Promise<void> {
  const username = usableName(user.username);
  if (user.email && !/^\S+@\S+$/.test(user.email)) throw new RuleBroken(`'${user.email}' is no e-mail address.`);
  const password_hash = await hashUsable(user.password, cost, { username, brand });
  await db.transaction().execute(async (transaction) => {
    const id = await insertUser(transaction, { username, email: user.email, password_hash });
    const companyIds: number[] = [];
    for (const company of user.companies) companyIds.push(await companyNamed(transaction, company));
    await changeRights(transaction, OPERATOR, id, { add_groups: user.groups, add_company_ids: companyIds });
    const { email, groups, companies } = user;
    const after = { username, email, groups, companies };
    await audit(transaction, OPERATOR, { action: 'create', resource: 'user', recordId: id, after });
  });
}

/** Inserts a user; without a password it is one who is invited. Returns the id; throws Conflict for a name that is taken. */
export async function insertUser(
  transaction: Transaction<Tables>,
  { username, email, password_hash }: { username: string; email: string; password_hash: string | null },
): Promise<number> {
  const made = await transaction
    .insertInto('users')
    .values({ username, username_key: usernameKey(username), email, password_hash, disabled_at: null })
    .onConflict((conflict) => conflict.constraint('users_username_key').doNothing())
    .returning('id')
    .executeTakeFirst();
  if (!made) throw nameTaken(username);
  return made.id;
}

/** The name as it is kept; throws RuleBroken for one that cannot be read or typed. */
export function usableName(typed: string): string {
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

/** One user, by name or id. */
type Named = string | number;
/** Changes a user who is locked; an object that it returns stands in the log. */
export type Change<Result> = (transaction: Transaction<Tables>, id: number, actor: Actor) => Promise<Result>;

/** Closes sign-in to a user and ends what is open. Throws RuleBroken for oneself and for the last AaasAdmin. */
export const disabling: Change<void> = async (transaction, id, actor) => {
  if (id === actor.userId) throw new RuleBroken('You cannot disable yourself.');
  await requireAnotherAdmin(transaction, id);
  await transaction
    .updateTable('users')
    .set({ disabled_at: sql<string>`clock_timestamp()` })
    .where('id', '=', id)
    .execute();
  await endSessions(transaction, id);
};

/** Opens sign-in to a user again. */
export const enabling: Change<void> = async (transaction, id) => {
  await transaction.updateTable('users').set({ disabled_at: null }).where('id', '=', id).execute();
};

/** `disabling` as a call of its own. */
export const disableUser = (db: Kysely<Tables>, named: Named, actor = OPERATOR) =>
  changeUser(db, named, actor, 'disable', disabling);

/** `enabling` as a call of its own. */
export const enableUser = (db: Kysely<Tables>, named: Named, actor = OPERATOR) =>
  changeUser(db, named, actor, 'enable', enabling);

/** Sets a password and ends the sessions that the old one opened, and an invitation. */
export async function setPassword(db: Kysely<Tables>, username: string, password: string, cost: HashCost, brand = '') {
  const password_hash = await hashUsable(password, cost, { username, brand });
  await changeUser(db, username, OPERATOR, 'set password', async (transaction, id) => {
    await transaction.updateTable('users').set({ password_hash }).where('id', '=', id).execute();
    await transaction.deleteFrom('user_invitations').where('user_id', '=', id).execute();
    await endSessions(transaction, id);
  });
}

/** Ends every session of a user; returns how many there were. */
export const signOutEverywhere = (db: Kysely<Tables>, named: Named, actor = OPERATOR): Promise<number> =>
  changeUser(db, named, actor, 'sign out everywhere', endSessions);

/** Says whether password and passkey sign a user in where SIGN_IN=oidc closes them to the others. */
export const setPasswordSignIn = (db: Kysely<Tables>, username: string, isOpen: boolean) =>
  changeUser(db, username, OPERATOR, isOpen ? 'open password sign-in' : 'close password sign-in', async (by, id) => {
    await by.updateTable('users').set({ password_sign_in: isOpen }).where('id', '=', id).execute();
  });

/** Adds a user to a group. */
export const addGroup = (db: Kysely<Tables>, username: string, group: Group) =>
  changeUser(db, username, OPERATOR, 'add group', async (transaction, id, actor) => {
    await changeRights(transaction, actor, id, { add_groups: [group] });
    return { group };
  });

/** Takes a user out of a group; throws RuleBroken for the last AaasAdmin. */
export const removeGroup = (db: Kysely<Tables>, username: string, group: Group) =>
  changeUser(db, username, OPERATOR, 'remove group', async (transaction, id, actor) => {
    await changeRights(transaction, actor, id, { remove_groups: [group] });
    return { group };
  });

/** Lets a user reach a company, named by id or slug. */
export const addCompany = (db: Kysely<Tables>, username: string, company: string) =>
  changeUser(db, username, OPERATOR, 'add company', async (transaction, id, actor) => {
    const company_id = await companyNamed(transaction, company);
    await changeRights(transaction, actor, id, { add_company_ids: [company_id] });
    return { company, company_id };
  });

/** Takes a company, named by id or slug, out of a user's reach. */
export const removeCompany = (db: Kysely<Tables>, username: string, company: string) =>
  changeUser(db, username, OPERATOR, 'remove company', async (transaction, id, actor) => {
    const company_id = await companyNamed(transaction, company);
    await changeRights(transaction, actor, id, { remove_company_ids: [company_id] });
    return { company, company_id };
  });

/** Locks the user, lets `change` do its work and notes it; throws NotFound. */
export async function changeUser<Result>(
  db: Kysely<Tables>,
  named: Named,
  actor: Actor,
  action: string,
  change: Change<Result>,
): Promise<Result> {
  return db.transaction().execute(async (transaction) => {
    const user = await transaction
      .selectFrom('users')
      .select(['id', 'username'])
      .where('deleted_at', 'is', null)
      .where((eb) => (typeof named === 'number' ? eb('id', '=', named) : eb('username_key', '=', usernameKey(named))))
      .forUpdate()
      .executeTakeFirst();
    if (!user) throw new NotFound(typeof named === 'number' ? MISSING_PERSON : `There is no user named '${named}'.`);
    return changeLocked(transaction, user, actor, action, change);
  });
}

/** The message of the screen's calls for somebody who is not there. */
export const MISSING_PERSON = 'Person not found';

/** Lets `change` do its work on a user who is locked, and notes it. */
export async function changeLocked<Result>(
  transaction: Transaction<Tables>,
  user: { readonly id: number; readonly username: string },
  actor: Actor,
  action: string,
  change: Change<Result>,
): Promise<Result> {
  const result = await change(transaction, user.id, actor);
  await noteChange(transaction, user.id, actor);
  const entry: AuditEntry = { action, resource: 'user', recordId: user.id, before: { username: user.username } };
  await audit(transaction, actor, typeof result === 'object' && result ? { ...entry, after: result } : entry);
  return result;
}

/** Gives a changed user a new version for `If-Match`. */
export const noteChange = (transaction: Transaction<Tables>, id: number, { userId }: Actor) =>
  transaction
    .updateTable('users')
    .set({
      changed_at: sql<string>`greatest(clock_timestamp(), changed_at + interval '1 millisecond')`,
      changed_by: userId,
    })
    .where('id', '=', id)
    .execute();

/**
 * Gives a user another name; the sessions go on, and what the log says of the old name stays. Throws NotFound, RuleBroken
 * or Conflict. Returns the name as it is kept.
 */
export async function renameUser(db: Kysely<Tables>, username: string, to: string): Promise<string> {
  const name = usableName(to);
  await changeUser(db, username, OPERATOR, 'rename', async (transaction, id) => {
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
  changeUser(db, username, OPERATOR, 'delete', deleting);

/** The same within a transaction that has locked the user; throws RuleBroken for the last AaasAdmin. */
export const deleting: Change<void> = async (transaction, id) => {
  await requireAnotherAdmin(transaction, id);
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
};

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

/** The hash of a password that may be set; throws RuleBroken for another one. */
export async function hashUsable(password: string, cost: HashCost, owner: PasswordOwner): Promise<string> {
  const mistake = passwordMistake(password, owner);
  if (mistake) throw new RuleBroken(mistake);
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
