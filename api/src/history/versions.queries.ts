/** The texts that a record held one after the other, read off the audit log (DECISIONS §10). */
import { sql, type Kysely } from 'kysely';
import type { VersionQuery } from 'contract/history';
import type { Paged } from 'contract/paging';
import type { AuditedRecord } from '../database/audit';
import { matchingEntries, storedEntries } from '../database/audit-entries';
import type { Tables } from '../database/connection';
import { countOf, pageOf, placeOf } from '../database/list';
import type { Caller } from '../http/access';

/** A noun with versions: how the log calls it, and the fields that make one. */
export interface Versioned<Values extends object> {
  readonly resource: string;
  readonly fields: readonly (keyof Values & string)[];
  /** What fields hold in entries that are older than they. */
  readonly before?: Partial<Values>;
  /** Throws NotFound for a record that is not there or not authorised. */
  find(db: Kysely<Tables>, caller: Caller, id: number): Promise<Values & { readonly updated_at: string }>;
}

/** A version: what was written, when and by whom; null where the log does not reach so far back. */
export type Version<Values extends object> = Values & {
  at: string;
  username: string | null;
  operation_id: string | null;
  is_current: boolean;
};

// So many texts of 100,000 characters are a megabyte.
const PAGE_SIZE = 10;

/**
 * One page of the versions of a record, newest first. The oldest is what the record held before the first entry, where
 * the log does not hold its creation. Throws NotFound.
 */
export async function listVersions<Values extends object>(
  db: Kysely<Tables>,
  caller: Caller,
  { resource, fields, before, find }: Versioned<Values>,
  id: number,
  query: VersionQuery,
): Promise<Paged<Version<Values>>> {
  const record = await find(db, caller, id);
  const written = sql.join(
    fields.map((field) => sql`before ->> ${field} is distinct from after ->> ${field}`),
    sql` or `,
  );
  const entries = matchingEntries(db, { resource, recordId: String(id) })
    .where('action', 'in', ['create', 'update', 'restore'])
    .where('after', 'is not', null)
    .where(sql<boolean>`(${written})`);
  const textOf = (values: AuditedRecord) =>
    Object.fromEntries(fields.map((field) => [field, values[field] ?? before?.[field]])) as Values;

  const place = placeOf({ pageSize: PAGE_SIZE }, query);
  const from = (place.page - 1) * place.page_size;
  const [rows, count, [oldest]] = await Promise.all([
    storedEntries(entries).orderBy('id', 'desc').limit(place.page_size).offset(from).execute(),
    countOf(entries),
    storedEntries(entries).orderBy('id').limit(1).execute(),
  ]);
  const versions: Version<Values>[] = rows.map(({ at, username, operation_id, request_id, after }, index) => ({
    ...textOf(after ?? {}),
    at,
    username,
    operation_id: operation_id ?? request_id,
    is_current: from + index === 0,
  }));
  const first: AuditedRecord | null = oldest ? oldest.before : { ...record };
  if (first && from <= count && count < from + place.page_size) {
    const at = String(first['updated_at'] ?? oldest?.at);
    versions.push({ ...textOf(first), at, username: null, operation_id: null, is_current: !oldest });
  }
  return pageOf(versions, count + (first ? 1 : 0), { pageSize: PAGE_SIZE }, query);
}
