/** Calls with an `Idempotency-Key`, and a table that they have to wait for. */
import { sql, type Kysely } from 'kysely';
import type { Tables } from '../database/connection';

/** The header with this key. */
export const keyed = (key: string) => ({ 'idempotency-key': key });

/** Runs `work` while no one can add a knowledge item; `someoneWaits` resolves when somebody tries to. */
export const whileNobodyCanWrite = (
  db: Kysely<Tables>,
  work: (someoneWaits: () => Promise<void>) => Promise<void>,
): Promise<void> =>
  db.transaction().execute(async (transaction) => {
    await sql`lock table knowledge in share row exclusive mode`.execute(transaction);
    return work(async () => {
      for (let waits = false; !waits;) {
        const { rows } = await sql`
          select from pg_locks where not granted and relation = 'knowledge'::regclass`.execute(db);
        waits = rows.length > 0;
      }
    });
  });
