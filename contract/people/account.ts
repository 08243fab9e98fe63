/** One's own account on the wire: the password, and where one is signed in (DECISIONS §15). */
import { count, dateTime, flag, listOf, nullable, object, response, secretText, text, type Infer } from '../schema';
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

/** Body of POST /users/me/sessions/end; without a session, all but the present one. */
export const sessionsEnd = object({ current_password, session_id: sessionId }, ['current_password']);

/** Body of POST /users/me/password. */
export const passwordChange = object({ current_password, new_password: { ...newPassword, title: 'New Password' } }, [
  'current_password',
  'new_password',
]);

export type OwnSessions = Infer<typeof ownSessions>;
export type SessionsEnd = Infer<typeof sessionsEnd>;
export type PasswordChange = Infer<typeof passwordChange>;
