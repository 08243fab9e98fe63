/** The audit log as people read it: the history of one record, and the whole log for AaasAdmin (DECISIONS §10). */
import { sql, type Kysely, type RawBuilder } from 'kysely';
import {
  momentMessage,
  type AuditExport,
  type AuditQuery,
  type HistoryEntry,
  type HistoryList,
  type HistoryOfCompanyQuery,
  type HistoryQuery,
  type RecordHistory,
} from 'contract/history';
import {
  momentOf,
  matchingEntries,
  operationOfEntry,
  storedEntries,
  type AuditFilter,
  type StoredAuditEntry,
} from '../database/audit-entries';
import type { Tables } from '../database/connection';
import { countOf, pageOf, placeOf } from '../database/list';
import { isAuthorised, type Caller } from '../http/access';
import { InvalidInput } from '../http/errors';
import { grouped as groupedBy } from '../records/grouped';
import { userIdsNamed } from '../session/users.queries';
import { changesOf, nameIn } from './field-changes';
import { historiedOf, type Historied } from './historied';
import { judgedEntries, type Judged } from './obstacles.queries';

/** An entry as responses have it. */
function entryOf(
  { before, after, request_id, operation_id, ...entry }: StoredAuditEntry,
  { obstacle, state }: Judged,
  sizes: ReadonlyMap<string, readonly GroupSize[]>,
  isGrouped: boolean,
): HistoryEntry {
  const { id, at, username, action, resource, record_id, company_id, undoes, agent, tab_id } = entry;
  const change = { before, after };
  const groups = sizes.get(operation_id ?? request_id ?? '') ?? [];
  const own = groups.find((one) => one.action === action && one.resource === resource && one.company_id === company_id);
  return {
    id,
    at,
    username,
    action,
    resource,
    record_id,
    undoes,
    agent,
    tab_id,
    operation_id: operation_id ?? request_id,
    operation_size: groups.reduce((sum, { size }) => sum + size, 0) || 1,
    group_size: isGrouped ? (own?.size ?? 1) : 1,
    // An entry about tags or a link does not say what the record is called.
    record_name: nameIn(change) ?? nameIn({ before: null, after: state ?? null }),
    // Entries from before they had companies have 0 until it is looked up.
    company_id: company_id === 0 ? null : company_id,
    changes: changesOf(historiedOf(resource)?.fields, change),
    can_undo: obstacle === null,
    undo_obstacle: obstacle,
  };
}

/** The condition that an entry is about a record that the caller may read: a reader of its noun. */
const isReadable = ({ isOfCompany }: Historied, caller: Caller): RawBuilder<boolean> =>
  isOfCompany ? sql<boolean>`(company_id > 0 and ${isAuthorised(caller, 'company_id')})` : sql<boolean>`true`;

/**
 * One page of what was done to a record, newest first, also to one that is gone. Throws NotFound for one that never was or
 * is not authorised.
 */
export async function readHistory(
  db: Kysely<Tables>,
  caller: Caller,
  noun: Historied,
  id: number,
  { company_id, ...query }: HistoryOfCompanyQuery,
): Promise<RecordHistory> {
  const companyId = company_id === undefined ? {} : { companyId: company_id };
  const filter = { resource: noun.resource, recordId: String(id), ...companyId };
  const entries = matchingEntries(db, filter).where(isReadable(noun, caller));
  const page = await onPage(db, caller, entries, query, sql`id desc`);
  // Nothing was ever done to it: then it is there, or it is nothing.
  if (!page.total) await noun.find(db, caller, id, company_id);
  return { ...page, read_from: null, read_at: null, ...(await noun.readFrom?.(db, id)) };
}

/** The same of all cost periods of a variant, those that are gone too; the variant is authorised. */
export const readCogsHistory = async (
  db: Kysely<Tables>,
  caller: Caller,
  variantId: number,
  query: HistoryQuery,
): Promise<RecordHistory> => {
  const entries = matchingEntries(db, { resource: 'product_variant_cogs' }).where(
    sql<boolean>`coalesce(after, before) ->> 'product_variant_id' = ${String(variantId)}`,
  );
  return { ...(await onPage(db, caller, entries, query, sql`id desc`)), read_from: null, read_at: null };
};

/** One page of the whole log; the caller is an AaasAdmin. */
export async function readAudit(
  db: Kysely<Tables>,
  caller: Caller,
  { page, page_size, sort_by, sort, grouped = false, ...filters }: AuditQuery,
): Promise<HistoryList> {
  const entries = matchingEntries(db, { ...(await filterOf(db, filters, 'query')), grouped });
  const isAscending = (sort_by ?? sort) === 'at';
  return onPage(db, caller, entries, { page, page_size }, isAscending ? sql`at, id` : sql`at desc, id desc`, grouped);
}

/** The filter as the log is asked; throws InvalidInput for a time that the calendar does not have. */
export async function filterOf(
  db: Kysely<Tables>,
  filters: AuditExport,
  sentIn: 'query' | 'body',
): Promise<AuditFilter> {
  const { person, company_id, resource, record_id, action, operation_id, chat, sign_ins } = filters;
  const moment = (field: 'since' | 'until', title: string): string | null => {
    const text = filters[field];
    if (!text) return null;
    const time = momentOf(text);
    if (time === null) throw new InvalidInput([{ loc: [sentIn, field], msg: momentMessage(title), type: 'format' }]);
    return time;
  };
  const [since, until] = [moment('since', 'Since'), moment('until', 'Until')];
  return {
    ...(person && { person: { username: person, userIds: await userIdsNamed(db, person) } }),
    ...(company_id !== undefined && { companyId: company_id }),
    ...(resource && { resource }),
    ...(record_id && { recordId: record_id }),
    ...(action && { action }),
    ...(operation_id && { operationId: operation_id }),
    ...(chat && { chat }),
    ...(sign_ins && { sign_ins }),
    ...(since && { since }),
    ...(until && { until }),
  };
}

/** A page of entries. Which they are is read off an index, however far behind the page is; only they are fetched. */
async function onPage(
  db: Kysely<Tables>,
  caller: Caller,
  entries: ReturnType<typeof matchingEntries>,
  query: HistoryQuery,
  order: RawBuilder<unknown>,
  isGrouped = false,
): Promise<HistoryList> {
  const { page, page_size } = placeOf({}, query);
  const ids = entries
    .select('id')
    .orderBy(order)
    .limit(page_size)
    .offset((page - 1) * page_size);
  const [rows, total] = await Promise.all([
    storedEntries(db.selectFrom('audit_log').where('id', 'in', ids))
      .orderBy(order)
      .execute(),
    countOf(entries),
  ]);
  const [judged, sizes] = await Promise.all([judgedEntries(db, caller, rows), sizesOf(db, caller, rows)]);
  const items = judged.map(([entry, now]) => entryOf(entry, now, sizes, isGrouped));
  return pageOf(items, total, {}, query);
}

/** How many entries of an operation do the same to the same kind of record in the same company. */
interface GroupSize {
  readonly operation: string;
  readonly action: string;
  readonly resource: string;
  readonly company_id: number | null;
  readonly size: number;
}

/** The groups of these entries' operations, of those entries that are in the caller's reach. */
async function sizesOf(
  db: Kysely<Tables>,
  caller: Caller,
  entries: readonly StoredAuditEntry[],
): Promise<ReadonlyMap<string, readonly GroupSize[]>> {
  const isInReach = caller.everyCompany ? sql`true` : isAuthorised(caller, 'company_id');
  const operations = [...new Set(entries.flatMap(({ operation_id, request_id }) => operation_id ?? request_id ?? []))];
  const { rows } = await sql<GroupSize>`
    select ${operationOfEntry} as operation, action, resource, company_id, count(*) as size from audit_log
    where ${operationOfEntry} = any(${operations}) and ${isInReach} group by 1, 2, 3, 4`.execute(db);
  return groupedBy(rows, ({ operation }) => operation);
}
