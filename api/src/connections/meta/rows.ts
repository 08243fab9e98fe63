/** Rows of the Marketing API, as ads and spend by day; null for a row that is not of that form. */
import { isDate } from 'contract/calendar';
import { centsOf } from '../decimal';
import { listAt, textAt, valueAt } from '../json';
import type { MetaAd, MetaSpend } from '../source';

const isId = (text: string | null): text is string => text !== null && /^\d+$/.test(text);

/** A row of a report: of one ad and one day. */
export function spendOf(row: unknown): MetaSpend | null {
  const adId = textAt(row, 'ad_id');
  const day = textAt(row, 'date_start') ?? '';
  const cents = centsOf(valueAt(row, 'spend'));
  if (!isId(adId) || !isDate(day) || day !== textAt(row, 'date_stop') || cents === null) return null;
  return {
    adId,
    adName: textAt(row, 'ad_name') ?? '',
    adsetName: textAt(row, 'adset_name'),
    campaignName: textAt(row, 'campaign_name'),
    day,
    cents,
  };
}

/** An ad with its creative. */
export function adOf(row: unknown): MetaAd | null {
  const adId = textAt(row, 'id');
  if (!isId(adId)) return null;
  const creative = valueAt(row, 'creative');
  const link = valueAt(creative, 'object_story_spec', 'link_data');
  const video = valueAt(creative, 'object_story_spec', 'video_data');
  return {
    adId,
    adName: textAt(row, 'name') ?? '',
    adsetName: textAt(row, 'adset', 'name'),
    campaignName: textAt(row, 'campaign', 'name'),
    status: textAt(row, 'effective_status') ?? '',
    adType: adTypeOf(creative),
    title: textAt(creative, 'title') ?? textAt(link, 'name') ?? textAt(video, 'title'),
    body: textAt(creative, 'body') ?? textAt(link, 'message') ?? textAt(video, 'message'),
    pictureUrl: textAt(creative, 'thumbnail_url'),
  };
}

/** The types that the console has words for, else Meta's own in lower case. */
export function adTypeOf(creative: unknown): string | null {
  const formats = listAt(creative, 'asset_feed_spec', 'ad_formats');
  const hasFormat = (prefix: string) => formats.some((one) => typeof one === 'string' && one.startsWith(prefix));
  const story = valueAt(creative, 'object_story_spec');
  const type = textAt(creative, 'object_type');
  if (hasFormat('COLLECTION') || listAt(story, 'link_data', 'collection_thumbnails').length) return 'collection';
  if (hasFormat('CAROUSEL') || listAt(story, 'link_data', 'child_attachments').length > 1) return 'carousel';
  if (textAt(creative, 'product_set_id')) return 'collection';
  const isVideo = textAt(creative, 'video_id') ?? textAt(story, 'video_data', 'video_id');
  if (isVideo || type === 'VIDEO' || hasFormat('SINGLE_VIDEO')) return 'video';
  if (type === 'PHOTO' || hasFormat('SINGLE_IMAGE') || valueAt(story, 'link_data') !== undefined) return 'image';
  return type?.toLowerCase() || null;
}
