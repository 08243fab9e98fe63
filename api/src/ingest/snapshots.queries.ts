/** Readings that come in several calls (DECISIONS §14): one moment, and which records were refused on the way. */
import { sql, type Kysely, type Transaction } from 'kysely';
import type { Tables } from '../database/connection';
import { RuleBroken } from '../http/errors';
import type { Reading } from '../records/from-source';

// For how many days the calls of one reading may follow each other.
const KEPT_DAYS = 7;

/** The reading that a call is a part of. */
export interface Snapshot extends Reading {
  readonly tokenId: number;
  readonly resource: string;
  readonly snapshotId: string;
}

/**
 * Notes a call of a reading, and returns the keys that all its calls had to refuse. Throws RuleBroken for a call with
 * another moment than the first.
 */
export async function noteCall(
  transaction: Transaction<Tables>,
  { tokenId, resource, companyId, source, snapshotId, observedAt }: Snapshot,
  refused: readonly string[],
): Promise<string[]> {
  const { rows } = await sql<{ observed_at: string; refused: string[] }>`
    insert into ingest_snapshots as stored (token_id, resource, company_id, source, snapshot_id, observed_at, refused)
    values (${tokenId}, ${resource}, ${companyId}, ${source}, ${snapshotId}, ${observedAt}, ${[...refused]}::text[])
    on conflict (token_id, resource, company_id, source, snapshot_id) do update
    set refused = array(select distinct unnest(stored.refused || excluded.refused))
    returning observed_at, refused`.execute(transaction);
  const [stored] = rows;
  if (stored?.observed_at !== observedAt)
    throw new RuleBroken(
      `The other calls of this snapshot were observed at ${stored?.observed_at}: send the same time.`,
    );
  return stored.refused;
}

/** Forgets readings that began more than seven days ago. */
export const purgeSnapshots = async (db: Kysely<Tables>): Promise<void> => {
  await sql`
    delete from ingest_snapshots
    where created_at < clock_timestamp() - make_interval(days => ${KEPT_DAYS})`.execute(db);
};
