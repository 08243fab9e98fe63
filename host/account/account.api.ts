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
import type {
  Passkey,
  PasskeyAdd,
  PasskeyAdded,
  PasskeyCreation,
  PasskeyRename,
  Passkeys,
} from 'contract/people/passkeys';
import { injectEndpoints } from 'shared-auth';

const factor = '/users/me/second-factor';
const passkeys = '/users/me/passkeys';

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
  listPasskeys,
  passkeyCreation,
  addPasskey,
  renamePasskey,
  removePasskey,
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
  listPasskeys: build.query<Passkeys, void>({
    query: () => ({ path: passkeys }),
    providesTags: ['own-factor'],
  }),
  passkeyCreation: build.mutation<PasskeyCreation, void>({
    query: () => ({ method: 'POST', path: `${passkeys}/options` }),
  }),
  addPasskey: build.mutation<PasskeyAdded, PasskeyAdd>({
    query: (body) => ({ method: 'POST', path: passkeys, body }),
    invalidatesTags: ['own-factor', 'own-sessions'],
  }),
  renamePasskey: build.mutation<Passkey, { id: number } & PasskeyRename>({
    query: ({ id, ...body }) => ({ method: 'PATCH', path: `${passkeys}/${id}`, body }),
    invalidatesTags: ['own-factor'],
  }),
  removePasskey: build.mutation<null, number>({
    query: (id) => ({ method: 'DELETE', path: `${passkeys}/${id}` }),
    invalidatesTags: ['own-factor'],
  }),
  removeSecondFactor: build.mutation<null, void>({
    query: () => ({ method: 'DELETE', path: factor }),
    invalidatesTags: ['own-factor'],
  }),
})).endpoints;
