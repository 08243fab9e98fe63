/** Reading the audit log, the newest entry first (DECISIONS §10). */
import { sql, type Kysely, type RawBuilder, type Selectable } from 'kysely';
import { isDate } from 'contract/calendar';
import { KINDS_APART, type CHAT } from 'contract/history-kinds';
import type { AuditedRecord } from './audit';
import type { Tables } from './connection';

/** One entry of the log as it is stored. */
export type StoredAuditEntry = Omit<Selectable<Tables['audit_log']>, 'before' | 'after'> & {
  readonly before: AuditedRecord | null;
  readonly after: AuditedRecord | null;
};

/** Which entries are asked for; what is absent narrows nothing. */
export interface AuditFilter extends Partial<Record<keyof typeof KINDS_APART, keyof typeof CHAT>> {
  /** The entries of these users, and those that bear the name without a user, in any case: the operator, the service. */
  readonly person?: { readonly userIds: readonly number[]; readonly username: string };
  readonly companyId?: number;
  readonly resource?: string;
  readonly recordId?: string;
  readonly action?: string;
  readonly operationId?: string;
  /** Of changes alike of an operation the first alone. */
  readonly grouped?: boolean;
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
  filter: AuditFilter,
  last: StoredAuditEntry | undefined,
  size: number,
): Promise<StoredAuditEntry[]> => {
  let selected = storedEntries(matchingEntries(db, filter));
  if (last) selected = selected.where(sql<boolean>`(at, id) < (${last.at}::timestamptz, ${last.id}::bigint)`);
  return selected.orderBy('at', 'desc').orderBy('id', 'desc').limit(size).execute();
};

/** The whole entries of a query over the log. */
export const storedEntries = (selected: ReturnType<typeof matchingEntries>) =>
  selected.selectAll().$castTo<StoredAuditEntry>();

/** The operation that an entry is of, as an index has it; null where the operator or the service wrote it. */
export const operationOfEntry: RawBuilder<string | null> = sql<string | null>`coalesce(operation_id, request_id)`;

/** The entries that the filter lets through, without columns or order. */
export function matchingEntries(
  db: Kysely<Tables>,
  { person, companyId, resource, recordId, action, operationId, grouped, since, until, ...apart }: AuditFilter,
) {
  let selected = db.selectFrom('audit_log');
  if (person !== undefined)
    selected = selected.where(
      sql<boolean>`(user_id = any(${[...person.userIds]}::int[])
        or (user_id is null and lower(username) = lower(${person.username})))`,
    );
  if (companyId !== undefined)
    selected = selected.where('company_id', '=', companyId).where(sql<boolean>`company_id > 0`);
  if (resource !== undefined) selected = selected.where('resource', '=', resource);
  if (recordId !== undefined) selected = selected.where('record_id', '=', recordId);
  if (action !== undefined) selected = selected.where('action', '=', action);
  if (operationId !== undefined) selected = selected.where(operationOfEntry, '=', operationId);
  for (const [filter, kinds] of Object.entries(KINDS_APART)) {
    const asked = apart[filter as keyof typeof KINDS_APART];
    if (asked) selected = selected.where('resource', asked === 'only' ? 'in' : 'not in', kinds);
  }
  if (grouped) selected = selected.where(sql<boolean>`is_first`);
  if (since !== undefined) selected = selected.where('at', '>=', since);
  if (until !== undefined) selected = selected.where('at', '<', until);
  return selected;
}

const MOMENT = /^\d{4}-\d\d-\d\d(T\d\d:\d\d(:\d\d(\.\d{1,3})?)?(Z|[+-]\d\d:\d\d))?$/;

/** A day (its beginning in UTC) or a moment with its time zone, as ISO 8601 in UTC; null for any other text. */
export function momentOf(text: string): string | null {
  const time = MOMENT.test(text) ? new Date(text) : null;
  // By itself the 31st of February is read as a day of March.
  if (!time || !isDate(text.slice(0, 10)) || Number.isNaN(time.getTime())) return null;
  const moment = time.toISOString();
  // PostgreSQL knows no year 0; beyond the year 9999 the text is a longer one.
  return moment.length === 24 && moment >= '0001' ? moment : null;
}
