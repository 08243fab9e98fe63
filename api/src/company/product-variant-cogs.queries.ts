/**
 * The costs of variants in the database (DECISIONS §5). A save locks the variant, so that two people who save at once make
 * room one after the other; the exclusion constraint would refuse what the lock let through.
 */
import { sql, type Generated, type GeneratedAlways, type Kysely, type Transaction } from 'kysely';
import {
  COGS_DEFAULT_SORT,
  END_BEFORE_START,
  type COGS_SORTS,
  type CogsCreate,
  type CogsDeletion,
  type CogsListQuery,
  type CogsPatch,
  type CogsRecord,
  type CogsSaved,
  type CogsTimeline,
} from 'contract/company/product-variant-cogs';
import type { Paged } from 'contract/paging';
import { requireCompany, type Caller } from '../http/access';
import { audit, type AuditEntry } from '../database/audit';
import type { Tables } from '../database/connection';
import { InvalidInput, NotFound } from '../http/errors';
import { requireUnchanged, laterThanBefore } from '../records/if-match';
import { byValue, listPage, nullsLast, type Listing } from '../database/list';
import { planDeletion, planSave, timelineEntries, type CogsPlan } from './cogs-timeline';
import { missingVariant, visibleVariants } from './product-variants.queries';

interface CogsTable {
  id: GeneratedAlways<number>;
  product_variant_id: number;
  cogs_amount: number;
  effective_start_date: string | null;
  effective_end_date: string | null;
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
  'product_variant_cogs.created_at',
  'product_variant_cogs.updated_at',
] as const;

const COGS_LISTING: Listing<(typeof COGS_SORTS)[number]> = {
  sorts: {
    effective_start_date: nullsLast(byValue('effective_start_date')),
    effective_end_date: nullsLast(byValue('effective_end_date')),
    cogs_amount: byValue('cogs_amount'),
    created_at: byValue('product_variant_cogs.created_at'),
    updated_at: byValue('product_variant_cogs.updated_at'),
  },
  defaultSort: COGS_DEFAULT_SORT,
  id: 'product_variant_cogs.id',
};

/** The periods of the variants that the caller is authorised for. */
const visible = (db: Kysely<Tables>, caller: Caller) =>
  visibleVariants(db, caller).innerJoin(COGS_TABLE, 'product_variant_cogs.product_variant_id', 'product_variants.id');

const missing = () => new NotFound('COGS record not found');

/** One page of the periods of every such variant; throws NotFound for a company that the caller is not authorised for. */
export async function listCogs(db: Kysely<Tables>, caller: Caller, query: CogsListQuery): Promise<Paged<CogsRecord>> {
  const { company_id, product_variant_id } = query;
  await requireCompany(db, caller, company_id);
  let selected = visible(db, caller).select(COGS_COLUMNS);
  if (company_id !== undefined) selected = selected.where('product_variants.company_id', '=', company_id);
  if (product_variant_id !== undefined) selected = selected.where('product_variants.id', '=', product_variant_id);
  return listPage(selected, COGS_LISTING, query);
}

/** One period; throws NotFound. */
export async function findCogs(db: Kysely<Tables>, caller: Caller, id: number): Promise<CogsRecord> {
  return visible(db, caller)
    .select(COGS_COLUMNS)
    .where('product_variant_cogs.id', '=', id)
    .executeTakeFirstOrThrow(missing);
}

/** All periods of a variant, newest first, and the day it is where its company is; throws NotFound. */
export async function readTimeline(db: Kysely<Tables>, caller: Caller, variantId: number): Promise<CogsTimeline> {
  const { today } = await readVariant(db, caller, variantId);
  const items = timelineEntries(await recordsOf(db, variantId), today);
  return { items, total: items.length, today };
}

/** `dryRun` returns what a write would do, locks nothing and writes nothing. */
export interface SaveOptions {
  readonly dryRun: boolean;
  readonly ifMatch: string | null;
}

/** A new period, the others making room for it; throws NotFound for a variant that is not authorised. */
export async function createCogs(
  db: Kysely<Tables>,
  caller: Caller,
  body: CogsCreate,
  { dryRun }: Pick<SaveOptions, 'dryRun'>,
): Promise<CogsSaved> {
  const period = { effective_start_date: null, effective_end_date: null, ...body };
  requireOrder(period);
  return db.transaction().execute(async (transaction) => {
    const { today, companyId } = await readVariant(transaction, caller, period.product_variant_id, {
      isLocked: !dryRun,
    });
    const others = await recordsOf(transaction, period.product_variant_id);
    const planned = { ...period, id: null, created_at: null, updated_at: null };
    const plan = planSave(others, planned);
    if (dryRun) return { ...planned, ...forecastOf(plan, today) };
    const made = await makeRoom(transaction, caller, others, plan);
    const after = await insertRecord(transaction, caller, period);
    const entry = { action: 'create', resource: COGS_RESOURCE, recordId: after.id, after };
    await auditOf(transaction, caller, companyId, entry, ...made);
    return { ...after, ...countsOf(plan) };
  });
}

/** The sent fields of a period are set, the others making room; throws NotFound or ChangedMeanwhile. */
export async function updateCogs(
  db: Kysely<Tables>,
  caller: Caller,
  id: number,
  changes: CogsPatch,
  { dryRun, ifMatch }: SaveOptions,
): Promise<CogsSaved> {
  return db.transaction().execute(async (transaction) => {
    const { today, companyId, before, others } = await readRecord(transaction, caller, id, { isLocked: !dryRun });
    await requireUnchanged(transaction, ifMatch, 'COGS record', before);
    const planned = { ...before, ...changes };
    // The single day that an adjustment left may stay as it is.
    if (!haveSameDates(planned, before)) requireOrder(planned);
    const plan = planSave(others, planned);
    if (dryRun) return { ...planned, ...forecastOf(plan, today) };
    const made = await makeRoom(transaction, caller, others, plan);
    const after = await updateRecord(transaction, caller, planned);
    const entry = { action: 'update', resource: COGS_RESOURCE, recordId: id, before, after };
    await auditOf(transaction, caller, companyId, entry, ...made);
    return { ...after, ...countsOf(plan) };
  });
}

/** Removes a period, the one before it running on. Only a dry run returns something. Throws NotFound. */
export async function deleteCogs(
  db: Kysely<Tables>,
  caller: Caller,
  id: number,
  { dryRun }: Pick<SaveOptions, 'dryRun'>,
): Promise<CogsDeletion | undefined> {
  return db.transaction().execute(async (transaction) => {
    const { today, companyId, before, others } = await readRecord(transaction, caller, id, { isLocked: !dryRun });
    const plan = planDeletion(others, before);
    if (dryRun) return forecastOf(plan, today);
    const made = await makeRoom(transaction, caller, others, plan);
    await transaction.deleteFrom(COGS_TABLE).where('id', '=', id).execute();
    await auditOf(
      transaction,
      caller,
      companyId,
      { action: 'delete', resource: COGS_RESOURCE, recordId: id, before },
      ...made,
    );
    return undefined;
  });
}

type Dates = Pick<CogsRecord, 'effective_start_date' | 'effective_end_date'>;

const haveSameDates = (one: Dates, other: Dates) =>
  one.effective_start_date === other.effective_start_date && one.effective_end_date === other.effective_end_date;

/** Rejects an end that is not later than its start; dates of this form sort as text. */
function requireOrder({ effective_start_date: start, effective_end_date: end }: Dates): void {
  if (start !== null && end !== null && end <= start)
    throw new InvalidInput([{ loc: ['body', 'effective_end_date'], msg: END_BEFORE_START, type: 'order' }]);
}

const countsOf = ({ records_updated, records_ended }: CogsPlan) => ({ records_updated, records_ended });

const forecastOf = (plan: CogsPlan, today: string) => ({
  ...countsOf(plan),
  records_removed: plan.removed.length,
  timeline: timelineEntries(plan.timeline, today),
});

interface Locking {
  /** Until the transaction ends, the variant's periods are this transaction's to change. */
  readonly isLocked: boolean;
}

/** A variant's company, and the day that it is there; throws NotFound. */
export async function readVariant(
  db: Kysely<Tables>,
  caller: Caller,
  id: number,
  { isLocked }: Locking = { isLocked: false },
) {
  const variant = visibleVariants(db, caller)
    .innerJoin('companies', 'companies.id', 'product_variants.company_id')
    .select('product_variants.company_id as companyId')
    .select(sql<string>`(clock_timestamp() at time zone companies.timezone)::date`.as('today'))
    .where('product_variants.id', '=', id);
  return (isLocked ? variant.forNoKeyUpdate('product_variants') : variant).executeTakeFirstOrThrow(missingVariant);
}

/** A period and its variant's others; throws NotFound, also when it went while this waited for the lock. */
async function readRecord(transaction: Transaction<Tables>, caller: Caller, id: number, locking: Locking) {
  const { product_variant_id } = await findCogs(transaction, caller, id);
  const variant = await readVariant(transaction, caller, product_variant_id, locking);
  const records = await recordsOf(transaction, product_variant_id);
  const before = records.find((record) => record.id === id);
  if (!before) throw missing();
  return { ...variant, before, others: records.filter((record) => record !== before) };
}

/** The periods of a variant, in no order. */
export const recordsOf = (db: Kysely<Tables>, variantId: number) =>
  db
    .selectFrom(COGS_TABLE)
    .select(COGS_COLUMNS)
    .select('updated_by')
    .where('product_variant_id', '=', variantId)
    .execute();

/** Writes to the log what was done to periods of one company's variant: a period does not name its company. */
export const auditOf = (
  transaction: Transaction<Tables>,
  caller: Caller,
  companyId: number,
  ...entries: AuditEntry[]
) => audit(transaction, caller, ...entries.map((entry) => ({ ...entry, companyId })));

/** Moves, removes and resumes the other periods as planned; returns what was done. */
async function makeRoom(
  transaction: Transaction<Tables>,
  caller: Caller,
  others: readonly CogsRecord[],
  { changed, removed, resumed }: CogsPlan,
): Promise<AuditEntry[]> {
  const entries: AuditEntry[] = [];
  for (const before of removed) {
    await transaction.deleteFrom(COGS_TABLE).where('id', '=', before.id).execute();
    entries.push({ action: 'delete', resource: COGS_RESOURCE, recordId: before.id, before });
  }
  for (const record of changed) {
    const before = others.find(({ id }) => id === record.id);
    const after = await updateRecord(transaction, caller, record);
    entries.push({ action: 'update', resource: COGS_RESOURCE, recordId: record.id, before, after });
  }
  for (const record of resumed) {
    const after = await insertRecord(transaction, caller, record);
    entries.push({ action: 'create', resource: COGS_RESOURCE, recordId: after.id, after });
  }
  return entries;
}

type Period = Omit<CogsRecord, 'id' | 'created_at' | 'updated_at'>;

const insertRecord = (transaction: Transaction<Tables>, { userId }: Caller, period: Period): Promise<CogsRecord> => {
  const { product_variant_id, cogs_amount, effective_start_date, effective_end_date } = period;
  return transaction
    .insertInto(COGS_TABLE)
    .values({ product_variant_id, cogs_amount, effective_start_date, effective_end_date, updated_by: userId })
    .returning(COGS_COLUMNS)
    .executeTakeFirstOrThrow();
};

/** Writes amount and dates of a period; returns it as it is then. */
export const updateRecord = (
  transaction: Transaction<Tables>,
  { userId }: Caller,
  record: CogsRecord,
): Promise<CogsRecord> => {
  const { id, cogs_amount, effective_start_date, effective_end_date } = record;
  return transaction
    .updateTable(COGS_TABLE)
    .set({ cogs_amount, effective_start_date, effective_end_date, updated_by: userId, updated_at: laterThanBefore })
    .where('id', '=', id)
    .returning(COGS_COLUMNS)
    .executeTakeFirstOrThrow();
};
