import { setTimeout as wait } from 'node:timers/promises';
import { type Kysely, Migrator, sql } from 'kysely';
import { StartError } from '../start/start-error';
import type { Connection } from './connection';
import { failureOf } from './failures';
import { migrationFiles, providerOf, type MigrationFile, type MigrationTable } from './migration-files';
import { onSingleConnection } from './single-connection';

/** How a database is migrated. */
export interface MigrateOptions {
  /** Where the migrations are: those of this version unless it says otherwise. */
  readonly folder?: string;
  /** Gets a line after the first second of each migration, then every ten seconds, and while it waits for somebody. */
  readonly report?: (line: string) => void;
}

// Others queue behind a lock that is waited for. A cleaning of the table makes room after a second.
const LOCK_TIMEOUT_MS = 1500;
// Meanwhile those who queued get through.
const BETWEEN_TRIES_MS = 2000;
const POLL_MS = 200;
const [LOCK_CLASS, LOCK_OBJECT] = [20_181, 2];

/**
 * Brings a database to this version: each migration in the order of its number, one process at a time. A migration that
 * cannot get a lock on a table at once lets go of what it holds and tries again. Returns the names that were run. Throws
 * StartError, with nothing changed, when the database takes no changes, is newer than this version or its list of
 * migrations has a gap; and when a migration fails, which leaves those before it.
 */
export const migrate = (
  connection: Connection,
  { folder, report = () => undefined }: MigrateOptions = {},
): Promise<string[]> =>
  onSingleConnection(connection, async ({ db }) => {
    const files = await migrationFiles(folder);
    if (!(await pendingOf(db, files)).length) return [];
    await takeTurn(db, report);
    const names: string[] = [];
    for (;;) {
      const [next] = await pendingOf(db, files);
      if (!next) return names;
      await reporting(report, `Migrating: ${next.name}`, () => runMigration(db, files, next, report));
      names.push(next.name);
    }
  });

/** The migrations of this version, in their order. */
export const migrationNames = async (): Promise<string[]> => (await migrationFiles()).map(({ name }) => name);

/** The migrations that were run on a database, in their order. */
export const migrationsOf = async (db: Kysely<MigrationTable>): Promise<string[]> =>
  (await notedMigrations(db)).map(({ name }) => name).sort();

/** The migrations that were run on a database as it has noted them, the first to run first. */
export const notedMigrations = async (db: Kysely<MigrationTable>): Promise<MigrationTable['kysely_migration'][]> => {
  const { rows } = await sql<{ there: boolean }>`
    select to_regclass('kysely_migration') is not null as there`.execute(db);
  if (!rows[0]?.there) return [];
  return db
    .selectFrom('kysely_migration')
    .selectAll()
    .orderBy('timestamp')
    .orderBy(sql`name collate "C"`)
    .execute();
};

/**
 * Runs migrations in the transaction that `db` is in; those of other processes wait until it ends. Throws what a file
 * throws.
 *
 * @param last the last one to be run; all of this version when it is absent
 */
export const migrateInTransaction = async (db: Kysely<MigrationTable>, last?: string): Promise<void> => {
  const provider = providerOf(await migrationFiles(undefined, { inTransaction: true }));
  const migrator = new Migrator({ db, provider, disableTransactions: true });
  const { error } = await (last === undefined ? migrator.migrateToLatest() : migrator.migrateTo(last));
  if (error) throw error;
};

/**
 * Waits until no other process migrates. Asked again and again: a statement that waits for a lock would keep an index
 * that the other builds concurrently from ever being done.
 */
async function takeTurn(db: Kysely<MigrationTable>, report: (line: string) => void): Promise<void> {
  const take = async () => {
    const { rows } = await sql<{ is_ours: boolean }>`
      select pg_try_advisory_lock(${LOCK_CLASS}, ${LOCK_OBJECT}) as is_ours`.execute(db);
    return rows[0]?.is_ours ?? false;
  };
  await reporting(report, 'Waiting: another process migrates the database', async () => {
    while (!(await take())) await wait(POLL_MS);
  });
}

/** Runs one migration, as often as it takes to get its locks. */
async function runMigration(
  db: Kysely<MigrationTable>,
  files: readonly MigrationFile[],
  { name, isOutside }: MigrationFile,
  report: (line: string) => void,
): Promise<void> {
  const migrator = new Migrator({ db, provider: providerOf(files), disableTransactions: isOutside });
  for (;;) {
    // Building an index concurrently keeps no one waiting while it waits.
    await sql`set lock_timeout = ${sql.lit(isOutside ? 0 : LOCK_TIMEOUT_MS)}`.execute(db).catch(() => undefined);
    const { error } = await migrator.migrateUp();
    if (!error) return;
    if (failureOf(error) !== 'locked') throw failureOfMigration(name, error);
    report(`Migrating: ${name} waits for somebody who uses a table that it changes`);
    await wait(BETWEEN_TRIES_MS);
  }
}

/** Reports what takes longer than a second, with its seconds. */
async function reporting<Result>(
  report: (line: string) => void,
  title: string,
  act: () => Promise<Result>,
): Promise<Result> {
  let seconds = 0;
  const timer = setInterval(() => {
    seconds += 1;
    if (seconds === 1 || seconds % 10 === 0) report(`${title}, ${seconds} s`);
  }, 1000);
  try {
    return await act();
  } finally {
    clearInterval(timer);
  }
}

const ANOTHER = 'use another database (DATABASE_URL or DATA_DIR)';
const LIST = "The database's list of migrations (its table kysely_migration)";

/** The migrations that a database needs yet; throws StartError when it is not one that they can be run on. */
async function pendingOf(db: Kysely<MigrationTable>, files: readonly MigrationFile[]): Promise<MigrationFile[]> {
  await requireWritable(db);
  const known = files.map(({ name }) => name);
  const noted = (await notedMigrations(db)).map(({ name }) => name);
  const done = [...noted].sort();
  const unknown = done.filter((name) => !known.includes(name));
  if (unknown.length > 0) {
    throw new StartError(
      `The database was brought to a newer version of the console (it has ${unknown.join(', ')}): ` +
        `start that version, or ${ANOTHER}.`,
    );
  }
  const last = done.at(-1) ?? '';
  const missing = known.filter((name) => name < last && !done.includes(name));
  if (missing.length > 0) {
    throw new StartError(
      `${LIST} is damaged: it has ${last} but not ${missing.join(', ')}. Nothing was changed: ` +
        `restore a backup, or ${ANOTHER}.`,
    );
  }
  const moved = done.find((name, at) => name !== noted[at]);
  if (moved !== undefined)
    throw new StartError(`${LIST} is damaged (${moved} ran in another order): restore a backup, or ${ANOTHER}.`);
  return files.filter(({ name }) => !done.includes(name));
}

async function requireWritable(db: Kysely<MigrationTable>): Promise<void> {
  const { rows } = await sql<{ is_standby: boolean; is_read_only: boolean }>`
    select pg_is_in_recovery() as is_standby, current_setting('transaction_read_only')::boolean as is_read_only`.execute(
    db,
  );
  if (rows[0]?.is_standby)
    throw new StartError(
      "The database server is a standby, which takes no changes: set DATABASE_URL to the primary's address, or promote the standby.",
    );
  if (rows[0]?.is_read_only)
    throw new StartError(
      'The database allows reading only (default_transaction_read_only is on): let the user of DATABASE_URL write, or name another database.',
    );
}

// A table, column, index, function or schema of that name is there.
const THERE_ALREADY = new Set(['42P07', '42701', '42710', '42723', '42P06']);

const failureOfMigration = (name: string, error: unknown): StartError => {
  const { message, code } = error as Error & { code?: string };
  if (failureOf(error) === 'away')
    return new StartError(
      `The database went away while migration ${name} ran, and undoes it by itself; the migrations before it are kept. ` +
        'Start again once the database answers.',
    );
  if (!THERE_ALREADY.has(code ?? '')) return new StartError(`Migration ${name}: ${message}`);
  return new StartError(
    `${LIST} does not have ${name}, but the database has what it makes (${message}). Nothing was changed: ` +
      `restore a backup, or ${ANOTHER}.`,
  );
};
