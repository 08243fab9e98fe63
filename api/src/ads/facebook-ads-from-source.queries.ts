/** The fields of Facebook ads that a source may write: names, type and spend (DECISIONS §13). */
import { sql, type Transaction } from 'kysely';
import { SPEND_DAYS } from 'contract/ads/facebook-ads';
import { dateOf, dayOf } from 'contract/calendar';
import { KEPT_SPEND_DAYS, type IngestedAd } from 'contract/ingest/ingest';
import type { Tables } from '../database/connection';
import { endReading, writeRows, type Reading, type SourceTable, type WrittenBySource } from '../records/from-source';
import { dropSpendWithin, lastWholeDay, saveDays, sumsOf, windowsOf, type Windows } from './facebook-ad-days.queries';
import { queueNamingRules } from './naming-rules.jobs';

type AdRecord = Omit<IngestedAd, 'days'>;

const SOURCE: SourceTable<AdRecord> = {
  table: 'facebook_ads',
  key: { ad_identifier: 'text' },
  label: sql.ref('ad_name'),
  columns: {
    ad_name: 'text',
    ad_type: 'text',
    campaign_name: 'text',
    adset_name: 'text',
    spend_last_1d: 'numeric(12,2)',
    spend_last_7d: 'numeric(12,2)',
    spend_last_14d: 'numeric(12,2)',
    spend_last_28d: 'numeric(12,2)',
  },
  readAt: 'cache_updated_at',
  matching: (records) =>
    sql<boolean>`ad_identifier = any(${records.map(({ ad_identifier }) => ad_identifier)}::text[])`,
  obstacleToNew: ({ ad_name }) => (ad_name === undefined ? 'A new ad needs a name' : null),
};

const SPENDS = sql<boolean>`(0, 0, 0, 0) is distinct from
  (spend_last_1d, spend_last_7d, spend_last_14d, spend_last_28d)`;

const keyOf = ({ ad_identifier }: Partial<IngestedAd>) => ad_identifier ?? null;

/** Writes ads and their days; the windows of an ad that has `days` become the sums of all its days. */
async function write(transaction: Transaction<Tables>, reading: Reading, ads: readonly IngestedAd[]) {
  const hasDays = ads.some(({ days }) => days);
  const through = hasDays ? await lastWholeDay(transaction, reading) : '';
  const daysOf = new Map(ads.map(({ ad_identifier, days }) => [ad_identifier, days]));
  const changedDays = new Set<number>();
  const written = await writeRows(
    transaction,
    SOURCE,
    reading,
    ads.map(({ days: _, ...ad }): AdRecord => ad),
    async (current) => {
      if (!hasDays) return;
      const stored = current.flatMap(({ id, record }) => {
        const days = daysOf.get(record.ad_identifier);
        return id !== null && days ? [{ id, days }] : [];
      });
      for (const id of await saveDays(transaction, reading.companyId, stored)) changedDays.add(id);
      const sums: ReadonlyMap<number, Windows> = await sumsOf(
        transaction,
        reading.companyId,
        stored.map(({ id }) => id),
        through,
      );
      for (const one of current) {
        const days = daysOf.get(one.record.ad_identifier);
        if (days) Object.assign(one.record, one.id === null ? windowsOf(days, through) : sums.get(one.id));
      }
    },
  );
  const made = written.flatMap(({ outcome, id, record }) => {
    const days = outcome === 'created' ? daysOf.get(record.ad_identifier) : undefined;
    return id !== null && days ? [{ id, days }] : [];
  });
  await saveDays(transaction, reading.companyId, made);
  return written.map(({ outcome, id }) =>
    outcome === 'unchanged' && id !== null && changedDays.has(id) ? 'updated' : outcome,
  );
}

/** Days and windows contradict each other; a day is there once, and among those that are kept. */
function judge({ days, ...ad }: IngestedAd, { observedAt }: Reading): string | null {
  if (!days) return null;
  if (SPEND_DAYS.some((count) => ad[`spend_last_${count}d`] !== undefined))
    return 'Send the days or the four windows, not both';
  const seen = new Set(days.map(({ day }) => day));
  if (seen.size < days.length) return 'A day stands in Days twice';
  // The account's zone may be a day ahead of UTC.
  const today = dayOf(observedAt.slice(0, 10));
  const [first, last] = [dateOf(today - KEPT_SPEND_DAYS + 1), dateOf(today + 1)];
  for (const day of seen) if (day < first || day > last) return `Day must be from ${first} to ${last}`;
  return null;
}

/**
 * Facebook ads as sources write them. Of an ad that is gone the spend is zero: it was not delivered. A complete reading has
 * the company's naming rules run (DECISIONS §16).
 */
export const adsFromSource: WrittenBySource<IngestedAd> = {
  keyOf,
  judge,
  write,
  async end(transaction, reading, except) {
    await queueNamingRules(transaction, reading.companyId);
    return endReading(transaction, SOURCE, reading, {
      except,
      keyOf,
      isThere: SPENDS,
      async mark(ids) {
        await dropSpendWithin(transaction, reading.companyId, ids, await lastWholeDay(transaction, reading));
        await sql`
          update facebook_ads
          set spend_last_1d = 0, spend_last_7d = 0, spend_last_14d = 0, spend_last_28d = 0,
            cache_updated_at = ${reading.observedAt}::timestamptz
          where id = any(${ids}::int[])`.execute(transaction);
      },
    });
  },
};
