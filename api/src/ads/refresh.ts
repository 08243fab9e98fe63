/** Refreshing ads from Facebook (DECISIONS §7). */
import type { Kysely } from 'kysely';
import type { Caller } from '../http/access';
import type { Tables } from '../database/connection';
import { NotFound, Conflict } from '../http/errors';
import { TAGGABLES } from '../tags/taggable';
import { reachableAds } from './facebook-ads.queries';

/** A configured connection to Meta. */
export interface FacebookConnection {
  /** Takes note that these ads are to be read again; returns how many are on their way. */
  queueRefresh(adIds: readonly number[]): Promise<number>;
}

/** Queues the refresh of those ads that are authorised; throws NotFound when none is, Conflict without a connection. */
export async function refreshAds(
  { db, facebook }: { db: Kysely<Tables>; facebook: FacebookConnection | null },
  caller: Caller,
  adIds: readonly number[],
): Promise<{ queued: number }> {
  const ids = await reachableAds(db, caller, adIds);
  if (!ids.length) throw new NotFound(TAGGABLES.facebook_ad.missing);
  if (!facebook) throw new Conflict('Facebook connection is not configured');
  return { queued: await facebook.queueRefresh(ids) };
}
