/** What a backup holds (DECISIONS §12). Every table of the schema is in one of the two lists; a test sees to it. */
import { sql, type Kysely } from 'kysely';
import type { MigrationTable } from './migrate';

/** The tables whose rows a backup holds; of a partitioned table the whole. */
export const BACKED_UP: readonly string[] = [
  'agent_definitions',
  'agent_feedback',
  'agent_knowledge',
  'agent_messages',
  'agent_proposals',
  'agent_sessions',
  'agent_usage',
  'audit_log',
  'background_steps',
  'companies',
  'encryption_check',
  'facebook_ad_days',
  'facebook_ad_previews',
  'facebook_ads',
  'ingest_tokens',
  'knowledge',
  'knowledge_passages',
  'memberships',
  'pinned_companies',
  'product_variant_cogs',
  'product_variants',
  'social_media_post_criteria',
  'social_media_posts',
  'social_media_profiles',
  'social_media_search_terms',
  'tag_uses',
  'tags',
  'user_groups',
  'users',
  'views',
];

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
  // What somebody had picked a moment ago.
  'facebook_ad_selections',
  // What was proved of backups was proved of another database.
  'backup_proof',
  // Which migrations were run stands in the head of the file.
  'kysely_migration',
  'kysely_migration_lock',
];

/** A table and those of its columns that hold values of their own: generated ones are made anew. */
export interface StoredTable {
  readonly name: string;
  readonly columns: readonly string[];
}

/** Those of the named tables that a database has, by name, with the columns that hold values. */
export async function storedTables(db: Kysely<MigrationTable>, names: readonly string[]): Promise<StoredTable[]> {
  const { rows } = await sql<StoredTable>`
    select relname as name, array_agg(attname::text order by attnum) as columns
    from pg_class join pg_attribute on attrelid = pg_class.oid
    where relnamespace = current_schema()::regnamespace and relkind in ('r', 'p') and not relispartition
      and relname = any(${[...names]}::text[]) and attnum > 0 and not attisdropped and attgenerated = ''
    group by relname order by relname`.execute(db);
  return rows;
}
