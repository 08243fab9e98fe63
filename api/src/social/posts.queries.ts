/** Social media posts in the database (DECISIONS §8). */
import { sql, type Generated, type Kysely, type RawBuilder, type Selectable, type Transaction } from 'kysely';
import type { Paged } from '../../contract/paging';
import {
  POST_DEFAULT_SORT,
  type POST_SORTS,
  type Post,
  type PostListQuery,
  type PostPatch,
  type PostWrite,
} from '../../contract/social/posts';
import { demandCompany, inReach, type Caller } from '../plumbing/access';
import { audit } from '../plumbing/audit';
import type { Tables } from '../plumbing/database';
import { NotFound, taken } from '../plumbing/errors';
import { demandUnchanged, laterThanBefore } from '../plumbing/if-match';
import { byText, byValue, listPage, nullsLast, patternOf, type Listing } from '../plumbing/list';
import { tagCondition, tagNamesOf, type Carries } from '../tags/taggable';

interface PostTable {
  id: Generated<number>;
  company_id: number;
  url: string;
  platform: Post['platform'];
  post_type: Post['post_type'];
  status: Post['status'];
  status_message: string | null;
  cached_author_username: string | null;
  cached_caption: string | null;
  cached_play_count: number | null;
  cached_scraped_at: string | null;
  created_at: Generated<string>;
  updated_at: Generated<string>;
  created_by: number | null;
  updated_by: number | null;
  /** Kept by the database: what tag_uses says of the post. */
  tag_ids: Generated<number[]>;
}

declare module '../plumbing/database' {
  interface Tables {
    social_media_posts: PostTable;
  }
}

type PostRow = Selectable<PostTable>;

/** What the audit log calls a post. */
export const RESOURCE = 'social_media_post';
/** The sentence for a post that is not there. */
export const MISSING = 'Post not found';
/** The sentence for a post that is there already. */
export const POST_TAKEN = 'This company has a post with this URL already';
const missing = () => new NotFound(MISSING);
const urlTaken = taken('social_media_posts_key', `url: ${POST_TAKEN}`);

const LISTING: Listing<(typeof POST_SORTS)[number]> = {
  sorts: {
    platform: byValue('platform'),
    url: byText('url'),
    cached_author_username: nullsLast(byText('cached_author_username')),
    cached_caption: nullsLast(byText('cached_caption')),
    cached_play_count: nullsLast(byValue('cached_play_count')),
    status: byValue('status'),
    created_at: byValue('created_at'),
    updated_at: byValue('updated_at'),
  },
  defaultSort: POST_DEFAULT_SORT,
  id: 'id',
  isLong: true,
};

/** Every post, as answers have them; what is looked up beside the row is looked up for the rows of a page alone. */
const posts = (db: Kysely<Tables>) =>
  db
    .selectFrom('social_media_posts')
    .select([
      'id',
      'company_id',
      'url',
      'platform',
      'post_type',
      'status',
      'status_message',
      'cached_author_username',
      'cached_caption',
      'cached_play_count',
      'cached_scraped_at',
      'created_at',
      'updated_at',
      sql<string>`(select name from companies where companies.id = company_id)`.as('company_name'),
      tagNamesOf('social_media_post', 'social_media_posts.id').as('tags'),
      sql<string | null>`(select username from users where users.id = created_by)`.as('created_by_username'),
      sql<string | null>`(select username from users where users.id = updated_by)`.as('last_updated_by_username'),
    ]);

/** One page of the posts of a company, or of every company of the caller. */
export async function listPosts(db: Kysely<Tables>, caller: Caller, query: PostListQuery): Promise<Paged<Post>> {
  const { company_id, search, platform, status, author, post_type, caption } = query;
  await demandCompany(db, caller, company_id);
  const tags = { companyId: company_id, include: query.tagged_with, exclude: query.not_tagged_with };
  const tagged = await tagCondition(db, 'social_media_post', 'id', tags, carries);
  let selected =
    company_id === undefined
      ? posts(db).where(inReach(caller, 'company_id'))
      : posts(db).where('company_id', '=', company_id);
  if (search !== undefined) selected = selected.where(found(search));
  if (platform !== undefined) selected = selected.where('platform', '=', platform);
  if (status !== undefined) selected = selected.where('status', '=', status);
  if (author !== undefined) selected = selected.where(foundIn('cached_author_username', author));
  if (post_type !== undefined) selected = selected.where('post_type', '=', post_type);
  if (caption !== undefined) selected = selected.where(foundIn('cached_caption', caption));
  if (tagged) selected = selected.where(tagged);
  return listPage(selected, LISTING, query);
}

// By the post's own copy of its tags, which one index holds beside company and text.
const carries: Carries = (tagIds) => sql<boolean>`tag_ids && ${[...tagIds]}::int[]`;

/**
 * What a search looks in: URL, author and caption as one text, in the words of the index social_media_posts_filter.
 * U+001F stands between them, so that nothing is found across two of them.
 */
const SEARCHED = sql`lower(url || E'\\x1f' || coalesce(cached_author_username, '') || E'\\x1f' || coalesce(cached_caption, ''))`;

const pattern = (text: string) => sql`lower(${patternOf(text)})`;

/**
 * Whether URL, author or caption contain a text. One without three letters in a row is in no index of trigrams; said in
 * the index's words, it would keep the planner from using the index for company and tags.
 */
const found = (text: string): RawBuilder<boolean> =>
  /[\p{L}\p{N}]{3}/u.test(text)
    ? sql<boolean>`${SEARCHED} like ${pattern(text)}`
    : sql<boolean>`${SEARCHED} || '' like ${pattern(text)}`;

/** The same for one of them; the index of all three finds the rows. */
const foundIn = (column: 'cached_author_username' | 'cached_caption', text: string): RawBuilder<boolean> =>
  sql<boolean>`(${found(text)} and lower(${sql.ref(column)}) like ${pattern(text)})`;

/** One post; throws NotFound. */
export async function findPost(db: Kysely<Tables>, caller: Caller, id: number): Promise<Post> {
  return posts(db).where('id', '=', id).where(inReach(caller, 'company_id')).executeTakeFirstOrThrow(missing);
}

/** A new post; throws NotFound for a company out of reach, Taken for a URL that is there. */
export async function createPost(db: Kysely<Tables>, caller: Caller, { url, ...body }: PostWrite): Promise<Post> {
  return db
    .transaction()
    .execute(async (transaction) => {
      await demandCompany(transaction, caller, body.company_id);
      const row = await transaction
        .insertInto('social_media_posts')
        .values({ ...body, url: url.trim(), created_by: caller.userId, updated_by: caller.userId })
        .returningAll()
        .executeTakeFirstOrThrow();
      await audit(transaction, caller, { action: 'create', resource: RESOURCE, recordId: row.id, after: row });
      return findPost(transaction, caller, row.id);
    })
    .catch(urlTaken);
}

/** The sent fields are set (PATCH); throws NotFound, ChangedMeanwhile (see `demandUnchanged`) or Taken. */
export async function updatePost(
  db: Kysely<Tables>,
  caller: Caller,
  id: number,
  { url, ...changes }: PostPatch,
  ifMatch: string | null,
): Promise<Post> {
  return db
    .transaction()
    .execute(async (transaction) => {
      const before = await lockPost(transaction, caller, id);
      await demandUnchanged(transaction, ifMatch, 'post', before);
      const after = await transaction
        .updateTable('social_media_posts')
        .set({ ...changes, url: url?.trim(), updated_by: caller.userId, updated_at: laterThanBefore })
        .where('id', '=', id)
        .returningAll()
        .executeTakeFirstOrThrow();
      await audit(transaction, caller, { action: 'update', resource: RESOURCE, recordId: id, before, after });
      return findPost(transaction, caller, id);
    })
    .catch(urlTaken);
}

/** Removes a post; throws NotFound. */
export async function deletePost(db: Kysely<Tables>, caller: Caller, id: number): Promise<void> {
  await db.transaction().execute(async (transaction) => {
    const before = await lockPost(transaction, caller, id);
    await transaction.deleteFrom('social_media_posts').where('id', '=', id).execute();
    await audit(transaction, caller, { action: 'delete', resource: RESOURCE, recordId: id, before });
  });
}

const lockPost = (transaction: Transaction<Tables>, caller: Caller, id: number): Promise<PostRow> =>
  transaction
    .selectFrom('social_media_posts')
    .selectAll()
    .where('id', '=', id)
    .where(inReach(caller, 'company_id'))
    .forUpdate()
    .executeTakeFirstOrThrow(missing);
