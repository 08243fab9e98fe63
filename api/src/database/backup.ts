/** Writing a backup: every row as it was at one moment, beside a running service (DECISIONS §12). */
import { sql } from 'kysely';
import { to as copyTo } from 'pg-copy-streams';
import { backedUpTables, type StoredTable } from './backup-tables';
import { writeBackup, type Frame, type SequenceState } from './backup-file';
import type { Connection } from './connection';
import { migrationsOf } from './migrate';
import { onSingleConnection, type SingleConnection } from './single-connection';

/** The numbers of what was written. */
export interface BackupResult {
  readonly tables: number;
  readonly rows: number;
  readonly bytes: number;
}

/**
 * Writes a backup of a database to a file. Only a migration waits for it. Rejects, and leaves no file, when the
 * database or the disk fails.
 *
 * @param file where to; one that is there is replaced once the new one is whole
 */
export const backUp = (connection: Connection, file: string): Promise<BackupResult> =>
  onSingleConnection(connection, async (single) => {
    const counted = { tables: 0, rows: 0 };
    await sql`begin isolation level repeatable read, read only`.execute(single.db);
    const bytes = await writeBackup(file, counting(framesOf(single), counted));
    return { ...counted, bytes };
  });

async function* counting(frames: AsyncIterable<Frame>, counted: { tables: number; rows: number }) {
  for await (const frame of frames) {
    if (frame.type === 'end') {
      counted.tables += 1;
      counted.rows += frame.rows;
    }
    yield frame;
  }
}

async function* framesOf(single: SingleConnection): AsyncGenerator<Frame> {
  const { db } = single;
  const there = await backedUpTables(db);
  // No table changes its form until all of them are read.
  await sql`lock table ${sql.join(there.map(({ name }) => sql.table(name)))} in access share mode`.execute(db);
  const tables = await backedUpTables(db);
  const { rows: moments } = await sql<{ now: Date }>`select now()`.execute(db);
  const taken_at = moments[0]?.now.toISOString() ?? '';
  yield { type: 'head', head: { taken_at, migrations: await migrationsOf(db) } };
  for (const { name, columns } of tables) {
    yield { type: 'table', name, columns };
    yield* rowsOf(single, name, columns);
  }
  yield { type: 'sequences', sequences: await sequencesOf(single, tables) };
}

/** Reads the rows of one table, with how many they are at the end. */
export async function* rowsOf(
  { client }: SingleConnection,
  table: string,
  columns: readonly string[],
): AsyncGenerator<Frame> {
  const selected = columns.map((column) => client.escapeIdentifier(column)).join(', ');
  const stream = client.query(copyTo(`copy (select ${selected} from ${client.escapeIdentifier(table)}) to stdout`));
  for await (const data of stream as AsyncIterable<Buffer>) yield { type: 'rows', data };
  // How many there were is said at the end of the command, which may come after the last row.
  await client.query('select');
  yield { type: 'end', rows: stream.rowCount };
}

/** Read after the rows, and not bound to their moment: a sequence may only be ahead of them. */
async function sequencesOf({ db }: SingleConnection, tables: readonly StoredTable[]): Promise<SequenceState[]> {
  const { rows: owned } = await sql<{ sequence: string; table: string; column: string }>`
    select sequence.oid::regclass::text as sequence, owner.relname as table, attname as column
    from pg_class sequence
    join pg_depend on pg_depend.objid = sequence.oid and pg_depend.classid = 'pg_class'::regclass
      and pg_depend.deptype in ('a', 'i')
    join pg_class owner on owner.oid = pg_depend.refobjid
    join pg_attribute on attrelid = owner.oid and attnum = pg_depend.refobjsubid
    where sequence.relkind = 'S' and owner.relnamespace = current_schema()::regnamespace
      and owner.relname = any(${tables.map(({ name }) => name)}::text[])
    order by 2`.execute(db);
  const states: SequenceState[] = [];
  for (const { sequence, table, column } of owned) {
    const { rows } = await sql<{ last_value: string; is_called: boolean }>`
      select last_value::text, is_called from ${sql.raw(sequence)}`.execute(db);
    if (rows[0]) states.push({ table, column, ...rows[0] });
  }
  return states;
}
