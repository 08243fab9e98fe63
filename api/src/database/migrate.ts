import { readdir, readFile } from 'node:fs/promises';
import path from 'node:path';
import { Kysely, type Migration, type MigrationProvider, Migrator, PostgresDialect, sql } from 'kysely';
import { PROJECT_FOLDER } from '../start/config';
import { COMMAND_LIMITS, openPool, type Connection } from './connection';
import { StartError } from '../start/start-error';

const FOLDER = path.join(PROJECT_FOLDER, 'api', 'migrations');
const FILE = /^(\d{4}_[a-z0-9_]+)\.sql$/;

/**
 * Brings a database to this version: each file of api/migrations in the order of its number, in a
 * transaction of its own, under a lock that lets one process at a time. Returns the names that were
 * run. Throws StartError when the database is newer than this version, its list of migrations has a gap, or a file fails.
 */
export const migrate = async (connection: Connection, folder: string = FOLDER): Promise<string[]> => {
  // One connection of its own: a large migration may take longer than a request's statement.
  const db = new Kysely<MigrationTable>({
    dialect: new PostgresDialect({ pool: openPool(connection, { max: 1, limits: COMMAND_LIMITS }) }),
  });
  try {
    const provider = new SqlFiles(folder);
    await requireFitting(db, Object.keys(await provider.getMigrations()));
    const migrator = new Migrator({ db, provider });
    const names: string[] = [];
    for (;;) {
      const { error, results = [] } = await migrator.migrateUp();
      if (error) throw failureOfMigration(results.at(-1)?.migrationName, error);
      const [done] = results;
      if (!done) return names;
      names.push(done.migrationName);
    }
  } finally {
    await db.destroy();
  }
};

/** The migrations of this version, in their order. */
export const migrationNames = async (): Promise<string[]> =>
  Object.keys(await new SqlFiles(FOLDER).getMigrations()).sort();

/** The migrations that were run on a database, in their order. */
export const migrationsOf = async (db: Kysely<MigrationTable>): Promise<string[]> => {
  const { rows } = await sql<{ there: boolean }>`
    select to_regclass('kysely_migration') is not null as there`.execute(db);
  if (!rows[0]?.there) return [];
  const done = await db.selectFrom('kysely_migration').select('name').execute();
  return done.map(({ name }) => name).sort();
};

/**
 * Runs migrations in the transaction that `db` is in; those of other processes wait until it ends. Throws what a file
 * throws.
 *
 * @param last the last one to be run; all of this version when it is absent
 */
export const migrateInTransaction = async (db: Kysely<MigrationTable>, last?: string): Promise<void> => {
  const migrator = new Migrator({ db, provider: new SqlFiles(FOLDER), disableTransactions: true });
  const { error } = await (last === undefined ? migrator.migrateToLatest() : migrator.migrateTo(last));
  if (error) throw error;
};

/** The table in which the migrations are noted. */
export interface MigrationTable {
  kysely_migration: { name: string };
}

class SqlFiles implements MigrationProvider {
  constructor(private readonly folder: string) {}

  async getMigrations(): Promise<Record<string, Migration>> {
    const names = (await readdir(this.folder)).flatMap((file) => FILE.exec(file)?.[1] ?? []);
    return Object.fromEntries(names.map((name) => [name, this.migration(name)]));
  }

  private migration(name: string): Migration {
    return {
      up: async (db) => {
        await sql.raw(await readFile(path.join(this.folder, `${name}.sql`), 'utf8')).execute(db);
      },
    };
  }
}

const ANOTHER = 'use another database (DATABASE_URL or DATA_DIR)';
const LIST = "The database's list of migrations (its table kysely_migration)";

const requireFitting = async (db: Kysely<MigrationTable>, known: string[]): Promise<void> => {
  const { rows } = await sql<{ there: boolean }>`
    select to_regclass('kysely_migration') is not null as there`.execute(db);
  if (!rows[0]?.there) return;
  const done = (await db.selectFrom('kysely_migration').select('name').execute()).map(({ name }) => name).sort();
  const unknown = done.filter((name) => !known.includes(name));
  if (unknown.length > 0) {
    throw new StartError(
      `The database was brought to a newer version of the console (it has ${unknown.join(', ')}): ` +
        `start that version, or ${ANOTHER}.`,
    );
  }
  const last = done.at(-1) ?? '';
  const missing = known.filter((name) => name < last && !done.includes(name)).sort();
  if (missing.length > 0) {
    throw new StartError(
      `${LIST} is damaged: it has ${last} but not ${missing.join(', ')}. Nothing was changed: ` +
        `restore a backup, or ${ANOTHER}.`,
    );
  }
};

// A table, column, index, function or schema of that name is there.
const THERE_ALREADY = new Set(['42P07', '42701', '42710', '42723', '42P06']);

const failureOfMigration = (name: string | undefined, error: unknown): StartError => {
  const { message, code } = error as Error & { code?: string };
  if (message.startsWith('corrupted migrations')) {
    return new StartError(`${LIST} is damaged (${message}): restore a backup, or ${ANOTHER}.`);
  }
  if (!THERE_ALREADY.has(code ?? '')) return new StartError(`Migration ${name ?? 'failed'}: ${message}`);
  return new StartError(
    `${LIST} does not have ${name}, but the database has what it makes (${message}). Nothing was changed: ` +
      `restore a backup, or ${ANOTHER}.`,
  );
};
