/** The one client of the service (specification 1 §7): bearer, time limit, JSON, one refresh and one retry after a 401. */
import { exchange, readJson, requestIdIn, type Call, type Reader } from './exchange';
import { withIdempotencyKey } from './idempotency';
import type { Operation } from './operation';
import { newerAccessToken, newerTokenRefused, RefreshFailure } from './refresh';
import { HttpError } from './server-error';
import { sessionSignal } from './session-end';
import { accessToken } from './tokens';

/**
 * Sends a call as the signed-in user; after a 401 once more with a newer access token.
 *
 * @throws as `exchange` and `newerAccessToken` do
 */
export async function exchangeSignedIn<T>(call: Call, read: Reader<T>): Promise<T> {
  const session = sessionSignal();
  const used = accessToken();
  try {
    return await exchange(call, used, read);
  } catch (error) {
    if (!(error instanceof HttpError && error.status === 401)) throw error;
    const newer = await newerAccessToken(used);
    // Never as somebody else: the next session's token is not this call's.
    if (session.aborted) throw session.reason;
    try {
      return await exchange(call, newer, read);
    } catch (refused) {
      if (refused instanceof HttpError && refused.status === 401) newerTokenRefused(newer);
      throw refused;
    }
  }
}

/** Options of a call beside its path. */
export interface CallOptions extends Pick<Call, 'query' | 'body' | 'headers' | 'signal' | 'timeout'> {
  /** Whether a success holds what was asked for; what does not is no success, whatever its status. */
  isResponse?: ((body: unknown) => boolean) | undefined;
  /** The operation that the change is a part of. */
  operation?: Operation | undefined;
}

const send =
  (method: NonNullable<Call['method']>) =>
  async <T>(path: string, { isResponse, operation, ...options }: CallOptions = {}): Promise<T> => {
    const read: Reader<T> = async (response) => {
      const body = await readJson<T>(response);
      if (isResponse?.(body) === false)
        throw new HttpError('UNREADABLE', undefined, '', undefined, requestIdIn(response));
      operation?.hear(response);
      return body;
    };
    const exchanged = (call: Call) => exchangeSignedIn(call, read);
    const keyed = (call: Call) => (method === 'POST' ? withIdempotencyKey(call, exchanged) : exchanged(call));
    const call = { ...options, method, path };
    try {
      if (!operation) return await keyed(call);
      return await operation.join((headers) => keyed({ ...call, headers: { ...options.headers, ...headers } }));
    } catch (error) {
      throw error instanceof RefreshFailure ? error.failure : error;
    }
  };

/**
 * The service's calls, each `(path, { query, body, headers, signal, timeout, isResponse })` and returning the JSON, or undefined
 * for an empty response. A POST carries an `Idempotency-Key`. Paths begin after `/api`; `timeout` is in milliseconds (10,000 unless said).
 *
 * @throws HttpError (specification 1 §8); the signal's reason when the caller aborts; an `AbortError` when the session
 *   ends meanwhile
 */
export const http = {
  get: send('GET'),
  post: send('POST'),
  put: send('PUT'),
  patch: send('PATCH'),
  delete: send('DELETE'),
};
