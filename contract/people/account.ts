/** One's own account on the wire: the password, the second factor, and where one is signed in (DECISIONS §15). */
import { count, dateTime, flag, listOf, nullable, object, response, secretText, text, type Infer } from '../schema';
import { secondFactorCode, signInCode } from '../session';
import { newPassword } from './passwords';

const current_password = secretText('Current Password', { minLength: 1, maxLength: 1024 });
const sessionId = text('Session', {
  minLength: 36,
  maxLength: 36,
  pattern: '^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$',
});

/** Response of GET /users/me/sessions, the present one first. Null is unknown: the session is older than what is kept. */
export const ownSessions = response({
  items: listOf(
    response({
      id: sessionId,
      is_current: flag('This One'),
      user_agent: nullable(text('Browser')),
      address: nullable(text('Address')),
      created_at: dateTime('Signed In'),
      /** Noted at most once in five minutes. */
      last_used_at: nullable(dateTime('Last Used')),
    }),
  ),
  total: count('Total'),
});

/** How many minutes a password or a passkey counts for the changes of one's own account that ask for it. */
export const VERIFIED_MINUTES = 10;

/** The message where neither was given in that time. */
export const VERIFY_FIRST = 'Please enter your current password first.';

/** Body of POST /users/me/verification: one of the two. */
export const verification = object({ current_password, sign_in_code: signInCode }, []);

/** Body of POST /users/me/sessions/end; without a session, all but the present one. */
export const sessionsEnd = object({ current_password, session_id: sessionId }, []);

/** Body of POST /users/me/password. */
export const passwordChange = object({ current_password, new_password: { ...newPassword, title: 'New Password' } }, [
  'new_password',
]);

/** How many recovery codes there are, each good once. */
export const RECOVERY_CODES = 10;

/** Response of GET /users/me/second-factor. */
export const ownSecondFactor = response({
  /** Since when an app's codes are asked for; null without. */
  app_since: nullable(dateTime('App Since')),
  recovery_codes_left: count('Recovery Codes Left'),
  /** A group of the person's has to have a second factor. */
  is_required: flag('Required'),
});

/** Response of POST /users/me/second-factor: the secret, also as an app reads it from a picture. */
export const secondFactorSecret = response({ secret: text('Secret'), uri: text('Address') });

/** Body of POST /users/me/second-factor/confirm. */
export const secondFactorConfirm = object({ code: secondFactorCode }, ['code']);

/** Recovery codes, which are in this response alone. */
export const recoveryCodes = response({ recovery_codes: listOf(text('Code'), { title: 'Recovery Codes' }) });

export type OwnSessions = Infer<typeof ownSessions>;
export type Verification = Infer<typeof verification>;
export type SecondFactorConfirm = Infer<typeof secondFactorConfirm>;
export type OwnSecondFactor = Infer<typeof ownSecondFactor>;
export type SecondFactorSecret = Infer<typeof secondFactorSecret>;
export type RecoveryCodes = Infer<typeof recoveryCodes>;
export type SessionsEnd = Infer<typeof sessionsEnd>;
export type PasswordChange = Infer<typeof passwordChange>;
