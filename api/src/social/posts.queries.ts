/** Social media posts in the database (DECISIONS §8). */
import { sql, type Generated, type GeneratedAlways, type Kysely, type Selectable, type Transaction } from 'kysely';
import type { Paged } from '../../contract/paging';
import {
  POST_DEFAULT_SORT,
  type POST_SORTS,
  type Post,
  type PostListQuery,
  type PostPatch,
  type PostWrite,
} from '../../contract/social/posts';
import { demandCompany, inReach, type Caller } from '../http/access';
import { audit } from '../database/audit';
import type { Tables } from '../database/connection';
import { NotFound, taken } from '../http/errors';
import { demandUnchanged, laterThanBefore } from '../records/if-match';
import { byText, byValue, foldedContains, nullsLast, searchedContains, type Listing } from '../database/list';
import { listLongPage } from '../database/long-list';
import { tagCondition, tagNamesOf } from '../tags/taggable';

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
  /** What a search looks in, folded. */
  searched: GeneratedAlways<string>;
}

declare module '../database/connection' {
  interface Tables {
    social_media_posts: PostTable;
  }
}

type PostRow = Pick<Selectable<PostTable>, (typeof AUDITED)[number]>;

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
};

/** What a row has to say of itself; the rest is kept for the lists alone. */
const COLUMNS = [
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
] as const;
/** What the audit log keeps of a post. */
export const AUDITED = [...COLUMNS, 'created_by', 'updated_by'] as const;

/** Every post, as answers have them; what is looked up beside the row is looked up for the rows of a page alone. */
const posts = (db: Kysely<Tables>) =>
  db
    .selectFrom('social_media_posts')
    .select([
      ...COLUMNS,
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
  const tagged = await tagCondition(db, 'social_media_post', tags);
  let selected =
    company_id === undefined
      ? posts(db).where(inReach(caller, 'company_id'))
      : posts(db).where('company_id', '=', company_id);
  if (search !== undefined) selected = selected.where(foldedContains('searched', search));
  if (platform !== undefined) selected = selected.where('platform', '=', platform);
  if (status !== undefined) selected = selected.where('status', '=', status);
  if (author !== undefined) selected = selected.where(searchedContains('cached_author_username', author));
  if (post_type !== undefined) selected = selected.where('post_type', '=', post_type);
  if (caption !== undefined) selected = selected.where(searchedContains('cached_caption', caption));
  if (tagged) selected = selected.where(tagged);
  const { page } = await listLongPage(selected, LISTING, query, {
    isNarrow: Boolean(query.tagged_with?.length),
    texts: [search, author, caption],
  });
  return page;
}

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
        .returning(AUDITED)
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
        .returning(AUDITED)
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
    .select(AUDITED)
    .where('id', '=', id)
    .where(inReach(caller, 'company_id'))
    .forUpdate()
    .executeTakeFirstOrThrow(missing);
