/** Connections in figures, for the metrics (DECISIONS §13). */
import { sql, type Kysely } from 'kysely';
import type { Tables } from '../database/connection';
import { TO_RECONNECT, UNREAD } from './connections-attention';

/** How many connections of companies that are there need somebody. */
export interface ConnectionFigures {
  readonly failing: number;
  readonly reconnect: number;
  /** Go on, and were not read whole for two days. */
  readonly unread: number;
}

/** Reads the figures. */
export const connectionFigures = async (db: Kysely<Tables>): Promise<ConnectionFigures> => {
  const { rows } = await sql<ConnectionFigures>`
    select count(*) filter (where state = 'failing') as failing, count(*) filter (where ${TO_RECONNECT}) as reconnect,
      count(*) filter (where ${UNREAD}) as unread
    from connections join companies on companies.id = company_id where deleted_at is null`.execute(db);
  return rows[0] ?? { failing: 0, reconnect: 0, unread: 0 };
};
