/**
 * Writing what was read from a source (DECISIONS §13): a batch of records, each known by its natural key, in the caller's
 * transaction. It writes the source's columns, when and from where they were read, and never `updated_at`: no one's save
 * becomes a 412 by it. A source is an ingest call today and a connection tomorrow; each area says in its own file what may
 * be written of its records.
 */
import { sql, type RawBuilder, type Transaction } from 'kysely';
import { MAX_FINDINGS } from 'contract/company/connections';
import { MAX_GONE_SHARE } from 'contract/ingest/ingest';
import type { Tables } from '../database/connection';

/** When and from where records were read. */
export interface Reading {
  readonly companyId: number;
  /** The label 'Read from …'. */
  readonly source: string;
  /** ISO 8601 in UTC with milliseconds. */
  readonly observedAt: string;
  /** The zone of the source's days; absent: the company's. */
  readonly zone?: string;
  /** A person has agreed that a complete reading ends more than 20 %. */
  readonly mayEndMany?: boolean;
}

/** The outcome of one record: that what is stored is newer is no mistake; `error` is a message. */
export type Outcome = 'created' | 'updated' | 'unchanged' | 'stale' | { readonly error: string };

/** The outcome of the records that a complete reading did not have. */
export interface Ended {
  readonly gone: number;
  /** How many would be gone, had they not been too many at once. */
  readonly heldBack: number;
  /** The first of those that are gone or would be, as many as a run keeps. */
  readonly records: readonly EndedRecord[];
}

/** One of our records that a source has no more. */
export interface EndedRecord {
  /** The part of its natural key that people know it by. */
  readonly key: string;
  readonly label: string;
}

/** The functions that an area offers to its sources. */
export interface WrittenBySource<R> {
  /** The natural key of a record as one text; null where it has none. */
  keyOf(record: Partial<R>): string | null;
  /** A rule beyond the contract's that a record breaks, as a message; null for none. */
  judge?(record: R, reading: Reading): string | null;
  /** Writes records that have passed all rules, no key twice; returns their outcomes in their order. */
  write(transaction: Transaction<Tables>, reading: Reading, records: readonly R[]): Promise<Outcome[]>;
  /**
   * Ends a complete reading: what this source had brought before and not since `observedAt` is gone or zero, but for the
   * keys in `except`. Of more than 20 % nothing is, unless `mayEndMany`.
   */
  end(transaction: Transaction<Tables>, reading: Reading, except: readonly string[]): Promise<Ended>;
}

/** SQL types of columns by their names. */
type Columns = Readonly<Record<string, 'text' | 'bigint' | 'boolean' | 'numeric(12,2)'>>;

/** The rows of an area as sources write them. */
export interface SourceTable<R extends object> {
  readonly table: keyof Tables;
  readonly key: Columns;
  /** The name that people know a row by, as one text. */
  readonly label: RawBuilder<string>;
  /** The columns that a source writes each time. */
  readonly columns: Columns;
  /** The columns that a source writes only when it makes the row. */
  readonly onlyNew?: Columns;
  /** The column that holds when a row was read. */
  readonly readAt: string;
  /** The condition that a row has one of the records' keys, by an index. */
  matching(records: readonly R[]): RawBuilder<boolean>;
  /** The columns that each reading sets beside, as they follow `set`, and the condition that a row is so already. */
  readonly settled?: { readonly set: RawBuilder<unknown>; readonly isSet: RawBuilder<boolean> };
  /** The message where a new record lacks something; null where it can be made. */
  obstacleToNew(record: R): string | null;
}

/** A row that is there, locked. */
interface StoredRow {
  readonly id: number;
  readonly read_at: string | null;
  readonly read_from: string | null;
  readonly is_settled: boolean;
  readonly [column: string]: unknown;
}

/** A record on its way: its row where there is one, and what became of it. */
export interface Written<R> {
  record: R;
  readonly row: StoredRow | undefined;
  outcome: Outcome;
  /** The id of its row, also of one that was made. */
  id: number | null;
}

/** Whether a stored row was read at a later moment. */
const isStale = (row: StoredRow | undefined, { observedAt }: Reading): boolean =>
  row !== undefined && row.read_at !== null && row.read_at > observedAt;

/**
 * Writes records with a few statements, however many they are.
 *
 * @param complete completes records that are neither stale nor refused before they are compared with their rows
 */
export async function writeRows<R extends object>(
  transaction: Transaction<Tables>,
  source: SourceTable<R>,
  reading: Reading,
  records: readonly R[],
  complete?: (written: readonly Written<R>[]) => Promise<void>,
): Promise<Written<R>[]> {
  if (!records.length) return [];
  const rows = await lockRows(transaction, source, reading, records);
  const all = records.map((record): Written<R> => {
    const row = rows.get(keyIn(source, record));
    const obstacle = row ? null : source.obstacleToNew(record);
    const outcome = obstacle !== null ? { error: obstacle } : isStale(row, reading) ? 'stale' : 'unchanged';
    return { record, row, outcome, id: row?.id ?? null };
  });
  const current = all.filter(({ outcome }) => outcome === 'unchanged');
  await complete?.(current);
  const fresh = current.filter(({ row }) => !row);
  const changed = current.filter((one) => one.row && (!one.row.is_settled || differs(source, one)));
  for (const one of changed) one.outcome = 'updated';
  await updateRows(transaction, source, reading, changed);
  // A call that is repeated has nothing to write.
  const read = current.filter(
    ({ row, outcome }) =>
      row && outcome === 'unchanged' && (row.read_at !== reading.observedAt || row.read_from !== reading.source),
  );
  await touchRows(transaction, source, reading, read);
  await insertRows(transaction, source, reading, fresh);
  return all;
}

const names = (columns: Columns = {}) => Object.keys(columns);
const refs = (columns: readonly string[]) => sql.join(columns.map((name) => sql.ref(name)));
const typed = (columns: Columns = {}) =>
  sql.join(Object.entries(columns).map(([name, type]) => sql`${sql.ref(name)} ${sql.raw(type)}`));
const valueIn = (record: object, name: string): unknown => (record as Readonly<Record<string, unknown>>)[name];
const keyIn = ({ key }: Pick<SourceTable<never>, 'key'>, record: object) =>
  JSON.stringify(names(key).map((name) => valueIn(record, name)));

const differs = <R extends object>({ columns }: SourceTable<R>, { record, row }: Written<R>): boolean =>
  names(columns).some((name) => valueIn(record, name) !== undefined && valueIn(record, name) !== row?.[name]);

async function lockRows<R extends object>(
  transaction: Transaction<Tables>,
  source: SourceTable<R>,
  { companyId }: Reading,
  records: readonly R[],
): Promise<Map<string, StoredRow>> {
  const { table, key, columns, readAt, settled } = source;
  const { rows } = await sql<StoredRow>`
    select id, ${refs([...names(key), ...names(columns)])}, ${sql.ref(readAt)} as read_at, read_from,
      ${settled?.isSet ?? sql`true`} as is_settled
    from ${sql.table(table)} where company_id = ${companyId} and ${source.matching(records)}
    order by id for update`.execute(transaction);
  return new Map(rows.map((row) => [keyIn(source, row), row]));
}

/** The values of each row that is read. */
const readingOf = ({ readAt, settled }: Pick<SourceTable<never>, 'readAt' | 'settled'>, reading: Reading) =>
  sql.join([
    sql`${sql.ref(readAt)} = ${reading.observedAt}::timestamptz`,
    sql`read_from = ${reading.source}`,
    ...(settled ? [settled.set] : []),
  ]);

async function updateRows<R extends object>(
  transaction: Transaction<Tables>,
  source: SourceTable<R>,
  reading: Reading,
  changed: readonly Written<R>[],
): Promise<void> {
  if (!changed.length) return;
  const { table, columns } = source;
  // Absent stays, null empties.
  const valueOf = ({ record, row }: Written<R>, name: string) =>
    valueIn(record, name) === undefined ? row?.[name] : valueIn(record, name);
  const values = changed.map((one) => ({
    id: one.id,
    ...Object.fromEntries(names(columns).map((name) => [name, valueOf(one, name)])),
  }));
  const set = names(columns).map((name) => sql`${sql.ref(name)} = given.${sql.ref(name)}`);
  await sql`
    update ${sql.table(table)} as stored set ${sql.join(set)}, ${readingOf(source, reading)}
    from jsonb_to_recordset(${JSON.stringify(values)}::jsonb) as given (id int, ${typed(columns)})
    where stored.id = given.id`.execute(transaction);
}

async function touchRows<R extends object>(
  transaction: Transaction<Tables>,
  source: SourceTable<R>,
  reading: Reading,
  read: readonly Written<R>[],
): Promise<void> {
  if (!read.length) return;
  await sql`
    update ${sql.table(source.table)} set ${readingOf(source, reading)}
    where id = any(${read.map(({ id }) => id)}::int[])`.execute(transaction);
}

async function insertRows<R extends object>(
  transaction: Transaction<Tables>,
  source: SourceTable<R>,
  { companyId, source: from, observedAt }: Reading,
  fresh: readonly Written<R>[],
): Promise<void> {
  if (!fresh.length) return;
  const { table, key, columns, onlyNew, readAt } = source;
  const all = { ...key, ...columns, ...onlyNew };
  const { rows } = await sql<StoredRow>`
    insert into ${sql.table(table)} (company_id, ${refs([...names(all), readAt])}, read_from)
    select ${companyId}, ${refs(names(all))}, ${observedAt}::timestamptz, ${from}
    from jsonb_to_recordset(${JSON.stringify(fresh.map(({ record }) => record))}::jsonb) as given (${typed(all)})
    on conflict do nothing returning id, ${refs(names(key))}`.execute(transaction);
  const made = new Map(rows.map((row) => [keyIn(source, row), row.id]));
  for (const one of fresh) {
    one.id = made.get(keyIn(source, one.record)) ?? null;
    one.outcome =
      one.id === null ? { error: 'Somebody made this at the same moment. Please send it again.' } : 'created';
  }
}

/** The message of a record that a source has no more. */
export const goneFrom = ({ source }: Pick<Reading, 'source'>): string => `${source} does not have it any more`;

/** How an area ends a complete reading. */
export interface Ending<R> {
  /** Natural keys that this reading had, with a mistake: they are not gone. */
  readonly except: readonly string[];
  keyOf(record: Partial<R>): string | null;
  /** The condition that a row still counts as there. */
  readonly isThere: RawBuilder<boolean>;
  /** Marks the rows that are gone. */
  mark(ids: number[]): Promise<unknown>;
}

/** Marks what a source has brought before and not since `observedAt`, unless it is more than 20 % of what is there. */
export async function endReading<R extends object>(
  transaction: Transaction<Tables>,
  { table, key, label, readAt }: SourceTable<R>,
  { companyId, source, observedAt, mayEndMany = false }: Reading,
  { except, keyOf, isThere, mark }: Ending<R>,
): Promise<Ended> {
  const rowsThere = sql`from ${sql.table(table)} where company_id = ${companyId} and read_from = ${source} and ${isThere}`;
  const { rows: counted } = await sql<{ total: number }>`select count(*) as total ${rowsThere}`.execute(transaction);
  const { rows } = await sql<{ id: number; label: string } & Partial<R>>`
    select id, ${refs(names(key))}, ${label} as label ${rowsThere} and ${sql.ref(readAt)} < ${observedAt}::timestamptz
    order by id`.execute(transaction);
  const refused = new Set(except);
  const ended = rows.filter((row) => !refused.has(keyOf(row) ?? ''));
  const records = ended
    .slice(0, MAX_FINDINGS)
    .map((row) => ({ key: String(valueIn(row, names(key).at(-1)!)), label: row.label }));
  if (!mayEndMany && ended.length > (counted[0]?.total ?? 0) * MAX_GONE_SHARE)
    return { gone: 0, heldBack: ended.length, records };
  if (ended.length) await mark(ended.map(({ id }) => id));
  return { gone: ended.length, heldBack: 0, records };
}
