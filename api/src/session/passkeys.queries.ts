/** Passkeys (DECISIONS §15): a second factor, and in place of the password, for each asks its owner for finger, face or PIN. */
import { sql, type Generated, type Kysely, type Transaction } from 'kysely';
import {
  MOST_PASSKEYS,
  type Passkey,
  type PasskeyAdd,
  type PasskeyAdded,
  type PasskeyAnswer,
  type PasskeyCreation,
  type PasskeyRequest,
  type Passkeys,
  type SignInCode,
} from 'contract/people/passkeys';
import type { Tables } from '../database/connection';
import type { Caller } from '../http/access';
import { Conflict, NotFound, NotSignedIn, RuleBroken } from '../http/errors';
import { CHALLENGE_MS, type Challenges } from './challenges';
import { networkOf } from './network';
import type { RelyingParty } from './relying-party';
import { addRecoveryCodes, isFactorThere } from './second-factor.queries';
import { auditFailure, type SignInFrom } from './session.queries';
import { countAttempt, forgetAttempt } from './sign-in-limit';
import { giveSignInCode } from './sign-in-codes.queries';
import { usernameKey } from './user-names';
import { changeUser } from './users.queries';

declare module '../database/connection' {
  interface Tables {
    user_passkeys: {
      id: Generated<number>;
      user_id: number;
      credential_id: string;
      public_key: Buffer;
      sign_count: number;
      transports: string[];
      name: string;
      created_at: Generated<string>;
      last_used_at: Generated<string | null>;
    };
  }
}

/** The dependencies of passkeys. */
export interface PasskeyContext {
  readonly db: Kysely<Tables>;
  readonly challenges: Challenges;
  readonly brand: string;
}

const MISSING = 'Passkey not found';
const TOO_MANY = `There are ${MOST_PASSKEYS} passkeys already. Please remove one first.`;
const NOT_MADE = 'This passkey could not be added. Please try again.';
// The same for a passkey that is unknown, of somebody who is disabled, of another site, or whose answer is wrong or old.
const NOT_USABLE = 'This passkey does not sign in here.';
/** Read with the first passkey: 300 files, which no start has to wait for. */
const webauthn = () => import('@simplewebauthn/server');

const SIGN_IN = 'sign in';
const adding = ({ sessionId }: Caller) => `add ${sessionId}`;
const shown = ['id', 'name', 'created_at', 'last_used_at'] as const;

/** One's own, the latest first. */
export async function listPasskeys(db: Kysely<Tables>, { userId }: Caller): Promise<Passkeys> {
  const items = await db
    .selectFrom('user_passkeys')
    .select(shown)
    .where('user_id', '=', userId)
    .orderBy('id', 'desc')
    .execute();
  return { items, total: items.length };
}

/** How the caller's browser is to make one. */
export async function passkeyCreationOptions(
  { db, challenges, brand }: PasskeyContext,
  caller: Caller,
  party: RelyingParty,
): Promise<PasskeyCreation> {
  const there = await db
    .selectFrom('user_passkeys')
    .select('credential_id as id')
    .where('user_id', '=', caller.userId)
    .execute();
  const options = await (
    await webauthn()
  ).generateRegistrationOptions({
    rpName: brand,
    rpID: party.id,
    userName: caller.username,
    userDisplayName: caller.username,
    // The same for each passkey of a person, and no name: an authenticator keeps it in clear.
    userID: new TextEncoder().encode(`user ${caller.userId}`),
    challenge: challenges.make(adding(caller)),
    timeout: CHALLENGE_MS,
    excludeCredentials: there,
    authenticatorSelection: { residentKey: 'required', userVerification: 'required' },
  });
  const { challenge, rp, user, pubKeyCredParams } = options;
  return {
    challenge,
    user,
    timeout: CHALLENGE_MS,
    rp: { id: party.id, name: rp.name },
    pubKeyCredParams: [...pubKeyCredParams],
    excludeCredentials: there.map(({ id }) => ({ id, type: 'public-key' })),
    authenticatorSelection: { residentKey: 'required', userVerification: 'required' },
  };
}

/**
 * Adds what the caller's browser has made. With the first factor come recovery codes, and the other sessions end. Throws
 * RuleBroken for one that was not asked for here, Conflict for one that is there already.
 */
export async function addPasskey(
  { db, challenges }: PasskeyContext,
  caller: Caller,
  { name, credential_id: id, client_data, attestation, transports = [] }: PasskeyAdd,
  party: RelyingParty,
): Promise<PasskeyAdded> {
  const made = await (
    await webauthn()
  )
    .verifyRegistrationResponse({
      response: {
        id,
        rawId: id,
        type: 'public-key',
        clientExtensionResults: {},
        response: { clientDataJSON: client_data, attestationObject: attestation },
      },
      expectedChallenge: (challenge) => challenges.isOurs(challenge, adding(caller)),
      expectedOrigin: party.origin,
      expectedRPID: party.id,
      requireUserVerification: true,
    })
    .catch(() => null);
  if (!made?.verified) throw new RuleBroken(NOT_MADE);
  const { credential } = made.registrationInfo;
  let added: Passkey | undefined;
  let recovery_codes: readonly string[] = [];
  await changeUser(db, caller.userId, caller, 'add passkey', async (transaction, user_id) => {
    const { rows } = await sql`select from user_passkeys where user_id = ${user_id}`.execute(transaction);
    if (rows.length >= MOST_PASSKEYS) throw new RuleBroken(TOO_MANY);
    const isFirst = !(await isFactorThere(transaction, user_id));
    added = await transaction
      .insertInto('user_passkeys')
      .values({
        user_id,
        name,
        transports: [...transports],
        credential_id: credential.id,
        public_key: Buffer.from(credential.publicKey),
        sign_count: credential.counter,
      })
      .onConflict((conflict) => conflict.column('credential_id').doNothing())
      .returning(shown)
      .executeTakeFirst();
    if (!added) throw new Conflict('This passkey is there already.');
    if (isFirst) {
      recovery_codes = await addRecoveryCodes(transaction, user_id);
      await transaction
        .deleteFrom('sessions')
        .where('user_id', '=', user_id)
        .where('id', '!=', caller.sessionId)
        .execute();
    }
    return { passkey: name };
  });
  if (!added) throw new RuleBroken(NOT_MADE);
  return { passkey: added, recovery_codes: [...recovery_codes] };
}

/** Gives one of the caller's passkeys another name. Throws NotFound. */
export async function renamePasskey(db: Kysely<Tables>, caller: Caller, id: number, name: string): Promise<Passkey> {
  let renamed: Passkey | undefined;
  await changeUser(db, caller.userId, caller, 'rename passkey', async (transaction, userId) => {
    renamed = await transaction
      .updateTable('user_passkeys')
      .set({ name })
      .where('id', '=', id)
      .where('user_id', '=', userId)
      .returning(shown)
      .executeTakeFirst();
    if (!renamed) throw new NotFound(MISSING);
    return { passkey: name };
  });
  if (!renamed) throw new NotFound(MISSING);
  return renamed;
}

/** Removes one of the caller's passkeys, and with the last factor the recovery codes. Throws NotFound. */
export const removePasskey = (db: Kysely<Tables>, caller: Caller, id: number): Promise<object> =>
  changeUser(db, caller.userId, caller, 'remove passkey', async (transaction, userId) => {
    const removed = await transaction
      .deleteFrom('user_passkeys')
      .where('id', '=', id)
      .where('user_id', '=', userId)
      .returning('name')
      .executeTakeFirst();
    if (!removed) throw new NotFound(MISSING);
    await transaction.deleteFrom('sign_in_codes').where('user_id', '=', userId).where('used_at', 'is', null).execute();
    if (!(await isFactorThere(transaction, userId)))
      await transaction.deleteFrom('user_recovery_codes').where('user_id', '=', userId).execute();
    return { passkey: removed.name };
  });

/** How a browser is to sign in by a passkey, whosever it is. */
export async function passkeyRequestOptions(
  { challenges }: PasskeyContext,
  party: RelyingParty,
): Promise<PasskeyRequest> {
  const { challenge } = await (
    await webauthn()
  ).generateAuthenticationOptions({ rpID: party.id, challenge: challenges.make(SIGN_IN) });
  return { challenge, rpId: party.id, timeout: CHALLENGE_MS, userVerification: 'required' };
}

/**
 * Gives a code for a right answer. Throws NotSignedIn for every other one, in the same words; it counts as a failed sign-in
 * does, and then TooManyAttempts.
 */
export async function answerPasskeyRequest(
  { db, challenges }: PasskeyContext,
  answer: PasskeyAnswer,
  party: RelyingParty,
  from: SignInFrom,
): Promise<SignInCode> {
  const code = await db.transaction().execute(async (transaction) => {
    const found = await lockPasskey(transaction, answer.credential_id);
    const attempt = {
      usernameKey: found ? usernameKey(found.username) : 'passkey',
      address: networkOf(from.address),
    };
    await countAttempt(transaction, attempt);
    const verified = found && (await verifiedAnswer(challenges, answer, party, found));
    const given = verified && (await giveSignInCode(transaction, found.user_id, verified.challenge));
    if (!given) {
      const user = found && { id: found.user_id, username: found.username };
      await auditFailure(transaction, user, from, { second_factor: 'wrong passkey' });
      return null;
    }
    await forgetAttempt(transaction, attempt);
    await sql`
      update user_passkeys set sign_count = ${verified.count}, last_used_at = clock_timestamp()
      where id = ${found.id}`.execute(transaction);
    return given;
  });
  // Thrown here: an error within the transaction would undo the count.
  if (code === null) throw new NotSignedIn(NOT_USABLE);
  return { sign_in_code: code };
}

interface Stored {
  readonly id: number;
  readonly user_id: number;
  readonly username: string;
  readonly public_key: Buffer;
  readonly sign_count: number;
}

/** The passkey of somebody who is not disabled, or null. */
async function lockPasskey(transaction: Transaction<Tables>, credentialId: string): Promise<Stored | null> {
  const { rows } = await sql<Stored>`
    select p.id, user_id, username, public_key, sign_count
    from user_passkeys p join users on users.id = user_id
    where credential_id = ${credentialId} and disabled_at is null and deleted_at is null
    for update of p`.execute(transaction);
  return rows[0] ?? null;
}

async function verifiedAnswer(
  challenges: Challenges,
  { credential_id: id, client_data, authenticator_data, signature }: PasskeyAnswer,
  party: RelyingParty,
  stored: Stored,
): Promise<{ count: number; challenge: string } | null> {
  let answered = '';
  const result = await (
    await webauthn()
  )
    .verifyAuthenticationResponse({
      response: {
        id,
        rawId: id,
        type: 'public-key',
        clientExtensionResults: {},
        response: { clientDataJSON: client_data, authenticatorData: authenticator_data, signature },
      },
      expectedChallenge: (challenge) => {
        answered = challenge;
        return challenges.isOurs(challenge, SIGN_IN);
      },
      expectedOrigin: party.origin,
      expectedRPID: party.id,
      credential: { id, publicKey: new Uint8Array(stored.public_key), counter: stored.sign_count },
      requireUserVerification: true,
    })
    .catch(() => null);
  return result?.verified ? { count: result.authenticationInfo.newCounter, challenge: answered } : null;
}
