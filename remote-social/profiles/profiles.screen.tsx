import {
  profile,
  PROFILE_DEFAULT_SORT,
  PROFILE_DEFAULT_STATUS,
  PROFILE_STATUSES,
  profileListQuery,
  profileWrite,
  SOCIAL_PLATFORMS,
  type Profile,
} from 'api/contract/social/profiles';
import { inGroup, useCurrentUser } from 'shared-auth';
import { formatDate } from 'shared-ui';
import { CompanyField } from 'shared-ui/companies';
import { defineList, ListScreen } from 'shared-ui/list-screen';
import { useTagging, type Tagging } from 'shared-ui/tags';
import { useMemo } from 'react';
import { useSocialBulkActions } from '../bulk-actions';
import '../cells.css';
import { platformBadge, platformLabel, platformOptions } from '../platforms';
import { statusBadge, statusOptions } from '../statuses';
import { tagChips } from '../tag-chips';
import { profilesApi } from './profiles.api';

const platforms = platformOptions(SOCIAL_PLATFORMS);
const statuses = statusOptions(PROFILE_STATUSES);

/** An inactive profile warns (specification 2 §4.3): it should be watched and is not. */
const profileStatusBadge = ({ status }: Profile) => statusBadge(status, status === 'inactive' ? 'warning' : undefined);

const nameOf = ({ platform_username, platform }: Profile) => `${platform_username} (${platformLabel(platform)})`;

const usernameCell = ({ platform_username, platform_identifier }: Profile) => (
  <>
    <bdi>{platform_username}</bdi>
    {platform_identifier !== null && <bdi className="social-quiet">{platform_identifier}</bdi>}
  </>
);

const profiles = defineList({
  title: 'Social Media Profiles',
  noun: { one: 'Profile', many: 'profiles' },
  record: profile,
  query: profileListQuery,
  written: profileWrite,
  columns: [
    { key: 'platform', sort: 'platform', cell: ({ platform }) => platformBadge(platform) },
    { key: 'platform_username', sort: 'platform_username', cell: usernameCell },
    { key: 'status', sort: 'status', cell: profileStatusBadge },
    { key: 'created_at', sort: 'created_at', cell: ({ created_at }) => formatDate(created_at) },
    { key: 'updated_at', sort: 'updated_at', cell: ({ updated_at }) => formatDate(updated_at) },
    { key: 'tags' },
  ],
  filters: [
    { key: 'company_id', type: 'company' },
    { key: 'search', type: 'text' },
    { key: 'platform', type: 'choice', options: platforms },
    { key: 'status', type: 'choice', options: statuses },
    { key: 'tag', type: 'tag', of: 'social_media_profile' },
  ],
  fields: [
    { key: 'company_id', type: 'custom', component: CompanyField, onlyInCreate: true },
    { key: 'platform', type: 'select', options: platforms, placeholder: 'Select a platform' },
    { key: 'platform_username', type: 'text', placeholder: '@username or handle', trims: true },
    { key: 'platform_identifier', type: 'text', help: 'The id that the platform itself uses.', trims: true },
    { key: 'status', type: 'select', options: statuses, placeholder: 'Select a status' },
    { key: 'status_message', type: 'textarea', rows: 2 },
  ],
  beginning: { status: PROFILE_DEFAULT_STATUS },
  details: [
    { key: 'company_name', section: 'Profile' },
    { key: 'platform', section: 'Profile', render: ({ platform }) => platformBadge(platform) },
    { key: 'platform_username', section: 'Profile' },
    { key: 'platform_identifier', section: 'Profile' },
    { key: 'tags', section: 'Profile', render: ({ tags }) => tagChips(tags) },
    { key: 'status', section: 'Status', render: profileStatusBadge },
    { key: 'status_message', section: 'Status' },
    { key: 'created_by_username', section: 'System Information' },
    { key: 'last_updated_by_username', section: 'System Information' },
  ],
  exported: [
    { title: 'Platform', value: ({ platform }) => platform },
    { title: 'Username', value: ({ platform_username }) => platform_username },
    { title: 'Identifier', value: ({ platform_identifier }) => platform_identifier },
    { title: 'Status', value: ({ status }) => status },
    { title: 'Created', value: ({ created_at }) => created_at },
  ],
  defaultSort: PROFILE_DEFAULT_SORT,
  nameOf,
  exports: true,
  rereads: true,
  sentences: {
    empty: 'No social media profiles found',
    loadFailed: 'Failed to load social media profiles',
    detailsFailed: 'Failed to load profile details',
    deleteFailed: 'Failed to delete profile',
    exportFailed: 'Failed to export profiles',
  },
});

const endpoints = profilesApi.endpoints;
const calls = {
  list: endpoints.listProfiles,
  get: endpoints.getProfile,
  create: endpoints.createProfile,
  update: endpoints.updateProfile,
  remove: endpoints.deleteProfile,
};
const bulkCalls = { updateStatus: endpoints.updateProfileStatus, deleteMany: endpoints.deleteProfiles };

const tagging: Tagging = {
  resourceType: 'social_media_profile',
  noun: { one: 'profile', many: 'profiles' },
  calls: {
    get: endpoints.getProfileTags,
    add: endpoints.addProfileTag,
    remove: endpoints.removeProfileTag,
    addToMany: endpoints.addTagsToProfiles,
    removeFromMany: endpoints.removeTagsFromProfiles,
  },
};

/** Social Media Profiles (specification 2 §2.3): the accounts that are watched, with their state and tags. */
export default function ProfilesScreen() {
  const mayTag = inGroup(useCurrentUser(), 'SocialMediaManager');
  const { bulkActions: tagActions, tagCell, dialog } = useTagging<Profile>(tagging, { nameOf, mayTag });
  const bulkActions = useSocialBulkActions({
    noun: tagging.noun,
    statuses: PROFILE_STATUSES,
    calls: bulkCalls,
    tagging: tagActions,
  });
  const cells = useMemo(() => ({ tags: tagCell }), [tagCell]);
  return (
    <>
      <ListScreen list={profiles} calls={calls} cells={cells} bulkActions={bulkActions} />
      {dialog}
    </>
  );
}
