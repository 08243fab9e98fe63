/** The dashboard on the wire: what needs attention, and the companies that a person has pinned (DECISIONS §11). */
import {
  calendarDate,
  company,
  count,
  dateTime,
  flag,
  id,
  listOf,
  money,
  object,
  rate,
  response,
  text,
  type Infer,
} from './schema';

/** The most companies that one summary is about, and how many it is about where none is named. */
export const MAX_SUMMARY_COMPANIES = 20;
/** The most companies that a person may pin. */
export const MAX_PINS = 50;

/** The counts of a company, each by the condition of a list's filter; those of connections for who changes them. */
const kinds = {
  posts_in_error: count('Posts in error'),
  posts_pending: count('Posts pending'),
  profiles_in_error: count('Profiles in error'),
  variants_without_cost: count('Active variants without a cost today'),
  variants_not_synced: count('Variants never synced or not for 7 days'),
  ads_spend_moved: count('Ads whose spend moved'),
  connections_to_reconnect: count('Connections that need a new key'),
  connections_expiring: count('Connections whose credential expires soon'),
  connections_unread: count('Connections not read for days'),
};
/** A kind of what needs attention. */
export type AttentionKind = keyof typeof kinds;

/** Query of GET /dashboard/summary: without a company the pinned ones, else the first by name. */
export const summaryQuery = object(
  { company_id: listOf(company('Company'), { maxItems: MAX_SUMMARY_COMPANIES, title: 'Companies' }) },
  [],
);

/** Response of GET /dashboard/summary: the companies as they were asked for or pinned, else with the most to do first. */
export const summary = object(
  {
    items: listOf(
      object(
        {
          company_id: id,
          company_name: text('Company'),
          /** When it was counted: not longer than a minute ago. */
          as_of: dateTime('As of'),
          /** The company's calendar day then: what `without_cost_on` of the list has to be. */
          today: calendarDate('Today', {}),
          /** Seven days before it: what `synced_before` of the list has to be. */
          synced_before: calendarDate('Not synced since', {}),
          /** The day of the oldest pending post, and how many of them are from today and yesterday; absent without any. */
          oldest_pending: calendarDate('Oldest', {}),
          new_pending: count('New'),
          /** The kinds that the person may read; the others are not there. */
          counts: object(kinds, []),
        },
        ['company_id', 'company_name', 'as_of', 'today', 'synced_before', 'counts'],
      ),
    ),
    /** The background steps that are not done, for AaasAdmin; absent where all are. */
    background: listOf(response({ title: text('Step'), progress: rate('Progress'), has_failed: flag('Failed') })),
    /** For AaasAdmin, which of the first steps are done (DECISIONS §15); absent once all are. */
    first_steps: response({ company: flag('A company'), records: flag('Its data'), people: flag('People') }),
  },
  ['items'],
);

/**
 * Response of GET /dashboard/spend: of the same companies, as far as their ads spent something, the 28 days up to the last
 * whole one, with the sum of the 28 before.
 */
export const companiesSpend = response({
  items: listOf(
    response({
      company_id: id,
      total: money('28d Spend'),
      total_before: money('Before'),
      days: listOf(money('Spend')),
    }),
  ),
});

/** The companies that a person has pinned, in the person's own order: body and response of /users/me/pins. */
export const pins = object({ company_ids: listOf(company('Company'), { maxItems: MAX_PINS, title: 'Companies' }) }, [
  'company_ids',
]);

export type SummaryQuery = Infer<typeof summaryQuery>;
export type Summary = Infer<typeof summary>;
export type CompaniesSpend = Infer<typeof companiesSpend>;
export type Pins = Infer<typeof pins>;
