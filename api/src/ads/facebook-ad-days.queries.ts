/** The spend of ads by day, and the windows that are sums of it (DECISIONS §13). */
import { sql, type Kysely, type Transaction } from 'kysely';
import { SPEND_DAYS } from 'contract/ads/facebook-ads';
import { dayOf } from 'contract/calendar';
import { KEPT_SPEND_DAYS, type IngestedAd } from 'contract/ingest/ingest';
import type { Tables } from '../database/connection';
import type { Reading } from '../records/from-source';

declare module '../database/connection' {
  interface Tables {
    /** Days of the ad account's zone; a day without a row is one without spend. */
    facebook_ad_days: { ad_id: number; day: string; spend: number };
  }
}

type Days = NonNullable<IngestedAd['days']>;

/** The days of one ad. */
interface AdDays {
  readonly id: number;
  readonly days: Days;
}

/** The four windows of an ad, in dollars. */
export type Windows = Record<`spend_last_${(typeof SPEND_DAYS)[number]}d`, number>;

/** The longest window, in days. */
export const LONGEST_WINDOW = Math.max(...SPEND_DAYS);

/** The last day, in the zone of the source's days, that was over when the source was read. */
export async function lastWholeDay(
  transaction: Transaction<Tables>,
  { companyId, observedAt, zone }: Pick<Reading, 'companyId' | 'observedAt' | 'zone'>,
): Promise<string> {
  const { rows } = await sql<{ day: string }>`
    select (${observedAt}::timestamptz at time zone coalesce(${zone ?? null}, timezone))::date - 1 as day
    from companies where id = ${companyId}`.execute(transaction);
  return rows[0]?.day ?? '';
}

/** The windows of a new ad with these days, which end with the day `through`; reckoned in cents. */
export function windowsOf(days: Days, through: string): Windows {
  const last = dayOf(through);
  const centsSince = (count: number) =>
    days
      .filter(({ day }) => dayOf(day) <= last && dayOf(day) > last - count)
      .reduce((sum, { spend }) => sum + Math.round(spend * 100), 0);
  return Object.fromEntries(SPEND_DAYS.map((count) => [`spend_last_${count}d`, centsSince(count) / 100])) as Windows;
}

/** The sums of what is stored of ads, by their ids; of an ad without a day all are 0. */
export async function sumsOf(
  transaction: Transaction<Tables>,
  ids: readonly number[],
  through: string,
): Promise<Map<number, Windows>> {
  if (!ids.length) return new Map();
  const sums = SPEND_DAYS.map(
    (count) => sql`coalesce(sum(spend) filter (where day > ${through}::date - ${sql.lit(count)}), 0)
      as ${sql.ref(`spend_last_${count}d`)}`,
  );
  const { rows } = await sql<Windows & { id: number }>`
    select ids.id, ${sql.join(sums)}
    from unnest(${[...ids]}::int[]) as ids (id)
    left join facebook_ad_days on ad_id = ids.id
      and day > ${through}::date - ${sql.lit(LONGEST_WINDOW)} and day <= ${through}::date
    group by ids.id`.execute(transaction);
  return new Map(rows.map(({ id, ...windows }) => [id, windows]));
}

/**
 * Stores days: the spend of one that is there is replaced, one that is not sent stays. Those that are older than 400 days go.
 * Returns the ids of the ads of which a day is another now.
 */
export async function saveDays(
  transaction: Transaction<Tables>,
  ads: readonly AdDays[],
  through: string,
): Promise<number[]> {
  if (!ads.length) return [];
  const given = ads.flatMap(({ id, days }) => days.map(({ day, spend }) => [id, day, spend] as const));
  const { rows } = await sql<{ ad_id: number }>`
    with written as (
      insert into facebook_ad_days as stored (ad_id, day, spend)
      select * from unnest(
        ${given.map(([id]) => id)}::int[], ${given.map(([, day]) => day)}::date[],
        ${given.map(([, , spend]) => spend)}::numeric[]) order by 1, 2
      on conflict (ad_id, day) do update set spend = excluded.spend where stored.spend <> excluded.spend
      returning ad_id
    )
    select distinct ad_id from written`.execute(transaction);
  await sql`
    delete from facebook_ad_days
    where ad_id = any(${ads.map(({ id }) => id)}::int[]) and day <= ${through}::date - ${sql.lit(KEPT_SPEND_DAYS)}`.execute(
    transaction,
  );
  return rows.map(({ ad_id }) => ad_id);
}

/** Empties the days of the longest window: the ads were not delivered in it. */
export async function dropSpendWithin(
  transaction: Transaction<Tables>,
  ids: readonly number[],
  through: string,
): Promise<void> {
  await sql`
    delete from facebook_ad_days
    where ad_id = any(${[...ids]}::int[]) and day <= ${through}::date
      and day > ${through}::date - ${sql.lit(LONGEST_WINDOW)}`.execute(transaction);
}

/** Removes stored days of a complete report's window, both ends included, that it does not have: their spend was corrected to nothing. */
export async function dropCorrectedDays(
  transaction: Transaction<Tables>,
  { companyId, observedAt }: Reading,
  { from, to }: { readonly from: string; readonly to: string },
  ads: readonly { readonly ad_identifier: string; readonly days: Days }[],
): Promise<void> {
  const given = ads.flatMap(({ ad_identifier, days }) => days.map(({ day }) => [ad_identifier, day] as const));
  await sql`
    delete from facebook_ad_days as stored using facebook_ads as ad
    where ad.id = ad_id and ad.company_id = ${companyId}
      and ad_identifier = any(${ads.map((one) => one.ad_identifier)}::text[])
      and (cache_updated_at is null or cache_updated_at <= ${observedAt}::timestamptz)
      and day between ${from}::date and ${to}::date
      and not exists (
        select from unnest(${given.map(([id]) => id)}::text[], ${given.map(([, day]) => day)}::date[]) as given (id, of)
        where id = ad_identifier and of = day)`.execute(transaction);
}

// So many at a time: none of the statements holds anything up.
const BATCH = 20_000;

/** Removes the days that are older than 400, also of ads that no source writes any more. */
export async function purgeAdDays(db: Kysely<Tables>): Promise<void> {
  for (let removed = BATCH; removed === BATCH;) {
    const { numAffectedRows } = await sql`
      delete from facebook_ad_days where ctid = any(array(
        select ctid from facebook_ad_days where day < current_date - ${sql.lit(KEPT_SPEND_DAYS + 1)}
        limit ${sql.lit(BATCH)}))`.execute(db);
    removed = Number(numAffectedRows);
  }
}
