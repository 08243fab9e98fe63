/** The tools over posts, profiles and search terms, for members of SocialMediaManager (DECISIONS §2). */
import { sql, type RawBuilder } from 'kysely';
import type { ToolColumn, ToolResult } from 'contract/agents/tool-results';
import { flag, integer, object, oneOf } from 'contract/schema';
import { POST_STATUSES, postListQuery } from 'contract/social/posts';
import { profileListQuery } from 'contract/social/profiles';
import { searchTermListQuery } from 'contract/social/search-terms';
import { posts } from '../../social/posts.queries';
import { profiles } from '../../social/profiles.queries';
import { searchTerms } from '../../social/search-terms.queries';
import { tagCondition, tagNamesOf } from '../../tags/taggable';
import { scopeOf } from './companies-in-reach.queries';
import { column, howMany, leading, lookUp, pageOf, requireGroup, resultOf, taken, type LookUpContext } from './look-up';
import {
  filtersSaid,
  groupsOf,
  inWordsOf,
  listWith,
  rowsOf,
  totalsOf,
  type FilterRule,
  type GroupOf,
  type Subject,
} from './subject.queries';

const untagged = { ...flag('Untagged'), description: 'Only those without any tag' };
const { limit, page, companies, search, tags, without_tags } = taken;
const fewest_first = { ...flag('Fewest first'), description: 'Of the groups of `by`' };
const added_within_days = integer('Added within days', { minimum: 1, maximum: 36_500 });

/** Which posts are meant. */
export const postFilter = {
  ...{ companies, search, tags, without_tags, untagged, added_within_days, limit, page },
  platform: postListQuery.properties.platform,
  status: oneOf('Status', POST_STATUSES),
  post_type: postListQuery.properties.post_type,
  order: oneOf('Order', ['newest', 'oldest', 'most_viewed', 'least_viewed']),
} as const;
/** Which profiles are meant. */
export const profileFilter = {
  ...{ companies, search, tags, without_tags, untagged, added_within_days, limit, page },
  platform: profileListQuery.properties.platform,
  status: profileListQuery.properties.status,
  order: oneOf('Order', ['newest', 'oldest']),
} as const;
/** Which search terms are meant. */
export const termFilter = {
  ...{ companies, search, added_within_days, limit, page },
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
const columnsOf = (table: string, views: RawBuilder<unknown>) => ({
  ...{ platform: sql`platform`, status: sql`status`, views },
  added: sql`to_char(${sql.ref(`${table}.created_at`)} at time zone 'UTC', 'YYYY-MM-DD')`,
});
const sumsOf = (views: RawBuilder<unknown>) => ({
  views: sql`sum(${views})::bigint`,
  average: sql`round(avg(${views}))::bigint`,
});
const GROUPS = { status: sql`status`, platform: sql`platform` };

/** A kind as it is looked up and spoken of. */
interface Kind {
  readonly subject: Subject;
  readonly one: string;
  readonly who: string;
  readonly columns: readonly ToolColumn[];
  readonly hint: string;
}

const POSTS: Kind = {
  one: 'post',
  who: 'Social media posts',
  subject: {
    list: posts,
    path: '/social-media-posts',
    filters: {
      ...filtersOf('social_media_posts'),
      post_type: { label: 'Type' },
      tags: { label: 'Tagged', list: 'tagged_with' },
      without_tags: { label: 'Not tagged', list: 'not_tagged_with' },
      untagged: untaggedRule,
    },
    sums: sumsOf(VIEWS),
    columns: {
      ...columnsOf('social_media_posts', VIEWS),
      ...{ url: sql`url`, type: sql`post_type`, author: sql`cached_author_username`, reason: sql`status_message` },
      // Of a text that others wrote.
      caption: sql`left(cached_caption, 300)`,
      tags: tagNamesOf('social_media_post', 'social_media_posts.id'),
    },
    groups: { ...GROUPS, type: sql`post_type`, author: sql`cached_author_username`, reason: sql`status_message` },
  },
  columns: [
    ...[column('author', 'Author'), column('company', 'Company'), column('platform', 'Platform')],
    ...[column('status', 'Status'), column('views', 'Views', 'count'), column('added', 'Added', 'date')],
    column('caption', 'Caption'),
  ],
  hint: 'How many by status, platform or tag, with `by`.',
};
const ofProfiles = (
  about: Parameters<NonNullable<FilterRule['is']>>[1],
  include: readonly string[],
  exclude: readonly string[],
) => tagCondition(about.db, 'social_media_profile', { companyId: about.companyId, include, exclude });
const PROFILES: Kind = {
  one: 'profile',
  who: 'Social media profiles',
  subject: {
    list: profiles,
    path: '/social-media-profiles',
    filters: {
      ...filtersOf('social_media_profiles'),
      tags: {
        label: 'Tagged',
        // The list takes one tag.
        open: ([tag = '', ...others]: readonly string[]) => (others.length ? null : { tag }),
        is: (tags: readonly string[], about) => ofProfiles(about, tags, []),
      },
      without_tags: {
        label: 'Not tagged',
        open: () => null,
        is: (tags: readonly string[], about) => ofProfiles(about, [], tags),
      },
      untagged: untaggedRule,
    },
    sums: sumsOf(NO_VIEWS),
    columns: {
      ...columnsOf('social_media_profiles', NO_VIEWS),
      ...{ username: sql`platform_username`, identifier: sql`platform_identifier`, reason: sql`status_message` },
      tags: tagNamesOf('social_media_profile', 'social_media_profiles.id'),
    },
    groups: { ...GROUPS, reason: sql`status_message` },
  },
  columns: [
    ...[column('username', 'Username'), column('company', 'Company'), column('platform', 'Platform')],
    ...[column('status', 'Status'), column('reason', 'Message'), column('added', 'Added', 'date')],
  ],
  hint: 'How many by status, platform or tag, with `by`.',
};
const TERMS: Kind = {
  one: 'search term',
  who: 'Search terms',
  subject: {
    list: searchTerms,
    path: '/social-media-search-terms',
    filters: filtersOf('social_media_search_terms'),
    sums: sumsOf(NO_VIEWS),
    columns: { ...columnsOf('social_media_search_terms', NO_VIEWS), term: sql`search_term` },
    groups: GROUPS,
  },
  columns: [
    ...[column('term', 'Search term'), column('company', 'Company'), column('platform', 'Platform')],
    ...[column('status', 'Status'), column('added', 'Added', 'date')],
  ],
  hint: 'How many by status or platform, with `by`.',
};

const by = <const G extends readonly string[]>(...groups: G) => ({ fewest_first, by: oneOf('By', groups) });

/** Posts. */
export const findPosts = lookUp({
  description:
    'Finds social media posts and counts them: by a text in URL, author or caption, by platform, status, type or tags; the newest first unless said, or by views. With `by` it counts groups instead; `reason` is the message of those in error.',
  input: object({ ...postFilter, ...by('company', 'status', 'platform', 'tag', 'type', 'reason', 'author') }, []),
  read: (context, input) => answered(context, POSTS, input),
});

/** Profiles. */
export const findProfiles = lookUp({
  description:
    'Finds watched social media profiles and counts them: by a part of the username, by platform, status or tags; the newest first unless said. With `by` it counts groups instead; `reason` is the message of those in error.',
  input: object({ ...profileFilter, ...by('company', 'status', 'platform', 'tag', 'reason') }, []),
  read: (context, input) => answered(context, PROFILES, input),
});

/** Search terms. */
export const findSearchTerms = lookUp({
  description:
    'Finds the search terms that posts are looked for by and counts them: by a part of the term, by platform or status; the newest first unless said. With `by` it counts groups instead.',
  input: object({ ...termFilter, ...by('company', 'status', 'platform') }, []),
  read: (context, input) => answered(context, TERMS, input),
});

const ORDERS = {
  newest: 'newest',
  oldest: 'oldest',
  most_viewed: 'most viewed',
  least_viewed: 'least viewed',
} as const;
type Order = keyof typeof ORDERS;

interface Input {
  readonly companies?: readonly string[] | undefined;
  readonly order?: Order | undefined;
  readonly by?: keyof typeof GROUP_LABELS | undefined;
  readonly fewest_first?: boolean | undefined;
  readonly limit?: number | undefined;
  readonly page?: number | undefined;
}
interface Views {
  views: number | null;
  average: number | null;
}

function orderOf({ subject }: Kind, order: Order): RawBuilder<unknown> {
  const { table } = subject.list.definition;
  const [id, added] = [sql.ref(`${table}.id`), sql.ref(`${table}.created_at`)];
  return {
    newest: sql`${added} desc, ${id} desc`,
    oldest: sql`${added}, ${id}`,
    most_viewed: sql`cached_play_count desc nulls last, ${id} desc`,
    least_viewed: sql`cached_play_count nulls last, ${id}`,
  }[order];
}

/** The records of a kind that are meant. */
const meant =
  (kind: Kind) =>
  async (
    { db, caller }: LookUpContext,
    { companies, order = 'newest', ...filter }: Input,
    part: { limit: number; offset: number },
  ) => {
    const asked = { subject: kind.subject, scope: await scopeOf(db, caller, companies), filter: { ...filter } };
    return rowsOf(db, asked, { order: orderOf(kind, order), ...part });
  };
export const [postsMeant, profilesMeant, termsMeant] = [meant(POSTS), meant(PROFILES), meant(TERMS)];

async function answered(
  { db, caller }: LookUpContext,
  kind: Kind,
  { companies, by, fewest_first = false, order = 'newest', limit, page, ...filter }: Input,
): Promise<ToolResult> {
  requireGroup(caller, kind.who, 'SocialMediaManager');
  const scope = await scopeOf(db, caller, companies);
  const rows = pageOf({ limit, page });
  const asked = { subject: kind.subject, scope, filter: { ...filter } };
  const { count, views, average } = await totalsOf<Views>(db, asked);
  const filters = filtersSaid(asked);
  const which = inWordsOf(scope, filters);
  const viewed =
    views === null || average === null
      ? ''
      : ` ${views.toLocaleString('en-US')} views in all, ${average.toLocaleString('en-US')} on average where they are known.`;
  const total = count ? `${which}: ${howMany(count, kind.one)}.${viewed}` : `There are no ${kind.one}s of ${which}.`;
  const said = { scope, filters, page: rows.page, open: listWith(asked, kind === TERMS) };
  if (by) {
    const found = await groupsOf<Views>(db, asked, { by, order: orderOfGroups(order, fewest_first), ...rows });
    return resultOf({
      ...said,
      summary: `${total}${mostOf(leading(found.groups, rows), by, fewest_first, order)}`,
      total: found.total,
      columns: [
        column('name', GROUP_LABELS[by]),
        column('count', `${kind.one[0]?.toUpperCase() ?? ''}${kind.one.slice(1)}s`, 'count'),
        ...(kind === POSTS ? [column('views', 'Views', 'count')] : []),
      ],
      rows: found.groups.map(({ name, count, views }) => ({ name, count, views })),
      hint: `The ${kind.one}s of one group, without \`by\`.`,
    });
  }
  const found = await rowsOf<Record<string, string | number | null>>(db, asked, {
    order: orderOf(kind, order),
    ...rows,
  });
  const [first] = leading(found, rows);
  const summary = `${total}${first ? firstSentence(kind, first, order) : ''}`;
  return resultOf({ ...said, summary, total: count, columns: kind.columns, rows: found, hint: kind.hint });
}

function firstSentence({ one }: Kind, row: Readonly<Record<string, unknown>>, order: Order): string {
  const name = String(row['author'] ?? row['username'] ?? row['term'] ?? row['url'] ?? 'unknown');
  const views = typeof row['views'] === 'number' ? `, ${row['views'].toLocaleString('en-US')} views` : '';
  return ` The ${ORDERS[order]} ${one}: ${name} on ${String(row['platform'])}${views}, added on ${String(row['added'])}.`;
}

const GROUP_LABELS = {
  ...{ company: 'Company', status: 'Status', platform: 'Platform', tag: 'Tag', type: 'Type', reason: 'Message' },
  author: 'Author',
} as const;

/** By how many they are, or by their views. */
function orderOfGroups(order: Order, isFewest: boolean): RawBuilder<unknown> {
  if (order === 'most_viewed') return sql`4 desc nulls last`;
  if (order === 'least_viewed') return sql`4 nulls last`;
  return isFewest ? sql`3` : sql`3 desc`;
}

function mostOf(
  [first, second]: readonly GroupOf<Views>[],
  by: keyof typeof GROUP_LABELS,
  isFewest: boolean,
  order: Order,
): string {
  if (!first || !second) return first && by === 'reason' ? ` The reason: ${first.name ?? 'not known'}.` : '';
  const label = GROUP_LABELS[by].toLowerCase();
  if (order === 'most_viewed' || order === 'least_viewed')
    return ` The ${label} that was ${ORDERS[order]}: ${first.name ?? 'not known'}, ${(first.views ?? 0).toLocaleString('en-US')} views.`;
  return ` The ${label} of ${isFewest ? 'the fewest' : 'most'}: ${first.name ?? 'not known'}, ${first.count.toLocaleString('en-US')}.`;
}
