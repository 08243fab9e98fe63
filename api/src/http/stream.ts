/** Responses that are written while they are read: the reader's pace is the writer's (back-pressure). */
import { Readable } from 'node:stream';
import type { FastifyInstance, FastifyReply } from 'fastify';

/** A response that is a stream; `Item` is what the route's handler returns one by one. */
export interface StreamedResponse<Item> {
  readonly description: string;
  /** The schema of the whole, as the API's documentation has it. */
  readonly schema: object;
  /** The header fields; `content-type` is one of them. */
  readonly headers: Readonly<Record<'content-type', string> & Record<string, string>>;
  /** The items as they are sent; `signal` is aborted when the reader has left or the service stops. */
  toStream(items: AsyncIterable<Item>, signal: AbortSignal): Readable;
}

/** A CSV file, piece by piece. An error after the first piece cuts the connection: half a file must not look whole. */
export const csv: StreamedResponse<string> = {
  description: 'A file',
  schema: { type: 'string' },
  headers: { 'content-type': 'text/csv; charset=utf-8', 'content-disposition': 'attachment' },
  toStream(pieces, signal) {
    const file = Readable.from(pieces);
    signal.addEventListener('abort', () => file.destroy());
    return file;
  },
};

/** Whether a route's response is a stream, not a schema. */
export const isStreamed = (response: unknown): response is StreamedResponse<unknown> =>
  typeof response === 'object' && response !== null && 'toStream' in response;

/** Returns what sends a stream from this scope; streams that are open when the scope closes are ended. */
export function streamSender(scope: FastifyInstance) {
  const open = new Map<AbortController, FastifyReply['raw']>();
  // Closing waits for every response and every connection, so each stream ends and takes its connection along.
  scope.addHook('preClose', async () => {
    for (const [reader, raw] of open) {
      raw.once('close', () => raw.req.socket.end());
      reader.abort();
    }
  });
  /** Sends what `begin` returns; its `signal` is aborted when the reader has left or the service stops. */
  return async <Item>(
    reply: FastifyReply,
    { headers, toStream }: StreamedResponse<Item>,
    begin: (signal: AbortSignal) => Promise<AsyncIterable<Item>>,
  ): Promise<FastifyReply> => {
    const reader = new AbortController();
    open.set(reader, reply.raw);
    // Fastify's own signal is aborted as soon as a request's body is read.
    reply.raw.once('close', () => {
      open.delete(reader);
      reader.abort();
    });
    if (reply.raw.destroyed) reader.abort();
    const items = await begin(reader.signal);
    return reply.headers(headers).send(toStream(items, reader.signal));
  };
}
