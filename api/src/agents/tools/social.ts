/** The tools over posts, profiles and search terms, for members of SocialMediaManager (DECISIONS §2). */
import type { ListAddress, ToolColumn, ToolResult } from 'contract/agents/tool-results';
import { flag, integer, object, oneOf } from 'contract/schema';
import { POST_STATUSES, postListQuery } from 'contract/social/posts';
import { profileListQuery } from 'contract/social/profiles';
import { searchTermListQuery } from 'contract/social/search-terms';
import { scopeOf, type Scope } from './companies-in-reach.queries';
import {
  column,
  filtersInWords,
  filtersOf,
  howMany,
  leading,
  lookUp,
  pageOf,
  requireGroup,
  resultOf,
  taken,
  type LookUpContext,
} from './look-up';
import {
  POSTS,
  PROFILES,
  socialGroups,
  socialRows,
  TERMS,
  totalsOf,
  type SocialCount,
  type SocialFilter,
  type SocialGroup,
  type SocialKind,
  type SocialQuestion,
} from './social.queries';

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

/** Posts. */
export const findPosts = lookUp({
  description:
    'Finds social media posts and counts them: by a text in URL, author or caption, by platform, status, type or tags; the newest first unless said, or by views. With `by` it counts groups instead; `reason` is the message of those in error.',
  input: object(
    {
      ...postFilter,
      fewest_first,
      by: oneOf('By', ['company', 'status', 'platform', 'tag', 'type', 'reason', 'author']),
    },
    [],
  ),
  read: (asking, { order = 'newest', ...input }) =>
    answered(asking, { ...POST_WORDS, order }, { ...input, post_type: input.post_type ?? undefined }),
});

/** Profiles. */
export const findProfiles = lookUp({
  description:
    'Finds watched social media profiles and counts them: by a part of the username, by platform, status or tags; the newest first unless said. With `by` it counts groups instead; `reason` is the message of those in error.',
  input: object(
    {
      ...profileFilter,
      fewest_first,
      by: oneOf('By', ['company', 'status', 'platform', 'tag', 'reason']),
    },
    [],
  ),
  read: (asking, { order = 'newest', ...input }) => answered(asking, { ...PROFILE_WORDS, order }, input),
});

/** Search terms. */
export const findSearchTerms = lookUp({
  description:
    'Finds the search terms that posts are looked for by and counts them: by a part of the term, by platform or status; the newest first unless said. With `by` it counts groups instead.',
  input: object(
    {
      ...termFilter,
      fewest_first,
      by: oneOf('By', ['company', 'status', 'platform']),
    },
    [],
  ),
  read: (asking, { order = 'newest', ...input }) => answered(asking, { ...TERM_WORDS, order }, input),
});

/** How a kind is spoken of. */
interface Words {
  readonly kind: SocialKind;
  readonly one: string;
  readonly who: string;
  readonly path: ListAddress['path'];
  readonly columns: readonly ToolColumn[];
  /** The list's own names of the filters by tags; what it does not have cannot be opened. */
  readonly listTags: { readonly with?: string; readonly without?: string };
  /** Whether the list shows one company at a time. */
  readonly ofOne: boolean;
}

const POST_WORDS: Words = {
  kind: POSTS,
  one: 'post',
  who: 'Social media posts',
  path: '/social-media-posts',
  columns: [
    column('author', 'Author'),
    column('company', 'Company'),
    column('platform', 'Platform'),
    column('status', 'Status'),
    column('views', 'Views', 'count'),
    column('added', 'Added', 'date'),
    column('caption', 'Caption'),
  ],
  listTags: { with: 'tagged_with', without: 'not_tagged_with' },
  ofOne: false,
};
const PROFILE_WORDS: Words = {
  kind: PROFILES,
  one: 'profile',
  who: 'Social media profiles',
  path: '/social-media-profiles',
  columns: [
    column('username', 'Username'),
    column('company', 'Company'),
    column('platform', 'Platform'),
    column('status', 'Status'),
    column('reason', 'Message'),
    column('added', 'Added', 'date'),
  ],
  listTags: { with: 'tag' },
  ofOne: false,
};
const TERM_WORDS: Words = {
  kind: TERMS,
  one: 'search term',
  who: 'Search terms',
  path: '/social-media-search-terms',
  columns: [
    column('term', 'Search term'),
    column('company', 'Company'),
    column('platform', 'Platform'),
    column('status', 'Status'),
    column('added', 'Added', 'date'),
  ],
  listTags: {},
  ofOne: true,
};

interface Input extends SocialFilter {
  readonly companies?: readonly string[] | undefined;
  readonly by?: SocialGroup | undefined;
  readonly fewest_first?: boolean | undefined;
  readonly limit?: number | undefined;
  readonly page?: number | undefined;
}

async function answered(
  { db, caller }: LookUpContext,
  words: Words & Pick<SocialQuestion, 'order'>,
  { companies: names, by, fewest_first, limit, page, ...filter }: Input,
): Promise<ToolResult> {
  requireGroup(caller, words.who, 'SocialMediaManager');
  const scope = await scopeOf(db, caller, names);
  const rows = pageOf({ limit, page });
  const question = { kind: words.kind, scope, filter, order: words.order, fewest_first, ...rows };
  const { count, views, average } = await totalsOf(db, question);
  const filters = filtersOfSocial(filter);
  const which = `${scope.phrase}${filtersInWords(filters)}`;
  const viewed =
    views === null || average === null
      ? ''
      : ` ${views.toLocaleString('en-US')} views in all, ${average.toLocaleString('en-US')} on average where they are known.`;
  const total = count ? `${which}: ${howMany(count, words.one)}.${viewed}` : `There are no ${words.one}s of ${which}.`;
  const said = { scope, filters, page: rows.page, open: openSocial(words, scope, filter) };
  if (by) {
    const found = await socialGroups(db, question, by);
    const hint = `The ${words.one}s of one group, without \`by\`.`;
    const columns = groupColumns(words, by);
    const groups = found.groups.map((group) => ({ ...group }));
    return resultOf({
      ...said,
      summary: `${total}${mostOf(leading(found.groups, rows), by, fewest_first ?? false, words.order)}`,
      total: found.total,
      columns,
      rows: groups,
      hint,
    });
  }
  const found = await socialRows(db, question);
  const [first] = leading(found, rows);
  const firstSaid = first ? firstSentence(words, first, words.order) : '';
  const hint = `How many by ${words.kind.type ? 'status, platform or tag' : 'status or platform'}, with \`by\`.`;
  return resultOf({
    ...said,
    summary: `${total}${firstSaid}`,
    total: count,
    columns: words.columns,
    rows: found,
    hint,
  });
}

const ORDERS = {
  newest: 'newest',
  oldest: 'oldest',
  most_viewed: 'most viewed',
  least_viewed: 'least viewed',
} as const;

function firstSentence({ one }: Words, row: Readonly<Record<string, unknown>>, order: keyof typeof ORDERS): string {
  const name = String(row['author'] ?? row['username'] ?? row['term'] ?? row['url'] ?? 'unknown');
  const views = typeof row['views'] === 'number' ? `, ${row['views'].toLocaleString('en-US')} views` : '';
  return ` The ${ORDERS[order]} ${one}: ${name} on ${String(row['platform'])}${views}, added on ${String(row['added'])}.`;
}

const GROUP_LABELS = {
  ...{ company: 'Company', status: 'Status', platform: 'Platform', tag: 'Tag', type: 'Type', reason: 'Message' },
  author: 'Author',
} as const;

const groupColumns = ({ one, kind }: Words, by: SocialGroup): ToolColumn[] => [
  column('name', GROUP_LABELS[by]),
  column('count', `${one[0]?.toUpperCase() ?? ''}${one.slice(1)}s`, 'count'),
  ...(kind === POSTS ? [column('views', 'Views', 'count')] : []),
];

const mostOf = (
  [first, second]: readonly SocialCount[],
  by: SocialGroup,
  isFewest: boolean,
  order: SocialQuestion['order'],
): string => {
  if (!first || !second) return first && by === 'reason' ? ` The reason: ${first.name ?? 'not known'}.` : '';
  const label = GROUP_LABELS[by].toLowerCase();
  if (order === 'most_viewed' || order === 'least_viewed')
    return ` The ${label} that was ${ORDERS[order]}: ${first.name ?? 'not known'}, ${(first.views ?? 0).toLocaleString('en-US')} views.`;
  return ` The ${label} of ${isFewest ? 'the fewest' : 'most'}: ${first.name ?? 'not known'}, ${first.count.toLocaleString('en-US')}.`;
};

const filtersOfSocial = (filter: SocialFilter): [string, string][] =>
  filtersOf({
    Search: filter.search,
    Platform: filter.platform,
    Status: filter.status,
    Type: filter.post_type,
    Tagged: filter.tags,
    'Not tagged': filter.without_tags,
    'Without tags': filter.untagged,
    'Added within': filter.added_within_days && `the last ${howMany(filter.added_within_days, 'day')}`,
  });

/** The list of the same records; null where it has no such filter. */
function openSocial({ path, listTags, ofOne }: Words, scope: Scope, filter: SocialFilter): ListAddress | null {
  const { search: text, platform, status, post_type, tags: include = [], without_tags: exclude = [] } = filter;
  const [company, ...others] = scope.companies;
  if (others.length || (ofOne && !company) || filter.untagged || filter.added_within_days) return null;
  if ((include.length && !listTags.with) || (exclude.length && !listTags.without)) return null;
  // The list of profiles takes one tag.
  if (listTags.with === 'tag' && include.length > 1) return null;
  return {
    path,
    query: {
      ...(company && { company_id: company.id }),
      ...(text !== undefined && { search: text }),
      ...(platform !== undefined && { platform }),
      ...(status !== undefined && { status }),
      ...(post_type !== undefined && { post_type }),
      ...(include.length && { [listTags.with ?? '']: listTags.with === 'tag' ? (include[0] ?? '') : include }),
      ...(exclude.length && { [listTags.without ?? '']: exclude }),
    },
  };
}
