import { ownSessions, passwordChange, sessionsEnd } from 'contract/people/account';
import { signedOut } from 'contract/people/people';
import { signedIn } from '../http/access';
import type { AddRoute } from '../http/route';
import { changeOwnPassword, endOwnSessions, listOwnSessions } from './account.queries';
import type { Accepting } from './invitations.queries';

const TOO_MANY = 'Too many wrong passwords; Retry-After says when the next try is heard';
// Kept for no Idempotency-Key: a wrong password counts, whatever becomes of the call.
const guarded = { access: signedIn, isSecret: true, errors: { 429: TOO_MANY } } as const;

/** One's own account (DECISIONS §15). */
export function accountRoutes(add: AddRoute, account: Accepting): void {
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
}
