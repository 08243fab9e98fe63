/** The states that a record of a versioned noun was in, read off the audit log (DECISIONS §10). */
import { sql, type Kysely } from 'kysely';
import type { Version, VersionQuery } from 'contract/history';
import type { Properties } from 'contract/noun';
import type { Paged } from 'contract/paging';
import type { AuditedRecord } from '../database/audit';
import { matchingEntries, storedEntries } from '../database/audit-entries';
import type { Tables } from '../database/connection';
import { countOf, pageOf, placeOf } from '../database/list';
import type { Caller } from '../http/access';
import type { NounRecords } from '../records/registry';

// So many texts of 100,000 characters are a megabyte.
const PAGE_SIZE = 10;

/**
 * One page of the versions of a record, newest first. The oldest is what the record held before the first entry, where
 * the log does not hold its creation. Throws NotFound.
 */
export async function listVersions(
  db: Kysely<Tables>,
  caller: Caller,
  { definition: { noun }, find }: NounRecords,
  id: number,
  query: VersionQuery,
): Promise<Paged<Version<AuditedRecord>>> {
  const record = await find(db, caller, id);
  const properties: Properties = noun.replace.properties;
  const fields = Object.keys(properties);
  const written = sql.join(
    fields.map((field) => sql`before ->> ${field} is distinct from after ->> ${field}`),
    sql` or `,
  );
  const entries = matchingEntries(db, { resource: noun.kind, recordId: String(id) })
    .where('action', 'in', ['create', 'update', 'restore'])
    .where('after', 'is not', null)
    .where(sql<boolean>`(${written})`);
  // An entry may be older than a field.
  const textOf = (values: AuditedRecord) =>
    Object.fromEntries(fields.map((field) => [field, values[field] ?? properties[field]?.default ?? null]));

  const place = placeOf({ pageSize: PAGE_SIZE }, query);
  const from = (place.page - 1) * place.page_size;
  const [rows, count, [oldest]] = await Promise.all([
    storedEntries(entries).orderBy('id', 'desc').limit(place.page_size).offset(from).execute(),
    countOf(entries),
    storedEntries(entries).orderBy('id').limit(1).execute(),
  ]);
  const versions: Version<AuditedRecord>[] = rows.map(({ at, username, operation_id, request_id, after }, index) => ({
    ...textOf(after ?? {}),
    at,
    username,
    operation_id: operation_id ?? request_id,
    is_current: from + index === 0,
  }));
  const first = oldest ? oldest.before : record;
  if (first && from <= count && count < from + place.page_size) {
    const at = String(first['updated_at'] ?? oldest?.at);
    versions.push({ ...textOf(first), at, username: null, operation_id: null, is_current: !oldest });
  }
  return pageOf(versions, count + (first ? 1 : 0), { pageSize: PAGE_SIZE }, query);
}
