/**
 * The one refresh (specification 1 §4; DECISIONS §3): at most one at a time in this browser. Tabs take turns by the
 * Web Locks API; where the page has none (plain http on a LAN), reading the stored tokens again before judging does.
 */
import type { TokenPair } from 'contract/session';
import { exchange, readJson } from './exchange';
import { HttpError } from './server-error';
import { endSession, sessionEnded, sessionSignal } from './session-end';
import {
  accessToken,
  forgetTokens,
  isFollowing,
  refreshToken,
  storeAccessToken,
  tokensChangedElsewhere,
} from './tokens';

/** No newer access token could be had; `failure` is what a plain call fails with for that. */
export class RefreshFailure extends Error {
  override readonly name = 'RefreshFailure';

  constructor(
    override readonly message: 'No refresh token available' | 'Token refresh failed',
    readonly failure = new HttpError(401, { detail: message }),
  ) {
    super(message, { cause: failure });
  }
}

let running: Promise<string> | null = null;

/**
 * An access token newer than `used`, which the service has just refused: another request's, another tab's, or a
 * refreshed one. Calls that come while a refresh runs wait for it.
 *
 * @throws RefreshFailure: without a refresh token, or when it was refused, the tokens are gone and the logout event has
 *   been raised; when the service could not be asked, the tokens stay
 */
export function newerAccessToken(used: string | null): Promise<string> {
  running ??= inTurn(() => refresh(used)).finally(() => {
    running = null;
  });
  return running;
}

/** Milliseconds until what one tab has stored is read in every tab: each may be a process with a copy of its own. */
const SPREADING = 200;

/** Waits for the turn of this tab and returns at once; after a refresh the turn lasts until all tabs know its token. */
const inTurn = (work: () => Promise<string>): Promise<string> => {
  const locks = navigator.locks as LockManager | undefined;
  if (!locks) return work();
  return new Promise((resolve, reject) => {
    const turn = async () => {
      const before = accessToken();
      const token = await work();
      resolve(token);
      if (token !== before) await new Promise((spread) => setTimeout(spread, SPREADING));
    };
    locks.request('console-token-refresh', { signal: sessionSignal() }, turn).catch(reject);
  });
};

async function refresh(used: string | null): Promise<string> {
  const known = tokenOfOthers(used);
  if (known) return known;
  const token = refreshToken();
  if (!token) throw loggedOut('No refresh token available');
  try {
    const call = { method: 'POST', path: '/token/refresh', body: { refresh: token } } as const;
    const response = await exchange(call, null, readJson<Partial<TokenPair> | null | undefined>);
    if (tokensChangedElsewhere()) throw sessionEnded();
    const access = response?.access;
    if (typeof access !== 'string' || access === '') throw new HttpError('UNREADABLE');
    storeAccessToken(access);
    return access;
  } catch (error) {
    if (error instanceof RefreshFailure) throw error;
    const theirs = tokenOfOthers(used);
    if (theirs) return theirs;
    if (isRefusal(error)) throw loggedOut('Token refresh failed');
    throw error instanceof HttpError ? new RefreshFailure('Token refresh failed', error) : error;
  }
}

/** The token that somebody stored since `used` was read, if it belongs to the same sign-in. */
function tokenOfOthers(used: string | null): string | null {
  if (refreshToken() && tokensChangedElsewhere()) {
    endSession('signed-in-elsewhere');
    throw sessionEnded();
  }
  const stored = accessToken();
  return stored === used ? null : stored;
}

/** Codes of the service for a token that it refuses: ended, or none at all. A proxy's word, a fault or silence is no refusal. */
const REFUSALS: readonly unknown[] = [400, 401, 422];
const isRefusal = (error: unknown) => error instanceof HttpError && REFUSALS.includes(error.status);

/** A token that the service refuses though it has just been refreshed is a failed refresh, too (specification 1 §8). */
export function newerTokenRefused(token: string) {
  // Another one's token is theirs to judge.
  if (accessToken() === token && !tokensChangedElsewhere()) throw loggedOut('Token refresh failed');
}

function loggedOut(message: RefreshFailure['message']): RefreshFailure {
  // Signing out takes both tokens; one alone that is gone is not a logout.
  const because = tokensChangedElsewhere() && accessToken() === null ? 'signed-out-elsewhere' : 'expired';
  const isOver = !isFollowing();
  forgetTokens();
  // A request still under way when the session ended does not end it once more.
  if (!isOver) endSession(because);
  return new RefreshFailure(message);
}
