/**
 * Which variants need somebody (DECISIONS §11). Each condition is the sum of parts that no variant meets twice, each in the
 * words of an index: the dashboard counts them one by one, the list takes any of them.
 */
import { sql, type Kysely, type RawBuilder } from 'kysely';
import { COST_ENDS_WITHIN } from 'contract/company/product-variants';
import type { Tables } from '../database/connection';

/** The active variants that no cost covers on a day: the costs ended before it or never were, or they begin after it. */
export const withoutCostOn = (day: RawBuilder<unknown>): RawBuilder<boolean>[] => [
  sql<boolean>`is_active and cost_until < ${day}::date`,
  sql<boolean>`is_active and cost_from > ${day}::date`,
];

/**
 * The active variants that a cost covers on a day: all whose costs end later, but those few whose costs begin later, so that
 * two indexes count them and no row is read.
 */
export const withCostOn = (day: RawBuilder<unknown>, companyId: number): RawBuilder<boolean> =>
  sql<boolean>`(is_active and cost_until >= ${day} and product_variants.id not in (
    select later.id from product_variants as later
    where later.company_id = ${companyId} and later.is_active and later.cost_from > ${day}))`;

/** Those of them whose costs end soon after the day, no other cost following. */
export const costEndingAfter = (day: RawBuilder<unknown>): RawBuilder<boolean> =>
  sql<boolean>`(is_active and cost_until between ${day} and ${day} + ${sql.lit(COST_ENDS_WITHIN)}
    and (cost_from is null or cost_from <= ${day}))`;

/** The variants that were never synchronised, or last before a time. */
export const syncedBefore = (time: RawBuilder<unknown>): RawBuilder<boolean>[] => [
  sql<boolean>`last_synced_at is null`,
  sql<boolean>`last_synced_at < ${time}`,
];

/** The day that it is where a company is. */
export const todayIn = (companyId: unknown): RawBuilder<unknown> =>
  sql`(select (clock_timestamp() at time zone timezone)::date from companies where companies.id = ${companyId})`;

/** The same, read: the planner counts on a day that it knows. */
export async function readToday(db: Kysely<Tables>, companyId: number): Promise<RawBuilder<unknown>> {
  const { rows } = await sql<{ day: string }>`select ${todayIn(companyId)} as day`.execute(db);
  return sql`${rows[0]?.day ?? null}::date`;
}

/** Whether a period of costs covers a day. */
export const covers = (day: unknown): RawBuilder<boolean> =>
  sql`daterange(effective_start_date, effective_end_date, '[]') @> ${day}::date`;

/** When a day begins where a company is. */
export const startOfDay = (day: RawBuilder<unknown>, companyId: number | undefined): RawBuilder<unknown> =>
  sql`(${day}::date::timestamp at time zone (select timezone from companies where companies.id = ${companyId ?? 0}))`;
