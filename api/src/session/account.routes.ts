import {
  ownSecondFactor as ownSecondFactorResponse,
  ownSessions,
  passwordChange,
  recoveryCodes,
  secondFactorConfirm,
  secondFactorSecret,
  sessionsEnd,
  verification,
} from 'contract/people/account';
import { passkey, passkeyAdd, passkeyAdded, passkeyCreation, passkeyRename, passkeys } from 'contract/people/passkeys';
import { signedOut } from 'contract/people/people';
import { beforeFactor, signedIn, type Caller } from '../http/access';
import { byId, type AddRoute } from '../http/route';
import { changeOwnPassword, endOwnSessions, listOwnSessions } from './account.queries';
import type { Accepting } from './invitations.queries';
import {
  addPasskey,
  listPasskeys,
  passkeyCreationOptions,
  removePasskey,
  renamePasskey,
  type PasskeyContext,
} from './passkeys.queries';
import { relyingParty } from './relying-party';
import {
  beginSecondFactor,
  confirmSecondFactor,
  ownSecondFactor,
  removeSecondFactor,
  renewRecoveryCodes,
  type SecondFactors,
} from './second-factor.queries';
import { requireVerified, verify } from './verification.queries';

const TOO_MANY = 'Too many wrong passwords; Retry-After says when the next try is heard';
const VERIFIED = 'Neither password nor passkey were given in the last 10 minutes';
// Kept for no Idempotency-Key: a wrong password counts, whatever becomes of the call.
const guarded = { access: signedIn, isSecret: true, errors: { 400: VERIFIED, 429: TOO_MANY } } as const;

/** The dependencies of one's own account. */
type Account = Accepting & SecondFactors & PasskeyContext & { readonly publicUrl: string | null };

const provenBy =
  (account: Account) =>
  ({ caller, address }: { caller: Caller; address: string }) =>
    requireVerified(account, caller, undefined, address);

/** One's own account (DECISIONS §15). */
export function accountRoutes(add: AddRoute, account: Account): void {
  add('GET', '/users/me/sessions', {
    access: signedIn,
    summary: 'Where one is signed in',
    response: ownSessions,
    handle: ({ caller }) => listOwnSessions(account.db, caller),
  });
  add('POST', '/users/me/sessions/end', {
    ...guarded,
    summary: 'End one of one’s own sessions, or all but the present one',
    body: sessionsEnd,
    response: signedOut,
    handle: async ({ caller, body, address }) => ({
      sessions_ended: await endOwnSessions(account, caller, body, address),
    }),
  });
  add('POST', '/users/me/password', {
    ...guarded,
    summary: 'Change one’s own password; the other sessions end',
    body: passwordChange,
    handle: ({ caller, body, address }) => changeOwnPassword(account, caller, body, address),
  });
  add('POST', '/users/me/verification', {
    ...guarded,
    access: beforeFactor,
    errors: { 400: 'A wrong password, or a sign-in code that is not one’s own', 429: TOO_MANY },
    summary:
      'Give one’s password, or the sign-in code of a passkey, for the changes of the next 10 minutes that ask for it',
    body: verification,
    handle: ({ caller, body, address }) => verify(account, caller, body, address),
  });
  secondFactorRoutes(add, account);
  passkeyRoutes(add, account);
}

function secondFactorRoutes(add: AddRoute, account: Account): void {
  const path = '/users/me/second-factor';
  const own = { access: beforeFactor, isSecret: true, errors: { 400: VERIFIED } } as const;
  const proven = provenBy(account);
  add('GET', path, {
    access: beforeFactor,
    summary: 'One’s own second factor',
    response: ownSecondFactorResponse,
    handle: ({ caller }) => ownSecondFactor(account, caller),
  });
  add('POST', path, {
    ...own,
    summary: 'Begin to set up an app; its secret is in this response alone, and asks for no codes yet',
    response: secondFactorSecret,
    status: 201,
    handle: async (call) => {
      await proven(call);
      return beginSecondFactor(account, call.caller);
    },
  });
  add('POST', `${path}/confirm`, {
    ...own,
    summary:
      'Ask for codes from now on, by a first one; the other sessions end. The recovery codes are in this response alone',
    body: secondFactorConfirm,
    response: recoveryCodes,
    handle: async (call) => {
      await proven(call);
      return confirmSecondFactor(account, call.caller, call.body.code);
    },
  });
  add('POST', `${path}/recovery-codes`, {
    ...own,
    summary: 'Make new recovery codes in place of those that are left',
    response: recoveryCodes,
    status: 201,
    handle: async (call) => {
      await proven(call);
      return renewRecoveryCodes(account, call.caller);
    },
  });
  add('DELETE', path, {
    ...own,
    summary: 'Ask for no more codes',
    handle: async (call) => {
      await proven(call);
      return removeSecondFactor(account, call.caller);
    },
  });
}

function passkeyRoutes(add: AddRoute, account: Account): void {
  const path = '/users/me/passkeys';
  const { db, publicUrl } = account;
  const own = { access: beforeFactor, isSecret: true, errors: { 400: VERIFIED } } as const;
  const proven = provenBy(account);
  add('GET', path, {
    access: beforeFactor,
    summary: 'One’s own passkeys, the latest first',
    response: passkeys,
    handle: ({ caller }) => listPasskeys(db, caller),
  });
  add('POST', `${path}/options`, {
    ...own,
    summary: 'How the browser is to make a passkey',
    response: passkeyCreation,
    handle: async (call) => {
      await proven(call);
      return passkeyCreationOptions(account, call.caller, relyingParty(publicUrl, call.origin));
    },
  });
  add('POST', path, {
    ...own,
    summary: 'Add a passkey; with the first factor come recovery codes, which are in this response alone',
    body: passkeyAdd,
    response: passkeyAdded,
    status: 201,
    errors: { ...own.errors, 409: 'It is there already' },
    handle: async (call) => {
      await proven(call);
      return addPasskey(account, call.caller, call.body, relyingParty(publicUrl, call.origin));
    },
  });
  add('PATCH', `${path}/:id`, {
    ...own,
    summary: 'Give one of one’s passkeys another name',
    params: byId,
    body: passkeyRename,
    response: passkey,
    handle: async (call) => {
      await proven(call);
      return renamePasskey(db, call.caller, call.params.id, call.body.name);
    },
  });
  add('DELETE', `${path}/:id`, {
    ...own,
    summary: 'Remove one of one’s passkeys',
    params: byId,
    handle: async (call) => {
      await proven(call);
      await removePasskey(db, call.caller, call.params.id);
    },
  });
}
