/**
 * The costs of variants in the database (DECISIONS §5). A save locks the variant, so that two people who save at once make
 * room one after the other; the exclusion constraint would refuse what the lock let through.
 */
import { sql, type Kysely, type Transaction } from 'kysely';
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
import type { Tables } from '../database/connection';
import { InvalidInput, NotFound } from '../http/errors';
import { requireUnchanged } from '../records/if-match';
import { byValue, listPage, nullsLast, type Listing } from '../database/list';
import { COGS_COLUMNS, COGS_TABLE, recordsOf, writePeriods } from './cogs-periods.queries';
import {
  haveSameDates,
  isOrdered,
  planDeletion,
  planSave,
  timelineEntries,
  type CogsPlan,
  type Dates,
} from './cogs-timeline';
import { missingVariant, visibleVariants } from './product-variants.queries';

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
  const items = timelineEntries(await recordsOf(db, [variantId]), today);
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
    const others = await recordsOf(transaction, [period.product_variant_id]);
    const planned = { ...period, id: null, source: caller.username, created_at: null, updated_at: null };
    const plan = planSave(others, planned);
    if (dryRun) return { ...planned, ...forecastOf(plan, today) };
    const { changed, removed, resumed } = plan;
    const { added } = await writePeriods(transaction, caller, companyId, others, {
      removed,
      changed,
      added: [planned, ...resumed],
    });
    const after = added.find((record) => haveSameDates(record, planned)) ?? planned;
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
    const isNewAmount = changes.cogs_amount !== undefined && changes.cogs_amount !== before.cogs_amount;
    const planned = { ...before, ...changes, ...(isNewAmount && { source: caller.username }) };
    // The single day that an adjustment left may stay as it is.
    if (!haveSameDates(planned, before)) requireOrder(planned);
    const plan = planSave(others, planned);
    if (dryRun) return { ...planned, ...forecastOf(plan, today) };
    const { changed, removed, resumed } = plan;
    const written = await writePeriods(transaction, caller, companyId, [before, ...others], {
      removed,
      changed: [planned, ...changed],
      added: resumed,
    });
    const after = written.changed.find((record) => record.id === id) ?? planned;
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
    const { changed } = plan;
    await writePeriods(transaction, caller, companyId, others, { removed: [before], changed });
    return undefined;
  });
}

/** Rejects an end that is not later than its start. */
function requireOrder(dates: Dates): void {
  if (!isOrdered(dates))
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
async function readVariant(
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
  const records = await recordsOf(transaction, [product_variant_id]);
  const before = records.find((record) => record.id === id);
  if (!before) throw missing();
  return { ...variant, before, others: records.filter((record) => record !== before) };
}
