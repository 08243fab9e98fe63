/** Whether the process lives, and whether it can do its work: what a gateway and a supervisor ask. */
import type { FastifyInstance } from 'fastify';
import { response, text } from 'contract/schema';
import { anyone } from './access';
import type { Database } from '../database/connection';
import type { Draining } from './draining';
import { Stopping, Unavailable } from './errors';
import type { AddRoute } from './route';

const ok = response({ status: text('Status', {}) });
const CLOCK_EVERY_MS = 15_000;

/** GET /health: the process runs. GET /ready: it goes on and its database takes changes, else 503 with the reason. */
export function healthRoutes(add: AddRoute, database: Database, { isStopping }: Pick<Draining, 'isStopping'>): void {
  add('GET', '/health', {
    access: anyone,
    summary: 'The process runs',
    response: ok,
    handle: async () => ({ status: 'ok' }),
  });
  add('GET', '/ready', {
    access: anyone,
    summary: 'The database takes changes',
    response: ok,
    handle: async () => {
      if (isStopping()) throw new Stopping();
      const obstacle = await database.obstacle();
      if (obstacle) throw new Unavailable(obstacle);
      return { status: 'ok' };
    },
  });
}

const PROBES = /^\/api\/(health|ready)\/?(\?|$)/;

/**
 * Rejects every request of a scope (503) but the two above while this process's clock is away from the database's: the
 * tokens it would judge and make are other processes' too, and a 401 would sign people out. Compared while listening.
 */
export function watchClock(scope: FastifyInstance, database: Database): void {
  scope.addHook('onRequest', async ({ url }) => {
    if (database.isClockAway() && !PROBES.test(url)) throw new Unavailable('clock');
  });
  let timer: NodeJS.Timeout | undefined;
  scope.addHook('onListen', async () => {
    await database.obstacle();
    timer = setInterval(() => void database.obstacle(), CLOCK_EVERY_MS).unref();
  });
  scope.addHook('onClose', async () => clearInterval(timer));
}
