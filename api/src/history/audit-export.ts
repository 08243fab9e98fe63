/** The audit log as a CSV file: every entry that matches, newest first, written while it is read (DECISIONS §4, §10). */
import type { Kysely } from 'kysely';
import type { AuditExport } from 'contract/history';
import { CSV_START, csvLine } from 'contract/csv';
import { readAuditLog, type AuditFilter, type StoredAuditEntry } from '../database/audit-entries';
import type { Tables } from '../database/connection';
import { filterOf } from './history.queries';

/** The columns of an entry in a file, for people and for the operator. */
export const ENTRY_COLUMNS = [
  'at',
  'username',
  'action',
  'resource',
  'record_id',
  'company_id',
  'request_id',
  'before',
  'after',
  'agent',
  'tab_id',
] as readonly (keyof StoredAuditEntry)[];

const asCell = (value: unknown) => (typeof value === 'object' && value !== null ? JSON.stringify(value) : value);

/** The first line of the file. */
export const ENTRIES_HEAD = CSV_START + csvLine(ENTRY_COLUMNS);

/** An entry as a line of the file. */
export const entryLine = (entry: StoredAuditEntry): string =>
  csvLine(ENTRY_COLUMNS.map((column) => asCell(entry[column])));

/** The file; no connection to the database waits for a slow reader. Throws InvalidInput for an invalid time. */
export async function exportAudit(db: Kysely<Tables>, filters: AuditExport): Promise<AsyncIterable<string>> {
  return fileOf(db, await filterOf(db, filters, 'body'));
}

async function* fileOf(db: Kysely<Tables>, filter: AuditFilter): AsyncGenerator<string> {
  yield ENTRIES_HEAD;
  for await (const page of readAuditLog(db, filter, Infinity)) yield page.map(entryLine).join('');
}
