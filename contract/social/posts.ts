/** Social media posts on the wire (specification 2 §2.4, §3, §5, §7.4; DECISIONS §8). */
import { bulkDelete, bulkResponseOf, bulkStatus, MAX_BULK } from '../bulk';
import { computed, noun, written, writtenOnce } from '../noun';
import { listQuery, partOf, tagsFilter } from '../paging';
import {
  choice,
  company,
  count,
  dateTime,
  id,
  integer,
  listOf,
  nullable,
  object,
  response,
  tagNames,
  text,
  url,
  type Infer,
} from '../schema';
import { platform, status_message } from './fields';

const status = choice('Status', { pending: 'Pending', active: 'Active', inactive: 'Inactive', error: 'Error' });
const post_type = choice('Post Type', {
  video: 'Video',
  image: 'Image',
  carousel: 'Carousel',
  reel: 'Reel',
  short: 'Short',
  story: 'Story',
});
const company_id = company('Company', { requiredMessage: 'Please select a company' });

/** The types of a post. */
export const POST_STATUSES = status.enum;
/** The status of a new post, and of a bulk add that names none. */
export const POST_DEFAULT_STATUS = 'pending';

/** A post's address as it is judged alone and as a line of a bulk add. */
export const postUrl = { ...url('URL'), unique: true, minLength: 1 } as const;

/**
 * Query of GET /social-media-posts. `search` looks in URL, author and caption; `tagged_with` (has all of them) and
 * `not_tagged_with` (has none of them) are whole names and may be repeated.
 */
export const postListQuery = listQuery(
  {
    company_id: company('Company'),
    search: partOf('Search'),
    platform,
    status,
    author: partOf('Author'),
    post_type,
    caption: partOf('Caption'),
    tagged_with: tagsFilter('Has Tags'),
    not_tagged_with: tagsFilter('Exclude Tags'),
  },
  [
    'platform',
    'url',
    'cached_author_username',
    'cached_caption',
    'cached_play_count',
    'status',
    'created_at',
    'updated_at',
  ],
);

/** A post. What begins with `cached_` was read off the platform and is null until then. */
export const postNoun = noun('social_media_post', postListQuery, '-created_at', {
  id,
  url: written(postUrl),
  platform: written(platform),
  post_type: written(nullable(post_type)),
  status: written(status),
  status_message: written(status_message),
  company_id: writtenOnce(company_id),
  company_name: computed(text('Company')),
  tags: computed(tagNames),
  cached_author_username: nullable(text('Author')),
  cached_caption: nullable(text('Caption')),
  cached_play_count: nullable(integer('Views')),
  cached_scraped_at: nullable(dateTime('Last Scraped')),
  created_at: dateTime('Created'),
  updated_at: dateTime('Updated'),
  created_by_username: computed(nullable(text('Created By'))),
  last_updated_by_username: computed(nullable(text('Last Updated By'))),
});

/** A post as every response has it, the body of POST /social-media-posts, and the fields of the post's form. */
export const { response: post, create: postWrite, replace: postForm } = postNoun;

/** Body of POST /social-media-posts/bulk/create: lines as typed; an absent status is `pending`. Blank lines count nowhere. */
export const postBulkCreate = object(
  {
    company_id,
    platform,
    status,
    // A line's own mistakes are reported for the line, so that the others are stored.
    urls: listOf(text('URL'), {
      minItems: 1,
      maxItems: MAX_BULK,
      title: 'URLs',
      requiredMessage: 'Please enter at least one URL',
      emptyMessage: 'Please enter at least one URL',
    }),
  },
  ['company_id', 'platform', 'urls'],
);

/** Its response: `errors` names the lines that were not stored and why. */
export const postBulkCreated = bulkResponseOf({ url: text('URL') });

/** Body of POST /social-media-posts/bulk/update-status. */
export const postBulkStatus = bulkStatus({ company_id, new_status: status, status_message });

/** Body of POST /social-media-posts/bulk/delete. */
export const postBulkDelete = bulkDelete(company_id);

/** Body of POST /social-media-posts/refresh. */
export const postRefresh = object({ post_ids: listOf(id, { minItems: 1, maxItems: MAX_BULK, title: 'Posts' }) }, [
  'post_ids',
]);

/** Its response: how many posts are on their way. */
export const postRefreshed = response({ queued: count('Queued') });

export type Post = Infer<typeof post>;
export type PostWrite = Infer<typeof postWrite>;
export type PostListQuery = Infer<typeof postListQuery>;
export type PostBulkCreate = Infer<typeof postBulkCreate>;
export type PostBulkCreated = Infer<typeof postBulkCreated>;
export type PostBulkStatus = Infer<typeof postBulkStatus>;
