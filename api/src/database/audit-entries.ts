/** Reading the audit log, the newest entry first (DECISIONS §10). */
import { sql, type Kysely, type Selectable } from 'kysely';
import type { Tables } from './connection';

/** One entry of the log as it is stored. */
export type StoredAuditEntry = Selectable<Tables['audit_log']>;

/** Which entries are asked for; what is absent narrows nothing. */
export interface AuditFilter {
  /** What these users did, and what bears the name without a user, in any case: the operator, the service. */
  readonly person?: { readonly userIds: readonly number[]; readonly username: string };
  readonly companyId?: number;
  readonly resource?: string;
  readonly recordId?: string;
  /** From this time on, ISO 8601. */
  readonly since?: string;
  /** Before this time, ISO 8601. */
  readonly until?: string;
}

// So many at a time: the memory stays small whatever the limit.
const PAGE = 1000;

/**
 * Reads the newest entries that the filter lets through, `limit` at most, in pages: each page is one array.
 */
export async function* readAuditLog(
  db: Kysely<Tables>,
  filter: AuditFilter,
  limit: number,
): AsyncGenerator<StoredAuditEntry[]> {
  let last: StoredAuditEntry | undefined;
  for (let left = limit; left > 0;) {
    const page = await readPage(db, filter, last, Math.min(PAGE, left));
    if (page.length) yield page;
    if (page.length < Math.min(PAGE, left)) return;
    left -= page.length;
    last = page.at(-1);
  }
}

const readPage = (
  db: Kysely<Tables>,
  { person, companyId, resource, recordId, since, until }: AuditFilter,
  last: StoredAuditEntry | undefined,
  size: number,
): Promise<StoredAuditEntry[]> => {
  let selected = db.selectFrom('audit_log').selectAll();
  if (person !== undefined)
    selected = selected.where(
      sql<boolean>`(user_id = any(${[...person.userIds]}::int[])
        or (user_id is null and lower(username) = lower(${person.username})))`,
    );
  if (companyId !== undefined)
    selected = selected.where('company_id', '=', companyId).where(sql<boolean>`company_id > 0`);
  if (resource !== undefined) selected = selected.where('resource', '=', resource);
  if (recordId !== undefined) selected = selected.where('record_id', '=', recordId);
  if (since !== undefined) selected = selected.where('at', '>=', since);
  if (until !== undefined) selected = selected.where('at', '<', until);
  if (last) selected = selected.where(sql<boolean>`(at, id) < (${last.at}::timestamptz, ${last.id}::bigint)`);
  return selected.orderBy('at', 'desc').orderBy('id', 'desc').limit(size).execute();
};
