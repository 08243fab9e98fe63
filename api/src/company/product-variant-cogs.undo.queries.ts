/** Taking back saves and deletions of cost periods: all the periods of a variant, or none (DECISIONS §5, §10). */
import { sql, type Kysely, type Transaction } from 'kysely';
import type { CogsRecord, PlannedCogsRecord } from 'contract/company/product-variant-cogs';
import type { AuditedRecord } from '../database/audit';
import type { Tables } from '../database/connection';
import type { Caller } from '../http/access';
import { grouped } from '../records/grouped';
import { COGS_COLUMNS, COGS_TABLE, recordsOf, writePeriods } from './cogs-periods.queries';
import { isWhole } from './cogs-timeline';
import { visibleVariants } from './product-variants.queries';

/** The change of one period. */
export interface PeriodChange {
  readonly recordId: number;
  readonly before: AuditedRecord | null;
  readonly after: AuditedRecord | null;
}

/** The fields of a period that undo restores. */
export const COGS_RESTORABLE = ['cogs_amount', 'effective_start_date', 'effective_end_date', 'source'] as const;

/** Why the periods of a variant stay: others have moved so that they would overlap, or leave a gap. */
export const OTHERS_HAVE_MOVED = 'Other COGS records of this product variant have been changed since.';

/** The periods of these ids, as the log would keep them. */
export async function cogsStatesOf(db: Kysely<Tables>, ids: readonly number[]): Promise<Map<number, AuditedRecord>> {
  const rows = await db
    .selectFrom(COGS_TABLE)
    .select(COGS_COLUMNS)
    .where(sql<boolean>`id = any(${[...ids]}::int[])`)
    .execute();
  return new Map(rows.map((row) => [row.id, row]));
}

/** Locks the periods of these variants, as far as the caller is authorised: each one's company by the variant's id. */
export async function lockCogs(
  transaction: Transaction<Tables>,
  caller: Caller,
  variantIds: readonly number[],
): Promise<Map<number, number>> {
  const rows = await visibleVariants(transaction, caller)
    .select(['id', 'company_id'])
    .where(sql<boolean>`id = any(${[...variantIds]}::int[])`)
    .orderBy('id')
    .forNoKeyUpdate()
    .execute();
  return new Map(rows.map(({ id, company_id }) => [id, company_id]));
}

/**
 * Gives the periods of locked variants of one company the places that they had before these changes, which they are as the
 * changes left. Returns the variants whose other periods have moved so that they would overlap, or leave a gap: these stay.
 */
export async function undoCogs(
  transaction: Transaction<Tables>,
  caller: Caller,
  companyId: number,
  changes: ReadonlyMap<number, readonly PeriodChange[]>,
): Promise<Set<number>> {
  const stored = await recordsOf(transaction, [...changes.keys()]);
  const removed: CogsRecord[] = [];
  const changed: CogsRecord[] = [];
  const added: PlannedCogsRecord[] = [];
  const staying = new Set<number>();
  const storedOf = grouped(stored, ({ product_variant_id }) => product_variant_id);
  for (const [variantId, changesHere] of changes) {
    const now = new Map<number, CogsRecord>((storedOf.get(variantId) ?? []).map((record) => [record.id, record]));
    const wanted = new Map<number, CogsRecord>(now);
    for (const { recordId, before } of changesHere)
      if (before)
        wanted.set(recordId, { ...(now.get(recordId) ?? (before as unknown as CogsRecord)), ...placeIn(before) });
      else wanted.delete(recordId);
    if (!isWhole([...wanted.values()])) {
      staying.add(variantId);
      continue;
    }
    for (const { recordId } of changesHere) {
      const [current, next] = [now.get(recordId), wanted.get(recordId)];
      if (current && next) changed.push(next);
      else if (next) added.push(next);
      else if (current) removed.push(current);
    }
  }
  await writePeriods(transaction, caller, companyId, stored, { removed, changed, added });
  return staying;
}

/** Amount, dates and source of a period that the log kept; an older entry has no source. */
const placeIn = (kept: AuditedRecord) =>
  Object.fromEntries(COGS_RESTORABLE.filter((name) => name in kept).map((name) => [name, kept[name]])) as Pick<
    CogsRecord,
    (typeof COGS_RESTORABLE)[number]
  >;
