/** Whether the database takes changes: asked by whoever sends people here, so cheap, and it writes only after a failure. */
import { setTimeout as wait } from 'node:timers/promises';
import { sql, type Kysely } from 'kysely';
import { failureOf, type Failure } from './failures';
import { isRestoring } from './restore-lock';

const PATIENCE_MS = 2000;
/** How far this process's clock may be from the database's, in milliseconds: as far as a token's may be ahead. */
const CLOCK_LEEWAY_MS = 30_000;

/** The readiness of a database. */
export interface Readiness {
  /** Notes a failure of any query: a full disk is remembered until a write succeeds again. */
  note(failure: Failure): void;
  /** Asks the database now; returns what keeps it from being written, or null. Never rejects. */
  obstacle(): Promise<Failure | null>;
  /** Whether this process's clock was away from the database's when it was last compared. */
  isClockAway(): boolean;
}

/** Keeps the readiness of a database. `clock` tells this process's time, in milliseconds. */
export const readinessOf = <T>(db: Kysely<T>, clock: () => number = Date.now): Readiness => {
  let isFull = false;
  let isClockAway = false;
  let asking: Promise<Failure | null> | null = null;

  const ask = (): Promise<Failure | null> =>
    db.connection().execute(async (connection) => {
      const before = clock();
      const { rows } = await sql<{ is_standby: boolean; is_restoring: boolean; is_read_only: boolean; now: number }>`
        select pg_is_in_recovery() as is_standby, ${isRestoring} as is_restoring, current_setting('transaction_read_only')::boolean as is_read_only,
          (extract(epoch from clock_timestamp()) * 1000)::float8 as now`.execute(connection);
      const after = clock();
      const { is_standby = false, is_read_only = false, now = after } = rows[0] ?? {};
      isClockAway = now < before - CLOCK_LEEWAY_MS || now > after + CLOCK_LEEWAY_MS;
      if (is_standby) return 'read only';
      if (rows[0]?.is_restoring) return 'restoring';
      // A mebibyte in a temporary table: it takes new space, and a connection that may only read fails.
      if (isFull || is_read_only) {
        await sql`
          create temporary table space_is_left on commit drop as
          select repeat('x', 1024) as filling from generate_series(1, 1024)`
          .execute(connection)
          .catch((error: unknown) => {
            // A user who may make no such table finds out by the next change that fails.
            if (failureOf(error)) throw error;
          });
        isFull = false;
      }
      return isClockAway ? 'clock' : null;
    });

  return {
    note(failure) {
      if (failure === 'full') isFull = true;
    },
    isClockAway: () => isClockAway,
    obstacle() {
      // Those who ask at once share one result; a query that hangs is not sent again before it has failed.
      asking ??= ask()
        .catch((error: unknown) => failureOf(error) ?? 'away')
        .finally(() => (asking = null));
      return Promise.race([asking, wait(PATIENCE_MS, 'away' as const, { ref: false })]);
    },
  };
};
