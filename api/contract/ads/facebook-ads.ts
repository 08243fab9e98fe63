/** Facebook ads on the wire (specification 1 §3, §7 'Facebook ads'; DECISIONS §7). */
import { MAX_BULK } from '../bulk';
import { listAnswer, listQuery } from '../paging';
import { answer, id, integer, listOf, moment, number, object, oneOf, orNull, text, type Shape } from '../schema';
import { MAX_TAGS } from '../tags';

/** The days that spend is added up over. */
export const SPEND_DAYS = [1, 7, 14, 28] as const;

const spend = (days: number) => number(`${days}d Spend`, {});

/** An ad as every answer has it. What the last refresh did not bring is null; `tags` are in the order of their names. */
export const facebookAd = answer({
  id,
  company_id: id,
  company_name: text('Company', {}),
  ad_identifier: text('Ad ID', {}),
  ad_name: text('Ad Name', {}),
  ad_type: orNull(text('Type', {})),
  campaign_name: orNull(text('Campaign', {})),
  adset_name: orNull(text('Ad Set', {})),
  spend_last_1d: orNull(spend(1)),
  spend_last_7d: orNull(spend(7)),
  spend_last_14d: orNull(spend(14)),
  spend_last_28d: orNull(spend(28)),
  cache_updated_at: orNull(moment('Last Updated')),
  tags: listOf(text('Tag', {}), { title: 'Tags' }),
});

/** What an ad list may be sorted by. */
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
/** How it is sorted when nobody says. */
export const FACEBOOK_AD_DEFAULT_SORT = '-cached_spend_last_7d';

const contains = (title: string) => text(title, { maxLength: 1000, verbatim: true });
const tagFilter = (title: string) =>
  listOf(text('Tag', { maxLength: 1000, verbatim: true }), { title, maxItems: MAX_TAGS });

/** `search` looks in name, campaign, ad set and ad ID; an ad has *all* of include_tags and *none* of exclude_tags. */
const filters = {
  company_id: { ...id, title: 'Company' } as const,
  search: contains('Search'),
  campaign_name: contains('Campaign'),
  adset_name: contains('Ad Set'),
  ad_name: contains('Ad Name'),
  ad_type: contains('Ad Type'),
  ad_identifier: contains('Ad ID'),
  min_spend_7d: number('Min Spend (7d)', { minimum: 0, maximum: 9_999_999_999.99, multipleOf: 0.01 }),
  include_tags: tagFilter('Has Tags'),
  exclude_tags: tagFilter('Exclude Tags'),
};

/** Query of GET /facebook-ads. */
export const facebookAdListQuery = listQuery(filters, FACEBOOK_AD_SORTS, ['company_id']);

/** Spend over all ads that the filters match, whatever the page; spend that is not known adds nothing. */
export const facebookAdTotals = answer({
  spend_last_1d: spend(1),
  spend_last_7d: spend(7),
  spend_last_14d: spend(14),
  spend_last_28d: spend(28),
});

/** Answer of GET /facebook-ads: the page, and beyond the specification the `totals` of all that match. */
export const facebookAdList = answer({ ...listAnswer(facebookAd).properties, totals: facebookAdTotals });

/** Answer of GET /facebook-ads/{id}/preview: hostile HTML for a sandboxed frame, or null and the reason. */
export const facebookAdPreview = answer({
  preview_html: orNull(text('Preview', {})),
  error: orNull(text('Error', {})),
});

const adIds = { maxItems: MAX_BULK, title: 'Ads' } as const;

/** What POST /facebook-ads/selection does with `selected_ids`. */
export const SELECTION_ACTIONS = ['set', 'add', 'remove', 'clear'] as const;

/** Body of POST /facebook-ads/selection; `clear` needs no ids. */
export const adSelectionChange = object(
  { selected_ids: listOf(id, adIds), action: oneOf('Action', SELECTION_ACTIONS) },
  ['action'],
);

/** The person's selection, in ascending order: answer of GET and POST /facebook-ads/selection. */
export const adSelection = answer({ selected_ids: listOf(id) });

/** Body of POST /facebook-ads/export: the ads that are named, of those that the filters match; without names, all. */
export const facebookAdExport = object(
  { ...filters, ad_ids: listOf(id, { ...adIds, minItems: 1 }), sort_by: facebookAdListQuery.properties.sort_by },
  ['company_id'],
);

/** Body of POST /facebook-ads/refresh. */
export const facebookAdRefresh = object({ ad_ids: listOf(id, { ...adIds, minItems: 1 }) }, ['ad_ids']);

/** Answer of POST /facebook-ads/refresh: how many ads are on their way. */
export const refreshAnswer = answer({ queued: integer('Queued', { minimum: 0 }) });

/** The filters of ads as a list and an export have them. */
export type FacebookAdFilters = Omit<Shape<typeof facebookAdListQuery>, 'page' | 'page_size' | 'sort_by' | 'sort'>;
export type FacebookAd = Shape<typeof facebookAd>;
export type FacebookAdListQuery = Shape<typeof facebookAdListQuery>;
export type FacebookAdTotals = Shape<typeof facebookAdTotals>;
export type FacebookAdList = Shape<typeof facebookAdList>;
export type FacebookAdPreview = Shape<typeof facebookAdPreview>;
export type FacebookAdExport = Shape<typeof facebookAdExport>;
export type AdSelection = Shape<typeof adSelection>;
export type AdSelectionChange = Shape<typeof adSelectionChange>;
