/**
 * How a process leaves without breaking off a request. First it reports that it is not ready and serves as before. Then it
 * accepts no further connection, ends each one with its next response (`Connection: close`), and leaves the idle ones to
 * the gateway, which alone knows whether it is sending a request over one: its `keepalive_timeout` (deploy/nginx) is
 * shorter than KEPT_MS. Connections end last because a gateway that may keep none opens a new one for each request, and
 * one that arrives at the moment the socket closes is lost.
 */
import type { IncomingMessage } from 'node:http';
import { Socket } from 'node:net';
import { setTimeout as wait } from 'node:timers/promises';
import type { FastifyInstance } from 'fastify';

/** How long others have to learn that this process is not ready, in milliseconds. */
const DRAIN_MS = 2000;
/** How long a connection may be idle, or take to send a request, before a process that ends closes it, in milliseconds. */
export const KEPT_MS = 5000;
/** How long running calls may still take, in milliseconds. */
const PATIENCE_MS = 10_000;
/** The same where somebody waits at a terminal. */
const HURRY_MS = 1500;
const LOOK_MS = 25;
/** A turn of the event loop this short took up nothing, in milliseconds. */
const QUIET_MS = 0.05;
/** How long such a turn is waited for, in milliseconds. */
const MOST_TURNING_MS = 500;

/** A service's way to its end. */
export interface Draining {
  /** True as soon as the service was told to stop. */
  isStopping(): boolean;
  /** Stops the service; `isHurried` leaves out the time in which others learn of it. Resolves when it is closed. */
  stop(options: { isHurried: boolean }): Promise<void>;
}

/** Prepares a service for its end. Call it on the root instance before routes are registered. */
export function drainingOf(app: FastifyInstance): Draining {
  /** The open connections, and since when each has had no response to wait for. */
  const sockets = new Map<Socket, number>();
  const requests = new Set<IncomingMessage>();
  let isStopping = false;
  let isClosed = false;

  const know = (socket: unknown) => {
    // A test's injected request has no real one.
    if (!(socket instanceof Socket)) return;
    if (!sockets.has(socket)) socket.once('close', () => sockets.delete(socket));
    sockets.set(socket, performance.now());
  };
  app.server.on('connection', know);
  app.addHook('onRequest', async ({ raw }, reply) => {
    // `localhost` may be two servers, of which only one is `app.server`.
    know(raw.socket);
    requests.add(raw);
    reply.raw.once('close', () => {
      requests.delete(raw);
      if (!raw.socket.destroyed) know(raw.socket);
    });
  });
  app.addHook('onSend', async (_request, reply, payload) => {
    if (isClosed) reply.header('connection', 'close');
    return payload;
  });

  /** Ends the connections that have had nothing to wait for in the last `patience` milliseconds. */
  const endIdle = (patience: number) => {
    for (const [socket, since] of sockets) {
      const isWaiting = [...requests].some((request) => request.socket === socket && request.complete);
      if (!isWaiting && performance.now() - since >= patience) socket.destroy();
    }
  };

  return {
    isStopping: () => isStopping,
    async stop({ isHurried }) {
      isStopping = true;
      const deadline = performance.now() + (isHurried ? 0 : DRAIN_MS);
      while (sockets.size > 0 && performance.now() < deadline) await wait(LOOK_MS);
      // Node's own close would break off connections over which a request may be on its way.
      app.server.closeIdleConnections = () => undefined;
      await quietTurn();
      // At once, where `app.close()` takes its time: who has just connected must have been accepted.
      app.server.close();
      isClosed = true;
      const tidying = setInterval(() => endIdle(isHurried ? 0 : KEPT_MS), LOOK_MS);
      const ending = setTimeout(() => app.server.closeAllConnections(), isHurried ? HURRY_MS : PATIENCE_MS);
      await app.close();
      clearInterval(tidying);
      clearTimeout(ending);
    },
  };
}

/**
 * Resolves in a turn of the event loop that had nothing else to do, so that no connection waits to be accepted: closing
 * would break it off, and the caller could not tell whether its request was received. What arrives between that turn's look and the
 * close is broken off all the same, so the turn must be as short as an empty one.
 */
async function quietTurn(): Promise<void> {
  const deadline = performance.now() + MOST_TURNING_MS;
  for (let began = performance.now(); began < deadline;) {
    await new Promise(setImmediate);
    const now = performance.now();
    if (now - began < QUIET_MS) return;
    began = now;
  }
}
