/** Files of the site itself: the run-time configuration and the remotes' manifests. */
import { isCutLine, requestIdIn } from './exchange';
import { HttpError } from './server-error';

/**
 * Reads a JSON file outside the service, past the browser's cache and without the bearer.
 *
 * @param url from the site's root, or absolute
 * @param timeout milliseconds
 * @throws HttpError, with status `OFFLINE` or `TIMEOUT` where there is no answer; SyntaxError when it is not JSON
 */
export async function readSiteFile(url: string, timeout: number): Promise<unknown> {
  const limit = AbortSignal.timeout(timeout);
  try {
    const response = await fetch(url, { cache: 'no-cache', signal: limit });
    if (!response.ok)
      throw new HttpError(response.status, undefined, response.statusText, undefined, requestIdIn(response));
    return JSON.parse(await response.text()) as unknown;
  } catch (error) {
    if (limit.aborted) throw new HttpError('TIMEOUT');
    throw isCutLine(error) ? new HttpError('OFFLINE') : error;
  }
}
