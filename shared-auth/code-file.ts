/** Files of code and styles, as far as the host's site-code fetches them itself. */
import type { HeadFile } from './head-script';

/** Begins to fetch a style, of any server that admits it; what is given up no longer holds any other request up. */
export function fetchStyle(address: string): HeadFile {
  const stop = new AbortController();
  const text = fetch(address, { signal: stop.signal }).then((response) => (response.ok ? response.text() : null));
  return { outcome: text.catch(() => null), stop: () => stop.abort() };
}

/** Has the browser's cache hold what the server has now, where it was to keep a broken file for ever. */
export const renewCached = (address: string): void => void fetch(address, { cache: 'reload' }).catch(() => undefined);
