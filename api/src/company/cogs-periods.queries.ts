/** The cost periods of variants as they are stored: read and written for several variants with one statement each. */
import { sql, type Generated, type GeneratedAlways, type Kysely, type Transaction } from 'kysely';
import type { CogsRecord, PlannedCogsRecord } from 'contract/company/product-variant-cogs';
import { audit, type AuditEntry } from '../database/audit';
import type { Tables } from '../database/connection';
import type { Caller } from '../http/access';
import { laterThanBefore } from '../records/if-match';

interface CogsTable {
  id: GeneratedAlways<number>;
  product_variant_id: number;
  cogs_amount: number;
  effective_start_date: string | null;
  effective_end_date: string | null;
  /** Where the amount came from; null: not known. */
  source: Generated<string | null>;
  created_at: Generated<string>;
  updated_at: Generated<string>;
  updated_by: number | null;
}

declare module '../database/connection' {
  interface Tables {
    product_variant_cogs: CogsTable;
  }
}

/** The table of periods. */
export const COGS_TABLE = 'product_variant_cogs';
/** The audit log's name of a period. */
export const COGS_RESOURCE = 'product_variant_cogs';

/** The fields of a period in every response and every audit entry. */
export const COGS_COLUMNS = [
  'product_variant_cogs.id',
  'product_variant_cogs.product_variant_id',
  'product_variant_cogs.cogs_amount',
  'product_variant_cogs.effective_start_date',
  'product_variant_cogs.effective_end_date',
  'product_variant_cogs.source',
  'product_variant_cogs.created_at',
  'product_variant_cogs.updated_at',
] as const;

const COLUMNS = sql.join(COGS_COLUMNS.map((column) => sql.ref(column)));

/** The periods of these variants, in no order. */
export const recordsOf = (db: Kysely<Tables>, variantIds: readonly number[]) =>
  db
    .selectFrom(COGS_TABLE)
    .select(COGS_COLUMNS)
    .select('updated_by')
    .where(sql<boolean>`product_variant_id = any(${[...variantIds]}::int[])`)
    .execute();

/** Changes of stored periods. */
export interface PeriodChanges {
  readonly removed?: readonly CogsRecord[];
  /** As they shall be. */
  readonly changed?: readonly CogsRecord[];
  /** Those with an id above 0 get that one: they were there before. */
  readonly added?: readonly PlannedCogsRecord[];
}

/** The periods as they are then. */
export interface WrittenPeriods {
  readonly changed: readonly CogsRecord[];
  readonly added: readonly CogsRecord[];
}

/**
 * Removes, changes and adds periods of one company's variants, which are locked, and writes all of it to the log.
 *
 * @param stored the periods as they are, at least those that go and change
 */
export async function writePeriods(
  transaction: Transaction<Tables>,
  caller: Caller,
  companyId: number,
  stored: readonly CogsRecord[],
  { removed = [], changed = [], added = [] }: PeriodChanges,
): Promise<WrittenPeriods> {
  const before = new Map(stored.map((record) => [record.id, record]));
  await deletePeriods(transaction, removed);
  const written = {
    changed: await updatePeriods(transaction, caller, changed),
    added: await insertPeriods(transaction, caller, added),
  };
  const restored = new Set(added.map(({ id }) => id));
  const about = (recordId: number) => ({ resource: COGS_RESOURCE, recordId, companyId });
  const entries: AuditEntry[] = [
    ...removed.map((record) => ({ action: 'delete', ...about(record.id), before: kept(record) })),
    ...written.changed.map((after) => ({
      action: 'update',
      ...about(after.id),
      after,
      before: kept(before.get(after.id) ?? after),
    })),
    ...written.added.map((after) => ({
      action: restored.has(after.id) ? 'restore' : 'create',
      ...about(after.id),
      after,
    })),
  ];
  await audit(transaction, caller, ...entries);
  return written;
}

/** A period without what only the service knows of it. */
const kept = ({ updated_by: _, ...record }: CogsRecord & { updated_by?: number | null }): CogsRecord => record;

async function deletePeriods(transaction: Transaction<Tables>, removed: readonly CogsRecord[]): Promise<void> {
  if (!removed.length) return;
  await sql`delete from product_variant_cogs where id = any(${removed.map(({ id }) => id)}::int[])`.execute(
    transaction,
  );
}

const GIVEN = sql`(id int, product_variant_id int, cogs_amount numeric(9,2), effective_start_date date,
  effective_end_date date, source text, created_at timestamptz)`;

async function updatePeriods(
  transaction: Transaction<Tables>,
  { userId }: Caller,
  changed: readonly CogsRecord[],
): Promise<CogsRecord[]> {
  if (!changed.length) return [];
  const { rows } = await sql<CogsRecord>`
    update product_variant_cogs
    set cogs_amount = given.cogs_amount, effective_start_date = given.effective_start_date,
      effective_end_date = given.effective_end_date, source = given.source,
      updated_by = ${userId}, updated_at = ${laterThanBefore}
    from jsonb_to_recordset(${JSON.stringify(changed)}::jsonb) as given ${GIVEN}
    where product_variant_cogs.id = given.id returning ${COLUMNS}`.execute(transaction);
  return rows;
}

async function insertPeriods(
  transaction: Transaction<Tables>,
  { userId }: Caller,
  added: readonly PlannedCogsRecord[],
): Promise<CogsRecord[]> {
  if (!added.length) return [];
  const { rows } = await sql<CogsRecord>`
    insert into product_variant_cogs (id, product_variant_id, cogs_amount, effective_start_date, effective_end_date,
      source, created_at, updated_by)
    overriding system value
    select case when id > 0 then id else nextval(pg_get_serial_sequence('product_variant_cogs', 'id')) end,
      product_variant_id, cogs_amount, effective_start_date, effective_end_date, source,
      coalesce(created_at, clock_timestamp()), ${userId}
    from jsonb_to_recordset(${JSON.stringify(added)}::jsonb) as given ${GIVEN}
    returning ${COLUMNS}`.execute(transaction);
  return rows;
}
