/** Questions about posts, profiles and search terms: one grammar, three subjects. */
import { AVERAGE, HOW_MANY, LEAST, HOW_MUCH, MOST, NEWEST, OLDEST, TOTAL, WHY } from '../lexicon/asking';
import { daysBack } from '../lexicon/days';
import { phrases, type Phrase } from '../lexicon/phrases';
import { POSTS, PROFILES, TERMS } from '../lexicon/subjects';
import type { Question } from '../question';
import { GROUP_NOUNS, groupIn } from '../groups';
import { searchText, tagsIn } from '../mentions';
import { argsOver, type Call, type Intent, type Reading } from './intent';
import { companiesAsked, orUnknown } from './scope';

const STATUSES = {
  error: phrases(
    'error, errors, in error, failed, fail, fails, failing, broken, with errors, erroneous, went wrong, faulty, in an error, an error',
  ),
  inactive: phrases('inactive, not active, deactivated, switched off, disabled'),
  pending: phrases(
    'waiting to be checked, to be checked, to be processed, unprocessed, not processed, pending, waiting, wait, awaiting, outstanding, queued, not yet checked, unchecked',
  ),
  active: phrases('active, live'),
} as const;
const PLATFORMS = {
  instagram: phrases('instagram, insta, ig'),
  tiktok: phrases('tiktok, tik tok, tiktoks'),
  youtube: phrases('youtube, you tube, yt'),
  facebook: phrases('facebook, fb'),
} as const;
const TYPES = {
  video: phrases('video, videos'),
  image: phrases('image, images, picture, pictures, photo, photos'),
  carousel: phrases('carousel, carousels'),
  reel: phrases('reel, reels'),
  short: phrases('short, shorts'),
  story: phrases('story, stories'),
} as const;
const GROUPS = {
  ...GROUP_NOUNS,
  author: phrases('author, authors'),
  reason: phrases('reason, reasons, message, messages, error message, error messages'),
} as const;
const BY_VIEWS = phrases('by views, by view count, by plays');
const VIEWS = phrases(
  'views, view, viewed, watched, plays, played, play count, view count, popular, seen, reach, most watched',
);
const UNTAGGED = phrases('untagged, no tags, no tag, without tags, without any tags, without any tag, without a tag');
const ADDED = phrases('added, created, new, found, collected, came in');
const DETAILS = phrases(
  'creator, creators, wrote, written, posted, published, author, authors, when, added, created, watch, watching, follow, following, track, tracking, monitor, monitored, collected, there, come',
  'use, uses, used, using, run, running, exist, status, platform, text, caption, captions, stand, type, state, look like',
);

/** 'added in the last 7 days' */
const addedWithin = (question: Question): number | undefined => (question.has(ADDED) ? daysBack(question) : undefined);

interface Subject {
  readonly tool: string;
  readonly noun: readonly Phrase[];
  /** Other words that nobody uses of another subject. */
  readonly also?: readonly Phrase[];
  readonly keeps?: readonly string[];
  /** What this kind has besides company, status and platform. */
  readonly groups: readonly (keyof typeof GROUPS)[];
  readonly on: 'social_media_post' | 'social_media_profile' | null;
  readonly examples: readonly string[];
}

export const posts = subject({
  tool: 'find_posts',
  noun: POSTS,
  also: phrases('reel, reels, shorts, views, viewed, most watched, tiktoks'),
  keeps: ['companies', 'platform', 'status'],
  groups: ['status', 'platform', 'tag', 'type', 'author', 'reason'],
  on: 'social_media_post',
  examples: [
    'How many posts of {company} are in error, and why?',
    'Which posts of {company} were viewed most?',
    'How many posts of {company} are there by status?',
  ],
});
export const profiles = subject({
  tool: 'find_profiles',
  noun: PROFILES,
  keeps: ['companies', 'platform', 'status'],
  groups: ['status', 'platform', 'tag', 'reason'],
  on: 'social_media_profile',
  examples: ['How many profiles of {company} are there by platform?', 'Which profiles of {company} are in error?'],
});
export const searchTerms = subject({
  tool: 'find_search_terms',
  noun: TERMS,
  groups: ['status', 'platform'],
  on: null,
  examples: [
    'How many search terms of {company} are active?',
    'How many search terms of {company} are there by platform?',
  ],
});

function subject({ tool, noun, also = [], keeps, groups, on, examples }: Subject): Intent {
  return {
    tools: [tool],
    examples,
    ...(keeps && { keeps }),
    concerns: (question) => question.has(noun) || question.has(also),
    read(question, before): Reading {
      const isWhy = question.take(WHY);
      const untagged = on !== null && question.take(UNTAGGED);
      const limit = question.limit(noun, MOST, NEWEST, ...groups.map((group) => GROUPS[group]));
      const newest = question.take(NEWEST);
      const oldest = question.take(OLDEST);
      const by = groupIn(question, Object.fromEntries(groups.map((group) => [group, GROUPS[group]])), true);
      const tags = on ? tagsIn(question, on) : {};
      const asked = companiesAsked(question, before);
      const status = question.pick(STATUSES);
      const platform = question.pick(PLATFORMS);
      question.take(noun);
      const post_type = on === 'social_media_post' ? question.pick(TYPES) : undefined;
      const hasViews = on === 'social_media_post';
      const byViews = hasViews && question.take(BY_VIEWS);
      const views = hasViews && question.take(VIEWS);
      const isLeast = question.has(LEAST);
      const group = isWhy ? 'reason' : (by ?? (asked.each ? 'company' : undefined));
      const isRanked = hasViews || group !== undefined;
      const order = orderOf(question, { newest, oldest, views, byViews, hasViews, isRanked });
      const added_within_days = addedWithin(question);
      question.take(ADDED);
      [HOW_MANY, HOW_MUCH, TOTAL, AVERAGE, DETAILS].forEach((words) => question.take(words));
      const companies = orUnknown(asked, question, ['by', 'from']);
      const said = {
        ...{
          companies,
          platform,
          post_type,
          ...tags,
          untagged,
          order: group === undefined || views ? order : undefined,
          limit,
        },
        fewest_first: group !== undefined && isLeast && !views,
        added_within_days,
        status: status ?? (isWhy ? 'error' : undefined),
        search: searchText(question, [noun]),
        by: group,
      };
      return { tool, args: withoutGroup(argsOver(before, said), said.by, order) } satisfies Call;
    },
  };
}

/** A question for the first ones is none for groups any more. */
function withoutGroup(args: Record<string, unknown>, by: string | undefined, order: string | undefined) {
  const { by: _, ...rest } = args;
  return by === undefined && order !== undefined ? rest : args;
}

type Ordering = Record<'newest' | 'oldest' | 'views' | 'byViews' | 'hasViews' | 'isRanked', boolean>;

function orderOf(question: Question, { newest, oldest, views, byViews, hasViews, isRanked }: Ordering) {
  // What has neither views nor groups has no most.
  const [isLeast, isMost] = isRanked ? [question.take(LEAST), question.take(MOST)] : [false, false];
  if (newest) return 'newest';
  if (oldest) return 'oldest';
  if (isLeast && views) return 'least_viewed';
  return hasViews && (isMost || byViews) ? 'most_viewed' : undefined;
}
