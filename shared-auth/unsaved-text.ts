/**
 * Unsaved text, kept in this browser for the person who typed it (DECISIONS §3): in local storage, a key
 * for each person and form. Nothing here sends anything.
 */
import { forgetChoicesOf, localTexts, sessionChoice } from './browser-storage';

const BEGINNING = 'unsaved:';
/** Milliseconds: what is older is forgotten. */
const LONGEST_KEPT = 7 * 24 * 60 * 60 * 1000;
/** Bytes of all that is kept, of everybody; the oldest goes first. */
const MOST = 1_000_000;
/** How long a time is at the beginning of what is kept, so that the newest is the greatest: `2026-01-31T12:00:00.000Z`. */
const TIME = 24;

/** Whose session choices this tab holds: nothing of a former user's is left to the next one. */
export const sessionOwner = sessionChoice('session_owner');
/** Which form the end of the session took from this tab, so that it is opened again. */
const taken = sessionChoice('unsaved_form');

/** Who types here; null: not signed in, and nothing is kept. */
let typist: string | null = null;
/** Count how often a session of this page has ended, and how often by the person's own logout. */
let ends = 0;
let logouts = 0;

const keysOf = (user: string | null) => localTexts.keys(user === null ? BEGINNING : `${BEGINNING}${user}:`);
const bytesOf = (text: string) => new TextEncoder().encode(text).length;

/** Makes room: what is too old goes, and of the rest the oldest, down to the limit; `key` is about to be written. */
function makeRoom(now: number, key = '', bytes = 0) {
  const oldest = new Date(now - LONGEST_KEPT).toISOString();
  const kept = keysOf(null)
    .filter((other) => other !== key)
    .map((other) => ({ other, text: localTexts.read(other) ?? '' }))
    .sort((one, other) => (one.text < other.text ? 1 : -1));
  let sum = bytes;
  for (const { other, text } of kept) {
    sum += bytesOf(other + text);
    if (sum > MOST || text < oldest) localTexts.write(other, null);
  }
}

/** Somebody has signed in, or was found to be: from now on it is theirs that is kept. */
export function keepUnsavedOf(user: string, now = Date.now()) {
  typist = user;
  makeRoom(now);
}

/**
 * The session of this page has ended. A logout leaves nothing behind; whatever else ends it does.
 *
 * @param logout in which tab the person has logged out; null: in none
 */
export function unsavedTextOutlives(logout: 'here' | 'elsewhere' | null) {
  const user = typist ?? sessionOwner.read();
  typist = null;
  ends += 1;
  if (logout === null) return;
  logouts += 1;
  // A logout in a tab that does not know of whom it is leaves nothing of anybody.
  if (user === null && logout === 'elsewhere') return;
  for (const key of keysOf(user)) localTexts.write(key, null);
  forgetChoicesOf(user);
}

/** A kept text, and its time (ISO 8601). */
export interface KeptText {
  text: string;
  at: string;
}

/** The place of what is typed in one form by one person. Never throws: where the browser stores nothing, it is kept until the page goes. */
export interface UnsavedText {
  /** The text typed there last, in this tab or another, in the last 7 days; or null. */
  read(): KeptText | null;
  /** Keeps it in place of what was there; null forgets that. After a logout nothing is kept. */
  write(text: string | null): void;
  /** The form goes, unsaved: if the end of the session took it, this tab opens it again (`takeClosedForm`). */
  leave(): void;
}

/**
 * Unsaved text of a form. Passwords and keys are never to be given to it.
 *
 * @param address the page's path
 * @param name which of its forms, and of which record
 * @param now the time, for tests
 */
export function unsavedText(address: string, name: string, now = Date.now): UnsavedText {
  const mine = typist;
  const began = { ends, logouts };
  const key = `${BEGINNING}${mine}:${address} ${name}`;
  return {
    read() {
      const kept = mine === null ? null : localTexts.read(key);
      const at = kept?.slice(0, TIME) ?? '';
      return kept !== null && now() - Date.parse(at) < LONGEST_KEPT ? { text: kept.slice(TIME), at } : null;
    },
    write(text) {
      if (mine === null || began.logouts !== logouts) return;
      const entry = text === null ? null : new Date(now()).toISOString() + text;
      const bytes = bytesOf(key + (entry ?? ''));
      // A text too large leaves what was kept before it.
      if (bytes > MOST) return;
      makeRoom(now(), key, bytes);
      localTexts.write(key, entry);
    },
    leave() {
      if (mine !== null && began.ends !== ends && began.logouts === logouts) taken.write(`${mine}:${address} ${name}`);
    },
  };
}

/**
 * Which form of this page the end of a session closed in this tab; it is told once, and to the same person only.
 *
 * @param address the page's path
 * @returns the form's name, or null
 */
export function takeClosedForm(address: string): string | null {
  const stored = taken.read();
  if (stored === null) return null;
  taken.write(null);
  const beginning = `${typist}:${address} `;
  return stored.startsWith(beginning) ? stored.slice(beginning.length) : null;
}
