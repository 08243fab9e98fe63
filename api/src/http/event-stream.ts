/**
 * Responses that are server-sent events: one `data:` line of JSON an event (DECISIONS §9). The reader's pace is the
 * stream's (back-pressure).
 */
import { Readable } from 'node:stream';
import type { Infer } from 'contract/schema';
import type { StreamedResponse } from './stream';

/** How long nothing is sent before a comment line keeps the proxies on the way awake, in milliseconds. */
const HEARTBEAT_MS = 15_000;
// A reader that takes nothing for so long is cut off.
const STALLED_MS = 60_000;

const HEADERS = {
  'content-type': 'text/event-stream; charset=utf-8',
  // Not to be kept, and not to be compressed: a compressor holds events back.
  'cache-control': 'no-cache, no-store, no-transform',
  // nginx passes each event on as it comes.
  'x-accel-buffering': 'no',
};

/**
 * Events, each by the schema of its type. Once the `signal` of the call is aborted they must come to their end; what
 * they still hold is not read.
 */
export const events = <const E extends Readonly<Record<string, object>>>(
  schemas: E,
): StreamedResponse<{ [Type in keyof E]: Infer<E[Type]> }[keyof E]> => ({
  description: 'Events, each a `data:` line of JSON',
  schema: { oneOf: Object.values(schemas) },
  headers: HEADERS,
  toStream: (items) => eventLines(items),
});

/**
 * The lines of a stream of events: each event, and a comment whenever `heartbeat` milliseconds passed without one. Asks
 * for an event when the reader has taken the last one; breaks off when nothing is taken for `stalled` milliseconds.
 */
export function eventLines(
  items: AsyncIterable<unknown>,
  { heartbeat = HEARTBEAT_MS, stalled = STALLED_MS } = {},
): Readable {
  const iterator = items[Symbol.asyncIterator]();
  let isAsking = false;
  const awake = setInterval(() => isAsking && lines.push(': the answer goes on\n\n'), heartbeat);
  const given = setTimeout(() => !isAsking && lines.destroy(new Error('The reader takes nothing')), stalled);
  const lines = new Readable({
    highWaterMark: 1,
    read() {
      // A comment that was taken is no reason to ask again.
      if (isAsking) return;
      isAsking = true;
      iterator.next().then(
        ({ done, value }) => {
          isAsking = false;
          awake.refresh();
          given.refresh();
          lines.push(done ? null : `data: ${JSON.stringify(value)}\n\n`);
        },
        (error: Error) => lines.destroy(error),
      );
    },
    destroy(error, done) {
      clearInterval(awake);
      clearTimeout(given);
      // Not awaited: it ends when the writer has seen that the reader is gone.
      void iterator.return?.().catch(() => undefined);
      done(error);
    },
  });
  return lines;
}
