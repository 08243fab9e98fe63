/** Social media profiles on the wire (specification 2 §2.3, §3, §5, §7.3; DECISIONS §8). */
import { bulkIds, confirm, MAX_BULK } from '../bulk';
import { listAnswer, listQuery } from '../paging';
import { answer, id, integer, listOf, moment, object, oneOf, orNull, partial, text, type Shape } from '../schema';

/** Where a profile or a post is. */
export const SOCIAL_PLATFORMS = ['instagram', 'tiktok', 'youtube'] as const;
/** What a profile may be. */
export const PROFILE_STATUSES = ['active', 'inactive', 'error'] as const;
/** The status of a new profile's form. */
export const PROFILE_DEFAULT_STATUS = 'active';
/** The most characters a status message has. */
export const MAX_STATUS_MESSAGE = 1000;

const company_id = { ...id, title: 'Company', requiredMessage: 'Please select a company' } as const;
const platform = oneOf('Platform', SOCIAL_PLATFORMS);
const platform_username = text('Username', {
  unique: true,
  minLength: 1,
  maxLength: 255,
  // Something must be left without the @ in front.
  pattern: '[^\\s@]',
  formatMessage: 'Username is required',
});
const platform_identifier = orNull(text('Platform Identifier', { maxLength: 255 }));
const status = oneOf('Status', PROFILE_STATUSES);

/** Optional words about a status: absent keeps them, null clears them. */
export const status_message = orNull(text('Status Message', { maxLength: MAX_STATUS_MESSAGE, verbatim: true }));

/** A profile as every answer has it. */
export const profile = answer({
  id,
  company_id: id,
  company_name: text('Company', {}),
  platform,
  platform_username: text('Username', {}),
  platform_identifier: orNull(text('Platform Identifier', {})),
  status,
  status_message: orNull(text('Status Message', {})),
  tags: listOf(text('Tag', {}), { title: 'Tags' } as const),
  created_at: moment('Created'),
  updated_at: moment('Updated'),
  created_by_username: orNull(text('Created By', {})),
  last_updated_by_username: orNull(text('Last Updated By', {})),
});

/**
 * The fields of the profile's form, and the body of PUT /social-media-profiles/{id}. White space around a username and
 * a leading @ are dropped.
 */
export const profileForm = object({ platform, platform_username, platform_identifier, status, status_message }, [
  'platform',
  'platform_username',
  'status',
]);

/** Body of POST /social-media-profiles and of POST /social-media-profiles/upsert. */
export const profileWrite = object({ ...profileForm.properties, company_id }, [
  'company_id',
  'platform',
  'platform_username',
  'status',
]);

/** Body of PATCH /social-media-profiles/{id}. */
export const profilePatch = partial(profileForm);

/** What a list of profiles may be sorted by. */
export const PROFILE_SORTS = ['platform', 'platform_username', 'status', 'created_at', 'updated_at'] as const;
/** How it is sorted when nobody says. */
export const PROFILE_DEFAULT_SORT = 'platform_username';

/** Query of GET /social-media-profiles. `search` looks in platform identifier and username; `tag` is a whole name. */
export const profileListQuery = listQuery(
  {
    company_id: { ...id, title: 'Company' },
    search: text('Search', { maxLength: 1000, verbatim: true }),
    platform,
    status,
    tag: text('Tag', { maxLength: 1000, verbatim: true }),
  },
  PROFILE_SORTS,
);

export const profileList = listAnswer(profile);

/** Body of POST /social-media-profiles/bulk/create and /bulk/upsert. */
export const profileBulkWrite = object(
  {
    company_id,
    profiles: listOf(profileForm, { minItems: 1, maxItems: MAX_BULK, title: 'Profiles' } as const),
  },
  ['company_id', 'profiles'],
);

/** Their answer: `errors` names the profiles that were not taken and why. */
export const profileBulkWritten = answer({
  success_count: integer('Succeeded', { minimum: 0 }),
  error_count: integer('Failed', { minimum: 0 }),
  errors: listOf(answer({ platform, platform_username: text('Username', {}), msg: text('Message', {}) })),
});

/** Body of POST /social-media-profiles/bulk/update-status. */
export const profileBulkStatus = object({ company_id, ids: bulkIds, new_status: status, status_message, confirm }, [
  'company_id',
  'ids',
  'new_status',
]);

/** Body of POST /social-media-profiles/bulk/delete. */
export const profileBulkDelete = object({ company_id, ids: bulkIds, confirm }, ['company_id', 'ids']);

export type Profile = Shape<typeof profile>;
export type ProfileForm = Shape<typeof profileForm>;
export type ProfileWrite = Shape<typeof profileWrite>;
export type ProfilePatch = Shape<typeof profilePatch>;
export type ProfileListQuery = Shape<typeof profileListQuery>;
export type ProfileBulkWrite = Shape<typeof profileBulkWrite>;
export type ProfileBulkWritten = Shape<typeof profileBulkWritten>;
export type ProfileBulkStatus = Shape<typeof profileBulkStatus>;
export type ProfileBulkDelete = Shape<typeof profileBulkDelete>;
