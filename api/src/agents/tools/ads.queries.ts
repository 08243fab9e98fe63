/** Ads and what they spent, counted and added up by the database, over one company or many. */
import { sql, type Kysely, type RawBuilder } from 'kysely';
import type { SPEND_DAYS } from 'contract/ads/facebook-ads';
import type { Tables } from '../../database/connection';
import { contains, foldedContains, searchedContains } from '../../database/list';
import { tagCondition, tagNamesOf } from '../../tags/taggable';
import type { Scope } from './companies-in-reach.queries';

/** Which ads are meant. */
export interface AdFilter {
  readonly search?: string | undefined;
  readonly campaign?: string | undefined;
  readonly ad_set?: string | undefined;
  readonly ad_type?: string | undefined;
  readonly tags?: readonly string[] | undefined;
  readonly without_tags?: readonly string[] | undefined;
  readonly untagged?: boolean | undefined;
  /** By the spend of the days that are asked for: known and above nothing, nothing, or not known. */
  readonly spend?: 'some' | 'none' | 'unknown' | undefined;
  readonly min_spend?: number | undefined;
  readonly max_spend?: number | undefined;
}

/** What is asked of them. */
export interface AdQuestion {
  readonly scope: Scope;
  readonly days: (typeof SPEND_DAYS)[number];
  readonly filter: AdFilter;
  readonly order: 'most' | 'least';
  readonly limit: number;
  readonly offset: number;
}

/** All ads that match: how many, what they spent, and of how many that is not known. */
export interface AdTotals {
  ads: number;
  spend: number;
  /** Of the ads whose spend is known; null where there is none. */
  average: number | null;
  unknown: number;
}

/** One of the ads that match. */
export interface AdRow {
  id: number;
  company: string;
  ad: string;
  identifier: string;
  type: string | null;
  campaign: string | null;
  ad_set: string | null;
  spend: number | null;
  tags: string[];
}

/** What ads are added up by. */
export const AD_GROUPS = ['company', 'campaign', 'ad_set', 'type', 'tag'] as const;

/** A group of ads; `name` is null for those without a campaign, an ad set or a type. */
export interface AdGroup {
  name: string | null;
  company: string | null;
  ads: number;
  spend: number;
}

const spendOf = (days: AdQuestion['days']) => sql.ref(`spend_last_${days}d`);

/**
 * Where a name holds a text: as it is written, or with the dash that names have between numbers, for people type another;
 * letters from the beginning of a word on, so that 'Men' is not found in 'Women'.
 */
function holds(column: string, text: string, contains: (text: string) => RawBuilder<boolean>): RawBuilder<boolean> {
  const dashed = text.replace(/(?<=\d)-(?=\d)/g, '–');
  const each = [...new Set([text, dashed])].map((one) => {
    const pattern = `\\m${one.replace(/[^\p{L}\p{N}\s]/gu, '\\$&')}`;
    return /^\p{L}/u.test(one) ? sql<boolean>`(${contains(one)} and ${sql.ref(column)} ~* ${pattern})` : contains(one);
  });
  return sql<boolean>`(${sql.join(each, sql` or `)})`;
}

async function conditionOf(db: Kysely<Tables>, { scope, days, filter }: AdQuestion): Promise<RawBuilder<boolean>> {
  const spend = spendOf(days);
  const companyId = scope.companies.length === 1 ? scope.companies[0]?.id : undefined;
  const { tags: include, without_tags: exclude, search, campaign, ad_set, ad_type, min_spend, max_spend } = filter;
  const conditions = [scope.condition('facebook_ads.company_id')];
  const tagged = await tagCondition(db, 'facebook_ad', { companyId, include, exclude });
  if (tagged) conditions.push(tagged);
  if (search !== undefined) conditions.push(holds('searched', search, (text) => foldedContains('searched', text)));
  if (campaign !== undefined)
    conditions.push(holds('campaign_name', campaign, (text) => searchedContains('campaign_name', text)));
  if (ad_set !== undefined)
    conditions.push(holds('adset_name', ad_set, (text) => searchedContains('adset_name', text)));
  if (ad_type !== undefined) conditions.push(contains('ad_type', ad_type));
  if (filter.untagged) conditions.push(sql<boolean>`tag_ids = '{}'`);
  if (filter.spend === 'some') conditions.push(sql<boolean>`${spend} > 0`);
  if (filter.spend === 'none') conditions.push(sql<boolean>`${spend} = 0`);
  if (filter.spend === 'unknown') conditions.push(sql<boolean>`${spend} is null`);
  if (min_spend !== undefined) conditions.push(sql<boolean>`${spend} >= ${min_spend}`);
  if (max_spend !== undefined) conditions.push(sql<boolean>`${spend} <= ${max_spend}`);
  return sql<boolean>`(${sql.join(conditions, sql` and `)})`;
}

/** All ads that match. */
export async function totalsOfAds(db: Kysely<Tables>, question: AdQuestion): Promise<AdTotals> {
  const spend = spendOf(question.days);
  const { rows } = await sql<AdTotals>`
    select count(*) as ads, coalesce(sum(${spend}), 0) as spend,
      round(avg(${spend}), 2) as average, count(*) filter (where ${spend} is null) as unknown
    from facebook_ads where ${await conditionOf(db, question)}`.execute(db);
  return rows[0] ?? { ads: 0, spend: 0, average: null, unknown: 0 };
}

/** A page of the ads that match, by their spend. */
export async function adsBySpend(db: Kysely<Tables>, question: AdQuestion): Promise<AdRow[]> {
  const direction = question.order === 'most' ? sql`desc` : sql`asc`;
  const { rows } = await sql<AdRow>`
    select facebook_ads.id, companies.name as company, ad_name as ad, ad_identifier as identifier, ad_type as type,
      campaign_name as campaign, adset_name as ad_set, ${spendOf(question.days)} as spend,
      ${tagNamesOf('facebook_ad', 'facebook_ads.id')} as tags
    from facebook_ads join companies on companies.id = facebook_ads.company_id
    where ${await conditionOf(db, question)}
    order by ${spendOf(question.days)} ${direction} nulls last, facebook_ads.id ${direction}
    limit ${question.limit} offset ${question.offset}`.execute(db);
  return rows;
}

const GROUP_NAMES = {
  company: 'companies.name',
  campaign: 'campaign_name',
  ad_set: 'adset_name',
  type: 'ad_type',
  tag: 'tags.name',
} as const;

/**
 * A page of the groups that the ads make, by their spend, and how many groups there are. An ad with several tags counts
 * for each, one without for none. A campaign or ad set belongs to one company, types and tags of one name go together.
 */
export async function spendByGroup(
  db: Kysely<Tables>,
  question: AdQuestion,
  by: (typeof AD_GROUPS)[number],
): Promise<{ groups: AdGroup[]; total: number }> {
  const direction = question.order === 'most' ? sql`desc` : sql`asc`;
  const tagged = sql`
    join tag_uses on tag_uses.resource_type = 'facebook_ad' and tag_uses.resource_id = facebook_ads.id
    join tags on tags.id = tag_uses.tag_id`;
  const ofOne = by === 'campaign' || by === 'ad_set';
  const { rows } = await sql<AdGroup & { total: number }>`
    select ${sql.ref(GROUP_NAMES[by])} as name, ${ofOne ? sql.ref('companies.name') : sql`null::text`} as company,
      count(*) as ads, coalesce(sum(${spendOf(question.days)}), 0) as spend, count(*) over () as total
    from facebook_ads join companies on companies.id = facebook_ads.company_id ${by === 'tag' ? tagged : sql``}
    where ${await conditionOf(db, question)}
    group by 1, 2${by === 'company' ? sql`, companies.id` : sql``}
    order by 4 ${direction}, 1 nulls last, 2
    limit ${question.limit} offset ${question.offset}`.execute(db);
  return { groups: rows.map(({ total: _, ...group }) => group), total: rows[0]?.total ?? 0 };
}
