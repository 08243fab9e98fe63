/**
 * How many changes work at once: so few that those who wait for a locked record leave connections for everybody else,
 * and of one record so few that they leave room for other records' changes.
 */
import type { FastifyRequest } from 'fastify';
import { Busy, Unavailable } from './errors';

declare module 'fastify' {
  interface FastifyInstance {
    /** Where every change of a signed-in person waits for its turn. */
    changes: WriteGate;
  }
}

/** Lets changes begin, in the order they came. */
export interface WriteGate {
  /**
   * Does `work` when its turn comes. `record` names what is changed. Throws Unavailable (`locked`) when that record's
   * own changes, Busy when all changes together keep it waiting for too long.
   */
  run<T>(record: string, work: () => Promise<T>): Promise<T>;
}

/** The limits of a gate. */
export interface GateLimits {
  /** How many changes work at once: six of the pool's ten connections. */
  all?: number;
  /** How many of them on one record. */
  each?: number;
  /** How long one waits for its turn, in milliseconds. */
  patience: number;
}

/**
 * What a request changes, as far as its form tells: its path, and what its body belongs to (`company_id`, `tab_id` …). Two
 * requests of one record have the same; so may two of the same kind that could go on at once.
 */
export const recordOf = ({ url, body }: FastifyRequest): string => {
  const path = url.split('?', 1)[0]?.replace(/\/$/, '') ?? '';
  const owners = Object.entries(body ?? {}).filter(([name]) => name.endsWith('_id'));
  return JSON.stringify([path, owners]);
};

const tooManyChanges = () => new Busy('Too many changes are being saved at once. Please try again shortly.', 1);

interface Waiting {
  readonly record: string;
  readonly begin: () => void;
}

/** Opens a gate. */
export function openWriteGate({ all = 6, each = 2, patience }: GateLimits): WriteGate {
  const working = new Map<string, number>();
  const queue = new Set<Waiting>();
  let count = 0;

  const isOpenFor = (record: string) => count < all && (working.get(record) ?? 0) < each;
  const enter = (record: string) => {
    count += 1;
    working.set(record, (working.get(record) ?? 0) + 1);
  };
  const leave = (record: string) => {
    count -= 1;
    const left = (working.get(record) ?? 0) - 1;
    if (left > 0) working.set(record, left);
    else working.delete(record);
    for (const waiting of queue) {
      if (count === all) return;
      if (!isOpenFor(waiting.record)) continue;
      queue.delete(waiting);
      enter(waiting.record);
      waiting.begin();
    }
  };
  const turn = (record: string) =>
    new Promise<void>((resolve, reject) => {
      const waiting = {
        record,
        begin: () => {
          clearTimeout(timer);
          resolve();
        },
      };
      const timer = setTimeout(() => {
        queue.delete(waiting);
        reject((working.get(record) ?? 0) >= each ? new Unavailable('locked') : tooManyChanges());
      }, patience);
      queue.add(waiting);
    });

  return {
    async run(record, work) {
      if (isOpenFor(record)) enter(record);
      else await turn(record);
      try {
        return await work();
      } finally {
        leave(record);
      }
    },
  };
}
