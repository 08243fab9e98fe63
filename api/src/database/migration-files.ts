/** The files of api/migrations: one transaction each, or, where its first line says so, none. */
import { readdir, readFile } from 'node:fs/promises';
import path from 'node:path';
import { sql, type Kysely, type Migration, type MigrationProvider } from 'kysely';
import { PROJECT_FOLDER } from '../start/config';

/** Where this version's migrations are. */
export const MIGRATIONS = path.join(PROJECT_FOLDER, 'api', 'migrations');

const FILE = /^(\d{4}_[a-z0-9_]+)\.sql$/;
// Writers do not wait for such an index; PostgreSQL builds it in no transaction.
const OUTSIDE = '-- outside a transaction';
// A second run after one that was cut off finds each of them done or not.
const CONCURRENT =
  /^(?:create (?:unique )?index concurrently if not exists|drop index concurrently if exists) ([a-z0-9_]+)\b/;

/** A migration of a folder. */
export interface MigrationFile extends Migration {
  readonly name: string;
  /** Whether it runs outside a transaction: its statements build or drop indexes concurrently. */
  readonly isOutside: boolean;
}

/** The table in which the migrations are noted. */
export interface MigrationTable {
  kysely_migration: { name: string; timestamp: string };
}

/**
 * Reads a folder's migrations, in the order of their numbers.
 *
 * @param inTransaction for a restore, which lets no one in: what runs outside a transaction runs inside too
 */
export async function migrationFiles(
  folder: string = MIGRATIONS,
  { inTransaction = false }: { inTransaction?: boolean } = {},
): Promise<MigrationFile[]> {
  const names = (await readdir(folder)).flatMap((file) => FILE.exec(file)?.[1] ?? []).sort();
  const files: MigrationFile[] = [];
  // One after the other: there are more of them than the files that a process may have open.
  for (const name of names) {
    const text = await readFile(path.join(folder, `${name}.sql`), 'utf8');
    const isOutside = text.startsWith(OUTSIDE);
    const isIn = !isOutside || inTransaction;
    const whole = isOutside ? text.replaceAll(/\bindex concurrently\b/g, 'index') : text;
    files.push({
      name,
      isOutside,
      up: (db: Kysely<unknown>) => (isIn ? run(db, whole) : runConcurrently(db, name, text)),
    });
  }
  return files;
}

/** The provider for Kysely's Migrator. */
export const providerOf = (files: readonly MigrationFile[]): MigrationProvider => ({
  getMigrations: async () => Object.fromEntries(files.map((file) => [file.name, file])),
});

const run = async (db: Kysely<unknown>, text: string): Promise<void> => void (await sql.raw(text).execute(db));

async function runConcurrently(db: Kysely<unknown>, name: string, text: string): Promise<void> {
  const statements = text
    .replaceAll(/^--.*$/gm, '')
    .split(';')
    .map((statement) => statement.trim())
    .filter((statement) => statement !== '');
  for (const statement of statements) {
    const [, index] = CONCURRENT.exec(statement) ?? [];
    if (index === undefined)
      throw new Error(
        `${name} runs outside a transaction, where only \`create index concurrently if not exists\` and ` +
          `\`drop index concurrently if exists\` may: ${statement.split('\n', 1)[0]}`,
      );
    // The index of a build that was cut off is updated by every write, and never read.
    const { rows } = await sql`
      select from pg_index where indexrelid = to_regclass(${index}) and not indisvalid`.execute(db);
    if (rows.length) await run(db, `drop index concurrently ${index}`);
    await run(db, statement);
  }
}
