/** Social media posts in the database (DECISIONS §8). */
import { sql, type Generated, type GeneratedAlways, type Kysely } from 'kysely';
import type { Paged } from 'contract/paging';
import { postNoun, type Post, type PostListQuery } from 'contract/social/posts';
import type { Tables } from '../database/connection';
import { foldedContains, searchedContains } from '../database/list';
import { listLongPage } from '../database/long-list';
import type { Caller } from '../http/access';
import type { Table } from '../records/columns';
import { recordsOf } from '../records/records';
import { folded } from '../records/search';
import { tagsBeside } from '../tags/restore-tags.queries';
import { tagCondition, tagNamesOf } from '../tags/taggable';

declare module '../database/connection' {
  interface Tables {
    social_media_posts: Table<typeof postNoun> & {
      /** The source that it was read from last; null: none, or not known. */
      read_from: string | null;
      /** When a source was last asked for it, whether it had it or not. */
      read_at: string | null;
      /** Status and message of one that the source has no more, for when it returns. */
      before_gone: { readonly status: string; readonly status_message: string | null } | null;
      /** Kept by the database: what tag_uses says of the post. */
      tag_ids: Generated<number[]>;
      /** The text that a search looks in, folded. */
      searched: GeneratedAlways<string>;
    };
  }
}

/** The message for a post that is there already. */
export const POST_TAKEN = 'This company has a post with this URL already';

const TYPE = 'social_media_post';

/** The calls on posts, but for their list. */
export const posts = recordsOf({
  noun: postNoun,
  table: 'social_media_posts',
  readAt: 'cached_scraped_at',
  conflict: { constraint: 'social_media_posts_key', message: `url: ${POST_TAKEN}` },
  computed: { tags: tagNamesOf(TYPE, 'social_media_posts.id') },
  beside: tagsBeside(TYPE, 'social_media_posts'),
  searched: {
    label: sql`coalesce(cached_author_username || ' · ', '') || coalesce(nullif(left(cached_caption, 100), ''), url)`,
    names: [folded('cached_author_username')],
    contains: (text) => foldedContains('searched', text),
  },
  sorts: {},
  filters: {
    search: (text) => foldedContains('searched', text),
    author: (text) => searchedContains('cached_author_username', text),
    caption: (text) => searchedContains('cached_caption', text),
    tagged_with: (include, { db, companyId }) => tagCondition(db, TYPE, { companyId, include, exclude: [] }),
    not_tagged_with: (exclude, { db, companyId, filtersBy }) => {
      const isAlone = !filtersBy('search', 'author', 'caption', 'tagged_with');
      return tagCondition(db, TYPE, { companyId, include: [], exclude, isAlone });
    },
  },
});

// In the words of the two indexes: one holds what a search looks in, the other names the posts where that is too long.
const BY_LENGTH = [sql<boolean>`octet_length(searched) <= 2400`, sql<boolean>`octet_length(searched) > 2400`];

/** One page of the posts of a company, or of every company of the caller. */
export async function listPosts(db: Kysely<Tables>, caller: Caller, query: PostListQuery): Promise<Paged<Post>> {
  const matching = await posts.matching(db, caller, query);
  const { page } = await listLongPage(db, matching, posts.listing, query, {
    isNarrow: Boolean(query.tagged_with?.length),
    texts: [query.search, query.author, query.caption],
    ...(query.search && { parts: BY_LENGTH }),
    kept: await posts.keptSums(db, caller, query),
  });
  return page;
}
