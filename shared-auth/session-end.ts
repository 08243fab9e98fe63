/** The end of a session in this page, however it came. */
import { unsavedTextOutlives } from './unsaved-text';

/** Raised on `window` when the session of this page has ended (specification 1 §4, §9); `detail` is the `SessionEnd`. */
export const LOGOUT_EVENT = 'auth:logout';

/**
 * Why a session ended, where the login screen owes the person an explanation; null after a logout in this tab.
 * `expired`: the refresh was refused. `signed-out-elsewhere`: another tab did. `unavailable`: the service could not
 * say at start who is signed in; the tokens are kept, so a retry or a reload tries again.
 */
export type EndedBecause = 'expired' | 'signed-out-elsewhere' | 'unavailable' | null;

/** How a session ends: besides, somebody else may have signed in in another tab, whose session this page takes up. */
export type SessionEnd = EndedBecause | 'signed-in-elsewhere';

let session = new AbortController();

/** Aborted when the present session ends; every request follows it. */
export const sessionSignal = () => session.signal;

export const sessionEnded = () => new DOMException('The session has ended', 'AbortError');

/** Aborts what is under way; the session goes on. */
export function abortRequests() {
  const present = session;
  session = new AbortController();
  present.abort(sessionEnded());
}

/** Ends the session in this page: aborts what is under way and tells whoever listens. Tokens are the caller's matter. */
export function endSession(end: SessionEnd) {
  unsavedTextOutlives(end === null ? 'here' : end === 'signed-out-elsewhere' ? 'elsewhere' : null);
  abortRequests();
  window.dispatchEvent(new CustomEvent<SessionEnd>(LOGOUT_EVENT, { detail: end }));
}
