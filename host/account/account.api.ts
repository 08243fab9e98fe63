import type {
  OwnSecondFactor,
  OwnSessions,
  PasswordChange,
  RecoveryCodes,
  SecondFactorConfirm,
  SecondFactorSecret,
  SessionsEnd,
  Verification,
} from 'contract/people/account';
import { injectEndpoints } from 'shared-auth';

const factor = '/users/me/second-factor';

/** The calls on one's own account (DECISIONS §15); those with a secret are dispatched untracked: the store keeps none. */
export const {
  listOwnSessions,
  endOwnSessions,
  changeOwnPassword,
  verifyOneself,
  ownSecondFactor,
  beginSecondFactor,
  confirmSecondFactor,
  renewRecoveryCodes,
  removeSecondFactor,
} = injectEndpoints(['own-sessions', 'own-factor'], (build) => ({
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
  verifyOneself: build.mutation<null, Verification>({
    query: (body) => ({ method: 'POST', path: '/users/me/verification', body }),
  }),
  ownSecondFactor: build.query<OwnSecondFactor, void>({
    query: () => ({ path: factor }),
    providesTags: ['own-factor'],
  }),
  beginSecondFactor: build.mutation<SecondFactorSecret, void>({
    query: () => ({ method: 'POST', path: factor }),
  }),
  confirmSecondFactor: build.mutation<RecoveryCodes, SecondFactorConfirm>({
    query: (body) => ({ method: 'POST', path: `${factor}/confirm`, body }),
    invalidatesTags: ['own-factor', 'own-sessions'],
  }),
  renewRecoveryCodes: build.mutation<RecoveryCodes, void>({
    query: () => ({ method: 'POST', path: `${factor}/recovery-codes` }),
    invalidatesTags: ['own-factor'],
  }),
  removeSecondFactor: build.mutation<null, void>({
    query: () => ({ method: 'DELETE', path: factor }),
    invalidatesTags: ['own-factor'],
  }),
})).endpoints;
