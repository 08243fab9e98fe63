/** Who a person of a provider is here (DECISIONS §15): found, tied or made at each sign-in, with the rights that the claims grant. */
import { sql, type Generated, type Kysely, type RawBuilder, type Transaction } from 'kysely';
import type { Actor } from '../database/audit';
import { audit } from '../database/audit';
import type { Tables } from '../database/connection';
import { Conflict, RuleBroken } from '../http/errors';
import { isSame } from '../session/rights.queries';
import { lockPerson, writeRights } from '../session/people.queries';
import { auditFailure, type SignInFrom } from '../session/session.queries';
import { giveSignInCode } from '../session/sign-in-codes.queries';
import { insertUser, noteChange, usableName } from '../session/users.queries';
import type { SignInProvider } from '../start/sign-in-providers';
import type { Claims } from './provider-client';
import { grantedBy, rulesOf, type Granted } from './sign-in-rules.queries';

declare module '../database/connection' {
  interface Tables {
    user_identities: {
      provider: string;
      subject: string;
      user_id: number;
      created_at: Generated<string>;
      last_sign_in_at: Generated<string | null>;
    };
  }
}

/** Why somebody whom a provider knows is not signed in here. */
export type Refusal = 'not-admitted' | 'disabled' | 'name-taken';

/** Who came back from a provider, and how. */
export interface Arrived {
  readonly claims: Claims;
  /** The claims of the signed token alone. */
  readonly signed: Claims;
  /** The `state` that the provider was asked with: it gives one code. */
  readonly state: string;
}

/** The methods (RFC 8176) that are more than a password. */
const FACTORS = ['mfa', 'otp', 'hwk', 'swk', 'fpt', 'face', 'iris', 'retina', 'sc', 'sms', 'tel', 'pop'];

/** A sign-in code for whoever the claims are about, or why it is refused; null where the sign-in gave one before. */
export const signInByClaims = (
  db: Kysely<Tables>,
  provider: SignInProvider,
  { claims, signed, state }: Arrived,
  from: SignInFrom,
): Promise<{ readonly code: string } | { readonly refused: Refusal } | null> =>
  db.transaction().execute(async (transaction) => {
    const { name } = provider;
    const actor: Actor = { userId: null, username: provider.label, requestId: from.requestId };
    // Of two first sign-ins at once the second finds what the first has made.
    await sql`select pg_advisory_xact_lock(hashtextextended(${`${name} ${claims.sub}`}, 0))`.execute(transaction);
    const rules = await rulesOf(transaction, name);
    const granted = grantedBy(rules, claims);
    const isAdmitted = rules.length === 0 || granted !== null;
    const theirs = await identified(transaction, name, claims.sub);
    const known = theirs ?? (await byEmail(transaction, name, claims));
    const refuse = async (refused: Refusal) => {
      await auditFailure(transaction, known, from, { provider: name, refused });
      return { refused };
    };
    if (known?.is_disabled) return refuse('disabled');
    if (!isAdmitted) {
      // Whom it has never signed in here has rights of somebody else's giving.
      if (theirs) await grant(transaction, actor, theirs.id, { groups: [], company_ids: [] });
      return refuse('not-admitted');
    }
    if (!known && !granted) return refuse('not-admitted');
    const made = known ?? (await make(transaction, actor, claims));
    if (!made) return refuse('name-taken');
    await sql`
      insert into user_identities (provider, subject, user_id, last_sign_in_at)
      values (${name}, ${claims.sub}, ${made.id}, clock_timestamp())
      on conflict (provider, subject) do update set last_sign_in_at = excluded.last_sign_in_at`.execute(transaction);
    await takeOver(transaction, actor, made.id);
    if (granted) await grant(transaction, actor, made.id, granted);
    const { sid, amr } = signed;
    const code = await giveSignInCode(transaction, made.id, state, {
      provider: name,
      provider_session: typeof sid === 'string' ? sid : null,
      has_factor: Array.isArray(amr) && amr.some((method) => FACTORS.includes(String(method))),
    });
    return code === null ? null : { code };
  });

interface Known {
  readonly id: number;
  readonly username: string;
  readonly is_disabled: boolean;
}

const people = (where: RawBuilder<unknown>) => sql<Known>`
  select id, username, disabled_at is not null as is_disabled from users
  where deleted_at is null and ${where} for update`;

/** Whom a provider's subject is. */
const identified = async (transaction: Transaction<Tables>, provider: string, subject: string) => {
  const isTheirs = sql`id = (select user_id from user_identities where provider = ${provider} and subject = ${subject})`;
  const { rows } = await people(isTheirs).execute(transaction);
  return rows[0] ?? null;
};

/** The one person with an address that the provider has verified, and no other subject of it. */
async function byEmail(transaction: Transaction<Tables>, provider: string, claims: Claims): Promise<Known | null> {
  const email = verifiedEmail(claims);
  if (email === null) return null;
  const { rows } = await people(sql`lower(email) = lower(${email})`).execute(transaction);
  const [person] = rows;
  if (!person || rows.length > 1) return null;
  const { rows: others } = await sql`
    select from user_identities where provider = ${provider} and user_id = ${person.id}`.execute(transaction);
  return others.length === 0 ? person : null;
}

const verifiedEmail = ({ email, email_verified }: Claims): string | null =>
  typeof email === 'string' && /^\S+@\S+$/.test(email) && email_verified === true ? email : null;

/** A new person, by the name that they have at the provider; null where somebody else has it here. */
async function make(transaction: Transaction<Tables>, actor: Actor, claims: Claims): Promise<Known | null> {
  const email = verifiedEmail(claims) ?? '';
  const username = nameOf(claims);
  try {
    // Without a password, which the empty text is.
    const id = await insertUser(transaction, { username, email, password_hash: '' });
    const after = { username, email, groups: [], company_ids: [] };
    await audit(transaction, actor, { action: 'create', resource: 'user', recordId: id, after });
    return { id, username, is_disabled: false };
  } catch (error) {
    if (error instanceof Conflict) return null;
    throw error;
  }
}

function nameOf({ preferred_username, email, sub }: Claims): string {
  for (const name of [preferred_username, email, sub])
    try {
      if (typeof name === 'string') return usableName(name);
    } catch (error) {
      if (!(error instanceof RuleBroken)) throw error;
    }
  return 'unnamed';
}

/** Ends an invitation that was not accepted: the person signs in without a password. */
async function takeOver(transaction: Transaction<Tables>, actor: Actor, userId: number): Promise<void> {
  const { rows } = await sql`
    update users set password_hash = '' where id = ${userId} and password_hash is null returning id`.execute(
    transaction,
  );
  if (rows.length === 0) return;
  await transaction.deleteFrom('user_invitations').where('user_id', '=', userId).execute();
  await noteChange(transaction, userId, actor);
}

/** Gives a person these groups and companies and no others; the last AaasAdmin stays one. */
async function grant(transaction: Transaction<Tables>, actor: Actor, userId: number, granted: Granted): Promise<void> {
  const before = await lockPerson(transaction, userId);
  const [groups, company_ids] = [[...granted.groups], [...granted.company_ids]];
  if (isSame(before.groups, groups) && isSame(before.company_ids, company_ids)) return;
  try {
    await writeRights(transaction, actor, before, { groups, company_ids });
  } catch (error) {
    // Thrown before anything is written.
    if (!(error instanceof RuleBroken)) throw error;
    await writeRights(transaction, actor, before, { groups: [...groups, 'AaasAdmin'], company_ids });
  }
}

/** Ends the sessions that a provider says have ended. Returns how many there were. */
export const endProviderSessions = async (
  db: Kysely<Tables>,
  provider: string,
  { subject, session }: { readonly subject: string | null; readonly session: string | null },
): Promise<number> => {
  const { rows } = await sql`
    delete from sessions
    where provider = ${provider}
      and (${subject}::text is null or user_id = (
        select user_id from user_identities where provider = ${provider} and subject = ${subject}))
      and (${session}::text is null or provider_session = ${session})
    returning id`.execute(db);
  return rows.length;
};
