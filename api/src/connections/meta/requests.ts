/**
 * The requests to the Marketing API: version, names of fields and one function that builds each request, also where it is
 * asked for in smaller parts. The names are those of Meta's published specifications (Ad, AdAccount, AdCreative,
 * AdsInsights, AdReportRun, debug_token), read on 24 Nov 2026; requests.test.ts holds them against these.
 */
import type { Days } from '../source';

/** Served for at least 90 days after its successor; a version that is gone is `version_unsupported`. */
export const META_VERSION = 'v26.0';

/** Every state of an ad. Without naming them, Meta leaves out deleted and archived ads, and their spend. */
export const AD_STATUSES = [
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
] as const;

export const ACCOUNT_FIELDS = ['name', 'account_status', 'currency', 'timezone_name'] as const;

const SPEND_FIELDS = ['ad_id', 'ad_name', 'adset_name', 'campaign_name', 'spend', 'account_currency'] as const;

const CREATIVE_FIELDS = [
  'object_type',
  'video_id',
  'product_set_id',
  'title',
  'body',
  'thumbnail_url',
  'asset_feed_spec{ad_formats}',
  `object_story_spec{${[
    'video_data{video_id,title,message}',
    'link_data{name,message,child_attachments{link},collection_thumbnails{element_id}}',
  ].join()}}`,
] as const;

export const AD_FIELDS = [
  'id',
  'name',
  'effective_status',
  'adset{name}',
  'campaign{name}',
  `creative{${CREATIVE_FIELDS.join()}}`,
] as const;

export const REPORT_FIELDS = ['async_status', 'async_percent_completion', 'error_code', 'error_message'] as const;

/** The most ads that one report is asked for by name. */
export const MAX_NAMED_ADS = 50;

/** A report: whole days of the account, both included, of all ads or of at most 50. */
export type Report = Days & { readonly adIds?: readonly string[] };

/** The parameters of a report of spend by ad and day, for GET and for POST alike. */
export function reportParameters({ from, to, adIds }: Report): Readonly<Record<string, string>> {
  if (adIds && adIds.length > MAX_NAMED_ADS) throw new RangeError(`At most ${MAX_NAMED_ADS} ads by name`);
  return {
    level: 'ad',
    fields: SPEND_FIELDS.join(),
    time_range: JSON.stringify({ since: from, until: to }),
    time_increment: '1',
    filtering: JSON.stringify([
      { field: 'ad.effective_status', operator: 'IN', value: AD_STATUSES },
      ...(adIds ? [{ field: 'ad.id', operator: 'IN', value: adIds }] : []),
    ]),
  };
}

/** The parameters of the names and creatives of all ads. */
export const adsParameters = (): Readonly<Record<string, string>> => ({
  fields: AD_FIELDS.join(),
  effective_status: JSON.stringify(AD_STATUSES),
});
