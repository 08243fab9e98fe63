/** The cost of a product variant, in periods of whole days (specification 1 §3, §5, §7; DECISIONS §5). */
import { listResponse, listQuery } from '../paging';
import {
  response,
  calendarDate,
  flag,
  id,
  integer,
  listOf,
  dateTime,
  number,
  object,
  nullable,
  text,
  type Infer,
} from '../schema';
import { COGS_DATES } from './cogs-dates';

export { COGS_DATES };

/** The message for an end that is not later than its start. */
export const END_BEFORE_START = 'End date must be after start date';

const product_variant_id = { ...id, title: 'Product Variant' } as const;
const cogs_amount = number('COGS amount', {
  exclusiveMinimum: 0,
  minimum: 0.01,
  maximum: 9_999_999.99,
  multipleOf: 0.01,
});
/** Null: without a beginning. */
const effective_start_date = nullable(calendarDate('Start date', COGS_DATES));
/** Null: ongoing. Both ends belong to the period. */
const effective_end_date = nullable(calendarDate('End date', COGS_DATES));

const period = { product_variant_id, cogs_amount, effective_start_date, effective_end_date };

/**
 * Where its amount came from: the name of who typed it, a file and its line, or a connection (DECISIONS §16); null where it
 * is not known.
 */
const source = nullable(text('Source'));

/** A period as every response has it. */
export const cogsRecord = response({
  id,
  ...period,
  source,
  created_at: dateTime('Created'),
  updated_at: dateTime('Last Updated'),
});

/** Body of POST /product-variant-cogs; an absent date is open. */
export const cogsCreate = object(period, ['product_variant_id', 'cogs_amount']);

/** Body of PATCH /product-variant-cogs/{id}: an absent date stays, null is open. */
export const cogsPatch = object({ cogs_amount, effective_start_date, effective_end_date }, []);

/** Query of POST, PATCH and DELETE: with `dry_run` they return what they would do, and write nothing. */
export const dryRunQuery = object({ dry_run: flag('Dry run') }, []);

/** The computed fields of a period; `duration_days` counts both ends, through today for an ongoing one. */
const entryOf = <const R extends object>(record: R) =>
  response({
    cogs_record: record,
    period_start: effective_start_date,
    period_end: effective_end_date,
    /** Null when the start is open or in the future. */
    duration_days: nullable(integer('Duration (Days)', { minimum: 1 })),
    /** Today, in the company's time zone, lies in it. */
    is_current: flag('Current'),
  });

export const cogsTimelineEntry = entryOf(cogsRecord);

/** Response of GET /product-variant-cogs/timeline/{variantId}: newest first, all of it. */
export const cogsTimeline = response({
  items: listOf(cogsTimelineEntry),
  total: integer('Total', { minimum: 0 }),
  /** The day that it is in the company's time zone. */
  today: calendarDate('Today', {}),
});

/** A period that may be only planned: what a dry run would make has no id and no times yet. */
export const plannedCogsRecord = response({
  id: nullable(id),
  ...period,
  source,
  created_at: nullable(dateTime('Created')),
  updated_at: nullable(dateTime('Last Updated')),
});

export const plannedCogsEntry = entryOf(plannedCogsRecord);

/** How many of the other periods a save moves, and how many it shortens from behind or removes. */
const counts = {
  records_updated: integer('Updated', { minimum: 0 }),
  records_ended: integer('Ended', { minimum: 0 }),
};

/** The fields that only a dry run returns. */
const forecast = {
  /** How many of the ended would be removed altogether. */
  records_removed: integer('Removed', { minimum: 0 }),
  timeline: listOf(plannedCogsEntry),
};

/** Response of POST and PATCH; of a dry run with the forecast. */
export const cogsSaved = object({ ...plannedCogsRecord.properties, ...counts, ...forecast }, [
  ...plannedCogsRecord.required,
  'records_updated',
  'records_ended',
]);

/** Response of a dry run of DELETE; DELETE itself is 204. */
export const cogsDeletion = response({ ...counts, ...forecast });

/** The sorts of a list of periods. */
export const COGS_SORTS = [
  'effective_start_date',
  'effective_end_date',
  'cogs_amount',
  'created_at',
  'updated_at',
] as const;
/** The default sort. */
export const COGS_DEFAULT_SORT = '-effective_start_date';

/** Query of GET /product-variant-cogs. */
export const cogsListQuery = listQuery(
  { company_id: { ...id, title: 'Company' } as const, product_variant_id },
  COGS_SORTS,
);

export const cogsList = listResponse(cogsRecord);

export type CogsRecord = Infer<typeof cogsRecord>;
export type CogsCreate = Infer<typeof cogsCreate>;
export type CogsPatch = Infer<typeof cogsPatch>;
export type CogsTimelineEntry = Infer<typeof cogsTimelineEntry>;
export type CogsTimeline = Infer<typeof cogsTimeline>;
export type PlannedCogsRecord = Infer<typeof plannedCogsRecord>;
export type PlannedCogsEntry = Infer<typeof plannedCogsEntry>;
export type CogsSaved = Infer<typeof cogsSaved>;
export type CogsDeletion = Infer<typeof cogsDeletion>;
export type CogsListQuery = Infer<typeof cogsListQuery>;
