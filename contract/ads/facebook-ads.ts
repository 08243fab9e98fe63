/** Facebook ads on the wire (specification 1 §3, §7 'Facebook ads'; DECISIONS §7). */
import { MAX_BULK } from '../bulk';
import { computed, noun } from '../noun';
import { listResponse, listQuery, partOf, tagsFilter } from '../paging';
import {
  response,
  company,
  count,
  dateTime,
  flag,
  id,
  listOf,
  money,
  nullable,
  object,
  oneOf,
  tagNames,
  text,
  type Infer,
} from '../schema';

/** The days that spend is added up over. */
export const SPEND_DAYS = [1, 7, 14, 28] as const;

const spend = (days: number) => money(`${days}d Spend`);

/** The sorts of an ad list. */
export const FACEBOOK_AD_SORTS = [
  'cached_ad_name',
  'cached_ad_type',
  'cached_campaign_name',
  'cached_adset_name',
  'cached_spend_last_1d',
  'cached_spend_last_7d',
  'cached_spend_last_14d',
  'cached_spend_last_28d',
] as const;
/**
 * `search` looks in name, campaign, ad set and ad ID; an ad has *all* of include_tags and *none* of exclude_tags.
 * `spend_moved`: that of the last 7 days is a third more or less than the weekly average of the last 28, which come to $10
 * or more (DECISIONS §11).
 */
export const adFilters = {
  company_id: company('Company'),
  search: partOf('Search'),
  campaign_name: partOf('Campaign'),
  adset_name: partOf('Ad Set'),
  ad_name: partOf('Ad Name'),
  ad_type: partOf('Ad Type'),
  ad_identifier: partOf('Ad ID'),
  min_spend_7d: money('Min Spend (7d)', { minimum: 0, maximum: 9_999_999_999.99 }),
  include_tags: tagsFilter('Has Tags'),
  exclude_tags: tagsFilter('Exclude Tags'),
  spend_moved: flag('Spend', { labels: { true: 'Moved', false: 'Steady' } }),
};

/** Query of GET /facebook-ads. */
export const facebookAdListQuery = listQuery(adFilters, FACEBOOK_AD_SORTS, ['company_id']);

/** An ad; the service only reads them. What the last refresh did not bring is null; `tags` are in the order of their names. */
export const adNoun = noun('facebook_ad', facebookAdListQuery, '-cached_spend_last_7d', {
  id,
  company_id: company('Company'),
  company_name: computed(text('Company')),
  ad_identifier: text('Ad ID'),
  ad_name: text('Ad Name'),
  ad_type: nullable(text('Type')),
  campaign_name: nullable(text('Campaign')),
  adset_name: nullable(text('Ad Set')),
  spend_last_1d: nullable(spend(1)),
  spend_last_7d: nullable(spend(7)),
  spend_last_14d: nullable(spend(14)),
  spend_last_28d: nullable(spend(28)),
  cache_updated_at: nullable(dateTime('Last Updated')),
  tags: computed(tagNames),
});

/** An ad as every response has it. */
export const { response: facebookAd } = adNoun;

/** Spend over all ads that the filters match, whatever the page; spend that is not known adds nothing. */
export const facebookAdTotals = response({
  spend_last_1d: spend(1),
  spend_last_7d: spend(7),
  spend_last_14d: spend(14),
  spend_last_28d: spend(28),
});

/** Response of GET /facebook-ads: the page, and beyond the specification the `totals` of all that match. */
export const facebookAdList = listResponse(facebookAd, { totals: facebookAdTotals });

/** Response of GET /facebook-ads/{id}/preview: hostile HTML for a sandboxed frame, or null and the reason. */
export const facebookAdPreview = response({
  preview_html: nullable(text('Preview')),
  error: nullable(text('Error')),
});

const adIds = { maxItems: MAX_BULK, title: 'Ads' } as const;

/** The action of POST /facebook-ads/selection on `selected_ids`. */
export const SELECTION_ACTIONS = ['set', 'add', 'remove', 'clear'] as const;

/** Body of POST /facebook-ads/selection; `clear` needs no ids. */
export const adSelectionChange = object(
  { selected_ids: listOf(id, adIds), action: oneOf('Action', SELECTION_ACTIONS) },
  ['action'],
);

/** The person's selection, in ascending order: response of GET and POST /facebook-ads/selection. */
export const adSelection = response({ selected_ids: listOf(id) });

/** Body of POST /facebook-ads/export: the ads that are named, of those that the filters match; without names, all. */
export const facebookAdExport = object(
  { ...adFilters, ad_ids: listOf(id, { ...adIds, minItems: 1 }), sort_by: facebookAdListQuery.properties.sort_by },
  ['company_id'],
);

/** Body of POST /facebook-ads/refresh. */
export const facebookAdRefresh = object({ ad_ids: listOf(id, { ...adIds, minItems: 1 }) }, ['ad_ids']);

/** Response of POST /facebook-ads/refresh: how many ads are on their way. */
export const refreshResponse = response({ queued: count('Queued') });

/** The filters of ads as a list and an export have them. */
export type FacebookAdFilters = Omit<Infer<typeof facebookAdListQuery>, 'page' | 'page_size' | 'sort_by' | 'sort'>;
export type FacebookAd = Infer<typeof facebookAd>;
export type FacebookAdListQuery = Infer<typeof facebookAdListQuery>;
export type FacebookAdList = Infer<typeof facebookAdList>;
export type FacebookAdPreview = Infer<typeof facebookAdPreview>;
export type FacebookAdExport = Infer<typeof facebookAdExport>;
export type AdSelection = Infer<typeof adSelection>;
export type AdSelectionChange = Infer<typeof adSelectionChange>;
