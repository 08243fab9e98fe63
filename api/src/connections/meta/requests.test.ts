/**
 * The names in our requests, held against those that Meta publishes: api_specs/specs of facebook/facebook-business-sdk-codegen
 * at ad2b0b6 (15 April 2026), read on 25 November 2026. Of its types it has the fields that we ask for; one that is added to a
 * request is looked up there first.
 */
import { unpublished, type PublishedTypes } from '../../testing/selected-fields';
import { ACCOUNT_FIELDS, AD_FIELDS, AD_STATUSES, adsParameters, REPORT_FIELDS, reportParameters } from './requests';

const TYPES: PublishedTypes = {
  AdAccount: { name: 'string', account_status: 'unsigned int', currency: 'string', timezone_name: 'string' },
  Ad: {
    id: 'string',
    name: 'string',
    effective_status: 'Ad_effective_status',
    adset: 'AdSet',
    campaign: 'Campaign',
    creative: 'AdCreative',
  },
  AdSet: { name: 'string' },
  Campaign: { name: 'string' },
  AdCreative: {
    object_type: 'AdCreative_object_type',
    video_id: 'string',
    product_set_id: 'string',
    title: 'string',
    body: 'string',
    thumbnail_url: 'string',
    asset_feed_spec: 'AdAssetFeedSpec',
    object_story_spec: 'AdCreativeObjectStorySpec',
  },
  AdAssetFeedSpec: { ad_formats: 'string' },
  AdCreativeObjectStorySpec: { video_data: 'AdCreativeVideoData', link_data: 'AdCreativeLinkData' },
  AdCreativeVideoData: { video_id: 'string', title: 'string', message: 'string' },
  AdCreativeLinkData: {
    name: 'string',
    message: 'string',
    child_attachments: 'AdCreativeLinkDataChildAttachment',
    collection_thumbnails: 'AdCreativeCollectionThumbnailInfo',
  },
  AdCreativeLinkDataChildAttachment: { link: 'string' },
  AdCreativeCollectionThumbnailInfo: { element_id: 'string' },
  // The days of a row come with it, unasked.
  AdsInsights: {
    ad_id: 'string',
    ad_name: 'string',
    adset_name: 'string',
    campaign_name: 'string',
    spend: 'string',
    account_currency: 'string',
    date_start: 'string',
    date_stop: 'string',
  },
  AdReportRun: {
    async_status: 'string',
    async_percent_completion: 'unsigned int',
    error_code: 'int',
    error_message: 'string',
  },
};
const INSIGHTS_PARAMETERS = ['fields', 'filtering', 'level', 'limit', 'time_increment', 'time_range'];
const EFFECTIVE_STATUSES = [
  'ACTIVE',
  'ADSET_PAUSED',
  'ARCHIVED',
  'CAMPAIGN_PAUSED',
  'DELETED',
  'DISAPPROVED',
  'IN_PROCESS',
  'PAUSED',
  'PENDING_BILLING_INFO',
  'PENDING_REVIEW',
  'PREAPPROVED',
  'WITH_ISSUES',
];
const REPORT = reportParameters({ from: '2026-10-26', to: '2026-11-22', adIds: ['1'] });

it.each([
  ['AdAccount', ACCOUNT_FIELDS.join()],
  ['Ad', AD_FIELDS.join()],
  ['AdsInsights', REPORT.fields!],
  ['AdReportRun', REPORT_FIELDS.join()],
])('every field of %s that we ask for is published', (type, fields) => {
  expect(unpublished(TYPES, type, fields)).toEqual([]);
  expect(unpublished(TYPES, type, `${fields},not_there`)).toEqual(['not_there']);
});

it('a report has published parameters alone, and ads of every published state', () => {
  for (const name of Object.keys(REPORT)) expect(INSIGHTS_PARAMETERS).toContain(name);
  expect([...AD_STATUSES]).toEqual(EFFECTIVE_STATUSES);
  expect(JSON.parse(REPORT.filtering!)).toEqual([
    { field: 'ad.effective_status', operator: 'IN', value: EFFECTIVE_STATUSES },
    { field: 'ad.id', operator: 'IN', value: ['1'] },
  ]);
  expect(JSON.parse(adsParameters().effective_status!)).toEqual(EFFECTIVE_STATUSES);
});

it('both ends of its days are whole days that are in it, as Meta counts them', () => {
  expect(REPORT).toMatchObject({ level: 'ad', time_increment: '1' });
  expect(JSON.parse(REPORT.time_range!)).toEqual({ since: '2026-10-26', until: '2026-11-22' });
});
