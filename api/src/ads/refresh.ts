/** Refreshing ads from Facebook (DECISIONS §7, §13). */
import { sql, type Kysely } from 'kysely';
import { queueRefresh } from '../connections/refreshing.queries';
import type { Caller } from '../http/access';
import type { Tables } from '../database/connection';
import { NotFound, Conflict } from '../http/errors';
import { TAGGABLES } from '../tags/taggable';
import { reachableAds } from './facebook-ads.queries';

/**
 * Queues the refresh of those ads that are authorised and of a connected account; throws NotFound when none is authorised,
 * Conflict when none is connected.
 */
export async function refreshAds(
  db: Kysely<Tables>,
  caller: Caller,
  adIds: readonly number[],
): Promise<{ queued: number }> {
  const ids = await reachableAds(db, caller, adIds);
  if (!ids.length) throw new NotFound(TAGGABLES.facebook_ad.missing);
  const isRead = sql<boolean>`record.connection_id = connections.id`;
  const queued = await queueRefresh(db, caller, { source: 'meta', table: 'facebook_ads', ids, isRead });
  if (!queued) throw new Conflict('Facebook connection is not configured');
  return { queued };
}
