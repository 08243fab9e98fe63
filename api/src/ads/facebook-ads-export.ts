/** The export of ads: every row that matches, written while it is read (DECISIONS §4, §7). */
import type { Kysely } from 'kysely';
import { facebookAd, type FacebookAdExport } from 'contract/ads/facebook-ads';
import { CSV_START, csvLine } from 'contract/csv';
import type { Caller } from '../http/access';
import type { Tables } from '../database/connection';
import { EXPORTED, exportedAds } from './facebook-ads-export.queries';
import { matchingAdIds } from './facebook-ads.queries';

/** The columns of the screen, in its order. */
const COLUMNS = [...EXPORTED, 'tags'] as const;
const ROWS_AT_ONCE = 500;

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
  yield CSV_START + csvLine(COLUMNS.map((column) => facebookAd.properties[column].title));
  const read = (at: number) => exportedAds(db, ids.slice(at, at + ROWS_AT_ONCE));
  let reading = read(0);
  for (let at = 0; at < ids.length; at += ROWS_AT_ONCE) {
    const ads = await reading;
    // The next piece is read while this one is written. Where its reader has left, its error has no receiver.
    reading = read(at + ROWS_AT_ONCE);
    reading.catch(() => undefined);
    yield ads.map((ad) => csvLine(COLUMNS.map((column) => ad[column]))).join('');
  }
}
