/**
 * Several costs of one variant, saved one after the other in one go (DECISIONS §16). Pure: each makes room among what the
 * ones before it left, as cogs-timeline says, and the database is written once, at the end.
 */
import {
  NAME_ONE_COST,
  NAME_ONE_VARIANT,
  NO_PROPOSAL,
  NO_COST_TO_CHANGE,
  type CogsBulkForecast,
  type CogsBulkItem,
} from 'contract/company/cogs-bulk';
import {
  cogsRecord,
  END_BEFORE_START,
  type CogsRecord,
  type PlannedCogsRecord,
} from 'contract/company/product-variant-cogs';
import { messageOfBroken } from '../http/validation';
import { haveSameDates, isOrdered, planSave, type CogsPlan } from './cogs-timeline';

/** An item with its place in the call and where its cost comes from. */
export interface NumberedItem {
  readonly index: number;
  readonly item: CogsBulkItem;
  readonly source: string;
}

/** The obstacle to an item, in a message. */
export interface ItemError {
  readonly index: number;
  readonly msg: string;
}

/** The changes that make the stored periods of a variant those that all its items leave. */
export interface CogsDifference {
  readonly removed: readonly CogsRecord[];
  readonly changed: readonly CogsRecord[];
  readonly added: readonly PlannedCogsRecord[];
}

/** Why an item names no variant, no cost or no days; null where it does. */
export function brokenItem({ product_variant_id, sales_channel, product_variant_identifier, ...item }: CogsBulkItem) {
  const ways = [product_variant_id, sales_channel ?? product_variant_identifier].filter((way) => way !== undefined);
  const hasHalfAKey = (sales_channel === undefined) !== (product_variant_identifier === undefined);
  if (ways.length !== 1 || hasHalfAKey) return NAME_ONE_VARIANT;
  const { cogs_amount, percent, proposed = false } = item;
  const costs = [cogs_amount !== undefined, percent !== undefined, proposed].filter(Boolean);
  if (costs.length !== 1) return NAME_ONE_COST;
  // Where one is proposed, the item has its amount by now.
  if (proposed) return NO_PROPOSAL;
  return isOrdered(datesOf(item)) ? null : END_BEFORE_START;
}

/** Saves the items of a variant among its stored periods, in their order; one that cannot be saved moves nothing. */
export function saveItems(
  stored: readonly CogsRecord[],
  variantId: number,
  items: readonly NumberedItem[],
): { forecast: CogsBulkForecast[]; errors: ItemError[]; difference: CogsDifference } {
  let records = stored;
  const forecast: CogsBulkForecast[] = [];
  const errors: ItemError[] = [];
  for (const { index, item, source } of items) {
    const amount = amountOf(item, records);
    if (typeof amount === 'string') {
      errors.push({ index, msg: amount });
      continue;
    }
    const planned = { product_variant_id: variantId, cogs_amount: amount, ...datesOf(item), source, ...NEW };
    const plan = planSave(records, planned);
    const moved = new Set([...plan.changed, ...plan.removed].map(({ id }) => id));
    const after = [planned, ...plan.changed, ...plan.resumed];
    forecast.push({
      index,
      product_variant_id: variantId,
      cogs_amount: amount,
      records_updated: plan.records_updated,
      records_ended: plan.records_ended,
      records_removed: plan.removed.length,
      periods_before: records.filter(({ id }) => moved.has(id)).map(placeOf),
      periods_after: after.map(placeOf),
    });
    records = carriedOut(plan);
  }
  return { forecast, errors, difference: differenceOf(stored, records) };
}

const NEW = { id: null, created_at: null, updated_at: null };

const datesOf = ({ effective_start_date = null, effective_end_date = null }: CogsBulkItem) => ({
  effective_start_date,
  effective_end_date,
});

const placeOf = ({ cogs_amount, effective_start_date, effective_end_date }: PlannedCogsRecord) => ({
  cogs_amount,
  effective_start_date,
  effective_end_date,
});

/** The amount of an item; a message where its percentage comes to none. */
function amountOf(
  { cogs_amount, percent = 0, effective_start_date = null }: CogsBulkItem,
  records: readonly CogsRecord[],
) {
  if (cogs_amount !== undefined) return cogs_amount;
  const covering = records.find((record) => covers(record, effective_start_date));
  if (!covering) return NO_COST_TO_CHANGE;
  const amount = withPercent(covering.cogs_amount, percent);
  return messageOfBroken(AMOUNT, { cogs_amount: amount }) ?? amount;
}

const AMOUNT = { properties: { cogs_amount: cogsRecord.properties.cogs_amount }, required: ['cogs_amount'] };

/** Whether a period holds on a day; null is the beginning of time. Dates of this form sort as text. */
const covers = ({ effective_start_date: start, effective_end_date: end }: CogsRecord, day: string | null): boolean =>
  day === null ? start === null : (start === null || start <= day) && (end === null || day <= end);

// A percentage and an amount in whole hundredths, so that no binary fraction decides what is rounded up.
const WHOLE = 10_000;

/** An amount with so many percent more, half up to cents. */
export const withPercent = (amount: number, percent: number): number =>
  Math.floor((Math.round(amount * 100) * (WHOLE + Math.round(percent * 100)) + WHOLE / 2) / WHOLE) / 100;

/** The periods once a plan is carried out, as the next item finds them: a new one has an id below 0. */
function carriedOut({ timeline }: CogsPlan): CogsRecord[] {
  let last = Math.min(0, ...timeline.map(({ id }) => id ?? 0));
  return timeline.map((record) => {
    const { id, created_at, updated_at } = record;
    if (id !== null && created_at !== null && updated_at !== null) return record as CogsRecord;
    last -= 1;
    return { ...record, id: last, created_at: '', updated_at: '' };
  });
}

function differenceOf(stored: readonly CogsRecord[], wanted: readonly CogsRecord[]): CogsDifference {
  const before = new Map(stored.map((record) => [record.id, record]));
  const there = new Set(wanted.map(({ id }) => id));
  return {
    removed: stored.filter(({ id }) => !there.has(id)),
    // A save moves others without changing their amounts.
    changed: wanted.filter((record) => {
      const was = before.get(record.id);
      return was !== undefined && !haveSameDates(was, record);
    }),
    added: wanted.filter(({ id }) => !before.has(id)).map((record) => ({ ...record, ...NEW })),
  };
}
