/** Social media posts on the wire (specification 2 §2.4, §3, §5, §7.4; DECISIONS §8). */
import { bulkIds, confirm, MAX_BULK } from '../bulk';
import { listAnswer, listQuery } from '../paging';
import {
  answer,
  id,
  integer,
  listOf,
  moment,
  object,
  oneOf,
  orNull,
  partial,
  text,
  URL_PATTERN,
  type Shape,
} from '../schema';
import { SOCIAL_PLATFORMS, status_message } from './profiles';

/** What a post may be. */
export const POST_STATUSES = ['pending', 'active', 'inactive', 'error'] as const;
/** The status of a new post, and of a bulk add that names none. */
export const POST_DEFAULT_STATUS = 'pending';
/** What kind of post it is. */
export const POST_TYPES = ['video', 'image', 'carousel', 'reel', 'short', 'story'] as const;

const company_id = { ...id, title: 'Company', requiredMessage: 'Please select a company' } as const;
const platform = oneOf('Platform', SOCIAL_PLATFORMS);
const status = oneOf('Status', POST_STATUSES);
const post_type = { type: ['string', 'null'], title: 'Post Type', enum: [...POST_TYPES, null] } as const;

/** A post's address as it is judged alone and as a line of a bulk add. */
export const postUrl = text('URL', {
  unique: true,
  minLength: 1,
  maxLength: 2048,
  // White space around it is dropped.
  pattern: `^\\s*${URL_PATTERN.slice(1, -1)}\\s*$`,
  formatMessage: 'URL must be an absolute http or https URL',
});

/** A post as every answer has it. What begins with `cached_` was read off the platform and is null until then. */
export const post = answer({
  id,
  company_id: id,
  company_name: text('Company', {}),
  url: text('URL', {}),
  platform,
  post_type,
  status,
  status_message: orNull(text('Status Message', {})),
  tags: listOf(text('Tag', {}), { title: 'Tags' } as const),
  cached_author_username: orNull(text('Author', {})),
  cached_caption: orNull(text('Caption', {})),
  cached_play_count: orNull(integer('Views', {})),
  cached_scraped_at: orNull(moment('Last Scraped')),
  created_at: moment('Created'),
  updated_at: moment('Updated'),
  created_by_username: orNull(text('Created By', {})),
  last_updated_by_username: orNull(text('Last Updated By', {})),
});

/** The fields of the post's form. */
export const postForm = object({ url: postUrl, platform, post_type, status, status_message }, [
  'url',
  'platform',
  'status',
]);

/** Body of POST /social-media-posts. */
export const postWrite = object({ ...postForm.properties, company_id }, ['company_id', 'url', 'platform', 'status']);

/** Body of PATCH /social-media-posts/{id}. */
export const postPatch = partial(postForm);

/** What a list of posts may be sorted by. */
export const POST_SORTS = [
  'platform',
  'url',
  'cached_author_username',
  'cached_caption',
  'cached_play_count',
  'status',
  'created_at',
  'updated_at',
] as const;
/** How it is sorted when nobody says. */
export const POST_DEFAULT_SORT = '-created_at';

const contains = (title: string) => text(title, { maxLength: 1000, verbatim: true });
const tagNames = (title: string) => listOf(contains('Tag'), { maxItems: 50, title } as const);

/**
 * Query of GET /social-media-posts. `search` looks in URL, author and caption; `tagged_with` (has all of them) and
 * `not_tagged_with` (has none of them) are whole names and may be repeated.
 */
export const postListQuery = listQuery(
  {
    company_id: { ...id, title: 'Company' },
    search: contains('Search'),
    platform,
    status,
    author: contains('Author'),
    post_type: oneOf('Post Type', POST_TYPES),
    caption: contains('Caption'),
    tagged_with: tagNames('Has Tags'),
    not_tagged_with: tagNames('Exclude Tags'),
  },
  POST_SORTS,
);

export const postList = listAnswer(post);

/** Body of POST /social-media-posts/bulk/create: lines as typed; an absent status is `pending`. Blank lines count nowhere. */
export const postBulkCreate = object(
  {
    company_id,
    platform,
    status,
    // A line's own mistakes are answered for the line, so that the others are taken.
    urls: listOf(text('URL', {}), {
      minItems: 1,
      maxItems: MAX_BULK,
      title: 'URLs',
      requiredMessage: 'Please enter at least one URL',
    } as const),
  },
  ['company_id', 'platform', 'urls'],
);

/** Its answer: `errors` names the lines that were not taken and why. */
export const postBulkCreated = answer({
  success_count: integer('Succeeded', { minimum: 0 }),
  error_count: integer('Failed', { minimum: 0 }),
  errors: listOf(answer({ url: text('URL', {}), msg: text('Message', {}) })),
});

/** Body of POST /social-media-posts/bulk/update-status. */
export const postBulkStatus = object({ company_id, ids: bulkIds, new_status: status, status_message, confirm }, [
  'company_id',
  'ids',
  'new_status',
]);

/** Body of POST /social-media-posts/bulk/delete. */
export const postBulkDelete = object({ company_id, ids: bulkIds, confirm }, ['company_id', 'ids']);

export type Post = Shape<typeof post>;
export type PostForm = Shape<typeof postForm>;
export type PostWrite = Shape<typeof postWrite>;
export type PostPatch = Shape<typeof postPatch>;
export type PostListQuery = Shape<typeof postListQuery>;
export type PostBulkCreate = Shape<typeof postBulkCreate>;
export type PostBulkCreated = Shape<typeof postBulkCreated>;
export type PostBulkStatus = Shape<typeof postBulkStatus>;
export type PostBulkDelete = Shape<typeof postBulkDelete>;
