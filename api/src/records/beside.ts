/** The rows that are deleted with a row, such as its tags: the audit log keeps them for an undo. */
import { sql, type Kysely, type RawBuilder, type Transaction } from 'kysely';
import type { AuditedRecord } from '../database/audit';
import type { Tables } from '../database/connection';
import type { Caller } from '../http/access';

/** The values beside the rows of a noun. */
export interface Beside {
  /** Each as the audit log keeps it, by its name there: a list, or null. */
  readonly columns: Readonly<Record<string, RawBuilder<unknown>>>;
  /** Puts it beside rows that are there again; `kept` are the records of the log. */
  restore(transaction: Transaction<Tables>, caller: Caller, kept: readonly AuditedRecord[]): Promise<void>;
}

/** The values beside each of these rows of a table, by their ids. */
export async function besideOf(
  db: Kysely<Tables>,
  table: keyof Tables,
  beside: Beside | undefined,
  ids: readonly number[],
): Promise<ReadonlyMap<number, AuditedRecord>> {
  if (!beside || !ids.length) return new Map();
  const columns = Object.entries(beside.columns).map(([name, value]) => sql`${value} as ${sql.ref(name)}`);
  const { rows } = await sql<AuditedRecord & { id: number }>`
    select ${sql.ref(`${table}.id`)}, ${sql.join(columns)} from ${sql.table(table)}
    where ${sql.ref(`${table}.id`)} = any(${[...ids]}::int[])`.execute(db);
  return new Map(rows.map(({ id, ...values }) => [id, values]));
}
