/**
 * The server under a source's stand-in: it speaks the source's wire on this machine, for tests, the demonstration and
 * benches, and misbehaves as it is told. Nothing of the service imports it but the demonstration's start.
 */
import type { AddressInfo } from 'node:net';
import { fastify, type FastifyInstance, type FastifyReply, type FastifyRequest } from 'fastify';

/** The next calls' misbehaviour, one each; `null` is an ordinary answer. */
export type Misbehaviour =
  | { readonly status: number; readonly headers?: Readonly<Record<string, string>>; readonly json?: unknown }
  /** Half of the ordinary answer; the line breaks, or the cut text comes as if it were whole. */
  | 'broken'
  | 'cut'
  /** Never answers. */
  | 'silent'
  /** Answers without an end. */
  | 'endless'
  | null;

/** A call as it came in. */
export interface StandInCall {
  readonly method: string;
  readonly url: string;
  readonly headers: FastifyRequest['headers'];
  readonly body: unknown;
}

export interface StandInServer {
  /** `http://127.0.0.1:PORT` */
  readonly url: string;
  readonly calls: StandInCall[];
  /** Answers of `{url}/pictures/NAME`. */
  readonly pictures: Map<string, Buffer>;
  /** Plans the next calls, in their order; afterwards all are answered as usual. */
  follow(...script: readonly Misbehaviour[]): void;
  close(): Promise<void>;
}

/** Starts a server on a free port of loopback. */
export async function startStandIn(addRoutes: (server: FastifyInstance) => void): Promise<StandInServer> {
  const server = fastify({ forceCloseConnections: true });
  const calls: StandInCall[] = [];
  const pictures = new Map<string, Buffer>();
  let script: Misbehaviour[] = [];
  const planned = new WeakMap<FastifyRequest, Misbehaviour>();
  server.addContentTypeParser('application/x-www-form-urlencoded', { parseAs: 'string' }, (_, body, done) =>
    done(null, Object.fromEntries(new URLSearchParams(String(body)))),
  );
  server.addHook('preHandler', async (request, reply) => {
    const { method, url, headers, body } = request;
    calls.push({ method, url, headers, body });
    const next = script.shift() ?? null;
    planned.set(request, next);
    if (next === 'silent') return reply.hijack();
    if (next === 'endless') return endless(reply);
    if (next && typeof next === 'object')
      return reply
        .code(next.status)
        .headers({ ...next.headers })
        .send(next.json);
  });
  server.addHook<string>('onSend', async (request, reply, payload) => {
    const next = planned.get(request);
    if (next === 'cut') return payload.slice(0, payload.length / 2);
    if (next === 'broken') {
      reply.hijack();
      reply.raw.writeHead(200, { 'content-type': 'application/json', 'content-length': payload.length });
      reply.raw.write(payload.slice(0, payload.length / 2), () => reply.raw.destroy());
    }
    return payload;
  });
  server.get('/pictures/:name', (request, reply) => {
    const picture = pictures.get((request.params as { name: string }).name);
    return picture ? reply.type('application/octet-stream').send(picture) : reply.redirect('/pictures/elsewhere');
  });
  addRoutes(server);
  await server.listen({ host: '127.0.0.1', port: 0 });
  const { port } = server.server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${port}`,
    calls,
    pictures,
    follow(...next) {
      script = [...next];
    },
    close: () => server.close(),
  };
}

function endless(reply: FastifyReply): FastifyReply {
  reply.hijack();
  reply.raw.writeHead(200, { 'content-type': 'application/json' });
  const part = `[${'0,'.repeat(32_768)}`;
  const write = () => {
    while (!reply.raw.destroyed && reply.raw.write(part));
  };
  reply.raw.on('drain', write);
  write();
  return reply;
}
