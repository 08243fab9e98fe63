/** Whether the process lives, and whether it can do its work: what a gateway and a supervisor ask. */
import { answer, text } from '../../contract/schema';
import { anyone } from './access';
import type { Database } from '../database/connection';
import { Unavailable } from './errors';
import type { AddRoute } from './route';

const ok = answer({ status: text('Status', {}) });

/** GET /health: the process answers. GET /ready: the database answers too, else 503. */
export function healthRoutes(add: AddRoute, database: Database): void {
  add('GET', '/health', {
    access: anyone,
    summary: 'The process answers',
    answer: ok,
    handle: async () => ({ status: 'ok' }),
  });
  add('GET', '/ready', {
    access: anyone,
    summary: 'The database answers',
    answer: ok,
    handle: async () => {
      if (!(await database.ping())) throw new Unavailable();
      return { status: 'ok' };
    },
  });
}
