/**
 * Invitations (DECISIONS §15): a link that sets somebody's password, good once and for 72 hours; or that makes the first
 * user. Of its secret only the hash is stored.
 */
import { createHash, randomBytes } from 'node:crypto';
import { sql, type Kysely, type Transaction } from 'kysely';
import {
  FIRST_RUN_HOURS,
  INVITATION_HOURS,
  type Invitation,
  type InvitationAccept,
  type InvitationCreate,
  type OpenInvitation,
} from 'contract/people/people';
import { GROUPS, type TokenPair } from 'contract/session';
import { audit, OPERATOR } from '../database/audit';
import type { Tables } from '../database/connection';
import type { Caller } from '../http/access';
import { InvalidInput, NotFound, RuleBroken } from '../http/errors';
import type { MailInvitation } from './invitation-mail';
import { networkOf } from './network';
import type { HashCost } from './passwords';
import { lockPerson, people } from './people.queries';
import { changeRights } from './rights.queries';
import { openSession, type SignIn, type SignInFrom } from './session.queries';
import { changeLocked, deleting, hashUsable, insertUser, noteChange, usableName } from './users.queries';

declare module '../database/connection' {
  interface Tables {
    user_invitations: {
      hash: Buffer;
      /** Null: it makes the first user. */
      user_id: number | null;
      expires_at: string;
    };
  }
}

/** The dependencies of accepting one. */
export interface Accepting extends SignIn {
  readonly hashCost: HashCost;
  readonly brand: string;
}

/** The dependencies of inviting. */
export interface Inviting {
  readonly db: Kysely<Tables>;
  /** Null where nothing is mailed. */
  readonly mailInvitation: MailInvitation | null;
}

/** An invitation that has been stored, and mailed where that can be. */
async function mailed({ mailInvitation }: Inviting, made: Promise<Omit<Invitation, 'mail'>>): Promise<Invitation> {
  const invitation = await made;
  if (!mailInvitation || !invitation.person.email) return { ...invitation, mail: 'none' };
  return { ...invitation, mail: (await mailInvitation(invitation)) ? 'sent' : 'failed' };
}

// The same for one that never was, was used, revoked, replaced, or has run out, and for a person who is disabled.
const ENDED = 'This invitation does not work any more. Please ask for a new one.';
const SIGNED_IN_BEFORE = 'This person has a password already, so there is no invitation.';

const NO_PASSWORDS = 'Passwords are not used here. Please log in by single sign-on.';

const hashOf = (token: string): Buffer => createHash('sha256').update(token).digest();

/** Stores a new invitation in place of the one before; returns its secret. */
async function addInvitation(
  transaction: Transaction<Tables>,
  userId: number | null,
  hours: number,
): Promise<{ token: string; expires_at: string }> {
  const token = randomBytes(32).toString('base64url');
  if (userId !== null) await transaction.deleteFrom('user_invitations').where('user_id', '=', userId).execute();
  const expires_at = sql<string>`clock_timestamp() + make_interval(hours => ${hours})`;
  const added = await transaction
    .insertInto('user_invitations')
    .values({ hash: hashOf(token), user_id: userId, expires_at })
    .returning('expires_at')
    .executeTakeFirstOrThrow();
  return { token, expires_at: added.expires_at };
}

/** Adds a person without a password, and their invitation. Throws Conflict for a name that is taken, NotFound for a company. */
export const invite = (
  inviting: Inviting,
  caller: Caller,
  { username: typed, email = '', groups = [], company_ids = [] }: InvitationCreate,
): Promise<Invitation> =>
  mailed(
    inviting,
    inviting.db.transaction().execute(async (transaction) => {
      const username = usableName(typed);
      const id = await insertUser(transaction, { username, email, password_hash: null });
      await changeRights(transaction, caller, id, { add_groups: groups, add_company_ids: company_ids });
      await noteChange(transaction, id, caller);
      const added = await addInvitation(transaction, id, INVITATION_HOURS);
      const after = { username, email, groups, company_ids, expires_at: added.expires_at };
      await audit(transaction, caller, { action: 'invite', resource: 'user', recordId: id, after });
      return { person: await people.find(transaction, caller, id), ...added };
    }),
  );

/** A new link for somebody who has no password; the one before ends. Throws NotFound, or RuleBroken for one who has. */
export const inviteAgain = (inviting: Inviting, caller: Caller, id: number): Promise<Invitation> =>
  mailed(
    inviting,
    inviting.db.transaction().execute(async (transaction) => {
      const person = await lockInvited(transaction, id);
      const added = await addInvitation(transaction, id, INVITATION_HOURS);
      await changeLocked(transaction, person, caller, 'invite', async () => ({ expires_at: added.expires_at }));
      return { person: await people.find(transaction, caller, id), ...added };
    }),
  );

/** Ends an invitation and takes the person off the list; the name is free. Throws as `inviteAgain`. */
export const revokeInvitation = (db: Kysely<Tables>, caller: Caller, id: number): Promise<void> =>
  db.transaction().execute(async (transaction) => {
    await changeLocked(transaction, await lockInvited(transaction, id), caller, 'revoke', deleting);
  });

async function lockInvited(transaction: Transaction<Tables>, id: number) {
  const person = await lockPerson(transaction, id);
  const { password_hash } = await transaction
    .selectFrom('users')
    .select('password_hash')
    .where('id', '=', id)
    .executeTakeFirstOrThrow();
  if (password_hash !== null) throw new RuleBroken(SIGNED_IN_BEFORE);
  return person;
}

/** An invitation that works: of a person who has no password and is not disabled, or of the first user while no one is there. */
async function findOpen(db: Kysely<Tables>, token: string): Promise<OpenInvitation & { user_id: number | null }> {
  const { rows } = await sql<OpenInvitation & { user_id: number | null }>`
    select user_id, username, expires_at
    from user_invitations left join users on users.id = user_id
    where hash = ${hashOf(token)} and expires_at > clock_timestamp()
      and case when user_id is null then not ${isAnyoneThere}
        else password_hash is null and disabled_at is null and deleted_at is null end`.execute(db);
  const [invitation] = rows;
  if (!invitation) throw new NotFound(ENDED);
  return invitation;
}

const isAnyoneThere = sql<boolean>`exists (select from users where deleted_at is null)`;

/** Whose an invitation is. Throws NotFound for every one that does not work, in the same words. */
export const openInvitation = async (db: Kysely<Tables>, token: string): Promise<OpenInvitation> => {
  const { username, expires_at } = await findOpen(db, token);
  return { username, expires_at };
};

/**
 * Sets the password, ends the invitation and signs in. Throws NotFound as `openInvitation`, InvalidInput without a name for
 * the first user, RuleBroken for a password or name that may not be, Busy when too many wait for a hash.
 */
export async function acceptInvitation(
  accepting: Accepting,
  { token, password, username: typed }: InvitationAccept,
  from: SignInFrom,
): Promise<TokenPair> {
  const { db, tokens, queue, hashCost, brand } = accepting;
  const found = await findOpen(db, token);
  const isFirst = found.user_id === null;
  if (accepting.onlyProviders && !isFirst) throw new RuleBroken(NO_PASSWORDS);
  if (isFirst && typed === undefined) throw field('Name is required', 'required');
  if (!isFirst && typed !== undefined) throw field('The name of this person is chosen already', 'additionalProperties');
  const username = found.username ?? usableName(typed ?? '');
  const password_hash = await queue.run(networkOf(from.address), () =>
    hashUsable(password, hashCost, { username, brand }),
  );
  return db.transaction().execute(async (transaction) => {
    // Of two who accept at once the second finds nothing to delete.
    const { numDeletedRows } = await transaction
      .deleteFrom('user_invitations')
      .where('hash', '=', hashOf(token))
      .where(sql<boolean>`expires_at > clock_timestamp()`)
      .executeTakeFirst();
    if (!numDeletedRows) throw new NotFound(ENDED);
    const userId = found.user_id ?? (await addFirstUser(transaction, username, password_hash));
    const { rows } = await sql<{ id: number; username: string }>`
      update users set password_hash = ${password_hash}
      where id = ${userId} and ${isFirst ? sql`true` : sql`password_hash is null`}
        and disabled_at is null and deleted_at is null
      returning id, username`.execute(transaction);
    const [user] = rows;
    if (!user) throw new NotFound(ENDED);
    const actor = { userId, username: user.username, requestId: from.requestId };
    await changeLocked(transaction, user, actor, 'accept invitation', async () => undefined);
    return openSession(transaction, tokens, user, from);
  });
}

const field = (msg: string, type: string) => new InvalidInput([{ loc: ['body', 'username'], msg, type }]);

/** The first user, in all groups. Throws NotFound where somebody else was first. */
async function addFirstUser(transaction: Transaction<Tables>, username: string, password_hash: string) {
  await sql`select pg_advisory_xact_lock(hashtextextended('the first user', 0))`.execute(transaction);
  const { rows } = await sql<{ is: boolean }>`select ${isAnyoneThere} as is`.execute(transaction);
  if (rows[0]?.is) throw new NotFound(ENDED);
  const id = await insertUser(transaction, { username, email: '', password_hash });
  await transaction.updateTable('users').set({ password_sign_in: true }).where('id', '=', id).execute();
  await changeRights(transaction, OPERATOR, id, { add_groups: GROUPS });
  const after = { username, email: '', groups: GROUPS, company_ids: [] };
  await audit(transaction, OPERATOR, { action: 'create', resource: 'user', recordId: id, after });
  return id;
}

/** The secret of a link that makes the first user; null where there is a user. */
export const inviteFirstUser = (db: Kysely<Tables>): Promise<string | null> =>
  db.transaction().execute(async (transaction) => {
    const { rows } = await sql<{ is: boolean }>`select ${isAnyoneThere} as is`.execute(transaction);
    if (rows[0]?.is) return null;
    return (await addInvitation(transaction, null, FIRST_RUN_HOURS)).token;
  });

/** Forgets the invitations that have run out. */
export const purgeInvitations = (db: Kysely<Tables>) =>
  db
    .deleteFrom('user_invitations')
    .where(sql<boolean>`expires_at < clock_timestamp()`)
    .execute();
