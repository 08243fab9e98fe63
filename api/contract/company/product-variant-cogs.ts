/** What a product variant costs, in periods of whole days (specification 1 §3, §5, §7; DECISIONS §5). */
import { listAnswer, listQuery } from '../paging';
import { answer, calendarDate, flag, id, integer, listOf, moment, number, object, orNull, type Shape } from '../schema';

/** The first and the last day that a period may name. */
export const COGS_DATES = { formatMinimum: '1970-01-01', formatMaximum: '2199-12-31' } as const;
/** The sentence for an end that is not later than its start. */
export const END_BEFORE_START = 'End date must be after start date';

const product_variant_id = { ...id, title: 'Product Variant' } as const;
const cogs_amount = number('COGS amount', {
  exclusiveMinimum: 0,
  minimum: 0.01,
  maximum: 9_999_999.99,
  multipleOf: 0.01,
});
/** Null: since for ever. */
const effective_start_date = orNull(calendarDate('Start date', COGS_DATES));
/** Null: ongoing. Both ends belong to the period. */
const effective_end_date = orNull(calendarDate('End date', COGS_DATES));

const period = { product_variant_id, cogs_amount, effective_start_date, effective_end_date };

/** A period as every answer has it. */
export const cogsRecord = answer({ id, ...period, created_at: moment('Created'), updated_at: moment('Last Updated') });

/** Body of POST /product-variant-cogs; an absent date is open. */
export const cogsCreate = object(period, ['product_variant_id', 'cogs_amount']);

/** Body of PATCH /product-variant-cogs/{id}: an absent date stays, null is open. */
export const cogsPatch = object({ cogs_amount, effective_start_date, effective_end_date }, []);

/** Query of POST, PATCH and DELETE: with `dry_run` they answer what they would do, and write nothing. */
export const dryRunQuery = object({ dry_run: flag('Dry run') }, []);

/** What a period is beside its record; `duration_days` counts both ends, through today for an ongoing one. */
const entryOf = <const R extends object>(record: R) =>
  answer({
    cogs_record: record,
    period_start: effective_start_date,
    period_end: effective_end_date,
    /** Null when the start is open or in the future. */
    duration_days: orNull(integer('Duration (Days)', { minimum: 1 })),
    /** Today, in the company's time zone, lies in it. */
    is_current: flag('Current'),
  });

export const cogsTimelineEntry = entryOf(cogsRecord);

/** Answer of GET /product-variant-cogs/timeline/{variantId}: newest first, all of it. */
export const cogsTimeline = answer({
  items: listOf(cogsTimelineEntry),
  total: integer('Total', { minimum: 0 }),
  /** The day that it is in the company's time zone. */
  today: calendarDate('Today', {}),
});

/** A period that may be only planned: what a dry run would make has no id and no times yet. */
export const plannedCogsRecord = answer({
  id: orNull(id),
  ...period,
  created_at: orNull(moment('Created')),
  updated_at: orNull(moment('Last Updated')),
});

export const plannedCogsEntry = entryOf(plannedCogsRecord);

/** How many of the other periods a save moves, and how many it shortens from behind or removes. */
const counts = {
  records_updated: integer('Updated', { minimum: 0 }),
  records_ended: integer('Ended', { minimum: 0 }),
};

/** What only a dry run tells. */
const forecast = {
  /** How many of the ended would be removed altogether. */
  records_removed: integer('Removed', { minimum: 0 }),
  timeline: listOf(plannedCogsEntry),
};

/** Answer of POST and PATCH; of a dry run with the forecast. */
export const cogsSaved = object({ ...plannedCogsRecord.properties, ...counts, ...forecast }, [
  ...plannedCogsRecord.required,
  'records_updated',
  'records_ended',
]);

/** Answer of a dry run of DELETE, which itself answers 204. */
export const cogsDeletion = answer({ ...counts, ...forecast });

/** What a list of periods may be sorted by. */
export const COGS_SORTS = [
  'effective_start_date',
  'effective_end_date',
  'cogs_amount',
  'created_at',
  'updated_at',
] as const;
/** How it is sorted when nobody says. */
export const COGS_DEFAULT_SORT = '-effective_start_date';

/** Query of GET /product-variant-cogs. */
export const cogsListQuery = listQuery(
  { company_id: { ...id, title: 'Company' } as const, product_variant_id },
  COGS_SORTS,
);

export const cogsList = listAnswer(cogsRecord);

export type CogsRecord = Shape<typeof cogsRecord>;
export type CogsCreate = Shape<typeof cogsCreate>;
export type CogsPatch = Shape<typeof cogsPatch>;
export type CogsTimelineEntry = Shape<typeof cogsTimelineEntry>;
export type CogsTimeline = Shape<typeof cogsTimeline>;
export type PlannedCogsRecord = Shape<typeof plannedCogsRecord>;
export type PlannedCogsEntry = Shape<typeof plannedCogsEntry>;
export type CogsSaved = Shape<typeof cogsSaved>;
export type CogsDeletion = Shape<typeof cogsDeletion>;
export type CogsListQuery = Shape<typeof cogsListQuery>;
