/** Takes over the requests that the document's head began while the scripts were still coming (head-script.ts). */
import type { Early } from './head-script';

/**
 * The response to a GET that the head began, once; null where there is none, or where it carried another token.
 *
 * @param url absolute, or from the site's root
 * @param signal gives the request up, as that of `fetch` does
 */
export function takeEarly(url: string, token: string | null, signal: AbortSignal): Promise<Response> | null {
  const { early } = window as { early?: Early };
  if (!early) return null;
  const { href, pathname } = new URL(url, window.location.origin);
  early.asked.add(href);
  const begun = early.requests.get(href);
  if (!begun) {
    // The head asked the same for other rows: nobody will want them.
    for (const [address, other] of early.requests)
      if (address.includes('?') && new URL(address).pathname === pathname) {
        early.requests.delete(address);
        other.stop();
      }
    return null;
  }
  early.requests.delete(href);
  if (begun.token !== token || signal.aborted) {
    begun.stop();
    return null;
  }
  signal.addEventListener('abort', begun.stop, { once: true });
  return begun.response;
}
