/**
 * Answers that are a stream of server-sent events: one `data:` line of JSON an event (DECISIONS §9). The reader's pace
 * is the stream's (back-pressure), and whoever writes it hears at once when the reader leaves.
 */
import { Readable } from 'node:stream';
import type { FastifyInstance, FastifyReply } from 'fastify';
import { object, type Shape } from '../../contract/schema';
import type { Access } from './access';
import { callReader, refusalsOf, type Call } from './route';
import type { Fields } from './validation';

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
  /**
   * Answers the events, or throws a refusal before there is one. Once `signal` is aborted (the reader left, or the
   * service stops) they must come to their end; what they still say may reach nobody.
   */
  handle(
    call: Call<A, typeof nothing, typeof nothing, B> & { readonly signal: AbortSignal },
  ): Promise<AsyncIterable<{ [Type in keyof E]: Shape<E[Type]> }[keyof E]>>;
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
  return (path, { access, summary, body, events, handle }) => {
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
          ...refusalsOf({ access, params: undefined, query: undefined, body }),
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
        const written = await handle({ ...call, signal: reader.signal });
        const lines = eventLines(written, { onStall: () => reply.raw.destroy() });
        return reply.headers(HEADERS).send(Readable.from(lines, { highWaterMark: 1 }));
      },
    });
  };
}

/** The lines of a stream of events: each event, and a comment whenever `heartbeat` milliseconds passed without one. */
export async function* eventLines(
  events: AsyncIterable<unknown>,
  {
    heartbeat = HEARTBEAT_MS,
    stalled = STALLED_MS,
    onStall,
  }: { heartbeat?: number; stalled?: number; onStall: () => void },
): AsyncGenerator<string> {
  const iterator = events[Symbol.asyncIterator]();
  let timer: NodeJS.Timeout | undefined;
  try {
    let next = iterator.next();
    for (;;) {
      const silence = new Promise<null>((resolve) => {
        timer = setTimeout(resolve, heartbeat, null);
      });
      const result = await Promise.race([next, silence]);
      clearTimeout(timer);
      if (result?.done) return;
      timer = setTimeout(onStall, stalled);
      yield result ? `data: ${JSON.stringify(result.value)}\n\n` : ': the answer goes on\n\n';
      clearTimeout(timer);
      if (result) next = iterator.next();
    }
  } finally {
    clearTimeout(timer);
    // Not awaited: it ends when the writer has seen that the reader is gone.
    void iterator.return?.().catch(() => undefined);
  }
}
