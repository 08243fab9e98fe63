/** Social media profiles in the database (DECISIONS §8). */
import { sql, type Generated } from 'kysely';
import { profileNoun } from 'contract/social/profiles';
import { contains } from '../database/list';
import type { Table } from '../records/columns';
import { recordsOf } from '../records/records';
import { searchedBy } from '../records/search';
import { tagsBeside } from '../tags/restore-tags.queries';
import { tagCondition, tagNamesOf } from '../tags/taggable';
import { keptUsername } from './username';

declare module '../database/connection' {
  interface Tables {
    social_media_profiles: Table<typeof profileNoun> & {
      /** Kept by the database: what tag_uses says of the profile. */
      tag_ids: Generated<number[]>;
    };
  }
}

/** The message for a profile that is there already. */
export const PROFILE_TAKEN = 'This company has this profile already';

/** The calls on profiles; those that write take the username as `withKeptUsername` has it. */
export const profiles = recordsOf({
  noun: profileNoun,
  table: 'social_media_profiles',
  conflict: { constraint: 'social_media_profiles_key', message: `platform_username: ${PROFILE_TAKEN}` },
  computed: { tags: tagNamesOf('social_media_profile', 'social_media_profiles.id') },
  beside: tagsBeside('social_media_profile', 'social_media_profiles'),
  searched: searchedBy('platform_username', sql`platform_username || ' · ' || platform`),
  sorts: {},
  filters: {
    search: (text) =>
      sql<boolean>`(${contains('platform_username', text)} or ${contains('platform_identifier', text)})`,
    tag: (name, { db, companyId }) =>
      tagCondition(db, 'social_media_profile', { companyId, include: [name], exclude: [] }),
  },
});

/** The sent values, the username as it is kept. */
export const withKeptUsername = <Sent extends { platform_username?: string | undefined }>(sent: Sent): Sent =>
  sent.platform_username === undefined ? sent : { ...sent, platform_username: keptUsername(sent.platform_username) };
