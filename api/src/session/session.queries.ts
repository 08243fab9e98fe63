/** Sessions in the database: signing in and out, and who is behind a request. */
import { randomUUID } from 'node:crypto';
import { sql, type Generated, type Kysely, type Transaction } from 'kysely';
import type { Credentials, CurrentUser, Group, TokenPair } from 'contract/session';
import { isAuthorised, type Caller } from '../http/access';
import { audit } from '../database/audit';
import type { Tables } from '../database/connection';
import type { Secrets } from '../database/secrets';
import { NotSignedIn, SecondFactorRequired } from '../http/errors';
import { readSignInCookie } from '../single-sign-on/sign-in-cookie';
import type { HashQueue } from './hash-queue';
import { networkOf } from './network';
import { hasSecondFactor, isFactorThere, takeCode, type FactorKind } from './second-factor.queries';
import { countAttempt, forgetAttempt, forgetFailures, isFlood, requireAttemptsLeft } from './sign-in-limit';
import { takeSignInCode, type ByProvider } from './sign-in-codes.queries';
import { REFRESH_DAYS, tokenHash, type Tokens } from './tokens';
import { usernameKey } from './user-names';

declare module '../database/connection' {
  interface Tables {
    users: {
      id: Generated<number>;
      username: string;
      /** Null once the user is deleted: the name is free for somebody else. */
      username_key: string | null;
      email: string;
      /** Null while the person is only invited. */
      password_hash: string | null;
      disabled_at: string | null;
      deleted_at: string | null;
      created_at: Generated<string>;
      last_sign_in_at: Generated<string | null>;
      /** When and by whom it was changed last; null: by the operator. */
      changed_at: Generated<string>;
      changed_by: Generated<number | null>;
      /** Whether password and passkey sign this person in where SIGN_IN=oidc closes them. */
      password_sign_in: Generated<boolean>;
    };
    user_groups: { user_id: number; group_name: Group };
    memberships: { user_id: number; company_id: number };
    sessions: {
      id: string;
      user_id: number;
      refresh_hash: Buffer;
      created_at: Generated<string>;
      expires_at: string;
      /** Null is unknown. */
      address: Generated<string | null>;
      user_agent: Generated<string | null>;
      last_used_at: Generated<string | null>;
      /** When its person last gave their password or a passkey. */
      verified_at: Generated<string | null>;
      /** The provider that signed its person in, the session there, and whether it asked for a second factor. */
      provider: Generated<string | null>;
      provider_session: Generated<string | null>;
      has_factor: Generated<boolean>;
    };
  }
}

/** Where a sign-in comes from. */
export interface SignInFrom {
  readonly address: string;
  readonly userAgent: string | null;
  readonly requestId: string;
}

/** As it was written, for who reads the audit log; a header may hold anything. */
const asWritten = (address: string) => address.slice(0, 64);
/** The dependencies of signing in. */
export interface SignIn {
  readonly db: Kysely<Tables>;
  readonly tokens: Tokens;
  readonly verifyPassword: (stored: string | null, password: string) => Promise<boolean>;
  /** Where sign-ins wait for their turn to be hashed. */
  readonly queue: HashQueue;
  /** Open the secrets that codes are checked by. */
  readonly secrets: Secrets;
  /** Whether passwords and passkeys are for named people alone. */
  readonly onlyProviders: boolean;
}

/** A session, as a token names it. */
type Named = Pick<Caller, 'userId' | 'sessionId'>;

/**
 * Who a session belongs to now: session, user, groups and memberships in one query, so that every change counts at once. Who
 * is in one of the groups `withFactor` and has no second factor has no rights until they have set one up.
 */
export async function findCaller(
  db: Kysely<Tables>,
  { userId, sessionId }: Named,
  requestId: string,
  withFactor: readonly Group[],
): Promise<Caller | null> {
  const named = { userId, sessionId };
  const lacksFactor = withFactor.length
    ? sql<boolean>`not (s.has_factor or ${hasSecondFactor(sql`u.id`)})`
    : sql<boolean>`false`;
  const { rows } = await sql<{ username: string; lacks_factor: boolean; groups: Group[]; company_ids: number[] }>`
    select u.username, ${lacksFactor} as lacks_factor,
      array(select g.group_name from user_groups g where g.user_id = u.id order by 1) as groups,
      array(select m.company_id from memberships m join companies c on c.id = m.company_id
            where m.user_id = u.id and c.deleted_at is null order by 1) as company_ids
    from sessions s join users u on u.id = s.user_id
    where s.id = ${named.sessionId} and u.id = ${named.userId}
      and s.expires_at > clock_timestamp() and u.disabled_at is null`.execute(db);
  const [user] = rows;
  if (!user) return null;
  const { username } = user;
  if (user.lacks_factor && user.groups.some((group) => withFactor.includes(group)))
    return { ...named, username, requestId, mustSetUpFactor: true, groups: [], everyCompany: false, companyIds: [] };
  return {
    ...named,
    username,
    requestId,
    groups: user.groups,
    everyCompany: user.groups.includes('AaasAdmin'),
    companyIds: user.company_ids,
  };
}

/** The same for a request of that session, whose use is noted at most once in five minutes. */
export async function callerOfRequest(
  db: Kysely<Tables>,
  named: Named,
  requestId: string,
  withFactor: readonly Group[],
): Promise<Caller | null> {
  const caller = await findCaller(db, named, requestId, withFactor);
  const isDue = caller && (usesNoted.get(named.sessionId) ?? 0) < Date.now() - USE_MS;
  if (!isDue) return caller;
  if (usesNoted.size >= MOST_NOTED) usesNoted.clear();
  usesNoted.set(named.sessionId, Date.now());
  await sql`
    update sessions set last_used_at = clock_timestamp()
    where id = ${named.sessionId}
      and coalesce(last_used_at, '-infinity') < clock_timestamp() - interval '5 minutes'`.execute(db);
  return caller;
}

const USE_MS = 5 * 60 * 1000;
const MOST_NOTED = 10_000;
/** When this process noted a session's use last, so that not every request asks. */
const usesNoted = new Map<string, number>();

/** The signed-in user with their companies, in id order. */
export async function findCurrentUser(db: Kysely<Tables>, caller: Caller): Promise<CurrentUser> {
  const [user, companies] = await Promise.all([
    db
      .selectFrom('users')
      .select(['id', 'username', 'email'])
      .where('id', '=', caller.userId)
      .executeTakeFirstOrThrow(),
    db
      .selectFrom('companies')
      .select(['id', 'name', 'slug'])
      .where('deleted_at', 'is', null)
      .where(isAuthorised(caller, 'id'))
      .orderBy('id')
      .execute(),
  ]);
  const { mustSetUpFactor } = caller;
  return { ...user, companies, groups: [...caller.groups], ...(mustSetUpFactor && { must_set_up_factor: true }) };
}

/**
 * Opens a session. Throws NotSignedIn for a wrong name, a wrong password and a disabled user alike, in the same time;
 * SecondFactorRequired, after the right password alone, where a code is missing or wrong; TooManyAttempts when a limit is
 * reached, and Busy when too many sign-ins wait already.
 */
export async function signIn(
  { db, tokens, verifyPassword, queue, secrets, onlyProviders }: SignIn,
  { username, password, code }: Credentials,
  from: SignInFrom,
): Promise<TokenPair> {
  const attempt = { usernameKey: usernameKey(username), address: networkOf(from.address) };
  // All of it in turn: what waits holds neither a connection nor a thread.
  const outcome = await queue.run(attempt.address, async () => {
    // No hash for those whom a limit refuses already.
    await requireAttemptsLeft(db, attempt);
    const user = await db
      .selectFrom('users')
      .select(['id', 'username', 'password_hash'])
      .where('username_key', '=', attempt.usernameKey)
      .executeTakeFirst();
    const isKnown = await verifyPassword(user?.password_hash ?? null, password);
    return db.transaction().execute(async (transaction) => {
      await countAttempt(transaction, attempt);
      // Asked for everybody, so that the time it takes tells nothing.
      const isOpen = await isOpenTo(transaction, user ?? { id: 0, password_hash: null }, onlyProviders);
      if (!user || !isKnown || !isOpen) {
        await auditFailure(transaction, user ?? null, from);
        return new NotSignedIn('Invalid username or password');
      }
      if (!(await isFactorThere(transaction, user.id))) {
        await forgetFailures(transaction, attempt);
        return openSession(transaction, tokens, user, from);
      }
      if (code === undefined) {
        // The failures before it stay: or the password alone would give new tries for the code.
        await forgetAttempt(transaction, attempt);
        return new SecondFactorRequired(CODE_MISSING);
      }
      // Who guesses codes knows the password: the tries from all addresses count together.
      const guess = { ...attempt, address: `second factor of ${user.id}` };
      await countAttempt(transaction, guess);
      const by = await takeCode(transaction, secrets, user.id, code);
      if (!by) {
        await auditFailure(transaction, user, from, { second_factor: 'wrong code' });
        return new SecondFactorRequired(CODE_WRONG);
      }
      for (const right of [attempt, guess]) await forgetFailures(transaction, right);
      return openSession(transaction, tokens, user, from, { second_factor: by });
    });
  });
  // Thrown here: an error within the transaction would undo the count.
  if (outcome instanceof NotSignedIn) throw outcome;
  return outcome;
}

/**
 * Opens a session of whoever a sign-in code was given to. Throws NotSignedIn for one that was used, has run out or never was,
 * and for a person who is disabled.
 */
export async function signInByCode(
  { db, tokens, secrets, onlyProviders }: SignIn,
  code: string,
  from: SignInFrom,
  cookie: string | null,
): Promise<TokenPair> {
  const pair = await db.transaction().execute(async (transaction) => {
    const taken = await takeSignInCode(transaction, code);
    // Only in the browser that was led to the provider: no link signs anybody in.
    if (taken?.by && readSignInCookie(secrets, cookie)?.state !== taken.challenge) return null;
    const user = await transaction
      .selectFrom('users')
      .select(['id', 'username', 'password_hash', 'password_sign_in'])
      .where('id', '=', taken?.user_id ?? 0)
      .where('disabled_at', 'is', null)
      .where('deleted_at', 'is', null)
      .forNoKeyUpdate()
      .executeTakeFirst();
    if (!user || !taken) return null;
    // A passkey stands in for a password, and so is for those alone who may have one.
    const isClosed = user.password_hash === '' || (onlyProviders && !user.password_sign_in);
    if (!taken.by && isClosed) return null;
    return openSession(transaction, tokens, user, from, taken.by ?? { second_factor: 'passkey' });
  });
  if (!pair) throw new NotSignedIn('This sign-in has run out. Please try again.');
  return pair;
}

const CODE_MISSING = 'Please enter the code of your app, or a recovery code.';
const CODE_WRONG = 'This code is not right, or was used already. Please enter the one that the app shows now.';

/** Whether sign-in is open to a user, and still by this password: a new one ends the sessions that are there by then. */
async function isOpenTo(
  transaction: Transaction<Tables>,
  user: { id: number; password_hash: string | null },
  onlyProviders: boolean,
) {
  const present = await transaction
    .selectFrom('users')
    .select('id')
    .where('id', '=', user.id)
    .where('password_hash', '=', user.password_hash)
    .where('disabled_at', 'is', null)
    .where((eb) => (onlyProviders ? eb('password_sign_in', '=', true) : eb.lit(true)))
    // The session's opening writes this row.
    .forNoKeyUpdate()
    .executeTakeFirst();
  return present !== undefined;
}

/** Opens a session of a user whose row is locked. */
export async function openSession(
  transaction: Transaction<Tables>,
  tokens: Tokens,
  user: { id: number; username: string },
  { address, userAgent, requestId }: SignInFrom,
  by: { readonly second_factor: FactorKind } | ByProvider | null = null,
): Promise<TokenPair> {
  const named = { userId: user.id, sessionId: randomUUID() };
  const [access, refresh] = [tokens.signAccess(named), tokens.signRefresh(named)];
  await transaction
    .insertInto('sessions')
    .values({
      id: named.sessionId,
      user_id: user.id,
      refresh_hash: tokenHash(refresh),
      address: asWritten(address),
      user_agent: userAgent?.slice(0, 300) ?? null,
      expires_at: sql<string>`clock_timestamp() + make_interval(days => ${REFRESH_DAYS})`,
      verified_at: sql<string>`clock_timestamp()`,
      ...(by && 'provider' in by && by),
    })
    .execute();
  await transaction
    .updateTable('users')
    .set({ last_sign_in_at: sql<string>`clock_timestamp()` })
    .where('id', '=', user.id)
    .execute();
  const actor = { userId: user.id, username: user.username, requestId };
  const after = {
    address: asWritten(address),
    ...(by && ('provider' in by ? { provider: by.provider } : { second_factor: by.second_factor })),
  };
  await audit(transaction, actor, { action: 'sign in', resource: 'session', recordId: named.sessionId, after });
  return { access, refresh };
}

/** Who tried in vain, where no user has the name: what was typed may be a password. */
const NOBODY = { id: null, username: 'unknown' };

/** Notes a failed sign-in; of a burst from everywhere no more than the log can bear. */
export async function auditFailure(
  transaction: Transaction<Tables>,
  user: { id: number; username: string } | null,
  { address, requestId }: Pick<SignInFrom, 'address' | 'requestId'>,
  more: Readonly<Record<string, string>> = {},
): Promise<void> {
  if (await isFlood(transaction)) return;
  const { id: userId, username } = user ?? NOBODY;
  const after = { address: asWritten(address), ...more };
  await audit(
    transaction,
    { userId, username, requestId },
    { action: 'sign in failed', resource: 'session', recordId: 'none', after },
  );
}

const REFUSED_REFRESH = 'The session has ended. Please sign in again';

/** A new access token for a session that still stands; throws NotSignedIn otherwise. */
export async function refreshAccess({ db, tokens }: SignIn, refresh: string, requestId: string) {
  const named = tokens.readRefresh(refresh);
  const caller = named && (await findCaller(db, named, requestId, []));
  if (!caller || !(await isCurrent(db, caller.sessionId, refresh))) throw new NotSignedIn(REFUSED_REFRESH);
  return { access: tokens.signAccess(caller) };
}

/** Ends the session of a refresh token. One that has ended already is no mistake; what is no refresh token is. */
export async function revokeSession({ db, tokens }: SignIn, refresh: string, requestId: string): Promise<void> {
  const named = tokens.readRefresh(refresh);
  if (!named) throw new NotSignedIn(REFUSED_REFRESH);
  await db.transaction().execute(async (transaction) => {
    const ended = await transaction
      .deleteFrom('sessions')
      .using('users')
      .whereRef('users.id', '=', 'sessions.user_id')
      .where('sessions.id', '=', named.sessionId)
      .where('sessions.refresh_hash', '=', tokenHash(refresh))
      .returning(['users.id as userId', 'users.username'])
      .executeTakeFirst();
    if (!ended) return;
    await audit(
      transaction,
      { ...ended, requestId },
      { action: 'sign out', resource: 'session', recordId: named.sessionId },
    );
  });
}

const isCurrent = async (db: Kysely<Tables>, sessionId: string, refresh: string) => {
  const session = await db
    .selectFrom('sessions')
    .select('id')
    .where('id', '=', sessionId)
    .where('refresh_hash', '=', tokenHash(refresh))
    .executeTakeFirst();
  return session !== undefined;
};

/** Forgets the sessions that have run out. */
export const purgeSessions = (db: Kysely<Tables>) =>
  db
    .deleteFrom('sessions')
    .where(sql<boolean>`expires_at < clock_timestamp()`)
    .execute();
