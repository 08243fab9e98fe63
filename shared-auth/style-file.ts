import type { EarlyFile } from './head-script';

/** Begins to fetch a style, of any server that admits it; what is given up no longer holds any other request up. */
export function fetchStyle(address: string): EarlyFile {
  const stop = new AbortController();
  const text = fetch(address, { signal: stop.signal }).then((response) => (response.ok ? response.text() : null));
  return { outcome: text.catch(() => null), stop: () => stop.abort() };
}
