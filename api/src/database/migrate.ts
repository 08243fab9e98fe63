import { readdir, readFile } from 'node:fs/promises';
import path from 'node:path';
import { Kysely, type Migration, type MigrationProvider, Migrator, PostgresDialect, sql } from 'kysely';
import { PROJECT_FOLDER } from '../start/config';
import { openPool, type Connection } from './connection';
import { StartError } from '../start/start-error';

const FOLDER = path.join(PROJECT_FOLDER, 'api', 'migrations');
const FILE = /^(\d{4}_[a-z0-9_]+)\.sql$/;

/**
 * Brings a database to this version: each file of api/migrations in the order of its number, in a
 * transaction of its own, under a lock that lets one process at a time. Answers the names that were
 * run. Throws StartError when the database is newer than this version, or a file fails.
 */
export const migrate = async (connection: Connection, folder: string = FOLDER): Promise<string[]> => {
  // One connection of its own: a large migration may take longer than a request's statement.
  const db = new Kysely<MigrationTable>({
    dialect: new PostgresDialect({ pool: openPool(connection, { max: 1, statement_timeout: 0 }) }),
  });
  try {
    const provider = new SqlFiles(folder);
    await refuseNewer(db, Object.keys(await provider.getMigrations()));
    const migrator = new Migrator({ db, provider });
    const names: string[] = [];
    for (;;) {
      const { error, results = [] } = await migrator.migrateUp();
      if (error) throw new StartError(`Migration ${results.at(-1)?.migrationName ?? 'failed'}: ${sentenceOf(error)}`);
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

const refuseNewer = async (db: Kysely<MigrationTable>, known: string[]): Promise<void> => {
  const { rows } = await sql<{ there: boolean }>`
    select to_regclass('kysely_migration') is not null as there`.execute(db);
  if (!rows[0]?.there) return;
  const done = await db.selectFrom('kysely_migration').select('name').execute();
  const unknown = done.map(({ name }) => name).filter((name) => !known.includes(name));
  if (unknown.length === 0) return;
  throw new StartError(
    `The database was brought to a newer version of the console (it has ${unknown.join(', ')}): ` +
      'start that version, or use another database (DATABASE_URL or DATA_DIR).',
  );
};

const sentenceOf = (error: unknown): string => (error instanceof Error ? error.message : String(error));
