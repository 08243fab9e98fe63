import { PROFILE_DEFAULT_STATUS, profileNoun, type Profile } from 'contract/social/profiles';
import { inGroup, useCurrentUser } from 'shared-auth';
import { prefetchList, cellClass, defineList, ListScreen } from 'shared-ui/list-screen';
import { useTagging, type Tagging } from 'shared-ui/tags';
import { useMemo } from 'react';
import { useSocialBulkActions } from '../bulk-actions';
import { companyCell, statusCell } from '../cells';
import { PLATFORM_TONES, STATUS_TONES } from '../tones';
import { profileCalls } from './profiles.api';

const { platform, status } = profileNoun.properties;

// An inactive profile warns (specification 2 §4.3): it should be watched and is not.
const PROFILE_TONES = { ...STATUS_TONES, inactive: 'warning' } as const;

const nameOf = (row: Profile) => `${row.platform_username} (${platform.labels[row.platform]})`;

const usernameCell = ({ platform_username, platform_identifier }: Profile) => (
  <>
    <bdi className={cellClass('line')} title={platform_username}>
      {platform_username}
    </bdi>
    {platform_identifier !== null && (
      <bdi className={cellClass('line', 'quiet')} title={platform_identifier}>
        {platform_identifier}
      </bdi>
    )}
  </>
);

const list = defineList({
  title: 'Social Media Profiles',
  noun: { one: 'Profile', many: 'profiles' },
  contract: profileNoun,
  columns: [
    { key: 'platform', width: 96 },
    { key: 'platform_username', name: true, width: 150, lines: 2, flexible: true, cell: usernameCell },
    { key: 'company_name', acrossCompanies: true, fact: true, width: 120, flexible: true, cell: companyCell },
    { key: 'status', width: 110, flexible: true, cell: statusCell(status, PROFILE_TONES) },
    'created_at',
    'updated_at',
    { key: 'tags', fact: true },
  ],
  filters: ['company_id', 'search', 'platform', 'status', 'tag'],
  fields: [
    { key: 'company_id', onlyInCreate: true },
    'platform',
    { key: 'platform_username', placeholder: '@username or handle' },
    { key: 'platform_identifier', help: 'The id that the platform itself uses.' },
    'status',
    { key: 'status_message', rows: 2 },
  ],
  beginning: { status: PROFILE_DEFAULT_STATUS },
  details: {
    Profile: ['company_name', 'platform', 'platform_username', 'platform_identifier', 'tags'],
    Status: ['status', 'status_message'],
    'System Information': ['created_by_username', 'last_updated_by_username'],
  },
  badges: { platform: PLATFORM_TONES, status: PROFILE_TONES },
  tagsOf: 'social_media_profile',
  exported: [
    'platform',
    'platform_username',
    { key: 'platform_identifier', title: 'Identifier' },
    'status',
    'created_at',
  ],
  nameOf,
  exports: true,
  rereads: true,
  messages: {
    serverFirst: true,
    empty: 'No social media profiles found',
    loadFailed: 'Failed to load social media profiles',
    deleteFailed: 'Failed to delete profile',
  },
});

const tagging: Tagging = {
  resourceType: 'social_media_profile',
  noun: { one: 'profile', many: 'profiles' },
  calls: profileCalls,
};

export const prefetch = prefetchList(list, profileCalls);

/** Social Media Profiles (specification 2 §2.3): the accounts that are watched, with their state and tags. */
export default function ProfilesScreen() {
  const mayTag = inGroup(useCurrentUser(), 'SocialMediaManager');
  const { bulkActions: tagActions, tagCell, dialog } = useTagging<Profile>(tagging, { nameOf, mayTag });
  const bulkActions = useSocialBulkActions({ noun: tagging.noun, status, calls: profileCalls, tagging: tagActions });
  const cells = useMemo(() => ({ tags: tagCell }), [tagCell]);
  return (
    <>
      <ListScreen list={list} calls={profileCalls} cells={cells} bulkActions={bulkActions} />
      {dialog}
    </>
  );
}
