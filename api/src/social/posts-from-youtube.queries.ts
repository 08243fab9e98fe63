/** Posts as YouTube has them: each is asked for by name, and what was read is kept for 30 days at most (DECISIONS §13). */
import { sql, type Kysely, type RawBuilder, type Transaction } from 'kysely';
import { MAX_FINDINGS } from 'contract/company/connections';
import { MAX_GONE_SHARE, type IngestedPost } from 'contract/ingest/ingest';
import type { Tables } from '../database/connection';
import type { Ended, Outcome, Reading } from '../records/from-source';
import { postsFromSource } from './posts-from-source.queries';

/** A post to be read. */
export interface ReadPost {
  readonly id: number;
  readonly url: string;
}

/** A company's posts on YouTube, all or the named ones, in ascending order. */
export async function youtubePosts(
  db: Kysely<Tables>,
  companyId: number,
  only: readonly number[] | null,
): Promise<ReadPost[]> {
  const { rows } = await sql<ReadPost>`
    select id, url from social_media_posts
    where company_id = ${companyId} and platform = 'youtube' and ${only ? sql`id = any(${[...only]}::int[])` : sql`true`}
    order by id`.execute(db);
  return rows;
}

/** The ids of posts that YouTube was never asked for, at most 1,000. */
export async function unreadPosts(db: Kysely<Tables>, companyId: number): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`
    select id from social_media_posts
    where company_id = ${companyId} and platform = 'youtube' and read_at is null order by id limit 1000`.execute(db);
  return rows.map(({ id }) => id);
}

/** Writes the posts that were found, and notes of all that were asked for that they were. Returns the outcomes of the former. */
export async function writePosts(
  transaction: Transaction<Tables>,
  reading: Reading,
  asked: readonly ReadPost[],
  found: readonly IngestedPost[],
): Promise<Outcome[]> {
  const outcomes = await postsFromSource({ create: false }).write(transaction, reading, found);
  await sql`
    update social_media_posts set read_at = ${reading.observedAt}::timestamptz
    where id = any(${asked.map(({ id }) => id)}::int[]) and (read_at is null or read_at < ${reading.observedAt}::timestamptz)`.execute(
    transaction,
  );
  return outcomes;
}

/** The message of a post that YouTube does not show. */
export const MISSING = 'YouTube does not show it any more: it is private or deleted';

/**
 * Ends a complete reading: of the posts that were asked for, those that YouTube did not have are in error, with a message,
 * until they return; of more than 20 % none is, unless `mayEndMany`. What was read of them is kept until it is too old.
 */
export async function endPosts(
  transaction: Transaction<Tables>,
  { companyId, observedAt, mayEndMany = false }: Reading,
  asked: readonly ReadPost[],
): Promise<Ended> {
  const { rows } = await sql<ReadPost & { is_missing: boolean }>`
    select id, url, coalesce(cached_scraped_at < ${observedAt}::timestamptz, true) as is_missing from social_media_posts
    where id = any(${asked.map(({ id }) => id)}::int[]) and company_id = ${companyId} and before_gone is null
    order by id for update`.execute(transaction);
  const missing = rows.filter((row) => row.is_missing);
  const records = missing.slice(0, MAX_FINDINGS).map(({ url }) => ({ key: url, label: url }));
  if (!mayEndMany && missing.length > rows.length * MAX_GONE_SHARE)
    return { gone: 0, heldBack: missing.length, records };
  if (missing.length)
    await sql`
      update social_media_posts
      set before_gone = jsonb_build_object('status', status, 'status_message', status_message),
        status = 'error', status_message = ${MISSING}
      where id = any(${missing.map(({ id }) => id)}::int[])`.execute(transaction);
  return { gone: missing.length, heldBack: 0, records };
}

/** How long what is read with a key may be kept without being read again, in days: YouTube's terms. */
export const YOUTUBE_KEPT_DAYS = 30;

// So many at a time: none of the statements holds anything up.
const BATCH = 500;

/**
 * Clears what was read of posts on YouTube and not refreshed for 30 days; its copies too: captions in what people rated of
 * answers, and the rows that the log keeps, by which a deletion is taken back.
 */
export async function clearOldPosts(db: Kysely<Tables>, now: Date): Promise<void> {
  const end = sql`${now.toISOString()}::timestamptz - make_interval(days => ${YOUTUBE_KEPT_DAYS})`;
  for (let cleared = BATCH; cleared === BATCH;)
    cleared = await db.transaction().execute(async (transaction) => {
      const { rows } = await sql<{ id: number; caption: string | null }>`
        select id, cached_caption as caption from social_media_posts
        where platform = 'youtube' and read_from = 'YouTube' and cached_scraped_at < ${end}
          and num_nonnulls(cached_author_username, cached_caption, cached_play_count) > 0
        order by id limit ${sql.lit(BATCH)} for update skip locked`.execute(transaction);
      await sql`
        update social_media_posts
        set cached_author_username = null, cached_caption = null, cached_play_count = null
        where id = any(${rows.map(({ id }) => id)}::int[])`.execute(transaction);
      for (const { caption } of rows) if (caption) await clearInFeedback(transaction, caption);
      return rows.length;
    });
  for (let cleared = BATCH; cleared === BATCH;)
    cleared = await db.transaction().execute(async (transaction) => {
      const { rows } = await sql<{ caption: string | null }>`
        with old as (
          select id, coalesce(before, after) ->> 'cached_caption' as caption from audit_log
          where resource = 'social_media_post' and at < ${now.toISOString()}::timestamptz
            and (${isOld('before', end)} or ${isOld('after', end)})
          order by at, id limit ${sql.lit(BATCH)})
        update audit_log set before = before - ${COPIED}::text[], after = after - ${COPIED}::text[]
        from old where audit_log.id = old.id returning caption`.execute(transaction);
      for (const { caption } of rows) if (caption) await clearInFeedback(transaction, caption);
      return rows.length;
    });
}

const COPIED = ['cached_author_username', 'cached_caption', 'cached_play_count'];

/** That a row of the log holds what was read of a post on YouTube before `end`. */
const isOld = (column: 'before' | 'after', end: RawBuilder<unknown>) => {
  const row = sql.ref(column);
  return sql<boolean>`(${row} ->> 'platform' = 'youtube' and ${row} ?| ${COPIED}::text[]
    and (${row} ->> 'cached_scraped_at')::timestamptz < ${end})`;
};

/** A shorter caption may be anybody's words: it stays where it is quoted. */
export const SHORTEST_CAPTION = 12;

async function clearInFeedback(transaction: Transaction<Tables>, caption: string): Promise<void> {
  if (caption.length < SHORTEST_CAPTION) return;
  await sql`
    update agent_feedback set answer = replace(answer, ${caption}, '…'), question = replace(question, ${caption}, '…')
    where position(${caption} in answer) > 0 or position(${caption} in question) > 0`.execute(transaction);
}
