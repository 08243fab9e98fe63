/** Changing many rows of one table at once, each with its entry in the audit log. */
import { sql, type RawBuilder, type Transaction } from 'kysely';
import type { Caller } from '../plumbing/access';
import { audit } from '../plumbing/audit';
import type { Tables } from '../plumbing/database';
import { laterThanBefore } from '../plumbing/if-match';

/** Which rows: of this table, with these ids, in this company, which must be in the caller's reach. */
export interface RowsOfCompany {
  readonly table: keyof Tables;
  /** What the audit log calls one of them. */
  readonly resource: string;
  readonly company_id: number;
  readonly ids: readonly number[];
}

interface Row {
  id: number;
}

/** Locks the rows that are there, in the order of their ids: two calls wait for each other, and never both. */
async function lockRows(transaction: Transaction<Tables>, { table, company_id, ids }: RowsOfCompany): Promise<Row[]> {
  const { rows } = await sql<Row>`
    select * from ${sql.table(table)} where id = any(${[...ids]}::int[]) and company_id = ${company_id}
    order by id for update`.execute(transaction);
  return rows;
}

/**
 * Sets columns of the rows that are there; answers their ids.
 *
 * @param changes the columns with their values, as they follow the word `set`
 */
export async function updateRows(
  transaction: Transaction<Tables>,
  caller: Caller,
  named: RowsOfCompany,
  changes: RawBuilder<unknown>,
): Promise<number[]> {
  const before = await lockRows(transaction, named);
  const ids = before.map(({ id }) => id);
  const { rows } = await sql<Row>`
    update ${sql.table(named.table)} set ${changes}, updated_by = ${caller.userId}, updated_at = ${laterThanBefore}
    where id = any(${ids}::int[]) returning *`.execute(transaction);
  const now = new Map(rows.map((row) => [row.id, row]));
  const deeds = before.map((row) => {
    return { action: 'update', resource: named.resource, recordId: row.id, before: row, after: now.get(row.id) };
  });
  await audit(transaction, caller, ...deeds);
  return ids;
}

/** Deletes the rows that are there; answers their ids. */
export async function deleteRows(
  transaction: Transaction<Tables>,
  caller: Caller,
  named: RowsOfCompany,
): Promise<number[]> {
  const before = await lockRows(transaction, named);
  const ids = before.map(({ id }) => id);
  await sql`delete from ${sql.table(named.table)} where id = any(${ids}::int[])`.execute(transaction);
  const deeds = before.map((row) => {
    return { action: 'delete', resource: named.resource, recordId: row.id, before: row };
  });
  await audit(transaction, caller, ...deeds);
  return ids;
}
