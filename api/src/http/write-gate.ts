/**
 * How many changes work at once: so few that those who wait for a locked record leave connections for everybody else,
 * and of one record so few that they leave room for other records' changes.
 */
import type { FastifyRequest } from 'fastify';
import { Busy, Unavailable } from './errors';
import { openGate, type Gate, type GateLimits } from './gate';

declare module 'fastify' {
  interface FastifyInstance {
    /** Where every change of a signed-in person waits for its turn; its key is what is changed. */
    changes: Gate;
  }
}

/**
 * The record that a request changes, as far as its form tells: its path, and its body's owner (`company_id`, `tab_id` …). Two
 * requests of one record have the same; so may two of the same kind that could go on at once. What is created and
 * belongs to nothing has no record to wait for.
 */
export const recordOf = ({ id, url, body }: FastifyRequest, creates: boolean): string => {
  const path = url.split('?', 1)[0]?.replace(/\/$/, '') ?? '';
  const owners = Object.entries(body ?? {}).filter(([name]) => name.endsWith('_id'));
  return creates && owners.length === 0 ? id : JSON.stringify([path, owners]);
};

/** The refusal of a change that waited too long for others, where no record of its own is what others change. */
export const tooManyChanges = () => new Busy('Too many changes are being saved at once. Please try again shortly.', 1);

/** Opens the gate of changes: six of the pool's ten connections, two for one record. */
export const openWriteGate = (limits: Pick<GateLimits, 'patience'> & Partial<GateLimits>): Gate =>
  openGate({
    all: 6,
    each: 2,
    refusal: (isOwn) => (isOwn ? new Unavailable('locked') : tooManyChanges()),
    ...limits,
  });
