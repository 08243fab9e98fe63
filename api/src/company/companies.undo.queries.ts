/** Taking back what was done to companies: one that was deleted is only hidden, and shown again (DECISIONS §4, §10). */
import { sql, type Kysely, type Transaction } from 'kysely';
import { audit, type AuditedRecord } from '../database/audit';
import type { Tables } from '../database/connection';
import type { Caller } from '../http/access';
import { companies, hideCompanies } from './companies.queries';

/** The companies of these ids that are there, as the log would keep them. */
async function statesOf(db: Kysely<Tables>, ids: readonly number[]): Promise<Map<number, AuditedRecord>> {
  const states = await companies.undo.statesOf(db, ids);
  const { rows } = await sql<{ id: number }>`
    select id from companies where id = any(${[...ids]}::int[]) and deleted_at is not null`.execute(db);
  for (const { id } of rows) states.delete(id);
  return states;
}

/** Shows deleted companies again; returns those that were still kept, by their ids. */
async function reinsert(
  transaction: Transaction<Tables>,
  caller: Caller,
  kept: readonly AuditedRecord[],
): Promise<Map<number, AuditedRecord>> {
  const { rows } = await sql<{ id: number }>`
    update companies set deleted_at = null, updated_by = ${caller.userId}
    where id = any(${kept.map(({ id }) => Number(id))}::int[]) and deleted_at is not null
    returning id`.execute(transaction);
  const ids = rows.map(({ id }) => id);
  const states = await companies.undo.statesOf(transaction, ids);
  const entries = [...states].map(([recordId, after]) => ({ action: 'restore', resource: 'company', recordId, after }));
  await audit(transaction, caller, ...entries);
  return states;
}

/** Hides companies again. */
async function deleteRows(transaction: Transaction<Tables>, caller: Caller, ids: readonly number[]): Promise<void> {
  await hideCompanies(transaction, caller, await companies.lockMany(transaction, caller, ids));
}

/** The calls of undo on companies. */
export const companyUndo = { ...companies.undo, statesOf, reinsert, deleteRows };
