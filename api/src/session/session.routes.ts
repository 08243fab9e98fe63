import { passkeyAnswer, passkeyRequest, signInCode } from 'contract/people/passkeys';
import {
  accessResponse,
  credentials,
  currentUser,
  refreshBody,
  signInBody,
  tokenPair,
  type SignInBody,
} from 'contract/session';
import { anyone, beforeFactor } from '../http/access';
import { InvalidInput } from '../http/errors';
import type { AddRoute } from '../http/route';
import { bodyValidator } from '../http/validation';
import { answerPasskeyRequest, passkeyRequestOptions, type PasskeyContext } from './passkeys.queries';
import { relyingParty } from './relying-party';
import {
  findCurrentUser,
  refreshAccess,
  revokeSession,
  signIn,
  signInByCode,
  type SignIn,
  type SignInFrom,
} from './session.queries';

const TOO_MANY = 'Too many failures; Retry-After says when the next try is heard';
const brokenCredentials = bodyValidator(credentials);
const BOTH = { loc: ['body', 'sign_in_code'], msg: 'Name and password, or a sign-in code, not both', type: 'not' };

/** Signs in by name and password or by a sign-in code. Throws InvalidInput for both, and as either. */
function signInByEither(session: SignIn, body: SignInBody, from: SignInFrom, cookie: string | null) {
  const { sign_in_code, username = '', password = '', code } = body;
  if (sign_in_code !== undefined) {
    if (Object.keys(body).length > 1) throw new InvalidInput([BOTH]);
    return signInByCode(session, sign_in_code, from, cookie);
  }
  const broken = brokenCredentials(body);
  if (broken.length) throw new InvalidInput(broken);
  return signIn(session, { username, password, ...(code !== undefined && { code }) }, from);
}

/** Sign-in, refresh, sign-out and the current user (specification 1 §7; DECISIONS §15). */
export function sessionRoutes(
  add: AddRoute,
  session: SignIn & PasskeyContext,
  { publicUrl }: { publicUrl: string | null },
): void {
  add('POST', '/token/pair', {
    access: anyone,
    summary: 'Sign in with user name and password, and a code where there is a second factor; or with a sign-in code',
    body: signInBody,
    errors: {
      401: 'Wrong, or disabled; with `second_factor`, after the right password alone, where a code is missing or wrong',
      429: TOO_MANY,
    },
    response: tokenPair,
    handle: ({ body, address, userAgent, requestId, cookie }) =>
      signInByEither(session, body, { address, userAgent, requestId }, cookie),
  });
  add('POST', '/token/passkey/options', {
    access: anyone,
    summary: 'How a browser signs in by a passkey',
    response: passkeyRequest,
    errors: { 400: 'Passkeys cannot be used at this address' },
    handle: ({ origin }) => passkeyRequestOptions(session, relyingParty(publicUrl, origin)),
  });
  add('POST', '/token/passkey', {
    access: anyone,
    summary: 'A sign-in code for the answer of a browser to that, good once, for a minute',
    body: passkeyAnswer,
    errors: { 401: 'Unknown, wrong, answered before, or of somebody who is disabled', 429: TOO_MANY },
    response: signInCode,
    handle: ({ body, origin, address, userAgent, requestId }) =>
      answerPasskeyRequest(session, body, relyingParty(publicUrl, origin), { address, userAgent, requestId }),
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
