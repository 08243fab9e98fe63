/**
 * Which variants need somebody (DECISIONS §11). Each condition is the sum of parts that no variant meets twice, each in the
 * words of an index: the dashboard counts them one by one, the list takes any of them.
 */
import { sql, type RawBuilder } from 'kysely';

/** The active variants that no cost covers on a day: the costs ended before it or never were, or they begin after it. */
export const withoutCostOn = (day: RawBuilder<unknown>): RawBuilder<boolean>[] => [
  sql<boolean>`is_active and cost_until < ${day}::date`,
  sql<boolean>`is_active and cost_from > ${day}::date`,
];

/** The variants that were never synchronised, or last before a time. */
export const syncedBefore = (time: RawBuilder<unknown>): RawBuilder<boolean>[] => [
  sql<boolean>`last_synced_at is null`,
  sql<boolean>`last_synced_at < ${time}`,
];

/** When a day begins where a company is. */
export const startOfDay = (day: RawBuilder<unknown>, companyId: number | undefined): RawBuilder<unknown> =>
  sql`(${day}::date::timestamp at time zone (select timezone from companies where companies.id = ${companyId ?? 0}))`;
