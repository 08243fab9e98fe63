/** The tools over posts, profiles and search terms, for members of SocialMediaManager (DECISIONS §2). */
import { sql, type RawBuilder } from 'kysely';
import { flag, integer, object, oneOf } from 'contract/schema';
import { postListQuery } from 'contract/social/posts';
import { profileListQuery } from 'contract/social/profiles';
import { searchTermListQuery } from 'contract/social/search-terms';
import { posts } from '../../social/posts.queries';
import { profiles } from '../../social/profiles.queries';
import { searchTerms } from '../../social/search-terms.queries';
import { tagCondition, tagNamesOf } from '../../tags/taggable';
import { found, type Sought, type Which } from './find';
import { columnsOf, howMany, lookUp, taken } from './look-up';
import type { FilterRule, Subject } from './subject.queries';

const untagged = { ...flag('Untagged'), description: 'Only those without any tag' };
const { limit, page, companies, search, tags, without_tags } = taken;
const fewest_first = { ...flag('Fewest first'), description: 'Of the groups of `by`' };
const added_within_days = integer('Added within days', { minimum: 1, maximum: 36_500 });

/** Filters of posts and of profiles. */
const taggedFilter = {
  companies,
  search,
  tags,
  without_tags,
  untagged,
  added_within_days,
  limit,
  page,
} as const;

/** Which posts are meant. */
export const postFilter = {
  ...taggedFilter,
  platform: postListQuery.properties.platform,
  status: postListQuery.properties.status,
  post_type: postListQuery.properties.post_type,
  order: oneOf('Order', ['newest', 'oldest', 'most_viewed', 'least_viewed']),
} as const;
/** Which profiles are meant. */
export const profileFilter = {
  ...taggedFilter,
  platform: profileListQuery.properties.platform,
  status: profileListQuery.properties.status,
  order: oneOf('Order', ['newest', 'oldest']),
} as const;
/** Which search terms are meant. */
export const termFilter = {
  companies,
  search,
  added_within_days,
  limit,
  page,
  platform: searchTermListQuery.properties.platform,
  status: searchTermListQuery.properties.status,
  order: oneOf('Order', ['newest', 'oldest']),
} as const;

const VIEWS = sql`cached_play_count`;
const NO_VIEWS = sql`null::bigint`;

const filtersOf = (table: string): Subject['filters'] => ({
  search: { label: 'Search' },
  platform: { label: 'Platform' },
  status: { label: 'Status' },
  added_within_days: {
    label: 'Added within',
    said: (days: number) => `the last ${howMany(days, 'day')}`,
    is: (days: number) => sql<boolean>`${sql.ref(`${table}.created_at`)} >= now() - ${days} * interval '1 day'`,
  },
});
const untaggedRule: FilterRule = { label: 'Without tags', is: () => sql<boolean>`tag_ids = '{}'` };
const selected = (table: string, views: RawBuilder<unknown>) => ({
  platform: sql`platform`,
  status: sql`status`,
  views,
  added: sql`to_char(${sql.ref(`${table}.created_at`)} at time zone 'UTC', 'YYYY-MM-DD')`,
});
const sumsOf = (views: RawBuilder<unknown>) => ({
  views: sql`sum(${views})::bigint`,
  average: sql`round(avg(${views}))::bigint`,
});
const GROUPS = { status: sql`status`, platform: sql`platform` };

/** The tags of a profile, of which its list takes one. */
const ofProfiles =
  (side: 'include' | 'exclude'): NonNullable<FilterRule['is']> =>
  (tags: readonly string[], { db, companyId }) =>
    tagCondition(db, 'social_media_profile', { companyId, include: [], exclude: [], [side]: tags });

const POSTS: Subject = {
  list: posts,
  filters: {
    ...filtersOf('social_media_posts'),
    post_type: { label: 'Type' },
    tags: { label: 'Tagged', list: 'tagged_with' },
    without_tags: { label: 'Not tagged', list: 'not_tagged_with' },
    untagged: untaggedRule,
  },
  sums: sumsOf(VIEWS),
  columns: {
    ...selected('social_media_posts', VIEWS),
    url: sql`url`,
    type: sql`post_type`,
    author: sql`cached_author_username`,
    reason: sql`status_message`,
    name: sql`coalesce(cached_author_username, url)`,
    // Of a text that others wrote.
    caption: sql`left(cached_caption, 300)`,
    tags: tagNamesOf('social_media_post', 'social_media_posts.id'),
  },
  groups: { ...GROUPS, type: sql`post_type`, author: sql`cached_author_username`, reason: sql`status_message` },
};
const PROFILES: Subject = {
  list: profiles,
  filters: {
    ...filtersOf('social_media_profiles'),
    tags: {
      label: 'Tagged',
      open: ([tag = '', ...others]: readonly string[]) => (others.length ? null : { tag }),
      is: ofProfiles('include'),
    },
    without_tags: { label: 'Not tagged', open: () => null, is: ofProfiles('exclude') },
    untagged: untaggedRule,
  },
  sums: sumsOf(NO_VIEWS),
  columns: {
    ...selected('social_media_profiles', NO_VIEWS),
    username: sql`platform_username`,
    name: sql`platform_username`,
    reason: sql`status_message`,
    identifier: sql`platform_identifier`,
    tags: tagNamesOf('social_media_profile', 'social_media_profiles.id'),
  },
  groups: { ...GROUPS, reason: sql`status_message` },
};
const TERMS: Subject = {
  list: searchTerms,
  filters: filtersOf('social_media_search_terms'),
  sums: sumsOf(NO_VIEWS),
  columns: {
    ...selected('social_media_search_terms', NO_VIEWS),
    term: sql`search_term`,
    name: sql`search_term`,
  },
  groups: GROUPS,
};

/** Each as its list sorts by it. */
const ORDERS = {
  newest: '-created_at',
  oldest: 'created_at',
  most_viewed: '-cached_play_count',
  least_viewed: 'cached_play_count',
} as const;
interface Input extends Which {
  readonly order?: keyof typeof ORDERS | undefined;
  readonly fewest_first?: boolean | undefined;
}
interface Views {
  views: number | null;
  average: number | null;
}
interface Row {
  name: string;
  platform: string;
  views: number | null;
  added: string;
}

/** Records of a subject, and how they are told. */
const kind =
  (subject: Subject, one: string, own: Readonly<Record<string, string>>, also: Readonly<Record<string, string>> = {}) =>
  ({ order = 'newest', fewest_first = false }: Input): Sought<Views, Row> => {
    const views = subject === POSTS && ({ views: ['Views', 'count'] } as const);
    const [sort_by, said] = [ORDERS[order], order.replace('_', ' ')];
    const isViewed = sort_by.endsWith('cached_play_count');
    const bySize = fewest_first ? sql`3` : sql`3 desc`;
    const byViews = order === 'most_viewed' ? sql`4 desc nulls last` : sql`4 nulls last`;
    return {
      subject,
      one,
      order: sort_by,
      orderOfGroups: isViewed ? byViews : bySize,
      list: { ofOne: subject === TERMS },
      columns: columnsOf({
        ...own,
        company: 'Company',
        platform: 'Platform',
        status: 'Status',
        ...views,
        added: ['Added', 'date'],
        ...also,
      }),
      sums: columnsOf({ count: [`${one[0]?.toUpperCase() ?? ''}${one.slice(1)}s`, 'count'], ...views }),
      total: ({ totals: { views, average } }) =>
        views === null || average === null
          ? ''
          : ` ${views.toLocaleString('en-US')} views in all, ${average.toLocaleString('en-US')} on average where they are known.`,
      first: ({ name, platform, views, added }) =>
        ` The ${said} ${one}: ${name} on ${platform}${views === null ? '' : `, ${views.toLocaleString('en-US')} views`}, added on ${added}.`,
      firstOf: ([first, second], label) => {
        const name = first?.name ?? 'not known';
        if (!first || !second) return first && label === 'message' ? ` The reason: ${name}.` : '';
        return isViewed
          ? ` The ${label} that was ${said}: ${name}, ${(first.views ?? 0).toLocaleString('en-US')} views.`
          : ` The ${label} of ${fewest_first ? 'the fewest' : 'most'}: ${name}, ${first.count.toLocaleString('en-US')}.`;
      },
    };
  };
export const postsSought = kind(POSTS, 'post', { author: 'Author' }, { caption: 'Caption' });
export const profilesSought = kind(PROFILES, 'profile', { username: 'Username' }, { reason: 'Message' });
export const termsSought = kind(TERMS, 'search term', { term: 'Search term' });

const by = <const G extends readonly string[]>(...groups: G) => ({ fewest_first, by: oneOf('By', groups) });
/** The hint at the next question. */
const hint = (one: string, isGrouped: boolean, groups = 'status, platform or tag') =>
  isGrouped ? `The ${one}s of one group, without \`by\`.` : `How many by ${groups}, with \`by\`.`;

/** Posts. */
export const findPosts = lookUp({
  description:
    'Finds social media posts and counts them: by a text in URL, author or caption, by platform, status, type or tags; the newest first unless said, or by views. With `by` it counts groups instead; `reason` is the message of those in error.',
  input: object({ ...postFilter, ...by('company', 'status', 'platform', 'tag', 'type', 'reason', 'author') }, []),
  read: (context, input) => found(context, postsSought(input), input, hint('post', input.by !== undefined)),
});

/** Profiles. */
export const findProfiles = lookUp({
  description:
    'Finds watched social media profiles and counts them: by a part of the username, by platform, status or tags; the newest first unless said. With `by` it counts groups instead; `reason` is the message of those in error.',
  input: object({ ...profileFilter, ...by('company', 'status', 'platform', 'tag', 'reason') }, []),
  read: (context, input) => found(context, profilesSought(input), input, hint('profile', input.by !== undefined)),
});

/** Search terms. */
export const findSearchTerms = lookUp({
  description:
    'Finds the search terms that posts are looked for by and counts them: by a part of the term, by platform or status; the newest first unless said. With `by` it counts groups instead.',
  input: object({ ...termFilter, ...by('company', 'status', 'platform') }, []),
  read: (context, input) =>
    found(context, termsSought(input), input, hint('search term', input.by !== undefined, 'status or platform')),
});
