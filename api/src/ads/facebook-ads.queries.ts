/** Facebook ads in the database (specification 1 §3; DECISIONS §7). */
import { sql, type Generated, type GeneratedAlways, type Kysely } from 'kysely';
import {
  adNoun,
  type FacebookAdFilters,
  type FacebookAdList,
  type FacebookAdListQuery,
  type FacebookAdPreview,
} from 'contract/ads/facebook-ads';
import type { Tables } from '../database/connection';
import { byText, byValue, foldedContains, nullsLast, searchedContains, sorted } from '../database/list';
import { KEPT_SUMS } from '../database/list-sums';
import { listLongPage } from '../database/long-list';
import { isAuthorised, type Caller } from '../http/access';
import { NotFound } from '../http/errors';
import type { Table } from '../records/columns';
import { recordsOf } from '../records/records';
import { searchedBy } from '../records/search';
import { tagsBeside } from '../tags/restore-tags.queries';
import { TAGGABLES, tagCondition, tagNamesOf } from '../tags/taggable';

declare module '../database/connection' {
  interface Tables {
    facebook_ads: Table<typeof adNoun> & {
      /** The source that it was read from last; null: none, or not known. */
      read_from: string | null;
      /** The connection that it was read by last; perhaps one that is gone. */
      connection_id: number | null;
      /** Kept by the database: what tag_uses says of the ad. */
      tag_ids: Generated<number[]>;
      /** The text that a search looks in, folded. */
      searched: GeneratedAlways<string>;
      /** Kept by the database: the spends in whole cents, and folded names, for sorts, sums and filters. */
      cents_last_1d: GeneratedAlways<number | null>;
      cents_last_7d: GeneratedAlways<number | null>;
      cents_last_14d: GeneratedAlways<number | null>;
      cents_last_28d: GeneratedAlways<number | null>;
      campaign_name_key: GeneratedAlways<string | null>;
      adset_name_key: GeneratedAlways<string | null>;
      /** Kept by the database: whether a day of its spend was ever brought. */
      has_days: Generated<boolean>;
    };
    facebook_ad_previews: { ad_id: number; preview_html: string | null; error: string | null };
  }
}

const { type: TYPE, missing: MISSING } = TAGGABLES.facebook_ad;

/**
 * That an ad's spend moved: of at least $10 in 28 days, the last 7 differ from a quarter by more than a twelfth (DECISIONS
 * §11). In the words of its index, in whole numbers.
 */
export const SPEND_MOVED = sql<boolean>`
  spend_last_28d >= 10 and abs(spend_last_7d * 12 - spend_last_28d * 3) > spend_last_28d`;

/**
 * That a name contains a text. Its index holds name and id, and a row is read only once it is known to match (`offset 0`
 * keeps the planner from reading all of them): what campaigns are called is much alike, so few parts of it are rare.
 */
const isNamed = (
  key: 'campaign_name_key' | 'adset_name_key',
  text: string,
  companyId: number | undefined,
) => sql<boolean>`
  facebook_ads.id in (
    select named.id from facebook_ads named
    where named.company_id = ${companyId} and ${foldedContains(`named.${key}`, text)} offset 0)`;

/** Ads: they are not written here, so only the calls that read are used. */
export const ads = recordsOf({
  noun: adNoun,
  table: 'facebook_ads',
  missing: MISSING,
  readAt: 'cache_updated_at',
  computed: { tags: tagNamesOf(TYPE, 'facebook_ads.id') },
  beside: tagsBeside(TYPE, 'facebook_ads'),
  searched: {
    ...searchedBy('ad_name'),
    identifier: 'ad_identifier',
    contains: (text) => searchedContains('ad_name', text),
  },
  sorts: {
    cached_ad_name: byText('ad_name'),
    cached_ad_type: nullsLast(byText('ad_type')),
    cached_campaign_name: nullsLast(byValue('campaign_name_key')),
    cached_adset_name: nullsLast(byValue('adset_name_key')),
    cached_spend_last_1d: nullsLast(byValue('cents_last_1d')),
    cached_spend_last_7d: nullsLast(byValue('cents_last_7d')),
    cached_spend_last_14d: nullsLast(byValue('cents_last_14d')),
    cached_spend_last_28d: nullsLast(byValue('cents_last_28d')),
  },
  filters: {
    // Name, campaign, ad set and identifier, kept together in lower case.
    search: (text) => foldedContains('searched', text),
    campaign_name: (text, { companyId }) => isNamed('campaign_name_key', text, companyId),
    adset_name: (text, { companyId }) => isNamed('adset_name_key', text, companyId),
    ad_name: (text) => searchedContains('ad_name', text),
    ad_identifier: (text) => searchedContains('ad_identifier', text),
    min_spend_7d: (least) => sql<boolean>`cents_last_7d >= ceil(${least}::numeric * 100)::bigint`,
    spend_moved: (moved) => (moved ? SPEND_MOVED : sql<boolean>`(${SPEND_MOVED}) is not true`),
    include_tags: (include, { db, companyId }) => tagCondition(db, TYPE, { companyId, include, exclude: [] }),
    exclude_tags: (exclude, { db, companyId, filtersBy }) => {
      const isAlone = !filtersBy('search', 'campaign_name', 'adset_name', 'ad_name', 'ad_identifier', 'include_tags');
      return tagCondition(db, TYPE, { companyId, include: [], exclude, isAlone });
    },
  },
});

/** One page of a company's ads, and the spend of all that match. */
export async function listAds(db: Kysely<Tables>, caller: Caller, query: FacebookAdListQuery): Promise<FacebookAdList> {
  const matching = await ads.matching(db, caller, query);
  const { page, sums } = await listLongPage(db, matching, ads.listing, query, {
    isNarrow: Boolean(query.include_tags?.length),
    texts: [query.search, query.campaign_name, query.adset_name, query.ad_name, query.ad_identifier],
    sums: KEPT_SUMS.facebook_ads.addedUp,
    kept: await ads.keptSums(db, caller, query),
  });
  const totals = {
    spend_last_1d: sums.cents_last_1d / 100,
    spend_last_7d: sums.cents_last_7d / 100,
    spend_last_14d: sums.cents_last_14d / 100,
    spend_last_28d: sums.cents_last_28d / 100,
  };
  return { ...page, totals };
}

/** The ads of these ids that are there and authorised, in ascending order. */
export async function reachableAds(db: Kysely<Tables>, caller: Caller, ids: readonly number[]): Promise<number[]> {
  const rows = await db
    .selectFrom('facebook_ads')
    .select('id')
    .where(sql<boolean>`id = any(${ids}::int[])`)
    .where(isAuthorised(caller, 'company_id'))
    .orderBy('id')
    .execute();
  return rows.map(({ id }) => id);
}

/** The preview of an ad, or why it has none; throws NotFound for the ad. The HTML is foreign: it may be hostile. */
export async function findAdPreview(db: Kysely<Tables>, caller: Caller, id: number): Promise<FacebookAdPreview> {
  const { preview_html, error } = await db
    .selectFrom('facebook_ads')
    .leftJoin('facebook_ad_previews', 'ad_id', 'facebook_ads.id')
    .select(['preview_html', 'error'])
    .where('facebook_ads.id', '=', id)
    .where(isAuthorised(caller, 'company_id'))
    .executeTakeFirstOrThrow(() => new NotFound(MISSING));
  return { preview_html, error: preview_html === null ? (error ?? 'There is no preview of this ad yet') : null };
}

/** The ids of all ads that the filters match, in the order asked for; with `ad_ids` only those of them. */
export async function matchingAdIds(
  db: Kysely<Tables>,
  caller: Caller,
  { ad_ids, sort_by, ...filters }: FacebookAdFilters & { ad_ids?: number[]; sort_by?: string },
): Promise<number[]> {
  const matching = await ads.matching(db, caller, filters);
  const named = ad_ids ? matching.where(sql<boolean>`facebook_ads.id = any(${ad_ids}::int[])`) : matching;
  const ids = sorted(named.clearSelect().select('facebook_ads.id'), ads.listing, { sort_by });
  // As one text: reading sixty thousand rows would hold up everybody else's calls.
  const { rows } = await sql<{ ids: string }>`select array_to_string(array(${ids}), ',') as ids`.execute(db);
  return rows[0]?.ids ? rows[0].ids.split(',').map(Number) : [];
}
