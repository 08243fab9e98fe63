/** The fields of posts that a source may write: author, caption and views (DECISIONS §13). */
import { sql } from 'kysely';
import type { IngestedPost } from 'contract/ingest/ingest';
import { POST_DEFAULT_STATUS } from 'contract/social/posts';
import { endReading, goneFrom, writeRows, type SourceTable, type WrittenBySource } from '../records/from-source';

const sourceOf = (create: boolean): SourceTable<IngestedPost> => ({
  table: 'social_media_posts',
  key: { url: 'text' },
  label: sql.ref('url'),
  columns: { cached_author_username: 'text', cached_caption: 'text', cached_play_count: 'bigint' },
  onlyNew: { platform: 'text', post_type: 'text', status: 'text' },
  readAt: 'cached_scraped_at',
  // By the hash, as the index has it.
  matching: (records) => sql<boolean>`md5(url) = any(array(select md5(url) from unnest(
    ${records.map(({ url }) => url)}::text[]) as url))`,
  // One that was gone is what it was before, unless a person has decided otherwise meanwhile.
  settled: {
    set: sql`
      status = case when before_gone is not null and status = 'error' then before_gone ->> 'status' else status end,
      status_message = case when before_gone is not null and status = 'error' then before_gone ->> 'status_message'
        else status_message end,
      before_gone = null`,
    isSet: sql<boolean>`before_gone is null`,
  },
  obstacleToNew: ({ platform }) => {
    if (!create) return 'This company has no post with this URL';
    return platform === undefined ? 'A new post needs a platform' : null;
  },
});

const keyOf = ({ url }: Partial<IngestedPost>) => url ?? null;

/**
 * Posts as sources write them. The status is a person's, but for a post that is gone: that is in error, with a message.
 *
 * @param create whether unknown posts are made, pending; else they are errors
 */
export const postsFromSource = ({ create }: { create: boolean }): WrittenBySource<IngestedPost> => ({
  keyOf,
  async write(transaction, reading, posts) {
    const records = posts.map((post) => ({ ...post, status: POST_DEFAULT_STATUS }));
    return (await writeRows(transaction, sourceOf(create), reading, records)).map(({ outcome }) => outcome);
  },
  end: (transaction, reading, except) =>
    endReading(transaction, sourceOf(create), reading, {
      except,
      keyOf,
      isThere: sql<boolean>`before_gone is null`,
      mark: (ids) =>
        sql`
          update social_media_posts
          set before_gone = jsonb_build_object('status', status, 'status_message', status_message),
            status = 'error', status_message = ${goneFrom(reading)},
            cached_scraped_at = ${reading.observedAt}::timestamptz
          where id = any(${ids}::int[])`.execute(transaction),
    }),
});
