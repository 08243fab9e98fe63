/** The review queue: pending posts, each before one person at a time (DECISIONS §16). */
import { sql, type Kysely, type Transaction } from 'kysely';
import { MOST_REVIEWED, REVIEW_MINUTES, type Reviewed, type ReviewNext } from 'contract/social/review';
import type { Tables } from '../database/connection';
import { requireCompany, type Caller } from '../http/access';
import { posts } from './posts.queries';

const LEASE = `${REVIEW_MINUTES} minutes`;

/**
 * The posts that are the caller's session's for five minutes: those that it has already, then the oldest that no one has;
 * put off ones come last. Throws NotFound for the company.
 */
export async function nextForReview(
  db: Kysely<Tables>,
  caller: Caller,
  { company_id, count = MOST_REVIEWED, skip = [] }: ReviewNext,
): Promise<Reviewed> {
  await requireCompany(db, caller, company_id);
  const leased = await db.transaction().execute(async (transaction) => {
    if (skip.length) await putOff(transaction, caller, company_id, skip);
    return lease(transaction, caller, company_id, count);
  });
  const { rows } = await sql<{ pending: number }>`
    select count(*)::int as pending from social_media_posts
    where company_id = ${company_id} and status = 'pending'`.execute(db);
  const matching = await posts.matching(db, caller, { company_id });
  const found = await matching.where(sql<boolean>`social_media_posts.id = any(${leased}::int[])`).execute();
  const byId = new Map(found.map((post) => [post.id, post]));
  return { items: leased.flatMap((id) => byId.get(id) ?? []), pending: rows[0]?.pending ?? 0 };
}

async function putOff(transaction: Transaction<Tables>, caller: Caller, companyId: number, ids: readonly number[]) {
  await sql`
    insert into review_skips (post_id, user_id)
    select id, ${caller.userId} from social_media_posts
    where id = any(${[...ids]}::int[]) and company_id = ${companyId}
    on conflict (post_id, user_id) do update set skipped_at = clock_timestamp()`.execute(transaction);
  await sql`
    delete from review_leases
    where post_id = any(${[...ids]}::int[]) and session_id = ${caller.sessionId}::uuid`.execute(transaction);
}

/** Two that ask at once pass over each other's rows; what one of them has just leased the other's insert leaves alone. */
async function lease(transaction: Transaction<Tables>, caller: Caller, companyId: number, count: number) {
  const { rows } = await sql<{ post_id: number }>`
    with free as (
      select post.id, skipped_at, created_at
      from social_media_posts as post
      left join review_leases on review_leases.post_id = post.id
      left join review_skips on review_skips.post_id = post.id and review_skips.user_id = ${caller.userId}
      where company_id = ${companyId} and status = 'pending'
        and (leased_until is null or leased_until < clock_timestamp() or session_id = ${caller.sessionId}::uuid)
      order by skipped_at nulls first, created_at, post.id
      limit ${count}
      for no key update of post skip locked
    ), leased as (
      insert into review_leases as held (post_id, session_id, leased_until)
      select id, ${caller.sessionId}::uuid, clock_timestamp() + ${LEASE}::interval from free
      on conflict (post_id) do update set session_id = excluded.session_id, leased_until = excluded.leased_until
        where held.leased_until < clock_timestamp() or held.session_id = excluded.session_id
      returning post_id
    )
    select post_id from leased join free on free.id = post_id order by skipped_at nulls first, created_at, post_id`.execute(
    transaction,
  );
  return rows.map(({ post_id }) => post_id);
}

/** Forgets leases that are over, and what was put off and is no longer pending. */
export async function purgeReviews(db: Kysely<Tables>): Promise<void> {
  await sql`delete from review_leases where leased_until < clock_timestamp()`.execute(db);
  await sql`
    delete from review_skips using social_media_posts
    where post_id = id and status <> 'pending'`.execute(db);
}
