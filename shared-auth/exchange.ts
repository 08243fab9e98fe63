/** One request to the service and its response: the only place of the console that says `fetch` for the service. */
import { hearContractVersion } from './contract-version';
import { takeHeadRequest } from './head-requests';
import { HttpError } from './server-error';
import { sessionSignal } from './session-end';

/** The base path of every call (specification 1 §7). */
const API_BASE = '/api';
/** How long a response may take, in milliseconds (specification 1 §7). */
const TIME_LIMIT = 10_000;

/** A value of a query: arrays repeat their key; undefined, null and empty text are left out. */
export type QueryValue = string | number | boolean | null | undefined;
export type Query = Readonly<Record<string, QueryValue | readonly QueryValue[]>>;

export interface Call {
  method?: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';
  /** From the base path on, beginning with a slash; names in it are already URL-encoded. */
  path: string;
  query?: Query;
  /** Sent as JSON. */
  body?: unknown;
  headers?: Readonly<Record<string, string>>;
  signal?: AbortSignal;
  /** Milliseconds; `Infinity` for none. */
  timeout?: number;
  /** Lets the request outlive the session and the page. */
  keepalive?: boolean;
}

/** Takes what is wanted from a response; `untimed` lifts the time limit from what is still to come. */
export type Reader<T> = (response: Response, untimed: () => void) => Promise<T>;

/**
 * Sends a call once, with `token` as bearer, and reads a successful response.
 *
 * @throws HttpError for a response that is no success, for no connection and for no response in time; the signal's reason
 *   when the caller aborts or the session ends
 */
export async function exchange<T>(call: Call, token: string | null, read: Reader<T>): Promise<T> {
  const { method = 'GET', path, query, body, headers, signal, timeout = TIME_LIMIT, keepalive } = call;
  const limit = new AbortController();
  const timer = timeout === Infinity ? undefined : setTimeout(() => limit.abort(new HttpError('TIMEOUT')), timeout);
  const stop = AbortSignal.any([limit.signal, signal ?? limit.signal, keepalive ? limit.signal : sessionSignal()]);
  try {
    const url = `${API_BASE}${path}${queryString(query)}`;
    const text = body === undefined ? undefined : JSON.stringify(body);
    // The head sends the login's form where it was filled in before any script had come.
    const isOfHead = method === 'GET' || path === '/token/pair';
    const sent = isOfHead ? takeHeadRequest(url, token, stop, text) : null;
    const response = await (sent ??
      fetch(url, {
        method,
        headers: {
          Accept: 'application/json',
          ...(body !== undefined && { 'Content-Type': 'application/json' }),
          ...(token !== null && { Authorization: `Bearer ${token}` }),
          ...headers,
        },
        body: text,
        signal: stop,
        keepalive,
      }));
    hearContractVersion(response);
    if (!response.ok) throw await failureOf(response);
    return await read(response, () => clearTimeout(timer));
  } catch (error) {
    if (stop.aborted) throw stop.reason;
    throw isCutLine(error) ? new HttpError('OFFLINE') : error;
  } finally {
    clearTimeout(timer);
  }
}

/** Whether this is what `fetch`, or a body that breaks off, rejects with; the words differ from browser to browser. */
export const isCutLine = (error: unknown) => (error as { name?: unknown } | null)?.name === 'TypeError';

/**
 * Reads a response's JSON; an empty response (204) is undefined.
 *
 * @throws HttpError when it is not JSON, as a proxy's page is
 */
export async function readJson<T>(response: Response): Promise<T> {
  const text = await response.text();
  try {
    return (text ? JSON.parse(text) : undefined) as T;
  } catch {
    throw new HttpError('UNREADABLE', text, '', undefined, requestIdIn(response));
  }
}

function queryString(query: Query = {}): string {
  const search = new URLSearchParams();
  for (const [key, values] of Object.entries(query))
    for (const value of Array.isArray(values) ? (values as readonly QueryValue[]) : [values as QueryValue])
      if (value !== undefined && value !== null && value !== '') search.append(key, String(value));
  const text = search.toString();
  return text && `?${text}`;
}

/** An error response worth reading is small; of one that is not, no more than this is taken in (UTF-16 units). */
const LONGEST_ERROR = 1 << 20;

/** The error of a response that is no success. */
async function failureOf(response: Response): Promise<HttpError> {
  const text = await readUpTo(response, LONGEST_ERROR);
  let body: unknown = text;
  try {
    body = JSON.parse(text);
  } catch {
    // A proxy's page, or nothing: kept as text, which holds no message.
  }
  const retryAfter = Number.parseInt(response.headers.get('Retry-After') ?? '', 10);
  return new HttpError(
    response.status,
    body,
    response.statusText,
    Number.isNaN(retryAfter) ? undefined : retryAfter,
    requestIdIn(response),
  );
}

/** The service's name for a request (DECISIONS §1); a proxy's response has none. */
export const requestIdIn = ({ headers }: Response) => headers.get('x-request-id') ?? undefined;

async function readUpTo(response: Response, most: number): Promise<string> {
  if (!response.body) return '';
  const reader = response.body.pipeThrough(new TextDecoderStream()).getReader();
  let text = '';
  for (;;) {
    const { done, value } = await reader.read();
    if (done) return text;
    text += value;
    if (text.length > most) {
      void reader.cancel();
      return text.slice(0, most);
    }
  }
}
