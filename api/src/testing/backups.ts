/** The parts that tests of backups share: files in a folder of their own, databases, and the operator's commands on them. */
import { randomBytes } from 'node:crypto';
import { chmod, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { sql } from 'kysely';
import { backupCommands } from '../backup.commands';
import { backedUpTables } from '../database/backup-tables';
import type { Database } from '../database/connection';
import { secretsWith } from '../database/secrets';
import { onSingleConnection } from '../database/single-connection';
import type { TestConsole } from './console';
import { testDatabase } from './database';

/** The ENCRYPTION_KEY of the databases that are backed up. */
export const KEY = Buffer.alloc(32, 5);

/** A folder for files, and the databases that a test opens. */
export interface Backups {
  readonly folder: string;
  /** The path of a file that is not there yet. */
  newFile(): string;
  /** The database, closed by `closeDatabases`. */
  opened(making: Promise<Database>): Promise<Database>;
  /** Closes what was opened since the last call. */
  closeDatabases(): Promise<void>;
  /** Removes the folder. */
  remove(): Promise<void>;
}

/** Makes the folder. */
export async function openBackups(): Promise<Backups> {
  const folder = await mkdtemp(path.join(tmpdir(), 'console-backup-'));
  // Root runs a database server as another user, who has to reach its folder.
  await chmod(folder, 0o711);
  const databases: Database[] = [];
  return {
    folder,
    newFile: () => path.join(folder, `${randomBytes(4).toString('hex')}.backup`),
    async opened(making) {
      const database = await making;
      databases.push(database);
      return database;
    },
    async closeDatabases() {
      for (const database of databases.splice(0)) await database.close();
    },
    remove: () => rm(folder, { recursive: true, force: true }),
  };
}

/** Runs `backup` or `restore`; returns the lines that it printed. */
export async function runCommand(
  name: 'backup' | 'restore',
  database: Database,
  args: string[],
  encryptionKey = KEY,
  backupDir: string | null = null,
): Promise<string[]> {
  const lines: string[] = [];
  const command = backupCommands.find((one) => one.name === name);
  const config = { encryptionKey, backupDir } as TestConsole['config'];
  await command?.prepare(args)({ database, config, print: (line) => lines.push(line) });
  return lines;
}

/** A database with one company that has an API key. */
export async function smallDatabase(): Promise<Database> {
  const small = await testDatabase();
  const company = { id: 700_000, name: 'Seven', slug: 'seven', logo_url: 'x', timezone: 'America/Denver' } as const;
  const shopify_api_key = secretsWith(KEY).seal('shpat_seven', 'companies/700000/shopify_api_key');
  await small.db
    .insertInto('companies')
    .values({ ...company, shopify_api_key })
    .execute();
  const sealed = secretsWith(KEY).seal('any text', 'encryption_check');
  await sql`insert into encryption_check (sealed) values (${sealed})`.execute(small.db);
  return small;
}

/** Every row that a backup holds, and where the sequences stand. */
export async function contentsOf(database: Database): Promise<Record<string, unknown>> {
  const contents: Record<string, unknown> = {};
  await onSingleConnection(database.connection, async ({ db, client }) => {
    for (const { name } of await backedUpTables(db)) {
      const { rows } = await client.query<{ row: string }>(
        `select to_jsonb(t)::text as row from ${client.escapeIdentifier(name)} t order by 1`,
      );
      contents[name] = rows.map(({ row }) => row);
    }
    const { rows } = await client.query(
      `select sequencename, last_value from pg_sequences where schemaname = 'public' order by 1`,
    );
    contents.sequences = rows;
  });
  return contents;
}

/** Contents as a restore leaves them: connections are paused (DECISIONS §13). */
export const asRestored = (contents: Record<string, unknown>): Record<string, unknown> => ({
  ...contents,
  connections: (contents.connections as string[]).map((row) =>
    row
      .replace('"state": "ok"', '"state": "paused"')
      .replace('"paused_by": null', '"paused_by": "restore"')
      .replace('"state_message": null', '"state_message": "A backup was restored."')
      .replace(/"next_run_at": "[^"]*"/, '"next_run_at": null'),
  ),
});

/** All that a schema is made of, in words. */
export async function schemaOf({ db }: Database): Promise<string[]> {
  const { rows } = await sql<{ part: string }>`
    select indexdef || '' as part from pg_indexes where schemaname = 'public'
    union all select conrelid::regclass || ' ' || conname || ' ' || pg_get_constraintdef(oid)
      -- Before PostgreSQL 18, what is not null has no constraint of its own; the columns below tell it.
      from pg_constraint where connamespace = 'public'::regnamespace and contype <> 'n'
    union all select pg_get_triggerdef(oid) || tgenabled::text from pg_trigger where not tgisinternal
    union all select table_name || '.' || column_name || ' ' || data_type || coalesce(column_default, '')
      || is_nullable || coalesce(identity_generation, '') || coalesce(generation_expression, '')
      from information_schema.columns where table_schema = 'public'
    order by 1`.execute(db);
  return rows.map(({ part }) => part);
}
