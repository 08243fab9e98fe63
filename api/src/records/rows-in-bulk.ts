/** Changing many rows of one table at once, each with its entry in the audit log (DECISIONS §8). */
import { sql, type Kysely, type RawBuilder, type Transaction } from 'kysely';
import type { BulkAnswer } from '../../contract/bulk';
import { demandCompany, type Caller } from '../http/access';
import { audit } from '../database/audit';
import { bulkOutcome, demandConfirmation, distinctIds } from './bulk';
import type { Tables } from '../database/connection';
import { laterThanBefore } from './if-match';

/** What the rows are. */
export interface Kind {
  readonly table: keyof Tables;
  /** What the audit log calls one of them. */
  readonly resource: string;
  /** What the audit log keeps of one, its id among it. */
  readonly columns: readonly string[];
  /** The sentence for one that is not there. */
  readonly missing: string;
}

/** Which rows: of this kind, with these ids, in this company, which must be in the caller's reach. */
export interface RowsOfCompany {
  readonly kind: Kind;
  readonly company_id: number;
  readonly ids: readonly number[];
}

interface Row {
  id: number;
}

const columnsOf = ({ columns }: Kind) => sql.join(columns.map((column) => sql.ref(column)));

/** Locks the rows that are there, in the order of their ids: two calls wait for each other, and never both. */
async function lockRows(transaction: Transaction<Tables>, { kind, company_id, ids }: RowsOfCompany): Promise<Row[]> {
  const { rows } = await sql<Row>`
    select ${columnsOf(kind)} from ${sql.table(kind.table)}
    where id = any(${[...ids]}::int[]) and company_id = ${company_id} order by id for update`.execute(transaction);
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
    update ${sql.table(named.kind.table)} set ${changes}, updated_by = ${caller.userId}, updated_at = ${laterThanBefore}
    where id = any(${ids}::int[]) returning ${columnsOf(named.kind)}`.execute(transaction);
  const now = new Map(rows.map((row) => [row.id, row]));
  const deeds = before.map((row) => {
    return { action: 'update', resource: named.kind.resource, recordId: row.id, before: row, after: now.get(row.id) };
  });
  await audit(transaction, caller, ...deeds);
  return ids;
}

/** The body of a bulk call that names rows by their ids. */
interface NamedByIds {
  company_id: number;
  ids: readonly number[];
  confirm?: boolean;
}

/** Sets the status of a company's records; an absent message keeps each one's own. Throws NotFound or RuleBroken. */
export function updateStatusInBulk(
  db: Kysely<Tables>,
  caller: Caller,
  kind: Kind,
  { new_status, status_message, ...named }: NamedByIds & { new_status: string; status_message?: string | null },
): Promise<BulkAnswer> {
  const message = status_message === undefined ? sql`` : sql`, status_message = ${status_message}`;
  return changeInBulk(db, caller, kind, named, (transaction, rows) =>
    updateRows(transaction, caller, rows, sql`status = ${new_status}${message}`),
  );
}

/** Removes records of a company. Throws NotFound or RuleBroken. */
export const deleteInBulk = (db: Kysely<Tables>, caller: Caller, kind: Kind, named: NamedByIds): Promise<BulkAnswer> =>
  changeInBulk(db, caller, kind, named, (transaction, rows) => deleteRows(transaction, caller, rows));

/** @param change answers the ids of the rows that were there */
async function changeInBulk(
  db: Kysely<Tables>,
  caller: Caller,
  kind: Kind,
  { company_id, ids, confirm = false }: NamedByIds,
  change: (transaction: Transaction<Tables>, rows: RowsOfCompany) => Promise<number[]>,
): Promise<BulkAnswer> {
  const asked = distinctIds(ids);
  return db.transaction().execute(async (transaction) => {
    await demandCompany(transaction, caller, company_id);
    demandConfirmation(confirm);
    return bulkOutcome(asked, await change(transaction, { kind, company_id, ids: asked }), kind.missing);
  });
}

async function deleteRows(transaction: Transaction<Tables>, caller: Caller, named: RowsOfCompany): Promise<number[]> {
  const before = await lockRows(transaction, named);
  const ids = before.map(({ id }) => id);
  await sql`delete from ${sql.table(named.kind.table)} where id = any(${ids}::int[])`.execute(transaction);
  const deeds = before.map((row) => {
    return { action: 'delete', resource: named.kind.resource, recordId: row.id, before: row };
  });
  await audit(transaction, caller, ...deeds);
  return ids;
}
