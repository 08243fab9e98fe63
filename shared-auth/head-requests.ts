/** Takes over the requests that the document's head sent while the scripts were still coming (head-script.ts). */
import type { HeadRequests } from './head-script';

/**
 * The response to a request that the head sent, once; null without one, or where it carried another token or body.
 *
 * @param url absolute, or from the site's root; its parameters may stand in any order
 * @param signal aborts the request, as that of `fetch` does
 */
export function takeHeadRequest(
  url: string,
  token: string | null,
  signal: AbortSignal,
  body?: string,
): Promise<Response> | null {
  const { head } = window as { head?: HeadRequests };
  if (!head) return null;
  const address = new URL(url, window.location.origin);
  address.searchParams.sort();
  const { href, pathname } = address;
  head.asked.add(href);
  const sent = head.requests.get(href);
  if (!sent) {
    // The head requested other rows of the same list: no query will take them.
    for (const [other, { stop }] of head.requests)
      if (other.includes('?') && new URL(other).pathname === pathname) {
        head.requests.delete(other);
        stop();
      }
    return null;
  }
  head.requests.delete(href);
  if (sent.token !== token || sent.body !== body || signal.aborted) {
    sent.stop();
    return null;
  }
  signal.addEventListener('abort', sent.stop, { once: true });
  return sent.response;
}
