/** The export of ads: every row that matches, written while it is read (DECISIONS §4, §7). */
import type { Kysely } from 'kysely';
import { facebookAd, type FacebookAd, type FacebookAdExport } from '../../contract/ads/facebook-ads';
import { CSV_START, csvLine } from '../../contract/csv';
import type { Caller } from '../http/access';
import type { Tables } from '../database/connection';
import { adsInOrder, matchingAdIds } from './facebook-ads.queries';

/** The columns of the screen, in its order. */
const EXPORT_COLUMNS = [
  'ad_identifier',
  'ad_name',
  'ad_type',
  'campaign_name',
  'adset_name',
  'spend_last_1d',
  'spend_last_7d',
  'spend_last_14d',
  'spend_last_28d',
  'cache_updated_at',
  'tags',
] as const satisfies readonly (keyof FacebookAd)[];

const ROWS_AT_ONCE = 1000;

/**
 * A CSV file of all ads that match. Which they are is settled at the start, and only their ids are held: no connection
 * to the database waits for a slow reader.
 */
export async function exportAds(
  db: Kysely<Tables>,
  caller: Caller,
  body: FacebookAdExport,
): Promise<AsyncIterable<string>> {
  const ids = await matchingAdIds(db, caller, body);
  return csvOf(db, ids);
}

async function* csvOf(db: Kysely<Tables>, ids: readonly number[]): AsyncGenerator<string> {
  yield CSV_START + csvLine(EXPORT_COLUMNS.map((column) => facebookAd.properties[column].title));
  for (let at = 0; at < ids.length; at += ROWS_AT_ONCE) {
    const ads = await adsInOrder(db, ids.slice(at, at + ROWS_AT_ONCE));
    yield ads.map((ad) => csvLine(EXPORT_COLUMNS.map((column) => cellOf(ad[column])))).join('');
  }
}

const cellOf = (value: FacebookAd[(typeof EXPORT_COLUMNS)[number]]) =>
  Array.isArray(value) ? value.join(', ') : value;
