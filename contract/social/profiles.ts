/** Social media profiles on the wire (specification 2 §2.3, §3, §5, §7.3; DECISIONS §8). */
import { bulkDelete, bulkResponseOf, bulkStatus, MAX_BULK } from '../bulk';
import { computed, noun, written, writtenOnce } from '../noun';
import { listQuery, partOf, tagFilter } from '../paging';
import { choice, company, dateTime, id, listOf, nullable, object, tagNames, text, type Infer } from '../schema';
import { platform, status_message } from './fields';

const status = choice('Status', { active: 'Active', inactive: 'Inactive', error: 'Error' });
const company_id = company('Company', { requiredMessage: 'Please select a company' });

/** The status of a new profile's form. */
export const PROFILE_DEFAULT_STATUS = 'active';

/** Query of GET /social-media-profiles. `search` looks in platform identifier and username; `tag` is a whole name. */
export const profileListQuery = listQuery(
  { company_id: company('Company'), search: partOf('Search'), platform, status, tag: tagFilter('Tag') },
  ['platform', 'platform_username', 'status', 'created_at', 'updated_at'],
);

/** A profile; a leading @ of its username is dropped. */
export const profileNoun = noun('social_media_profile', profileListQuery, 'platform_username', {
  id,
  platform: written(platform),
  platform_username: written(
    text('Username', {
      unique: true,
      minLength: 1,
      maxLength: 255,
      // Something must be left without the @ in front.
      pattern: '[^\\s@]',
      formatMessage: 'Username is required',
    }),
  ),
  platform_identifier: written(nullable(text('Platform Identifier', { maxLength: 255 }))),
  status: written(status),
  status_message: written(status_message),
  company_id: writtenOnce(company_id),
  company_name: computed(text('Company')),
  tags: computed(tagNames),
  created_at: dateTime('Created'),
  updated_at: dateTime('Updated'),
  created_by_username: computed(nullable(text('Created By'))),
  last_updated_by_username: computed(nullable(text('Last Updated By'))),
});

/** A profile as every response has it, and the bodies of POST (and upsert) and PUT /social-media-profiles. */
export const { response: profile, create: profileWrite, replace: profileForm } = profileNoun;

/** Body of POST /social-media-profiles/bulk/create and /bulk/upsert. */
export const profileBulkWrite = object(
  { company_id, profiles: listOf(profileForm, { minItems: 1, maxItems: MAX_BULK, title: 'Profiles' }) },
  ['company_id', 'profiles'],
);

/** Their response: `errors` names the profiles that were not stored and why. */
export const profileBulkWritten = bulkResponseOf({ platform, platform_username: text('Username') });

/** Body of POST /social-media-profiles/bulk/update-status. */
export const profileBulkStatus = bulkStatus({ company_id, new_status: status, status_message });

/** Body of POST /social-media-profiles/bulk/delete. */
export const profileBulkDelete = bulkDelete(company_id);

export type Profile = Infer<typeof profile>;
export type ProfileForm = Infer<typeof profileForm>;
export type ProfileWrite = Infer<typeof profileWrite>;
export type ProfileListQuery = Infer<typeof profileListQuery>;
export type ProfileBulkWrite = Infer<typeof profileBulkWrite>;
export type ProfileBulkWritten = Infer<typeof profileBulkWritten>;
export type ProfileBulkStatus = Infer<typeof profileBulkStatus>;
