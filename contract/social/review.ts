/** POST /social-media-posts/review/next on the wire: the pending posts of a company, one person each (DECISIONS §16). */
import { company, count, id, integer, listOf, object, response, type Infer } from '../schema';
import { post } from './posts';

/** The most posts that somebody has before them. */
export const MOST_REVIEWED = 10;
/** So long a post is somebody's, in minutes; asking again begins them again. */
export const REVIEW_MINUTES = 5;

/** Its body: how many posts at most, and those that are put off, which come last for this person from then on. */
export const reviewNext = object(
  {
    company_id: company('Company'),
    count: integer('Count', { minimum: 1, maximum: MOST_REVIEWED, default: MOST_REVIEWED }),
    skip: listOf(id, { title: 'Skip', maxItems: MOST_REVIEWED }),
  },
  ['company_id'],
);

/** Its response: the posts that are this session's now, oldest first, and how many of the company are pending in all. */
export const reviewed = response({ items: listOf(post), pending: count('Pending') });

export type ReviewNext = Infer<typeof reviewNext>;
export type Reviewed = Infer<typeof reviewed>;
