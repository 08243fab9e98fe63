/** Spend of ads by day, and added up over all that the list's filters match (DECISIONS §13, §16). */
import { KEPT_SPEND_DAYS } from '../ingest/ingest';
import { MAX_PAGE_SIZE } from '../paging';
import {
  calendarDate,
  company,
  count,
  id,
  integer,
  listOf,
  money,
  nullable,
  object,
  oneOf,
  response,
  text,
  type Infer,
} from '../schema';
import { adFilters } from './facebook-ads';

/** How many days are added up where the query does not say. */
export const DEFAULT_SPEND_DAYS = 28;
/** The most groups that one response names; what is beyond is added up. */
export const MAX_SPEND_GROUPS = 100;

const DATES = { formatMinimum: '2000-01-01', formatMaximum: '2199-12-31' } as const;

/**
 * Whole days, both ends included, at most 400. Without `to` they end with the company's last whole day; without `from` they
 * are so many `days`.
 */
const range = {
  from: calendarDate('From', DATES),
  to: calendarDate('To', DATES),
  days: integer('Days', { minimum: 1, maximum: KEPT_SPEND_DAYS, default: DEFAULT_SPEND_DAYS }),
};
/** The days that a response is about. */
const about = { from: calendarDate('From', {}), to: calendarDate('To', {}) };
const day = calendarDate('Day', {});
const spend = money('Spend');

/** Query of GET /facebook-ads/{id}/days. */
export const adDaysQuery = object(range, []);

/** Response of GET /facebook-ads/{id}/days: the days on which it spent something, in their order. */
export const adDays = response({ ...about, items: listOf(response({ day, spend })) });

/** Query of GET /facebook-ads/trends: ads of a page of one company. */
export const adTrendsQuery = object(
  { company_id: company('Company'), ids: listOf(id, { title: 'Ids', minItems: 1, maxItems: MAX_PAGE_SIZE }) },
  ['company_id', 'ids'],
);

/**
 * Response of GET /facebook-ads/trends: of each of them that spent something in the longest window, the spend of each of its
 * days, the last whole day at the end.
 */
export const adTrends = response({ ...about, items: listOf(response({ id, spend: listOf(spend) })) });

/** The ways to add spend up; an ad with several tags counts for each of them. */
export const SPEND_BY = ['day', 'tag', 'campaign', 'ad_type', 'ad_set'] as const;

/** Query of GET /facebook-ads/spend: the list's filters, and by what. */
export const adSpendQuery = object({ ...adFilters, by: oneOf('By', SPEND_BY), ...range }, ['company_id', 'by']);

/**
 * Response of GET /facebook-ads/spend. `total` has every ad once. By day: `days`, one for each of the range, each beside the
 * same day of the range before. By anything else: `groups`, the highest spend first, the one without a name apart from the
 * others, and what the groups beyond the first hundred come to.
 */
export const adSpend = object(
  {
    ...about,
    total: spend,
    /** How many ads match. */
    ads: count('Ads'),
    /** Those of them that spent something in 28 days of which no day is known: nothing here has their spend. */
    without_days: response({ ads: count('Ads'), spend_last_28d: money('28d Spend') }),
    total_before: money('Before'),
    days: listOf(response({ day, spend, spend_before: money('Before') })),
    groups: listOf(response({ name: nullable(text('Name')), spend })),
    others: response({ groups: count('Groups'), spend }),
  },
  ['from', 'to', 'total', 'ads', 'without_days'],
);

export type AdDaysQuery = Infer<typeof adDaysQuery>;
export type AdDays = Infer<typeof adDays>;
export type AdTrendsQuery = Infer<typeof adTrendsQuery>;
export type AdTrends = Infer<typeof adTrends>;
export type SpendBy = (typeof SPEND_BY)[number];
export type AdSpendQuery = Infer<typeof adSpendQuery>;
export type AdSpend = Infer<typeof adSpend>;
