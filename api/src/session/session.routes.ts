import { accessResponse, credentials, currentUser, refreshBody, tokenPair } from 'contract/session';
import { anyone, beforeFactor } from '../http/access';
import type { AddRoute } from '../http/route';
import { findCurrentUser, refreshAccess, revokeSession, signIn, type SignIn } from './session.queries';

/** Sign-in, refresh, sign-out and the current user (specification 1 §7). */
export function sessionRoutes(add: AddRoute, session: SignIn): void {
  add('POST', '/token/pair', {
    access: anyone,
    summary: 'Sign in with user name and password, and a code where there is a second factor',
    body: credentials,
    errors: {
      401: 'Wrong, or disabled; with `second_factor`, after the right password alone, where a code is missing or wrong',
      429: 'Too many failures; Retry-After says when the next try is heard',
    },
    response: tokenPair,
    handle: ({ body, address, userAgent, requestId }) => signIn(session, body, { address, userAgent, requestId }),
  });
  add('POST', '/token/refresh', {
    access: anyone,
    summary: 'A new access token',
    body: refreshBody,
    errors: { 401: 'The session has ended' },
    response: accessResponse,
    handle: ({ body, requestId }) => refreshAccess(session, body.refresh, requestId),
  });
  add('POST', '/token/revoke', {
    access: anyone,
    summary: 'Sign out: end the session of a refresh token',
    body: refreshBody,
    errors: { 401: 'The session has ended' },
    handle: ({ body, requestId }) => revokeSession(session, body.refresh, requestId),
  });
  add('GET', '/users/me', {
    access: beforeFactor,
    summary: 'The signed-in user',
    response: currentUser,
    handle: ({ caller }) => findCurrentUser(session.db, caller),
  });
}
