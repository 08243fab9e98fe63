/**
 * How a process leaves without anybody noticing: it first says that it is not ready while it goes on answering, asks each
 * connection to end with its next answer, then finishes what has begun and takes nothing new.
 */
import type { IncomingMessage } from 'node:http';
import type { Socket } from 'node:net';
import { setTimeout as wait } from 'node:timers/promises';
import type { FastifyInstance } from 'fastify';

/** How long the connections that are open are asked to end by themselves, in milliseconds. */
const DRAIN_MS = 2000;
/** How long what has begun may still take, in milliseconds. */
const PATIENCE_MS = 10_000;
/** The same where somebody waits at a terminal. */
const HURRY_MS = 1500;
/** How long a request that has begun to arrive may take to be there, in milliseconds. */
const ARRIVAL_MS = 500;
const LOOK_MS = 25;

/** A service's way to its end. */
export interface Draining {
  /** True from the moment on at which the service was told to stop. */
  isStopping(): boolean;
  /** Stops the service; `isHurried` leaves out the time in which others learn of it. Resolves when it is closed. */
  stop(options: { isHurried: boolean }): Promise<void>;
}

/** Prepares a service for its end. Call it on the root instance before routes are registered. */
export function drainingOf(app: FastifyInstance): Draining {
  const sockets = new Set<Socket>();
  const requests = new Set<IncomingMessage>();
  let isStopping = false;

  app.server.on('connection', (socket) => {
    sockets.add(socket);
    socket.once('close', () => sockets.delete(socket));
  });
  app.addHook('onRequest', async ({ raw }, reply) => {
    requests.add(raw);
    reply.raw.once('close', () => requests.delete(raw));
  });
  app.addHook('onSend', async (_request, reply, payload) => {
    if (isStopping) reply.header('connection', 'close');
    return payload;
  });

  /** Ends the connections on which nothing is answered any more; what still arrives has until `arrival`. */
  const endIdle = (arrival: number) => {
    const late = performance.now() > arrival;
    const busy = new Set([...requests].filter((request) => request.complete || !late).map(({ socket }) => socket));
    for (const socket of sockets) if (!busy.has(socket)) socket.destroy();
  };

  return {
    isStopping: () => isStopping,
    async stop({ isHurried }) {
      isStopping = true;
      const deadline = performance.now() + (isHurried ? 0 : DRAIN_MS);
      while (sockets.size > 0 && performance.now() < deadline) await wait(LOOK_MS);
      const arrival = performance.now() + ARRIVAL_MS;
      const tidying = setInterval(() => endIdle(arrival), LOOK_MS);
      const ending = setTimeout(() => app.server.closeAllConnections(), isHurried ? HURRY_MS : PATIENCE_MS);
      await app.close();
      clearInterval(tidying);
      clearTimeout(ending);
    },
  };
}
