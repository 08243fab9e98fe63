/** Questions about posts, profiles and search terms: one reading, three subjects. */
import type { ResourceType } from 'contract/tags';
import { findPosts, findProfiles, findSearchTerms } from '../../tools/social';
import { argsOver, subject, type Subject } from './subject';

const WORDS = `
  why: why, reason, error message, what went wrong
  group reason: message
  group type: format, kind
  group platform: network
  status error: failed, fail, failing
  status pending: waiting
  status inactive: no active
  platform tiktok: tik tok
  post_type image: picture, photo
  added: added, created, new, found
  detail: when, watch, watching, exist
`;

interface Written extends Pick<Subject, 'inputs'> {
  readonly tool: string;
  readonly words: string;
  readonly on?: ResourceType;
}

const social = ({ tool, words, ...written }: Written): Subject =>
  subject({
    ...written,
    tools: [tool],
    words: WORDS + words,
    concerns: (question) => question.has('noun', 'views'),
    callOf(question, said, before) {
      const isWhy = question.take('why');
      const by = isWhy ? 'reason' : said.by;
      const isViewed = question.take('views');
      question.take('group', 'total', 'average');
      const added_within_days = question.take('added') ? question.number('days') : undefined;
      const hasViews = 'post_type' in written.inputs;
      const rank = hasViews || by !== undefined ? question.value('rank') : undefined;
      const byViews = rank && (isViewed || by === undefined) ? (`${rank}_viewed` as const) : undefined;
      const order = question.value('age') ?? byViews;
      const fewest_first = by !== undefined && rank === 'least' && !isViewed ? true : undefined;
      const status = said['status'] ?? (isWhy ? 'error' : undefined);
      // A question for the first ones is not one for groups any more.
      const groups = by ?? (order === undefined ? undefined : null);
      return { tool, args: argsOver(before, { ...said, status, order, added_within_days, fewest_first, by: groups }) };
    },
  });

export const posts = social({
  tool: 'find_posts',
  inputs: findPosts.input.properties,
  words: `
    noun: post, social media post, reel, short
    views: view, viewed, watched, play
  `,
  on: 'social_media_post',
});
export const profiles = social({
  tool: 'find_profiles',
  inputs: findProfiles.input.properties,
  words: `
    noun: profile, account, social media profile, creator, influencer
  `,
  on: 'social_media_profile',
});
export const searchTerms = social({
  tool: 'find_search_terms',
  inputs: findSearchTerms.input.properties,
  words: `
    noun: search term, term, keyword, hashtag
  `,
});
