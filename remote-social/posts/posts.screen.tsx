import {
  post,
  POST_DEFAULT_SORT,
  POST_DEFAULT_STATUS,
  POST_STATUSES,
  POST_TYPES,
  postListQuery,
  postWrite,
  type Post,
} from 'api/contract/social/posts';
import { SOCIAL_PLATFORMS } from 'api/contract/social/profiles';
import { inGroup, useCurrentUser } from 'shared-auth';
import { AddIcon, formatDate, formatNumber } from 'shared-ui';
import { CompanyField } from 'shared-ui/companies';
import { defineList, ListScreen } from 'shared-ui/list-screen';
import { useTagging, type Tagging } from 'shared-ui/tags';
import { useMemo } from 'react';
import { useSocialBulkActions } from '../bulk-actions';
import '../cells.css';
import { platformBadge, platformOptions } from '../platforms';
import { statusBadge, statusOptions } from '../statuses';
import { tagChips } from '../tag-chips';
import { captionCell, shortUrl, urlCell } from './post-cells';
import { postsApi } from './posts.api';

const platforms = platformOptions(SOCIAL_PLATFORMS);
const statuses = statusOptions(POST_STATUSES);
const postTypes = POST_TYPES.map((value) => ({ value, label: value[0]?.toUpperCase() + value.slice(1) }));
const postTypeLabel = ({ post_type }: Post) => postTypes.find(({ value }) => value === post_type)?.label ?? '-';

const nameOf = ({ url }: Post) => shortUrl(url);

const posts = defineList({
  title: 'Social Media Posts',
  noun: { one: 'Post', many: 'posts' },
  record: post,
  query: postListQuery,
  written: postWrite,
  columns: [
    { key: 'platform', sort: 'platform', cell: ({ platform }) => platformBadge(platform) },
    { key: 'url', sort: 'url', cell: urlCell },
    {
      key: 'cached_author_username',
      sort: 'cached_author_username',
      cell: ({ cached_author_username }) => <bdi>{cached_author_username ?? '-'}</bdi>,
    },
    { key: 'cached_caption', sort: 'cached_caption', cell: captionCell },
    {
      key: 'cached_play_count',
      sort: 'cached_play_count',
      cell: ({ cached_play_count }) => formatNumber(cached_play_count),
    },
    { key: 'status', sort: 'status', cell: ({ status }) => statusBadge(status) },
    { key: 'tags' },
    { key: 'created_at', sort: 'created_at', cell: ({ created_at }) => formatDate(created_at) },
    { key: 'updated_at', sort: 'updated_at', cell: ({ updated_at }) => formatDate(updated_at) },
  ],
  filters: [
    { key: 'company_id', type: 'company' },
    { key: 'search', type: 'text' },
    { key: 'platform', type: 'choice', options: platforms },
    { key: 'status', type: 'choice', options: statuses },
    { key: 'author', type: 'text' },
    { key: 'post_type', type: 'choice', options: postTypes },
    { key: 'caption', type: 'text' },
    { key: 'tagged_with', type: 'tags', of: 'social_media_post' },
    { key: 'not_tagged_with', type: 'tags', of: 'social_media_post' },
  ],
  fields: [
    { key: 'company_id', type: 'custom', component: CompanyField, onlyInCreate: true },
    { key: 'url', type: 'text', placeholder: 'https://', trims: true },
    { key: 'platform', type: 'select', options: platforms, placeholder: 'Select a platform' },
    { key: 'post_type', type: 'select', options: postTypes, placeholder: 'Not known' },
    { key: 'status', type: 'select', options: statuses, placeholder: 'Select a status' },
    { key: 'status_message', type: 'textarea', rows: 2 },
  ],
  beginning: { status: POST_DEFAULT_STATUS },
  details: [
    { key: 'company_name', section: 'Post' },
    { key: 'url', section: 'Post', display: 'link' },
    { key: 'platform', section: 'Post', render: ({ platform }) => platformBadge(platform) },
    { key: 'post_type', section: 'Post', render: postTypeLabel },
    { key: 'tags', section: 'Post', render: ({ tags }) => tagChips(tags) },
    { key: 'cached_author_username', section: 'Read off the platform' },
    { key: 'cached_caption', section: 'Read off the platform' },
    {
      key: 'cached_play_count',
      section: 'Read off the platform',
      render: ({ cached_play_count }) => formatNumber(cached_play_count),
    },
    { key: 'cached_scraped_at', section: 'Read off the platform', display: 'datetime' },
    { key: 'status', section: 'Status', render: ({ status }) => statusBadge(status) },
    { key: 'status_message', section: 'Status' },
    { key: 'created_by_username', section: 'System Information' },
    { key: 'last_updated_by_username', section: 'System Information' },
  ],
  exported: [
    { title: 'Platform', value: ({ platform }) => platform },
    { title: 'URL', value: ({ url }) => url },
    { title: 'Author', value: ({ cached_author_username }) => cached_author_username },
    { title: 'Caption', value: ({ cached_caption }) => cached_caption },
    { title: 'Views', value: ({ cached_play_count }) => cached_play_count },
    { title: 'Status', value: ({ status }) => status },
    { title: 'Created', value: ({ created_at }) => created_at },
    { title: 'Tags', value: ({ tags }) => tags.join(', ') },
  ],
  defaultSort: POST_DEFAULT_SORT,
  nameOf,
  exports: true,
  rereads: true,
  sentences: {
    empty: 'No social media posts found',
    loadFailed: 'Failed to load social media posts',
    detailsFailed: 'Failed to load post details',
    deleteFailed: 'Failed to delete post',
    exportFailed: 'Failed to export posts',
  },
});

const endpoints = postsApi.endpoints;
const calls = {
  list: endpoints.listPosts,
  get: endpoints.getPost,
  create: endpoints.createPost,
  update: endpoints.updatePost,
  remove: endpoints.deletePost,
};
const bulkCalls = { updateStatus: endpoints.updatePostStatus, deleteMany: endpoints.deletePosts };
const BULK_ADD = { label: 'Bulk Add Posts', icon: <AddIcon />, load: () => import('./bulk-add-posts') };

const tagging: Tagging = {
  resourceType: 'social_media_post',
  noun: { one: 'post', many: 'posts' },
  calls: {
    get: endpoints.getPostTags,
    add: endpoints.addPostTag,
    remove: endpoints.removePostTag,
    addToMany: endpoints.addTagsToPosts,
    removeFromMany: endpoints.removeTagsFromPosts,
  },
  namesCompany: true,
};

/** Social Media Posts (specification 2 §2.4): what was posted, what the platform says of it, its state and tags. */
export default function PostsScreen() {
  const mayTag = inGroup(useCurrentUser(), 'SocialMediaManager');
  const { bulkActions: tagActions, tagCell, dialog } = useTagging<Post>(tagging, { nameOf, mayTag });
  const bulkActions = useSocialBulkActions({
    noun: tagging.noun,
    statuses: POST_STATUSES,
    calls: bulkCalls,
    tagging: tagActions,
  });
  const cells = useMemo(() => ({ tags: (row: Post) => <div className="social-tags">{tagCell(row)}</div> }), [tagCell]);
  return (
    <>
      <ListScreen list={posts} calls={calls} cells={cells} dialogs={[BULK_ADD]} bulkActions={bulkActions} />
      {dialog}
    </>
  );
}
