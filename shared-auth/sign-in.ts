/** Signing in and out, and the store that knows who is (specification 1 §4; DECISIONS §3). */
import { combineReducers, configureStore, type Reducer, type StateFromReducersMapObject } from '@reduxjs/toolkit';
import type { Credentials, CurrentUser, TokenPair } from 'contract/session';
import { api } from './api';
import { sessionTexts } from './browser-storage';
import { onChangesElsewhere } from './changes-elsewhere';
import { exchange, readJson } from './exchange';
import { fetchUser, session } from './session';
import { abortRequests, endSession, LOGOUT_EVENT, sessionSignal, type SessionEnd } from './session-end';
import {
  accessToken,
  followStoredTokens,
  forgetTokens,
  refreshToken,
  storeTokens,
  tokensChangedElsewhere,
} from './tokens';
import { keepUnsavedOf, sessionOwner } from './unsaved-text';

/** The parts of the console's state. */
export const CONSOLE_REDUCERS = { [api.reducerPath]: api.reducer, [session.name]: session.reducer };

const newStore = (reducer: Reducer<ConsoleState>) =>
  configureStore({
    reducer,
    middleware: (standard) => standard().concat(api.middleware),
    // A response is rendered when it comes: with the next frame, as the standard has it, it is seen one frame later.
    enhancers: (standard) => standard({ autoBatch: { type: 'tick' } }),
  });

type ConsoleState = StateFromReducersMapObject<typeof CONSOLE_REDUCERS>;
export type ConsoleStore = ReturnType<typeof newStore>;

/** The console's one store, of `CONSOLE_REDUCERS`. The session's end clears the user and all that was fetched. */
export function createConsoleStore(reducer: Reducer<ConsoleState> = combineReducers(CONSOLE_REDUCERS)): ConsoleStore {
  const store = newStore(reducer);
  onChangesElsewhere((tags) => store.dispatch(api.util.invalidateTags(tags as never[])));
  window.addEventListener(LOGOUT_EVENT, (event) => {
    // Anybody may raise the event; only endSession says why.
    const end = (event as CustomEvent<SessionEnd | undefined>).detail ?? null;
    const signedInElsewhere = end === 'signed-in-elsewhere';
    // The user first: the screens are gone before their rows are, so none of them asks again.
    store.dispatch(session.actions.ended({ endedBecause: signedInElsewhere ? null : end, loading: signedInElsewhere }));
    store.dispatch(api.util.resetApiState());
    if (signedInElsewhere) void restoreSession(store, START_LIMIT);
  });
  return store;
}

/** How old a page is when it waits no longer to learn who is signed in, a refresh included, and how long it waits at least; milliseconds. */
const START_LIMIT = 4000;
const LEAST_LIMIT = 2000;

/**
 * Finds out at start who is signed in: by the stored access token, if there is one. Never rejects; a failure is logged
 * and leaves the tokens, unless the refresh was refused. Called again, it asks the service again.
 *
 * @param limit milliseconds
 */
export async function restoreSession(
  store: ConsoleStore,
  limit = Math.max(LEAST_LIMIT, START_LIMIT - performance.now()),
): Promise<void> {
  followStoredTokens();
  if (accessToken() === null) {
    store.dispatch(session.actions.ended({ endedBecause: null, loading: false }));
    return;
  }
  const present = sessionSignal();
  let isLate = false;
  const timer = setTimeout(() => {
    isLate = !present.aborted;
    // The next try does not wait for one that hangs.
    if (isLate) abortRequests();
  }, limit);
  try {
    userArrived(store, await fetchUser());
  } catch (error) {
    if (present.aborted && !isLate) return;
    console.error('The signed-in user could not be fetched.', error);
    store.dispatch(session.actions.ended({ endedBecause: 'unavailable', loading: false }));
  } finally {
    clearTimeout(timer);
  }
}

/**
 * Signs in: posts the credentials, stores both tokens, fetches the user. The session before, if any, ends first. An accepted
 * invitation has the tokens already.
 *
 * @returns whether all of it succeeded; otherwise no tokens are left and 'Login failed' is logged. Null: the password was
 *   right, and a second factor is asked for (DECISIONS §15)
 */
export async function signIn(store: ConsoleStore, by: Credentials | TokenPair): Promise<boolean | null> {
  const former = refreshToken();
  if (store.getState().session.user) clearTokens();
  revoke(former);
  try {
    const call = { method: 'POST', path: '/token/pair', body: by } as const;
    storeTokens('access' in by ? by : await exchange(call, null, readJson<TokenPair>));
    userArrived(store, await fetchUser());
    return true;
  } catch (error) {
    forgetTokens();
    if ((error as { body?: { second_factor?: string } | null }).body?.second_factor) return null;
    console.error('Login failed');
    return false;
  }
}

function userArrived(store: ConsoleStore, user: CurrentUser) {
  const id = String(user.id);
  if (sessionOwner.read() !== null && sessionOwner.read() !== id) sessionTexts.clear();
  sessionOwner.write(id);
  keepUnsavedOf(id);
  store.dispatch(session.actions.userArrived(user));
}

/** Signs out in every tab of this browser, as the menu and /clear-auth do. The service is told without waiting. */
export function signOut() {
  const refresh = refreshToken();
  clearTokens();
  revoke(refresh);
}

/** Ends a session at the service, whatever becomes of this page. */
function revoke(refresh: string | null) {
  if (refresh === null) return;
  const call = { method: 'POST', path: '/token/revoke', body: { refresh }, keepalive: true } as const;
  exchange(call, null, readJson).catch((error: unknown) => console.error('The session could not be revoked.', error));
}

/** Removes both tokens and ends the session in this page; the service is not told. */
export function clearTokens() {
  forgetTokens();
  endSession(null);
}

/**
 * Follows what other tabs do: signed out there is signed out here, signed in as somebody else there is that user here.
 *
 * @returns ends the listening
 */
export function listenToOtherTabs(): () => void {
  const compare = () => {
    // A logout takes both tokens, and the refresh token last; without that alone the next refresh fails, and says so.
    if (!tokensChangedElsewhere() || (refreshToken() === null && accessToken() !== null)) return;
    followStoredTokens();
    endSession(refreshToken() === null ? 'signed-out-elsewhere' : 'signed-in-elsewhere');
  };
  // A page that was frozen or kept for Back heard no storage event.
  const events = [
    [window, 'storage'],
    [window, 'pageshow'],
    [document, 'visibilitychange'],
  ] as const;
  for (const [target, name] of events) target.addEventListener(name, compare);
  return () => {
    for (const [target, name] of events) target.removeEventListener(name, compare);
  };
}
