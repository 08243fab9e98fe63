/** The second factor (DECISIONS §15): an app's codes, and recovery codes in their place. */
import { sql, type Generated, type Kysely, type RawBuilder, type Transaction } from 'kysely';
import { generateSecret, generateURI, verifySync } from 'otplib';
import type { OwnSecondFactor, SecondFactorSecret } from 'contract/people/account';
import type { Group } from 'contract/session';
import { requireSealable } from '../company/company-keys';
import { OPERATOR, type Actor } from '../database/audit';
import type { Tables } from '../database/connection';
import type { Secrets } from '../database/secrets';
import type { Caller } from '../http/access';
import { Busy, RuleBroken } from '../http/errors';
import { newRecoveryCodes, recoveryCodeHash } from './recovery-codes';
import { changeUser, type Change } from './users.queries';

declare module '../database/connection' {
  interface Tables {
    user_authenticators: {
      user_id: number;
      /** Null: the key that sealed it is lost, and no code of the app is right. */
      secret: Buffer | null;
      /** Null: no code of it has been given yet, so that it asks for none. */
      confirmed_at: string | null;
      /** The time step of the last code that counted. */
      last_step: Generated<number>;
    };
    user_recovery_codes: { user_id: number; hash: Buffer };
  }
}

/** The dependencies of the second factor. */
export interface SecondFactors {
  readonly db: Kysely<Tables>;
  readonly secrets: Secrets;
  readonly brand: string;
  /** The groups whose members have to have one. */
  readonly requireSecondFactor: readonly Group[];
}

const WRONG_CODE = 'The code is not right. Please enter the one that the app shows now.';
const THERE_IS_ONE = 'There is a second factor already. Please remove it first.';
const THERE_IS_NONE = 'There is no second factor.';
const KEY_CHANGED = 'Codes cannot be checked until the service has been started again with its new encryption key.';
const KEY_CHANGED_SECONDS = 60;
/** Clocks may differ: a code counts one step (of 30 s) before its time and after. */
const TOLERANCE_SECONDS = 30;

/** The context that the secret of an app is sealed for. */
export const authenticatorPlace = (userId: number): string => `users/${userId}/authenticator`;

/** Whether a user of the query has a second factor. */
export const hasSecondFactor = (userId: RawBuilder<unknown>) =>
  sql<boolean>`(${hasApp(userId)} or ${hasPasskey(userId)})`;

/** Whether an app's codes are asked for. */
export const hasApp = (userId: RawBuilder<unknown>) => sql<boolean>`exists (
  select from user_authenticators where user_id = ${userId} and confirmed_at is not null)`;

/** Whether there is a passkey. */
export const hasPasskey = (userId: RawBuilder<unknown>) => sql<boolean>`exists (
  select from user_passkeys where user_id = ${userId})`;

/** One's own. */
export async function ownSecondFactor(
  { db, requireSecondFactor }: SecondFactors,
  { userId, groups, mustSetUpFactor }: Caller,
): Promise<OwnSecondFactor> {
  const { rows } = await sql<Omit<OwnSecondFactor, 'is_required'>>`
    select (select confirmed_at from user_authenticators where user_id = ${userId}) as app_since,
      (select count(*)::int from user_recovery_codes where user_id = ${userId}) as recovery_codes_left`.execute(db);
  const [own = { app_since: null, recovery_codes_left: 0 }] = rows;
  const isRequired = groups.some((group) => requireSecondFactor.includes(group));
  return { ...own, is_required: Boolean(mustSetUpFactor) || isRequired };
}

/**
 * Makes a secret for an app; it asks for no codes until one of them is given. Throws RuleBroken where there is one already,
 * Busy as `requireSealable`.
 */
export const beginSecondFactor = (
  { db, secrets, brand }: SecondFactors,
  { userId, username }: Caller,
): Promise<SecondFactorSecret> =>
  db.transaction().execute(async (transaction) => {
    await requireSealable(transaction, secrets);
    const secret = generateSecret();
    const sealed = secrets.seal(secret, authenticatorPlace(userId));
    const { rows } = await sql`
      insert into user_authenticators (user_id, secret) values (${userId}, ${sealed})
      on conflict (user_id) do update set secret = excluded.secret, last_step = 0
      where user_authenticators.confirmed_at is null
      returning user_id`.execute(transaction);
    if (!rows.length) throw new RuleBroken(THERE_IS_ONE);
    return { secret, uri: generateURI({ issuer: brand, label: username, secret }) };
  });

/** Begins to ask for codes, once the first one is right, and ends the other sessions. Throws RuleBroken for a wrong one. */
export const confirmSecondFactor = ({ db, secrets }: SecondFactors, caller: Caller, code: string) =>
  withNewCodes(db, caller, 'set up second factor', async (transaction, id) => {
    const found = await transaction
      .selectFrom('user_authenticators')
      .select('confirmed_at')
      .where('user_id', '=', id)
      .executeTakeFirst();
    if (!found) throw new RuleBroken(THERE_IS_NONE);
    if (found.confirmed_at !== null) throw new RuleBroken(THERE_IS_ONE);
    if (!(await takeAppCode(transaction, secrets, id, code))) throw new RuleBroken(WRONG_CODE);
    await transaction
      .updateTable('user_authenticators')
      .set({ confirmed_at: sql<string>`clock_timestamp()` })
      .where('user_id', '=', id)
      .execute();
    await transaction.deleteFrom('sessions').where('user_id', '=', id).where('id', '!=', caller.sessionId).execute();
  });

/** Makes new recovery codes in place of those that are left. Throws RuleBroken without a second factor. */
export const renewRecoveryCodes = ({ db }: SecondFactors, caller: Caller) =>
  withNewCodes(db, caller, 'new recovery codes', async (transaction, id) => {
    if (!(await isFactorThere(transaction, id))) throw new RuleBroken(THERE_IS_NONE);
  });

/** A change of the caller, after which they have new recovery codes alone. */
async function withNewCodes(db: Kysely<Tables>, caller: Caller, action: string, change: Change<void>) {
  let recovery_codes: string[] = [];
  await changeUser(db, caller.userId, caller, action, async (transaction, id, actor) => {
    await change(transaction, id, actor);
    recovery_codes = await addRecoveryCodes(transaction, id);
    // The result of a change is in the log.
  });
  return { recovery_codes };
}

/** New recovery codes in place of those that are left. */
export async function addRecoveryCodes(transaction: Transaction<Tables>, userId: number): Promise<string[]> {
  const codes = newRecoveryCodes();
  await transaction.deleteFrom('user_recovery_codes').where('user_id', '=', userId).execute();
  const rows = codes.map((code) => ({ user_id: userId, hash: recoveryCodeHash(code) }));
  await transaction.insertInto('user_recovery_codes').values(rows).execute();
  return codes;
}

/** Whether a user has a second factor. */
export async function isFactorThere(db: Kysely<Tables>, userId: number): Promise<boolean> {
  const { rows } = await sql<{ is: boolean }>`select ${hasSecondFactor(sql`${userId}`)} as is`.execute(db);
  return rows[0]?.is ?? false;
}

/** Asks for no more codes; with the last factor the recovery codes go. Throws RuleBroken where there was no app. */
export const removeSecondFactor = ({ db }: SecondFactors, caller: Caller): Promise<void> =>
  changeUser(db, caller.userId, caller, 'remove second factor', async (transaction, id) => {
    const { numDeletedRows } = await transaction
      .deleteFrom('user_authenticators')
      .where('user_id', '=', id)
      .executeTakeFirst();
    if (!numDeletedRows) throw new RuleBroken(THERE_IS_NONE);
    if (!(await isFactorThere(transaction, id)))
      await transaction.deleteFrom('user_recovery_codes').where('user_id', '=', id).execute();
  });

/** The kind of second factor that was right. */
export type FactorKind = 'app' | 'recovery code' | 'passkey';

/** Uses up a code of a user who is locked: the app's or a recovery code. Returns null for a wrong one, or one that was used. */
export async function takeCode(
  transaction: Transaction<Tables>,
  secrets: Secrets,
  userId: number,
  code: string,
): Promise<FactorKind | null> {
  if (await takeAppCode(transaction, secrets, userId, code)) return 'app';
  const { numDeletedRows } = await transaction
    .deleteFrom('user_recovery_codes')
    .where('user_id', '=', userId)
    .where('hash', '=', recoveryCodeHash(code))
    .executeTakeFirst();
  return numDeletedRows ? 'recovery code' : null;
}

async function takeAppCode(transaction: Transaction<Tables>, secrets: Secrets, userId: number, typed: string) {
  const token = typed.normalize('NFKC').replaceAll(/\s/g, '');
  if (!/^\d{6}$/.test(token)) return false;
  const found = await transaction
    .selectFrom('user_authenticators')
    .select(['secret', 'last_step'])
    .where('user_id', '=', userId)
    .executeTakeFirst();
  if (!found?.secret) return false;
  const secret = opened(secrets, found.secret, userId);
  const result = verifySync({ secret, token, epochTolerance: TOLERANCE_SECONDS });
  // Its step may have been used already, or be older than one that was.
  if (!result.valid || !('timeStep' in result) || result.timeStep <= found.last_step) return false;
  await transaction
    .updateTable('user_authenticators')
    .set({ last_step: result.timeStep })
    .where('user_id', '=', userId)
    .execute();
  return true;
}

function opened(secrets: Secrets, sealed: Buffer, userId: number): string {
  try {
    return secrets.open(sealed, authenticatorPlace(userId));
  } catch {
    throw new Busy(KEY_CHANGED, KEY_CHANGED_SECONDS);
  }
}

/** Takes the second factor from somebody who lost it, and ends all their sessions. Throws RuleBroken for oneself. */
const resetting: Change<void> = async (transaction, id, actor) => {
  if (id === actor.userId)
    throw new RuleBroken('You cannot reset your own second factor. Please remove it in My account.');
  const tables = ['user_authenticators', 'user_recovery_codes', 'user_passkeys', 'sign_in_codes', 'sessions'] as const;
  for (const table of tables) await transaction.deleteFrom(table).where('user_id', '=', id).execute();
};

/** `resetting` as a call of its own. */
export const resetSecondFactor = (db: Kysely<Tables>, named: string | number, actor: Actor = OPERATOR): Promise<void> =>
  changeUser(db, named, actor, 'reset second factor', resetting);
