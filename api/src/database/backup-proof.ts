/** Proving a backup: it is restored into a throwaway database, and what is there is compared with what the file holds. */
import { createHash } from 'node:crypto';
import { sql, type Kysely } from 'kysely';
import { rowsOf } from './backup';
import type { BackupFile, Frame } from './backup-file';
import { inDatabase, type Connection, type Database, type Tables } from './connection';
import { failureOf } from './failures';
import { restore, type RestoreOptions, type RestoreResult } from './restore';
import type { SingleConnection } from './single-connection';

/** Why a backup is not proven. */
export class ProofError extends Error {}

declare module './connection' {
  interface Tables {
    backup_proof: { taken_at: string; proven_at: string };
  }
}

/**
 * Restores a backup into a database that is made for it on the same server and dropped again, and compares every table's
 * count and checksum with the file's. Returns what was restored; throws ProofError, or what a restore throws.
 *
 * @param beforeCommit looks at what was restored, by this version's tables; what it throws is the outcome
 */
export async function proveBackup(
  database: Pick<Database, 'db' | 'connection'>,
  file: BackupFile,
  beforeCommit: RestoreOptions['beforeCommit'],
): Promise<RestoreResult> {
  const expected = await sumsOf(file.frames());
  return withThrowaway(database, (connection) =>
    restore(connection, file, {
      replace: false,
      whenFilled: async (single) => {
        for (const table of expected) await compare(single, table);
      },
      beforeCommit,
    }),
  );
}

/** Notes that a backup was proven; false where the database has no place for it before it is brought to this version. */
export async function noteProof(db: Kysely<Tables>, takenAt: string): Promise<boolean> {
  const { rows } = await sql<{ there: boolean }>`select to_regclass('backup_proof') is not null as there`.execute(db);
  if (!rows[0]?.there) return false;
  const row = { taken_at: takenAt, proven_at: sql<string>`clock_timestamp()` };
  await db
    .insertInto('backup_proof')
    .values(row)
    .onConflict((conflict) => conflict.column('only_row' as 'taken_at').doUpdateSet(row))
    .execute();
  return true;
}

/** How many seconds ago a backup was last proven; infinite where none was. */
export async function secondsSinceProof(db: Kysely<Tables>): Promise<number> {
  const { rows } = await sql<{ seconds: number }>`
    select extract(epoch from clock_timestamp() - proven_at)::float8 as seconds from backup_proof`.execute(db);
  return rows[0]?.seconds ?? Infinity;
}

interface TableSum {
  readonly name: string;
  readonly columns: readonly string[];
  readonly sum: bigint;
}

/** The checksum of a table's rows, in whatever order they come. */
async function sumOfRows(frames: AsyncIterable<Frame>): Promise<bigint> {
  let sum = 0n;
  let rest: Buffer = Buffer.alloc(0);
  for await (const frame of frames) {
    if (frame.type === 'end') break;
    if (frame.type !== 'rows') continue;
    rest = rest.length ? Buffer.concat([rest, frame.data]) : frame.data;
    // COPY writes a line break in a text as two other characters: a line is a row.
    for (let end = rest.indexOf(10); end >= 0; end = rest.indexOf(10)) {
      sum += createHash('sha256').update(rest.subarray(0, end)).digest().readBigUInt64BE();
      rest = rest.subarray(end + 1);
    }
  }
  return BigInt.asUintN(64, sum);
}

/** The sum of each table in a file. */
async function sumsOf(frames: AsyncGenerator<Frame>): Promise<TableSum[]> {
  const sums: TableSum[] = [];
  for (;;) {
    const { value: frame, done } = await frames.next();
    if (done) return sums;
    if (frame.type !== 'table') continue;
    // Reads up to the table's end and leaves the rest to be read.
    const rows = { [Symbol.asyncIterator]: () => ({ next: () => frames.next() }) };
    sums.push({ name: frame.name, columns: frame.columns, sum: await sumOfRows(rows) });
  }
}

async function compare(single: SingleConnection, { name, columns, sum }: TableSum): Promise<void> {
  if ((await sumOfRows(rowsOf(single, name, columns))) !== sum)
    throw new ProofError(`What was restored of ${name} is not what the backup holds: its checksum is another.`);
}

const MARK = 'Made by console backup --prove, to be thrown away';

async function withThrowaway<Result>(
  { db, connection }: Pick<Database, 'db' | 'connection'>,
  use: (connection: Connection) => Promise<Result>,
): Promise<Result> {
  const { rows } = await sql<{ name: string; mark: string | null; is_there: boolean }>`
    select name, shobj_description(oid, 'pg_database') as mark, oid is not null as is_there
    from (select left(current_database(), 50) || '_proof' as name) proof
    left join pg_database on datname = name`.execute(db);
  const { name = '', mark, is_there } = rows[0] ?? {};
  if (is_there && mark !== MARK)
    throw new ProofError(
      `There is a database ${name}, which no proof made: rename or drop it, for the backup is restored into one of that name.`,
    );
  const clear = sql`drop database if exists ${sql.id(name)}`;
  const words = (error: unknown): never => {
    const { code, message } = error as { code?: string; message?: string };
    if (code === '55006') throw new ProofError(`Another proof is under way: the database ${name} is in use.`);
    if (code === '42501')
      throw new ProofError(
        `The database refuses a throwaway database (${message}): give the user the right by \`alter role … createdb\`.`,
      );
    if (failureOf(error) === 'full')
      throw new ProofError(`The database's disk has no room for a second copy of the data (${message}).`);
    throw error;
  };
  try {
    // The remains of a proof that was killed.
    await clear.execute(db);
    await sql`create database ${sql.id(name)} template template0`.execute(db);
    await sql`comment on database ${sql.id(name)} is ${sql.lit(MARK)}`.execute(db);
  } catch (error) {
    return words(error);
  }
  try {
    return await use(inDatabase(connection, name)).catch(words);
  } finally {
    await clear.execute(db).catch(() => undefined);
  }
}
