/** The streaming POST (specification 1 §7; 2 §7.6). */
import type { StreamListener } from './read-stream';

export type { StreamListener };

/** The service says every 15 s that it lives (DECISIONS §9): after two of these missed, in milliseconds, the stream counts as broken. */
const LONGEST_SILENCE = 35_000;

/**
 * Sends `body` and hands on the events of the response. There is no time limit but for a line on which nothing comes any
 * more; after a 401 it is sent once more with a newer access token. Lines that are no JSON are passed over.
 *
 * @param path after `/api`
 * @param silence the longest time without a byte, in milliseconds
 * @returns a handle whose `abort` closes the stream; after it, and after the session's end, the listener hears nothing
 */
export function openStream<Event>(
  path: string,
  body: unknown,
  listener: StreamListener<Event>,
  silence = LONGEST_SILENCE,
): { abort(): void } {
  const handle = new AbortController();
  // No page begins with a stream: what reads one comes with the first.
  import('./read-stream').then(
    ({ readStream }) => readStream({ path, body, listener, silence, handle }),
    (error: Error) => !handle.signal.aborted && listener.onError(error),
  );
  return { abort: () => handle.abort() };
}
