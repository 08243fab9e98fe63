/** Reading some records again because a person asks (DECISIONS §13). */
import { sql, type Kysely, type RawBuilder } from 'kysely';
import type { ConnectionSource } from 'contract/company/connections';
import type { Tables } from '../database/connection';
import type { Caller } from '../http/access';
import { queueRun } from './runs.queries';

/** The records that are read again, and by which connections. */
export interface Refreshed {
  readonly source: ConnectionSource;
  readonly table: 'facebook_ads' | 'social_media_posts';
  readonly ids: readonly number[];
  /** The condition that a row, `record`, is one that `connections` reads. */
  readonly isRead: RawBuilder<boolean>;
}

/** Queues those of the records that a connection reads, which is confirmed and goes on; returns how many there are. */
export const queueRefresh = (
  db: Kysely<Tables>,
  caller: Caller,
  { source, table, ids, isRead }: Refreshed,
): Promise<number> =>
  db.transaction().execute(async (transaction) => {
    const { rows } = await sql<{ connection_id: number; ids: number[] }>`
      select connections.id as connection_id, array_agg(record.id order by record.id) as ids
      from ${sql.table(table)} as record join connections on connections.company_id = record.company_id
      where record.id = any(${[...ids]}::int[]) and source = ${source} and confirmed_at is not null
        and connections.state not in ('paused', 'reconnect') and ${isRead}
      group by connections.id order by connections.id`.execute(transaction);
    for (const one of rows)
      await queueRun(transaction, one.connection_id, { cause: 'refresh', only: one.ids, requestedBy: caller.username });
    return rows.reduce((sum, one) => sum + one.ids.length, 0);
  });
