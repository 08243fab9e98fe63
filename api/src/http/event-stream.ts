/**
 * Answers that are a stream of server-sent events: one `data:` line of JSON an event (DECISIONS §9). The reader's pace
 * is the stream's (back-pressure), and whoever writes it hears at once when the reader leaves.
 */
import { Readable } from 'node:stream';
import type { FastifyInstance, FastifyReply } from 'fastify';
import { object, type Infer } from '../../contract/schema';
import type { Access } from './access';
import { callReader, refusalsOf, type Call, type Refusals } from './route';
import type { Fields } from './validation';
import { recordOf } from './write-gate';

/** How long nothing is said before a comment line keeps the proxies on the way awake, in milliseconds. */
export const HEARTBEAT_MS = 15_000;
// A reader that takes nothing for so long is given up.
const STALLED_MS = 60_000;

const HEADERS = {
  'content-type': 'text/event-stream; charset=utf-8',
  // Not to be kept, and not to be compressed: a compressor holds events back.
  'cache-control': 'no-cache, no-store, no-transform',
  // nginx passes each event on as it comes.
  'x-accel-buffering': 'no',
};

type EventSchemas = Readonly<Record<string, object>>;

/** A route that answers with events. */
export interface EventRoute<A extends Access, B extends Fields, E extends EventSchemas> {
  readonly access: A;
  /** One line for the API's documentation. */
  readonly summary: string;
  readonly body: B;
  /** The schema of each event, by its type. */
  readonly events: E;
  /** Refusals that do not follow from the rest of this declaration: when, by status. */
  readonly refusals?: Refusals;
  /**
   * Answers the events, or throws a refusal before there is one. Once `signal` is aborted (the reader left, or the
   * service stops) they must come to their end; what they still say may reach nobody.
   */
  handle(
    call: Call<A, typeof nothing, typeof nothing, B> & { readonly signal: AbortSignal },
  ): Promise<AsyncIterable<{ [Type in keyof E]: Infer<E[Type]> }[keyof E]>>;
}

const nothing = object({}, []);

/** Registers one streaming POST in the scope it was made for. */
export type AddEventStream = <const A extends Access, const B extends Fields, const E extends EventSchemas>(
  path: string,
  route: EventRoute<A, B, E>,
) => void;

/** Writes event streams into a scope; `tag` is their heading in the API's documentation. */
export function eventStreamsIn(scope: FastifyInstance, tag: string): AddEventStream {
  const open = new Map<AbortController, FastifyReply['raw']>();
  // Closing waits for every answer and every connection, so a stream has to come to its end and take its own along.
  scope.addHook('preClose', async () => {
    for (const [reader, answer] of open) {
      answer.once('close', () => answer.req.socket.end());
      reader.abort();
    }
  });
  return (path, { access, summary, body, events, refusals, handle }) => {
    const readCall = callReader({ params: nothing, query: nothing, body });
    scope.route({
      method: 'POST',
      url: path,
      config: { access },
      schema: {
        tags: [tag],
        summary,
        security: [{ bearer: [] }],
        body,
        response: {
          200: {
            description: 'Events, each a `data:` line of JSON',
            content: { 'text/event-stream': { schema: { oneOf: Object.values(events) } } },
          },
          ...refusalsOf({ access, params: undefined, query: undefined, body, refusals }),
        },
      },
      handler: async (request, reply) => {
        const call = readCall(request) as Parameters<typeof handle>[0];
        const reader = new AbortController();
        open.set(reader, reply.raw);
        // Of a request with a body Fastify's own signal is aborted as soon as the body is read.
        reply.raw.once('close', () => {
          open.delete(reader);
          reader.abort();
        });
        if (reply.raw.destroyed) reader.abort();
        // What is stored before there is an event waits for its turn; the events themselves do not.
        const begin = () => handle({ ...call, signal: reader.signal });
        return reply.headers(HEADERS).send(eventLines(await scope.changes.run(recordOf(request), begin)));
      },
    });
  };
}

/**
 * The lines of a stream of events: each event, and a comment whenever `heartbeat` milliseconds passed without one. Asks
 * for an event when the reader has taken the last one; breaks off when nothing is taken for `stalled` milliseconds.
 */
export function eventLines(
  events: AsyncIterable<unknown>,
  { heartbeat = HEARTBEAT_MS, stalled = STALLED_MS } = {},
): Readable {
  const iterator = events[Symbol.asyncIterator]();
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
