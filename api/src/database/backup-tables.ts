/** The content of a backup (DECISIONS §12): every table of the schema, but those that are left out here. */
import { sql, type Kysely } from 'kysely';
import type { MigrationTable } from './migration-files';

/** The tables whose rows a backup leaves out: they come back empty. */
export const LEFT_OUT: readonly string[] = [
  // After a restore everybody signs in again.
  'sessions',
  'sign_in_failures',
  // Limits of the last hour, and outcomes of calls that may be sent again.
  'agent_sends',
  'idempotency_keys',
  'ingest_outcomes',
  'ingest_snapshots',
  // A token that was revoked since must not work again: after a restore each needs a new secret.
  'ingest_token_secrets',
  // An invitation that was revoked since must not work again: after a restore each needs a new link.
  'user_invitations',
  // Codes of the last minute.
  'sign_in_codes',
  // Selections of a moment ago.
  'facebook_ad_selections',
  // Posts that somebody had before them, or put off.
  'review_leases',
  'review_skips',
  // Read again from their sources.
  'pictures',
  'record_pictures',
  // Sums that are added up again.
  'facebook_spend_kept',
  'facebook_spend_sums',
  'facebook_spend_changes',
  // The proofs of backups are of another database.
  'backup_proof',
  // Which migrations were run stands in the head of the file.
  'kysely_migration',
  'kysely_migration_lock',
];

/** A table and those of its columns that hold values of their own: generated ones are computed again. */
export interface StoredTable {
  readonly name: string;
  readonly columns: readonly string[];
}

/** Every table of the schema, by name, with the columns that hold values; a partitioned one is one, an extension's none. */
export async function storedTables(db: Kysely<MigrationTable>): Promise<StoredTable[]> {
  const { rows } = await sql<StoredTable>`
    select relname as name, array_agg(attname::text order by attnum) as columns
    from pg_class join pg_attribute on attrelid = pg_class.oid
    where relnamespace = current_schema()::regnamespace and relkind in ('r', 'p') and not relispartition
      and not exists (select from pg_depend where classid = 'pg_class'::regclass and objid = pg_class.oid and deptype = 'e')
      and attnum > 0 and not attisdropped and attgenerated = ''
    group by relname order by relname`.execute(db);
  return rows;
}

/** Those of them whose rows a backup holds. */
export const backedUpTables = async (db: Kysely<MigrationTable>): Promise<StoredTable[]> =>
  (await storedTables(db)).filter(({ name }) => !LEFT_OUT.includes(name));
