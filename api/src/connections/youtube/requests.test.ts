/**
 * The names in our requests, held against those that YouTube publishes: v3.d.ts of the npm package @googleapis/youtube 35.0.0,
 * read on 25 November 2026. Of its types it has the fields that we ask for; one that is added is looked up there first.
 */
import { unpublished, type PublishedTypes } from '../../testing/selected-fields';
import { REQUESTS } from './client';

const TYPES: PublishedTypes = {
  VideoListResponse: { items: 'Video' },
  Video: { id: 'string', snippet: 'VideoSnippet', statistics: 'VideoStatistics' },
  VideoSnippet: { title: 'string', channelId: 'string', channelTitle: 'string', thumbnails: 'ThumbnailDetails' },
  VideoStatistics: { viewCount: 'string' },
  ChannelListResponse: { items: 'Channel' },
  Channel: { id: 'string', snippet: 'ChannelSnippet', statistics: 'ChannelStatistics' },
  ChannelSnippet: { title: 'string', customUrl: 'string', thumbnails: 'ThumbnailDetails' },
  ChannelStatistics: { subscriberCount: 'string', hiddenSubscriberCount: 'boolean' },
  ThumbnailDetails: { default: 'Thumbnail' },
  Thumbnail: { url: 'string' },
};
const RESPONSES = { videos: 'VideoListResponse', channels: 'ChannelListResponse' } as const;
const KINDS = { videos: 'Video', channels: 'Channel' } as const;

it.each(['videos', 'channels'] as const)('every part and field of %s that we ask for is published', (call) => {
  const { part, fields } = REQUESTS[call];
  expect(unpublished(TYPES, RESPONSES[call], fields)).toEqual([]);
  expect(unpublished(TYPES, RESPONSES[call], fields.replace('title', 'title,notThere'))).toEqual([
    'items.snippet.notThere',
  ]);
  expect(unpublished(TYPES, KINDS[call], part)).toEqual([]);
  // A part that is not asked for is absent, whatever the fields say.
  const parts = [...fields.matchAll(/(snippet|statistics|status|contentDetails)\(/g)].map(([, name]) => name);
  expect(part.split(',')).toEqual(parts);
});
