/** The spend of ads by day, and the windows that are sums of it (DECISIONS §13). */
import { sql, type Kysely, type Transaction } from 'kysely';
import { SPEND_DAYS } from 'contract/ads/facebook-ads';
import { dateOf, dayOf } from 'contract/calendar';
import { KEPT_SPEND_DAYS, type IngestedAd } from 'contract/ingest/ingest';
import type { Tables } from '../database/connection';
import type { Reading } from '../records/from-source';
import { grouped } from '../records/grouped';
import { BLOCK_DAYS, blocksOf, centsByDay, daysOfBlock, packed, type Block, type DayRange } from './ad-blocks';

declare module '../database/connection' {
  interface Tables {
    /** Days of the ad account's zone, 32 in a row (ad-blocks); one that was never brought is one without spend. */
    facebook_ad_blocks: { company_id: number; block: number; ad_id: number; cents: string };
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
  const { first } = daysUntil(through, LONGEST_WINDOW);
  const cents = new Array<number>(LONGEST_WINDOW).fill(0);
  for (const { day, spend } of days) {
    const at = dayOf(day) - first;
    if (at in cents) cents[at] = Math.round(spend * 100);
  }
  return windowsFrom(cents);
}

/** The windows, of the cents of each day of the longest one. */
function windowsFrom(cents: readonly number[]): Windows {
  const sumOf = (count: number) => cents.slice(-count).reduce((sum, one) => sum + one, 0) / 100;
  return Object.fromEntries(SPEND_DAYS.map((count) => [`spend_last_${count}d`, sumOf(count)])) as Windows;
}

/** The stored days of some ads of a company: the cents of each ad's days of the range, in order, by its id. */
export async function storedCents(
  db: Kysely<Tables>,
  companyId: number,
  ids: readonly number[],
  range: DayRange,
): Promise<(id: number) => number[]> {
  const blocks = grouped(await storedBlocks(db, companyId, ids, blocksOf(range)), ({ ad_id }) => ad_id);
  return (id) => centsByDay(blocks.get(id) ?? [], range);
}

async function storedBlocks(
  db: Kysely<Tables>,
  companyId: number,
  ids: readonly number[],
  blocks: readonly number[],
): Promise<(Block & { readonly ad_id: number })[]> {
  const { rows } = await sql<Block & { ad_id: number }>`
    select ad_id, block, cents::text from facebook_ad_blocks
    where company_id = ${companyId} and block = any(${[...blocks]}::int[]) and ad_id = any(${[...ids]}::int[])`.execute(
    db,
  );
  return rows;
}

/** The days of an ad on which it spent something, in their order. */
export async function findDays(
  db: Kysely<Tables>,
  { id, company_id }: { readonly id: number; readonly company_id: number },
  range: DayRange,
): Promise<Days> {
  const cents = (await storedCents(db, company_id, [id], range))(id);
  return cents.flatMap((spent, at) => (spent > 0 ? [{ day: dateOf(range.first + at), spend: spent / 100 }] : []));
}

/** The days of a window that end with a day. */
const daysUntil = (through: string, count: number): DayRange => ({
  first: dayOf(through) - count + 1,
  last: dayOf(through),
});

/** The sums of what is stored of ads, by their ids; of an ad without a day all are 0. */
export async function sumsOf(
  transaction: Transaction<Tables>,
  companyId: number,
  ids: readonly number[],
  through: string,
): Promise<Map<number, Windows>> {
  if (!ids.length) return new Map();
  const centsOf = await storedCents(transaction, companyId, ids, daysUntil(through, LONGEST_WINDOW));
  return new Map(ids.map((id) => [id, windowsFrom(centsOf(id))]));
}

/** The spend of an ad on a day, in cents; 0 takes it back. */
interface SpentOn {
  readonly ad_id: number;
  readonly day: number;
  readonly cents: number;
}

/** Writes days of ads that are locked or new; returns the ids of the ads of which a day is another now. */
async function writeDays(
  transaction: Transaction<Tables>,
  companyId: number,
  all: readonly SpentOn[],
): Promise<number[]> {
  const given = grouped(all, ({ ad_id, day }) => `${ad_id} ${Math.floor(day / BLOCK_DAYS)}`);
  const stored = grouped(
    await storedBlocks(
      transaction,
      companyId,
      [...new Set(all.map(({ ad_id }) => ad_id))],
      [...new Set(all.map(({ day }) => Math.floor(day / BLOCK_DAYS)))],
    ),
    ({ ad_id, block }) => `${ad_id} ${block}`,
  );
  const changed = [...given].flatMap(([key, days]) => {
    const [ad_id, block] = key.split(' ').map(Number) as [number, number];
    const [row] = stored.get(key) ?? [];
    const cents = centsByDay(row ? [row] : [], daysOfBlock(block));
    for (const { day, cents: spent } of days) cents[day % BLOCK_DAYS] = spent;
    const number = packed(cents);
    return number === (row?.cents ?? '0') ? [] : [{ ad_id, block, cents: number }];
  });
  const emptied = changed.filter(({ cents }) => cents === '0');
  const kept = changed.filter(({ cents }) => cents !== '0');
  if (emptied.length)
    await sql`
      delete from facebook_ad_blocks
      where (company_id, block, ad_id) in (
        select ${companyId}::int, * from unnest(
          ${emptied.map(({ block }) => block)}::int[], ${emptied.map(({ ad_id }) => ad_id)}::int[]))`.execute(
      transaction,
    );
  if (kept.length)
    await sql`
      insert into facebook_ad_blocks (company_id, block, ad_id, cents)
      select ${companyId}::int, * from unnest(
        ${kept.map(({ block }) => block)}::int[], ${kept.map(({ ad_id }) => ad_id)}::int[],
        ${kept.map(({ cents }) => cents)}::numeric[]) order by 2, 3
      on conflict (company_id, block, ad_id) do update set cents = excluded.cents`.execute(transaction);
  return [...new Set(changed.map(({ ad_id }) => ad_id))];
}

/**
 * Stores days: the spend of one that is there is replaced, one that is not sent stays. Returns the ids of the ads of which
 * a day is another now.
 */
export async function saveDays(
  transaction: Transaction<Tables>,
  companyId: number,
  ads: readonly AdDays[],
): Promise<number[]> {
  if (!ads.length) return [];
  await sql`
    update facebook_ads set has_days = true
    where id = any(${ads.filter(({ days }) => days.length > 0).map(({ id }) => id)}::int[]) and not has_days`.execute(
    transaction,
  );
  const all = ads.flatMap(({ id, days }) =>
    days.map(({ day, spend }) => ({ ad_id: id, day: dayOf(day), cents: Math.round(spend * 100) })),
  );
  return writeDays(transaction, companyId, all);
}

const emptied = (ad_id: number, { first, last }: DayRange, except?: ReadonlySet<number>): SpentOn[] =>
  Array.from({ length: last - first + 1 }, (_, at) => first + at)
    .filter((day) => !except?.has(day))
    .map((day) => ({ ad_id, day, cents: 0 }));

/** Empties the days of the longest window: the ads were not delivered in it. */
export async function dropSpendWithin(
  transaction: Transaction<Tables>,
  companyId: number,
  ids: readonly number[],
  through: string,
): Promise<void> {
  await sql`select from facebook_ads where id = any(${[...ids]}::int[]) order by id for update`.execute(transaction);
  const window = daysUntil(through, LONGEST_WINDOW);
  await writeDays(
    transaction,
    companyId,
    ids.flatMap((id) => emptied(id, window)),
  );
}

/** Removes stored days of a complete report's window, both ends included, that it does not have: their spend was corrected to nothing. */
export async function dropCorrectedDays(
  transaction: Transaction<Tables>,
  { companyId, observedAt }: Reading,
  { from, to }: { readonly from: string; readonly to: string },
  ads: readonly { readonly ad_identifier: string; readonly days: Days }[],
): Promise<void> {
  const { rows } = await sql<{ id: number; ad_identifier: string }>`
    select id, ad_identifier from facebook_ads
    where company_id = ${companyId} and ad_identifier = any(${ads.map((one) => one.ad_identifier)}::text[])
      and (cache_updated_at is null or cache_updated_at <= ${observedAt}::timestamptz)
    order by id for update`.execute(transaction);
  const idOf = new Map(rows.map(({ id, ad_identifier }) => [ad_identifier, id]));
  const window = { first: dayOf(from), last: dayOf(to) };
  const corrected = ads.flatMap(({ ad_identifier, days }) => {
    const id = idOf.get(ad_identifier);
    return id === undefined ? [] : emptied(id, window, new Set(days.map(({ day }) => dayOf(day))));
  });
  await writeDays(transaction, companyId, corrected);
}

/** Removes the blocks of which every day is older than 400. */
export async function purgeAdDays(db: Kysely<Tables>): Promise<void> {
  const oldest = dayOf(new Date().toISOString().slice(0, 10)) - KEPT_SPEND_DAYS - 1;
  const companies = await db.selectFrom('companies').select('id').execute();
  // Company by company: none of the statements holds anything up.
  for (const { id } of companies)
    await db
      .deleteFrom('facebook_ad_blocks')
      .where('company_id', '=', id)
      .where('block', '<', Math.floor(oldest / BLOCK_DAYS))
      .execute();
}
