/**
 * The one call to a source (DECISIONS §13): never redirected, ended by the run, by its time and by the size of the answer.
 * It knows HTTP and JSON; the status and the words belong to the source's client.
 */
import { setImmediate as nextTurn } from 'node:timers/promises';
import type { Source } from '../start/source-addresses';
import { SOURCE_NAMES, SourceFault, type CallLimits } from './source';

/** A call. Its headers, body and address may hold the credential: no message repeats them. */
export interface HttpCall {
  readonly source: Source;
  readonly url: string;
  readonly method?: 'GET' | 'POST';
  readonly headers: Readonly<Record<string, string>>;
  /** Sent as a form, or as JSON. */
  readonly body?: URLSearchParams | object;
}

const CALL_LIMITS: CallLimits = { time: 30_000, bytes: 16 * 1024 * 1024 };

/** An answer of any status but a redirect. */
export interface HttpAnswer {
  readonly status: number;
  readonly headers: Headers;
  /** Undefined where the body is not JSON, which a cut one is not either. */
  readonly json: unknown;
}

/**
 * Calls a source once.
 *
 * @throws SourceFault `redirected` (refused), `timed_out`, `unreachable`, `response_too_large`, `invalid_response` for one that
 *   broke off (again), `credential_refused` where a header cannot carry the credential (reconnect)
 * @throws the signal's reason, where the run ends the call
 */
export async function callSource(
  call: HttpCall,
  signal: AbortSignal,
  limits: CallLimits = CALL_LIMITS,
): Promise<HttpAnswer> {
  const name = SOURCE_NAMES[call.source];
  const headers = headersOf(call, name);
  const time = AbortSignal.timeout(limits.time);
  let isAnswered = false;
  try {
    const response = await fetch(call.url, {
      method: call.method ?? 'GET',
      headers,
      ...(call.body && { body: call.body instanceof URLSearchParams ? call.body : JSON.stringify(call.body) }),
      redirect: 'manual',
      signal: AbortSignal.any([signal, time]),
    });
    isAnswered = true;
    if (response.status >= 300 && response.status < 400) {
      await response.body?.cancel();
      throw new SourceFault('refused', 'redirected', `${name} sent the call elsewhere, which is never followed`);
    }
    const json = await jsonOf(response, name, limits);
    // A page of thousands of rows is looked at in a turn of its own, so that people's calls wait for less.
    await nextTurn();
    return { status: response.status, headers: response.headers, json };
  } catch (error) {
    if (error instanceof SourceFault) throw error;
    signal.throwIfAborted();
    if (time.aborted)
      throw new SourceFault('again', 'timed_out', `${name} did not answer within ${limits.time / 1000} seconds`);
    if (isAnswered) throw new SourceFault('again', 'invalid_response', `${name} broke off its answer`);
    // The error itself may name the address, whose query may hold a key.
    throw new SourceFault('again', 'unreachable', `${name} could not be reached${codeOf(error)}`);
  }
}

function headersOf({ headers, body }: HttpCall, name: string): Headers {
  try {
    const all = new Headers({ accept: 'application/json', ...headers });
    if (body && !(body instanceof URLSearchParams)) all.set('content-type', 'application/json');
    return all;
  } catch {
    // Node's error repeats the header.
    const message = `The key for ${name} holds characters that no key has. Please enter it again.`;
    throw new SourceFault('reconnect', 'credential_refused', message);
  }
}

/** ' (ECONNREFUSED)' */
const codeOf = (error: unknown): string => {
  const { cause } = error as { cause?: { code?: unknown } };
  return typeof cause?.code === 'string' && /^\w{1,40}$/.test(cause.code) ? ` (${cause.code})` : '';
};

async function jsonOf(response: Response, name: string, { bytes }: CallLimits): Promise<unknown> {
  const chunks: Uint8Array[] = [];
  let length = 0;
  // Leaving the loop cancels the rest.
  for await (const chunk of response.body ?? []) {
    length += chunk.byteLength;
    if (length > bytes)
      throw new SourceFault('again', 'response_too_large', `${name} answered with more than ${sizeOf(bytes)}`);
    chunks.push(chunk);
  }
  try {
    return JSON.parse(Buffer.concat(chunks).toString('utf8')) as unknown;
  } catch {
    return undefined;
  }
}

const sizeOf = (bytes: number): string => `${Math.round(bytes / 1024)} kB`;

/** The longest pause that a source may ask for, in milliseconds. */
const LONGEST_WAIT = 86_400_000;

/** The moment after a pause of so many milliseconds: at least a second, at most a day. */
export const after = (milliseconds: number, now: Date): Date =>
  new Date(now.getTime() + Math.min(Math.max(milliseconds, 1000), LONGEST_WAIT));

/** The moment that `Retry-After` names, in seconds or as a date; null where it names none. */
export function retryAfter(headers: Headers, now: Date): Date | null {
  const text = headers.get('retry-after')?.trim() ?? '';
  const wait = /^\d+(?:\.\d+)?$/.test(text) ? Number(text) * 1000 : Date.parse(text) - now.getTime();
  return Number.isFinite(wait) ? after(wait, now) : null;
}
