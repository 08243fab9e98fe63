/**
 * Restoring a backup (DECISIONS §12): in one transaction, so that a restore that fails or is cut off leaves everything as
 * it was. The tables are created again as the backup's version had them, filled, and brought to this version. What needs no
 * superuser: the tables' owner may do all of it.
 */
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { sql } from 'kysely';
import { from as copyFrom } from 'pg-copy-streams';
import { backedUpTables, storedTables } from './backup-tables';
import { NotABackup, type BackupFile, type BackupHead, type Frame, type SequenceState } from './backup-file';
import type { Connection } from './connection';
import { dropTables, lockTables, takeDown } from './restore-schema';
import { migrateInTransaction, migrationNames, migrationsOf } from './migrate';
import { takeRestoreLock } from './restore-lock';
import { onSingleConnection, type SingleConnection } from './single-connection';

/** Why a backup is not restored; the database is as it was. */
export class RestoreError extends Error {}

/** How a backup is restored. */
export interface RestoreOptions {
  /** Whether a database that holds data is emptied first. */
  readonly replace: boolean;
  /** Called once the rows are there, in the tables of the backup's version; what it throws undoes the restore. */
  readonly whenFilled?: (single: SingleConnection) => Promise<void>;
  /** Called once all is there, in the same transaction; what it throws undoes the restore. */
  readonly beforeCommit: (single: SingleConnection) => Promise<void>;
}

/** The numbers of what was restored. */
export interface RestoreResult {
  readonly head: BackupHead;
  readonly tables: number;
  readonly rows: number;
}

/**
 * Puts what a backup holds in place of what a database holds. No table can be read or written meanwhile: calls of people
 * are 503 once they have waited as long as for any lock, and the service says that it is not ready. Throws RestoreError,
 * NotABackup, or the database's error.
 */
export const restore = (connection: Connection, file: BackupFile, options: RestoreOptions): Promise<RestoreResult> =>
  onSingleConnection(connection, async (single) => {
    const { db } = single;
    const frames = file.frames();
    const head = await headOf(frames);
    const known = await requireKnown(head);
    await sql`begin`.execute(db);
    // Before anything is read: who restores already holds every table.
    await requireAlone(single);
    await requireFit(single, known);
    await lockTables(single);
    if (!options.replace) await requireEmpty(single);
    await dropTables(single);
    await migrateInTransaction(db, head.migrations.at(-1));
    const putBack = await takeDown(single);
    const filled = await fill(single, frames);
    await putBack();
    await options.whenFilled?.(single);
    await migrateInTransaction(db);
    await options.beforeCommit(single);
    await sql`analyze`.execute(db);
    await sql`commit`.execute(db);
    // Lists count without reading the rows of a table that was vacuumed.
    const tables = await storedTables(db);
    await sql`vacuum ${sql.join(tables.map(({ name }) => sql.table(name)))}`.execute(db);
    return { head, ...filled };
  });

async function headOf(frames: AsyncGenerator<Frame>): Promise<BackupHead> {
  const { value } = await frames.next();
  if (value?.type !== 'head') throw new NotABackup('The file is no backup of this console.');
  return value.head;
}

/** Returns the migrations of this version; throws RestoreError unless those of the backup are their first ones. */
async function requireKnown({ migrations }: BackupHead): Promise<string[]> {
  const known = await migrationNames();
  const unknown = migrations.filter((name) => !known.includes(name));
  if (unknown.length)
    throw new RestoreError(
      `The backup was taken from a newer version of the console (it has ${unknown.join(', ')}): restore it with that version.`,
    );
  if (!migrations.length || known.some((name, at) => at < migrations.length && name !== migrations[at]))
    throw new RestoreError(
      'The backup was taken from a database with migrations missing: this version cannot read it.',
    );
  return known;
}

async function requireFit({ db }: SingleConnection, known: readonly string[]): Promise<void> {
  const unknown = (await migrationsOf(db)).filter((name) => !known.includes(name));
  if (unknown.length)
    throw new RestoreError(
      `The database was brought to a newer version of the console (it has ${unknown.join(', ')}): use that version, or another database.`,
    );
}

async function requireAlone({ db }: SingleConnection): Promise<void> {
  const { rows } = await sql<{ is_alone: boolean }>`select ${takeRestoreLock} as is_alone`.execute(db);
  if (!rows[0]?.is_alone) throw new RestoreError('Another restore is under way in this database.');
}

/** The tables that a start fills by itself: its key's check value, and how far background steps are. */
const BY_A_START = ['encryption_check', 'background_steps'];

async function requireEmpty({ db }: SingleConnection): Promise<void> {
  for (const { name } of await backedUpTables(db)) {
    if (BY_A_START.includes(name)) continue;
    const { rows } = await sql`select from ${sql.table(name)} limit 1`.execute(db);
    if (rows.length)
      throw new RestoreError(
        `The database holds data already (${name}): restore into an empty one, or give --replace to put the backup in place of all of it.`,
      );
  }
}

async function fill(single: SingleConnection, frames: AsyncGenerator<Frame>) {
  const known = (await backedUpTables(single.db)).map(({ name }) => name);
  let [tables, rows] = [0, 0];
  for (;;) {
    const { value: frame, done } = await frames.next();
    if (done || frame.type === 'head') throw new NotABackup('The file is no backup of this console.');
    if (frame.type === 'sequences') {
      await setSequences(single, frame.sequences);
      return { tables, rows };
    }
    if (frame.type !== 'table' || !known.includes(frame.name))
      throw new NotABackup('The file is no backup of this console.');
    tables += 1;
    rows += await fillTable(single, frame, frames);
  }
}

/** Reads the rows of one table up to its end; returns how many there are. */
async function fillTable(
  { client }: SingleConnection,
  { name, columns }: { name: string; columns: readonly string[] },
  frames: AsyncGenerator<Frame>,
): Promise<number> {
  const names = columns.map((column) => client.escapeIdentifier(column)).join(', ');
  const into = client.query(copyFrom(`copy ${client.escapeIdentifier(name)} (${names}) from stdin`));
  let expected: number | undefined;
  async function* rows() {
    for (;;) {
      const { value: frame, done } = await frames.next();
      if (done || (frame.type !== 'rows' && frame.type !== 'end'))
        throw new NotABackup('The file is no backup of this console.');
      if (frame.type === 'end') {
        expected = frame.rows;
        return;
      }
      yield frame.data;
    }
  }
  await pipeline(Readable.from(rows(), { objectMode: false }), into);
  if (into.rowCount !== expected)
    throw new RestoreError(`Of ${name} ${into.rowCount} rows were restored where the backup holds ${expected}.`);
  return into.rowCount;
}

async function setSequences({ db }: SingleConnection, sequences: readonly SequenceState[]): Promise<void> {
  for (const { table, column, last_value, is_called } of sequences)
    await sql`select setval(pg_get_serial_sequence(${table}, ${column}), ${last_value}::bigint, ${is_called})`.execute(
      db,
    );
}
