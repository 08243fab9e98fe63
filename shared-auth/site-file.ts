/** Files of the site itself: the run-time configuration and the remotes' manifests. */
import { isCutLine, requestIdIn } from './exchange';
import { takeHeadRequest } from './head-requests';
import { HttpError } from './server-error';

/**
 * Reads a JSON file outside the service, past the browser's cache and without the bearer.
 *
 * @param url from the site's root, or absolute
 * @param timeout milliseconds
 * @throws HttpError, with status `OFFLINE` or `TIMEOUT` where there is no response; SyntaxError when it is not JSON
 */
export const readSiteFile = (url: string, timeout: number): Promise<unknown> =>
  readSite(url, timeout, async (response) => JSON.parse(await response.text()) as unknown);

async function readSite<T>(url: string, timeout: number, read: (response: Response) => Promise<T>): Promise<T> {
  const limit = AbortSignal.timeout(timeout);
  try {
    const response = await (takeHeadRequest(url, null, limit) ?? fetch(url, { cache: 'no-cache', signal: limit }));
    if (!response.ok)
      throw new HttpError(response.status, undefined, response.statusText, undefined, requestIdIn(response));
    return await read(response);
  } catch (error) {
    if (limit.aborted) throw new HttpError('TIMEOUT');
    throw isCutLine(error) ? new HttpError('OFFLINE') : error;
  }
}

/**
 * Asks for a file outside the service once, as code is asked for, to learn why it could not be had.
 *
 * @param timeout milliseconds
 * @returns the content type of a response that is a success
 * @throws HttpError as `readSiteFile` does
 */
export const probeSiteFile = (url: string, timeout: number) =>
  readSite(url, timeout, async (response) => {
    await response.text();
    return response.headers.get('content-type') ?? '';
  });

/**
 * Reads a page or a text outside the service, past the browser's cache and without the bearer.
 *
 * @param timeout milliseconds
 * @throws HttpError as `readSiteFile` does
 */
export const readSiteText = (url: string, timeout: number) => readSite(url, timeout, (response) => response.text());
