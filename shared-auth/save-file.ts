/** Downloads that need the bearer, and so cannot be a plain link. */
import type { Call } from './exchange';
import { exchangeSignedIn } from './http';

/**
 * Fetches a file as the signed-in user and has the browser save it: a POST when there is a body, else a GET. The time
 * limit holds until the response begins (DECISIONS §4); a download that breaks off saves nothing.
 *
 * @param path after `/api`
 * @param fileName without a folder
 * @throws HttpError
 */
export async function saveFile(
  path: string,
  { query, body }: Pick<Call, 'query' | 'body'>,
  fileName: string,
): Promise<void> {
  const call = { method: body === undefined ? 'GET' : 'POST', path, query, body, headers: { Accept: '*/*' } } as const;
  const file = await exchangeSignedIn(call, (response, untimed) => {
    untimed();
    return response.blob();
  });
  const link = document.createElement('a');
  link.href = URL.createObjectURL(file);
  link.download = fileName;
  link.click();
  // Not at once: some browsers begin to read the address only after the click's task.
  setTimeout(() => URL.revokeObjectURL(link.href), 60_000);
}
