/**
 * One key for what a person wants done once (DECISIONS §1 `Idempotency-Key`): when no response came to a POST, it is unknown
 * whether it was done, and the next try of the same carries the same key, so that it is done once.
 */
import type { Call } from './exchange';
import { HttpError } from './server-error';

/** The keys of tries without a response, by what was asked. */
const unanswered = new Map<string, string>();

/**
 * Sends a POST with a key of its own, or with that of the last try of the same path, query and body, if no response came to
 * that one. Whatever the service said, but that it could not do it or is still doing it, ends the key.
 */
export async function withIdempotencyKey<T>(call: Call, send: (call: Call) => Promise<T>): Promise<T> {
  const asked = JSON.stringify([call.path, call.query, call.body]);
  const key = unanswered.get(asked) ?? newKey();
  try {
    const response = await send({ ...call, headers: { ...call.headers, 'Idempotency-Key': key } });
    unanswered.delete(asked);
    return response;
  } catch (error) {
    if (isAnswer(error)) unanswered.delete(asked);
    else unanswered.set(asked, key);
    throw error;
  }
}

/** Lets every POST from now on be another one, however alike: the person starts again. */
export const forgetTries = (): void => unanswered.clear();

const isAnswer = (error: unknown) =>
  error instanceof HttpError &&
  typeof error.status === 'number' &&
  error.status >= 400 &&
  error.status < 500 &&
  error.retryAfter === undefined;

// Not `randomUUID`, which a page without https lacks.
const newKey = () =>
  Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) => byte.toString(16).padStart(2, '0')).join('');
