/** Questions about posts, profiles and search terms: one reading, three subjects. */
import type { PropertySchema } from 'contract/schema';
import { postListQuery } from 'contract/social/posts';
import { profileListQuery } from 'contract/social/profiles';
import { searchTermListQuery } from 'contract/social/search-terms';
import type { ResourceType } from 'contract/tags';
import { labelled, type Table } from '../lexicon';
import { argsOver, companiesAsked, subject, type Subject } from './subject';

const GROUPS = {
  ...{ tag: 'tag', type: 'type, post type, format, kind', status: 'status, state', platform: 'platform, network' },
  ...{ author: 'author', reason: 'reason, message, error message' },
} as const;
const WORDS: Table = `
  why: why, reason, what is wrong, what went wrong, cause, which error, what error, what are the error, error message
  added: added, created, new, found, collected, came in
  days 30: lately, recently, recent
  detail: wrote, written, posted, published, when, watch, watching, follow, track, monitor, monitored, exist, run, caption, look like
`;

interface Written extends Pick<Subject, 'keeps' | 'examples'> {
  readonly tool: string;
  readonly words: Table;
  readonly groups: readonly (keyof typeof GROUPS)[];
  readonly filters: Readonly<Record<'platform' | 'status', PropertySchema>> & { readonly post_type?: PropertySchema };
  readonly on?: ResourceType;
}

const social = ({ tool, words, groups, filters, on, ...written }: Written): Subject =>
  subject({
    ...{ ...written, on, tools: [tool] },
    words: WORDS + words,
    labels: {
      group: Object.fromEntries(groups.map((group) => [group, GROUPS[group]])),
      status: labelled(filters.status, {
        error: 'failed, fail, failing, broken, went wrong, faulty',
        inactive: 'no active, deactivated, switched off, disabled',
        pending:
          'to be checked, to be processed, unprocessed, no processed, waiting, wait, awaiting, outstanding, queued, no checked, no yet checked, no yet processed',
        active: 'live',
      }),
      platform: labelled(filters.platform, {
        instagram: 'insta, ig',
        tiktok: 'tik tok',
        youtube: 'you tube, yt',
        facebook: 'fb',
      }),
      ...(filters.post_type && { post_type: labelled(filters.post_type, { image: 'picture, photo' }) }),
    },
    concerns: (question) => question.has('noun', 'also', 'views'),
    read(question, before) {
      const hasViews = filters.post_type !== undefined;
      const tags = on && question.tags();
      const untagged = on !== undefined && question.take('untagged');
      const [platform, post_type, isWhy] = [
        question.pick('platform'),
        question.pick('post_type'),
        question.take('why'),
      ];
      const limit = question.limit();
      const { companies, each } = companiesAsked(question, before);
      const by = question.group(true) ?? (each ? 'company' : undefined);
      const group = isWhy ? 'reason' : by;
      const status = question.pick('status') ?? (isWhy ? 'error' : undefined);
      const isViewed = question.take('views');
      const rank = hasViews || group !== undefined ? question.pick('rank') : undefined;
      const isLeast = rank === 'least';
      const viewed = isLeast ? (isViewed ? 'least_viewed' : undefined) : rank && hasViews ? 'most_viewed' : undefined;
      const order = question.pick('age') ?? viewed;
      const added_within_days = question.take('added') ? question.pickNumber('days') : undefined;
      groups.forEach((name) => name !== 'tag' && question.takeGroup(name));
      question.take('noun', 'also', 'count', 'much', 'total', 'average', 'detail');
      const unknown = question.unknownCompany(['by', 'from']);
      const args = argsOver(before, {
        ...{
          companies: unknown ?? companies,
          platform,
          post_type,
          ...tags,
          untagged,
          limit,
          added_within_days,
          status,
        },
        order: group === undefined || isViewed ? order : undefined,
        fewest_first: group !== undefined && isLeast && !isViewed,
        ...{ search: question.searchText(['noun']), by: group },
      });
      // A question for the first ones is none for groups any more.
      if (group === undefined && order !== undefined) delete args['by'];
      return { tool, args };
    },
  });

export const posts = social({
  tool: 'find_posts',
  words: `
    noun: post, social media post, social post, content piece
    also: reel, short, tiktok
    views: view, viewed, watched, play, played, play count, view count, by view, popular, seen, reach
    rank most: by view, most viewed, most watched
  `,
  keeps: ['companies', 'platform', 'status'],
  groups: ['status', 'platform', 'tag', 'type', 'author', 'reason'],
  filters: postListQuery.properties,
  on: 'social_media_post',
  examples: [
    'How many posts of {company} are in error, and why?',
    'Which posts of {company} were viewed most?',
    'How many posts of {company} are there by status?',
  ],
});
export const profiles = social({
  tool: 'find_profiles',
  words: `noun: profile, account, social media profile, creator, influencer, handle`,
  keeps: ['companies', 'platform', 'status'],
  groups: ['status', 'platform', 'tag', 'reason'],
  filters: profileListQuery.properties,
  on: 'social_media_profile',
  examples: ['How many profiles of {company} are there by platform?', 'Which profiles of {company} are in error?'],
});
export const searchTerms = social({
  tool: 'find_search_terms',
  words: `noun: search term, term, keyword, hashtag, search`,
  groups: ['status', 'platform'],
  filters: searchTermListQuery.properties,
  examples: [
    'How many search terms of {company} are active?',
    'How many search terms of {company} are there by platform?',
  ],
});
