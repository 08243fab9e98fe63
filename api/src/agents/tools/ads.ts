/** The tools over Facebook ads: `ad_spend` adds up, `find_ads` names the ads. Any signed-in user may read them (DECISIONS §2). */
import type { ListAddress } from 'contract/agents/tool-results';
import { type SPEND_DAYS } from 'contract/ads/facebook-ads';
import { flag, money, object, oneOf, text } from 'contract/schema';
import {
  AD_GROUPS,
  adsBySpend,
  spendByGroup,
  totalsOfAds,
  type AdFilter,
  type AdGroup,
  type AdRow,
  type AdTotals,
} from './ads.queries';
import { scopeOf, type Scope } from './companies-in-reach.queries';
import {
  column,
  dollars,
  filtersInWords,
  filtersOf,
  howMany,
  leading,
  lookUp,
  pageOf,
  resultOf,
  taken,
  type Finding,
} from './look-up';

/** The periods that spend is known for. */
export const PERIODS = ['1d', '7d', '14d', '28d'] as const;
type Days = (typeof SPEND_DAYS)[number];
type Period = (typeof PERIODS)[number];

const part = (title: string) => text(title, { minLength: 1, maxLength: 255, description: 'A part of its name' });

/** Which ads are meant. */
export const adFilter = {
  companies: taken.companies,
  period: oneOf('Period', PERIODS),
  search: { ...taken.search, description: 'A part of the name of ad, campaign or ad set, or of the ad ID' },
  campaign: part('Campaign'),
  ad_set: part('Ad set'),
  ad_type: text('Ad type', { minLength: 1, maxLength: 50, description: 'Such as video, image or carousel' }),
  tags: taken.tags,
  without_tags: taken.without_tags,
  untagged: { ...flag('Untagged'), description: 'Only ads without any tag' },
  spend: oneOf('Spend', ['some', 'none', 'unknown']),
  min_spend: money('Min spend', { minimum: 0 }),
  max_spend: money('Max spend', { minimum: 0 }),
  order: oneOf('Order', ['most', 'least']),
  limit: taken.limit,
  page: taken.page,
} as const;

/** The periods as numbers of days. */
export const DAYS: Readonly<Record<Period, Days>> = { '1d': 1, '7d': 7, '14d': 14, '28d': 28 };
/** 'the last 7 days, up to yesterday' */
const inWordsOf = (days: Days) => (days === 1 ? 'yesterday' : `the last ${days} days, up to yesterday`);
/** The same behind a verb. */
const within = (days: Days) => (days === 1 ? 'yesterday' : `in ${inWordsOf(days)}`);
const SPEND = { some: 'above nothing', none: 'nothing', unknown: 'not known' } as const;

/** Spend in one of the four periods, in all and by group. */
export const adSpend = lookUp({
  description:
    'What Facebook ads spent in the last 1, 7, 14 or 28 days up to yesterday (no other period is known), in US dollars: in all, and by company, campaign, ad set, type or tag (an ad with several tags counts for each). Use it for totals and comparisons; the sums are made by the database, so quote them and never add up rows.',
  input: object({ ...adFilter, by: oneOf('By', AD_GROUPS) }, []),
  read: async (
    { db, caller },
    { companies, period = '7d', by = 'company', order = 'most', limit, page, ...filter },
  ) => {
    const scope = await scopeOf(db, caller, companies);
    const days = DAYS[period];
    const rows = pageOf({ limit, page });
    const question = { scope, days, filter, order, ...rows };
    const totals = await totalsOfAds(db, question);
    const { groups, total } = await spendByGroup(db, question, by);
    const filters = filtersOfAds(filter);
    const label = GROUP_LABELS[by];
    return resultOf({
      scope,
      days: inWordsOf(days),
      filters,
      summary:
        spendSentence(scope, totals, days, filters) + firstSentence(leading(groups, rows), total, by, order, scope),
      total,
      page: rows.page,
      columns: [
        column('name', label),
        ...(by === 'company' ? [] : [column('company', 'Company')]),
        column('ads', 'Ads', 'count'),
        column('spend', `Spend, ${days === 1 ? 'yesterday' : `${days} days`}`, 'usd'),
      ],
      rows: groups.map(({ company, ...group }) => ({ ...group, ...(company !== null && { company }) })),
      open: openAds(scope, days, filter, order),
      hint: by === 'company' ? 'The same by campaign, ad set, type or tag.' : 'The ads behind it, by find_ads.',
    });
  },
});

/** Single ads, by their spend. */
export const findAds = lookUp({
  description:
    'Finds Facebook ads and counts them: by a part of a name, type, tags, or by what they spent in the last 1, 7, 14 or 28 days (7 unless said), the highest spend first or the lowest. Says how many match in all.',
  input: object(adFilter, []),
  read: async ({ db, caller }, { companies, period = '7d', order = 'most', limit, page, ...filter }) => {
    const scope = await scopeOf(db, caller, companies);
    const days = DAYS[period];
    const rows = pageOf({ limit, page });
    const question = { scope, days, filter, order, ...rows };
    const totals = await totalsOfAds(db, question);
    const ads = await adsBySpend(db, question);
    const filters = filtersOfAds(filter);
    return resultOf({
      scope,
      days: inWordsOf(days),
      filters,
      summary: adsSentence(scope, totals, days, filters) + firstAd(leading(ads, rows), totals.ads, order, scope),
      total: totals.ads,
      page: rows.page,
      columns: [
        column('ad', 'Ad'),
        column('company', 'Company'),
        column('type', 'Type'),
        column('campaign', 'Campaign'),
        column('spend', `Spend, ${days === 1 ? 'yesterday' : `${days} days`}`, 'usd'),
      ],
      rows: ads.map((ad) => ({ ...ad })),
      open: openAds(scope, days, filter, order),
      hint: 'Their spend in all or by campaign, ad set, type or tag, by ad_spend.',
    });
  },
});

function firstAd([first]: readonly AdRow[], total: number, order: string, scope: Scope): string {
  if (!first?.spend || total < 2) return '';
  const of = scope.companies.length === 1 ? '' : ` (${first.company})`;
  return ` The ad that spent ${order}: ${first.ad}${of}, ${dollars(first.spend)}.`;
}

const GROUP_LABELS = { company: 'Company', campaign: 'Campaign', ad_set: 'Ad set', type: 'Type', tag: 'Tag' } as const;

const filtersOfAds = ({ search, ...filter }: AdFilter): [string, string][] =>
  filtersOf({
    Search: search,
    Campaign: filter.campaign,
    'Ad set': filter.ad_set,
    Type: filter.ad_type,
    Tagged: filter.tags,
    'Not tagged': filter.without_tags,
    'Without tags': filter.untagged,
    Spend: filter.spend && SPEND[filter.spend],
    'Spend from': filter.min_spend === undefined ? undefined : dollars(filter.min_spend),
    'Spend up to': filter.max_spend === undefined ? undefined : dollars(filter.max_spend),
  });

function spendSentence(scope: Scope, totals: AdTotals, days: Days, filters: Finding['filters']): string {
  const { ads, spend, average, unknown } = totals;
  if (!ads) return `There are no ads of ${scope.phrase}${filtersInWords(filters)}.`;
  const known = unknown === ads ? 'What they spent is not known for' : `They spent ${dollars(spend)}`;
  const missing = unknown && unknown < ads ? ` Of ${howMany(unknown, 'ad')} the spend is not known.` : '';
  const when = unknown === ads ? inWordsOf(days) : within(days);
  const each = average === null || ads === 1 ? '' : ` The average of an ad is ${dollars(average)}.`;
  return `${scope.phrase}${filtersInWords(filters)}: ${howMany(ads, 'ad')}. ${known} ${when}.${missing}${each}`;
}

function firstSentence(
  groups: readonly AdGroup[],
  total: number,
  by: keyof typeof GROUP_LABELS,
  order: string,
  scope: Scope,
): string {
  // What is in no group leads none.
  const first = groups.find(({ name }) => name !== null);
  if (!first || total < 2) return '';
  const of = first.company !== null && scope.companies.length !== 1 ? ` (${first.company})` : '';
  const label = GROUP_LABELS[by].toLowerCase();
  const count = howMany(total, label, by === 'company' ? 'companies' : `${label}s`);
  return ` Of ${count} the one that spent ${order}: ${first.name}${of}, ${dollars(first.spend)}.`;
}

function adsSentence(scope: Scope, { ads, spend, unknown }: AdTotals, days: Days, filters: Finding['filters']): string {
  const which = `${scope.phrase}${filtersInWords(filters)}`;
  if (!ads) return `There are no ads of ${which}.`;
  const spent = unknown === ads ? '' : ` Together they spent ${dollars(spend)} ${within(days)}.`;
  return `${which}: ${howMany(ads, 'ad')}.${spent}`;
}

/** The list of the ads; null where it has no such filter. */
function openAds(scope: Scope, days: Days, filter: AdFilter, order: 'most' | 'least'): ListAddress | null {
  const [company, ...others] = scope.companies;
  const { search, campaign, ad_set, ad_type, tags = [], without_tags = [], min_spend } = filter;
  if (!company || others.length || filter.untagged || filter.spend || filter.max_spend !== undefined) return null;
  if (min_spend !== undefined && days !== 7) return null;
  return {
    path: '/facebook-ads',
    query: {
      company_id: company.id,
      ...(search !== undefined && { search }),
      ...(campaign !== undefined && { campaign_name: campaign }),
      ...(ad_set !== undefined && { adset_name: ad_set }),
      ...(ad_type !== undefined && { ad_type }),
      ...(tags.length && { include_tags: tags }),
      ...(without_tags.length && { exclude_tags: without_tags }),
      ...(min_spend !== undefined && { min_spend_7d: min_spend }),
      sort_by: `${order === 'most' ? '-' : ''}cached_spend_last_${days}d`,
    },
  };
}
