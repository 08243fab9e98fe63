/** The store that an address leads to (DECISIONS §13): only `https://NAME.myshopify.com` is connected. */
const STORE = /^https:\/\/([a-z0-9][a-z0-9-]*)\.myshopify\.com\/?$/i;

/** The NAME of `https://NAME.myshopify.com`, in lower case; null for any other address. */
export const storeNameIn = (url: string | null): string | null => STORE.exec(url ?? '')?.[1]?.toLowerCase() ?? null;

/** The host of an address, by which stores are told apart; null without one. */
export const hostOf = (url: string | null): string | null =>
  /^https?:\/\/([^/?#]+)/.exec((url ?? '').toLowerCase())?.[1] ?? null;
