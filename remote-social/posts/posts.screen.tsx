import { POST_DEFAULT_STATUS, postNoun, type Post } from 'contract/social/posts';
import { inGroup, useCurrentUser } from 'shared-auth';
import { AddIcon, RetryIcon, useTell } from 'shared-ui';
import { prefetchList, defineList, ListScreen, useCall, useCards, type BulkAction } from 'shared-ui/list-screen';
import { useTagging } from 'shared-ui/tags';
import { useMemo } from 'react';
import { useSocialBulkActions } from '../bulk-actions';
import { companyCell, statusCell } from '../cells';
import { PLATFORM_TONES, STATUS_TONES } from '../tones';
import { captionCell, headCell, shortUrl, urlCell } from './post-cells';
import { postTagging as tagging } from './post-tagging';
import { postCalls } from './posts.api';

const { status } = postNoun.properties;

const nameOf = ({ url }: Post) => shortUrl(url);

const list = defineList({
  title: 'Social Media Posts',
  noun: { one: 'Post', many: 'posts' },
  contract: postNoun,
  columns: [
    { key: 'platform', width: 92, wide: true },
    { key: 'url', name: true, width: 132, first: 168, flexible: true, cell: urlCell },
    { key: 'company_name', acrossCompanies: true, fact: true, width: 80, flexible: true, lines: 2, cell: companyCell },
    {
      key: 'cached_author_username',
      width: 88,
      flexible: true,
      fact: true,
      cell: ({ cached_author_username }) => (
        <bdi title={cached_author_username ?? undefined}>{cached_author_username ?? '-'}</bdi>
      ),
    },
    { key: 'cached_caption', width: 113, lines: 2, flexible: true, cell: captionCell },
    { key: 'cached_play_count', width: 76 },
    { key: 'status', width: 80, first: 44, flexible: true, cell: statusCell(status, STATUS_TONES) },
    { key: 'tags', width: 146 },
    { key: 'created_at', width: 70 },
    { key: 'updated_at', width: 66, wide: true },
  ],
  filters: [
    'company_id',
    'search',
    'platform',
    'status',
    'author',
    'post_type',
    'caption',
    'tagged_with',
    'not_tagged_with',
  ],
  mainFilters: ['company_id', 'search', 'platform', 'status'],
  fields: [
    { key: 'company_id', onlyInCreate: true },
    { key: 'url', place: 'wide' },
    'platform',
    { key: 'post_type', placeholder: 'Not known' },
    'status',
    { key: 'status_message', rows: 2 },
  ],
  beginning: { status: POST_DEFAULT_STATUS },
  details: {
    Post: ['company_name', 'url', 'platform', 'post_type', 'tags'],
    'From the platform': ['cached_author_username', 'cached_caption', 'cached_play_count', 'cached_scraped_at'],
    Status: ['status', 'status_message'],
    'System Information': ['created_by_username', 'last_updated_by_username'],
  },
  badges: { platform: PLATFORM_TONES, status: STATUS_TONES },
  pictures: 'social_media_post',
  tagsOf: 'social_media_post',
  exported: [
    'platform',
    'url',
    'cached_author_username',
    'cached_caption',
    'cached_play_count',
    'status',
    'created_at',
    'tags',
  ],
  nameOf,
  exports: true,
  rereads: true,
  messages: {
    serverFirst: true,
    empty: 'No social media posts found',
    loadFailed: 'Failed to load social media posts',
    deleteFailed: 'Failed to delete post',
  },
});

const BULK_ADD = { label: 'Bulk Add Posts', icon: <AddIcon />, load: () => import('./bulk-add-posts') };

export const prefetch = prefetchList(list, postCalls);

const READ_NOW = 'Read Now';
const loadReading = () => import(/* webpackChunkName: 'read-posts' */ './read-posts');

/** Social Media Posts (specification 2 §2.4): what was posted, what the platform says of it, its state and tags. */
export default function PostsScreen() {
  const mayTag = inGroup(useCurrentUser(), 'SocialMediaManager');
  const { bulkActions: tagActions, tagCell, dialog } = useTagging<Post>(tagging, { nameOf, mayTag });
  const tell = useTell();
  const call = useCall();
  const readNow: BulkAction<Post> = {
    label: READ_NOW,
    run: async (rows, _entered, bulk) => (await loadReading()).readPosts(rows, bulk, tell),
  };
  const bulkActions = useSocialBulkActions({
    noun: tagging.noun,
    status,
    calls: postCalls,
    tagging: [...tagActions, readNow],
  });
  const readOne = (row: Post) =>
    // A failure of its call is told there.
    void loadReading().then(
      ({ readPost }) => readPost(row, call.change, tell).catch(() => undefined),
      (error: unknown) => tell.failure('The post is not read now', error),
    );
  const cards = useCards();
  const cells = useMemo(() => ({ tags: tagCell, ...(cards && { url: headCell }) }), [tagCell, cards]);
  return (
    <>
      <ListScreen
        list={list}
        calls={postCalls}
        cells={cells}
        dialogs={[BULK_ADD]}
        rowActions={[{ label: READ_NOW, icon: <RetryIcon />, onSelect: readOne }]}
        bulkActions={bulkActions}
      />
      {dialog}
    </>
  );
}
