/** Refreshing posts from their platform (DECISIONS §13). */
import { sql, type Kysely } from 'kysely';
import { queueRefresh } from '../connections/refreshing.queries';
import type { Tables } from '../database/connection';
import { isAuthorised, type Caller } from '../http/access';
import { Conflict, NotFound } from '../http/errors';
import { posts } from './posts.queries';

/**
 * Queues the refresh of those posts that are authorised and on a connected platform; throws NotFound when none is
 * authorised, Conflict when none is connected.
 */
export async function refreshPosts(
  db: Kysely<Tables>,
  caller: Caller,
  postIds: readonly number[],
): Promise<{ queued: number }> {
  const rows = await db
    .selectFrom('social_media_posts')
    .select('id')
    .where(sql<boolean>`id = any(${[...postIds]}::int[])`)
    .where(isAuthorised(caller, 'company_id'))
    .execute();
  const ids = rows.map(({ id }) => id);
  if (!ids.length) throw new NotFound(posts.definition.missing);
  const isRead = sql<boolean>`record.platform = 'youtube'`;
  const queued = await queueRefresh(db, caller, { source: 'youtube', table: 'social_media_posts', ids, isRead });
  if (!queued) throw new Conflict('YouTube connection is not configured');
  return { queued };
}
