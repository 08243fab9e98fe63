/** Facebook ads in the database (specification 1 §3; DECISIONS §7). */
import { sql, type ColumnType, type Generated, type GeneratedAlways, type Kysely } from 'kysely';
import {
  FACEBOOK_AD_DEFAULT_SORT,
  type FACEBOOK_AD_SORTS,
  type FacebookAd,
  type FacebookAdFilters,
  type FacebookAdList,
  type FacebookAdListQuery,
  type FacebookAdPreview,
} from '../../contract/ads/facebook-ads';
import { demandCompany, inReach, type Caller } from '../http/access';
import type { Tables } from '../database/connection';
import { NotFound } from '../http/errors';
import {
  byText,
  byValue,
  contains,
  foldedContains,
  nullsLast,
  searchedContains,
  sorted,
  type Listing,
} from '../database/list';
import { listLongPage } from '../database/long-list';
import { TAGGABLES, tagCondition, tagNamesOf } from '../tags/taggable';

/** Null until a refresh brings it. */
type Missing<T> = ColumnType<T | null, T | null | undefined>;

declare module '../database/connection' {
  interface Tables {
    facebook_ads: {
      id: Generated<number>;
      company_id: number;
      ad_identifier: string;
      ad_name: string;
      ad_type: Missing<string>;
      campaign_name: Missing<string>;
      adset_name: Missing<string>;
      spend_last_1d: Missing<number>;
      spend_last_7d: Missing<number>;
      spend_last_14d: Missing<number>;
      spend_last_28d: Missing<number>;
      cache_updated_at: Missing<string>;
      /** Kept by the database: what tag_uses says of the ad. */
      tag_ids: Generated<number[]>;
      /** What a search looks in, folded. */
      searched: GeneratedAlways<string>;
    };
    facebook_ad_previews: { ad_id: number; preview_html: string | null; error: string | null };
  }
}

const LISTING: Listing<(typeof FACEBOOK_AD_SORTS)[number]> = {
  sorts: {
    cached_ad_name: byText('ad_name'),
    cached_ad_type: nullsLast(byText('ad_type')),
    cached_campaign_name: nullsLast(byText('campaign_name')),
    cached_adset_name: nullsLast(byText('adset_name')),
    cached_spend_last_1d: nullsLast(byValue('spend_last_1d')),
    cached_spend_last_7d: nullsLast(byValue('spend_last_7d')),
    cached_spend_last_14d: nullsLast(byValue('spend_last_14d')),
    cached_spend_last_28d: nullsLast(byValue('spend_last_28d')),
  },
  defaultSort: FACEBOOK_AD_DEFAULT_SORT,
  id: 'facebook_ads.id',
};

const { type: TYPE, missing: MISSING } = TAGGABLES.facebook_ad;

/** Ads with every column of an answer. */
const selectAds = (db: Kysely<Tables>) =>
  db
    .selectFrom('facebook_ads')
    .select([
      'facebook_ads.id',
      'company_id',
      'ad_identifier',
      'ad_name',
      'ad_type',
      'campaign_name',
      'adset_name',
      'spend_last_1d',
      'spend_last_7d',
      'spend_last_14d',
      'spend_last_28d',
      'cache_updated_at',
    ])
    .select([
      // Looked up for the rows of the answer alone; a join would be made for every row that is counted.
      sql<string>`(select name from companies where companies.id = company_id)`.as('company_name'),
      tagNamesOf(TYPE, 'facebook_ads.id').as('tags'),
    ]);

const SEARCHED = ['campaign_name', 'adset_name', 'ad_name', 'ad_identifier'] as const;

/** The ads of a company that the filters match; empty texts ask for nothing. Throws NotFound for a company out of reach. */
async function matchingAds(db: Kysely<Tables>, caller: Caller, filters: FacebookAdFilters) {
  const { company_id, min_spend_7d, search, include_tags, exclude_tags } = filters;
  await demandCompany(db, caller, company_id);
  const tags = await tagCondition(db, TYPE, {
    companyId: company_id,
    include: include_tags,
    exclude: exclude_tags,
  });
  let matching = selectAds(db).where('company_id', '=', company_id);
  // Name, campaign, ad set and identifier, kept together in lower case.
  if (search) matching = matching.where(foldedContains('searched', search));
  for (const column of SEARCHED) {
    const text = filters[column];
    if (text) matching = matching.where(searchedContains(column, text));
  }
  if (filters.ad_type) matching = matching.where(contains('ad_type', filters.ad_type));
  if (min_spend_7d !== undefined) matching = matching.where('spend_last_7d', '>=', min_spend_7d);
  return tags ? matching.where(tags) : matching;
}

/** One page of a company's ads, and the spend of all that match. */
export async function listAds(db: Kysely<Tables>, caller: Caller, query: FacebookAdListQuery): Promise<FacebookAdList> {
  const matching = await matchingAds(db, caller, query);
  const { page, sums } = await listLongPage(matching, LISTING, query, {
    isNarrow: Boolean(query.include_tags?.length),
    texts: [query.search, ...SEARCHED.map((column) => query[column])],
    sums: ['spend_last_1d', 'spend_last_7d', 'spend_last_14d', 'spend_last_28d'],
  });
  return { ...page, totals: sums };
}

/** One ad; throws NotFound. */
export const findAd = (db: Kysely<Tables>, caller: Caller, id: number): Promise<FacebookAd> =>
  selectAds(db)
    .where('facebook_ads.id', '=', id)
    .where(inReach(caller, 'company_id'))
    .executeTakeFirstOrThrow(() => new NotFound(MISSING));

/** The ads of these ids that are there and in reach, in ascending order. */
export async function reachableAds(db: Kysely<Tables>, caller: Caller, ids: readonly number[]): Promise<number[]> {
  const rows = await db
    .selectFrom('facebook_ads')
    .select('id')
    .where(sql<boolean>`id = any(${ids}::int[])`)
    .where(inReach(caller, 'company_id'))
    .orderBy('id')
    .execute();
  return rows.map(({ id }) => id);
}

/** What an ad looks like, or why that is not known; throws NotFound for the ad. The HTML is anybody's: it may be hostile. */
export async function findAdPreview(db: Kysely<Tables>, caller: Caller, id: number): Promise<FacebookAdPreview> {
  const { preview_html, error } = await db
    .selectFrom('facebook_ads')
    .leftJoin('facebook_ad_previews', 'ad_id', 'facebook_ads.id')
    .select(['preview_html', 'error'])
    .where('facebook_ads.id', '=', id)
    .where(inReach(caller, 'company_id'))
    .executeTakeFirstOrThrow(() => new NotFound(MISSING));
  return { preview_html, error: preview_html === null ? (error ?? 'There is no preview of this ad yet') : null };
}

/** The ids of all ads that the filters match, in the order asked for; with `ad_ids` only those of them. */
export async function matchingAdIds(
  db: Kysely<Tables>,
  caller: Caller,
  { ad_ids, sort_by, ...filters }: FacebookAdFilters & { ad_ids?: number[]; sort_by?: string },
): Promise<number[]> {
  const matching = await matchingAds(db, caller, filters);
  const named = ad_ids ? matching.where(sql<boolean>`facebook_ads.id = any(${ad_ids}::int[])`) : matching;
  const rows = await sorted(named.clearSelect().select('facebook_ads.id'), LISTING, { sort_by }).execute();
  return rows.map(({ id }) => id);
}

/** The ads of these ids, in their order; those that are gone meanwhile are left out. */
export async function adsInOrder(db: Kysely<Tables>, ids: readonly number[]): Promise<FacebookAd[]> {
  const ads = await selectAds(db)
    .where(sql<boolean>`facebook_ads.id = any(${ids}::int[])`)
    .execute();
  const byId = new Map(ads.map((ad) => [ad.id, ad]));
  return ids.flatMap((id) => byId.get(id) ?? []);
}
