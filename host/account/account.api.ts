import type { OwnSessions, PasswordChange, SessionsEnd } from 'contract/people/account';
import { injectEndpoints } from 'shared-auth';

/** The calls on one's own account (DECISIONS §15); those with a password are untracked: the store keeps none. */
export const { listOwnSessions, endOwnSessions, changeOwnPassword } = injectEndpoints(['own-sessions'], (build) => ({
  listOwnSessions: build.query<OwnSessions, void>({
    query: () => ({ path: '/users/me/sessions' }),
    providesTags: ['own-sessions'],
  }),
  endOwnSessions: build.mutation<{ sessions_ended: number }, SessionsEnd>({
    query: (body) => ({ method: 'POST', path: '/users/me/sessions/end', body }),
    invalidatesTags: ['own-sessions'],
  }),
  changeOwnPassword: build.mutation<null, PasswordChange>({
    query: (body) => ({ method: 'POST', path: '/users/me/password', body }),
    invalidatesTags: ['own-sessions'],
  }),
})).endpoints;
