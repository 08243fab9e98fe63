/** Taking back a save or a deletion of a cost period: all the periods that it moved, or none (DECISIONS §5, §10). */
import { sql, type Kysely, type Transaction } from 'kysely';
import type { CogsRecord } from 'contract/company/product-variant-cogs';
import type { AuditedRecord, AuditEntry } from '../database/audit';
import type { Tables } from '../database/connection';
import type { Caller } from '../http/access';
import { Conflict } from '../http/errors';
import { isWhole } from './cogs-timeline';
import {
  auditOf,
  COGS_COLUMNS,
  COGS_RESOURCE,
  COGS_TABLE,
  readVariant,
  recordsOf,
  updateRecord,
} from './product-variant-cogs.queries';

/** The change of one period. */
export interface PeriodChange {
  readonly recordId: number;
  readonly before: AuditedRecord | null;
  readonly after: AuditedRecord | null;
}

/** The fields of a period that undo restores. */
export const COGS_RESTORABLE = ['cogs_amount', 'effective_start_date', 'effective_end_date'] as const;

/** The periods of these ids, as the log would keep them. */
export async function cogsStatesOf(db: Kysely<Tables>, ids: readonly number[]): Promise<Map<number, AuditedRecord>> {
  const rows = await db
    .selectFrom(COGS_TABLE)
    .select(COGS_COLUMNS)
    .where(sql<boolean>`id = any(${[...ids]}::int[])`)
    .execute();
  return new Map(rows.map((row) => [row.id, row]));
}

/** Locks a variant's periods: until the transaction ends they are its to change. Throws NotFound. */
export const lockCogs = (transaction: Transaction<Tables>, caller: Caller, variantId: number) =>
  readVariant(transaction, caller, variantId, { isLocked: true });

/**
 * Gives the periods of a locked variant the places that they had before these changes. They are as the changes left them;
 * throws Conflict where other periods have moved so that they would overlap, or leave a gap.
 */
export async function undoCogs(
  transaction: Transaction<Tables>,
  caller: Caller,
  { variantId, companyId }: { variantId: number; companyId: number },
  changes: readonly PeriodChange[],
): Promise<void> {
  const now = new Map((await recordsOf(transaction, variantId)).map((record) => [record.id, record]));
  const entries: AuditEntry[] = [];
  const about = (recordId: number) => ({ resource: COGS_RESOURCE, recordId });
  for (const { recordId, before } of changes) {
    const current = now.get(recordId);
    if (!before) {
      await transaction.deleteFrom(COGS_TABLE).where('id', '=', recordId).execute();
      if (current) entries.push({ action: 'delete', ...about(recordId), before: current });
    } else if (current) {
      const after = await updateRecord(transaction, caller, { ...current, ...placeIn(before) });
      entries.push({ action: 'update', ...about(recordId), before: current, after });
    } else {
      const after = await insertAgain(transaction, caller, {
        ...(before as unknown as CogsRecord),
        ...placeIn(before),
      });
      entries.push({ action: 'restore', ...about(recordId), after });
    }
  }
  if (!isWhole(await recordsOf(transaction, variantId)))
    throw new Conflict('Other COGS records of this product variant have been changed since.');
  await auditOf(transaction, caller, companyId, ...entries);
}

/** Amount and dates of a period that the log kept. */
const placeIn = (kept: AuditedRecord) =>
  Object.fromEntries(COGS_RESTORABLE.map((name) => [name, kept[name]])) as Pick<
    CogsRecord,
    (typeof COGS_RESTORABLE)[number]
  >;

async function insertAgain(
  transaction: Transaction<Tables>,
  { userId }: Caller,
  { id, product_variant_id, cogs_amount, effective_start_date, effective_end_date, created_at }: CogsRecord,
): Promise<AuditedRecord> {
  const { rows } = await sql<AuditedRecord>`
    insert into product_variant_cogs
      (id, product_variant_id, cogs_amount, effective_start_date, effective_end_date, created_at, updated_by)
    overriding system value
    values (${id}, ${product_variant_id}, ${cogs_amount}, ${effective_start_date}, ${effective_end_date}, ${created_at},
      ${userId})
    returning ${sql.join(COGS_COLUMNS.map((column) => sql.ref(column)))}`.execute(transaction);
  return rows[0] ?? {};
}
