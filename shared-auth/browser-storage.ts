/**
 * The browser's two storages, or memory where the browser refuses them (blocked by policy, full, a
 * private window): what is written can be read again for as long as the page lives.
 */

interface TextStorage {
  read(key: string): string | null;
  /** Null removes. */
  write(key: string, value: string | null): void;
  /** The keys that begin so. */
  keys(beginning: string): string[];
  clear(): void;
}

/** A storage under its name on `window`; reaching for that property may itself throw, so it is reached for each time. */
function textStorage(name: 'localStorage' | 'sessionStorage'): TextStorage {
  const unwritten = new Map<string, string>();
  const attempt = <T>(action: (storage: Storage) => T): T | undefined => {
    try {
      return action(window[name]);
    } catch {
      return undefined;
    }
  };
  return {
    read: (key) => unwritten.get(key) ?? attempt((storage) => storage.getItem(key)) ?? null,
    write(key, value) {
      unwritten.delete(key);
      if (value === null) attempt((storage) => storage.removeItem(key));
      else if (attempt((storage) => (storage.setItem(key, value), true)) === undefined) unwritten.set(key, value);
    },
    keys: (beginning) =>
      [...unwritten.keys(), ...(attempt((storage) => Object.keys(storage)) ?? [])].filter((key) =>
        key.startsWith(beginning),
      ),
    clear() {
      unwritten.clear();
      attempt((storage) => storage.clear());
    },
  };
}

/** Shared by all tabs of this browser, and kept when they close. */
export const localTexts = textStorage('localStorage');
/** This tab's own. */
export const sessionTexts = textStorage('sessionStorage');

/** The keys of the token store (specification 1 §9), which no choice may use. */
export type TokenKey = 'access_token' | 'refresh_token';

/** Something that a person chose, kept as text in this browser. */
export interface StoredChoice {
  /** The value written last, or null. */
  read(): string | null;
  /** Keeps `value`; null forgets it. Never throws: without storage it is kept until the page goes. */
  write(value: string | null): void;
}

const choice =
  (texts: TextStorage) =>
  <const Name extends string>(name: Name extends TokenKey ? never : Name): StoredChoice => ({
    read: () => texts.read(name),
    write: (value) => texts.write(name, value),
  });

/**
 * A choice that lives as long as this tab and is forgotten when somebody else signs in.
 *
 * @param name the key in session storage, as it is: specification 2 §3 names one (`agent_chat_tab_id`)
 */
export const sessionChoice = choice(sessionTexts);

/** Personal data has a key that begins with one of these and the user's id: `list:7:product-variants`. */
const OWN = ['company', 'import', 'list', 'recent'];
/** State of whoever was signed in last, so that the next page starts sooner. */
const OF_THE_LAST = ['last_groups', 'last_remotes', 'added_screens'];

/** Removes a person's own data of all `localChoice`s, of everybody where the person is unknown (null). */
export function forgetChoicesOf(user: string | null): void {
  const isOwn = (key: string) => {
    const [name = '', id] = key.split(':');
    return OF_THE_LAST.includes(key) || (OWN.includes(name) && (user === null || id === user));
  };
  for (const key of localTexts.keys('')) if (isOwn(key)) localTexts.write(key, null);
}

/**
 * A choice that all tabs share. It outlives them and the session (the theme), unless it is a person's own: that goes with
 * the person's logout.
 *
 * @param name the key in local storage, as it is
 */
export const localChoice = choice(localTexts);
