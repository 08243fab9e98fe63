/** The tools over Facebook ads: `ad_spend` adds up, `find_ads` names the ads. Any signed-in user may read them (DECISIONS §2). */
import { sql, type RawBuilder } from 'kysely';
import { type SPEND_DAYS } from 'contract/ads/facebook-ads';
import { flag, money, object, oneOf, text, type Infer } from 'contract/schema';
import { ads } from '../../ads/facebook-ads.queries';
import { foldedContains, searchedContains } from '../../database/list';
import { tagNamesOf } from '../../tags/taggable';
import { found, type Sought } from './find';
import { columnsOf, dollars, howMany, lookUp, taken } from './look-up';
import type { Subject } from './subject.queries';

/** The periods that spend is known for. */
const PERIODS = ['1d', '7d', '14d', '28d'] as const;
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
  spend_moved: {
    ...flag('Spend moved'),
    description:
      'Of at least $10 in 28 days, the last 7 differ from a quarter of it by more than a third, as the dashboard counts',
  },
  min_spend: money('Min spend', { minimum: 0 }),
  max_spend: money('Max spend', { minimum: 0 }),
  order: oneOf('Order', ['most', 'least']),
  limit: taken.limit,
  page: taken.page,
} as const;

/** The periods as numbers of days. */
const DAYS: Readonly<Record<Period, Days>> = { '1d': 1, '7d': 7, '14d': 14, '28d': 28 };
/** 'the last 7 days, up to yesterday' */
const daysInWords = (days: Days) => (days === 1 ? 'yesterday' : `the last ${days} days, up to yesterday`);
/** The same behind a verb. */
const within = (days: Days) => (days === 1 ? 'yesterday' : `in ${daysInWords(days)}`);
const SPEND = { some: 'above nothing', none: 'nothing', unknown: 'not known' } as const;

interface Sums {
  spend: number;
  /** Of the ads whose spend is known; null without any. */
  average: number | null;
  /** Of how many ads it is not known. */
  unknown: number;
  ads: number;
}

/**
 * Where a name holds a text: as it is written, or with the dash that names have between numbers, for people type another;
 * letters from the beginning of a word on, so that 'Men' is not found in 'Women'.
 */
function holds(column: string, text: string): RawBuilder<boolean> {
  const contains = (one: string) =>
    column === 'searched' ? foldedContains(column, one) : searchedContains(column, one);
  const dashed = text.replace(/(?<=\d)-(?=\d)/g, '–');
  const each = [...new Set([text, dashed])].map((one) => {
    const pattern = `\\m${one.replace(/[^\p{L}\p{N}\s]/gu, '\\$&')}`;
    return /^\p{L}/u.test(one) ? sql<boolean>`(${contains(one)} and ${sql.ref(column)} ~* ${pattern})` : contains(one);
  });
  return sql<boolean>`(${sql.join(each, sql` or `)})`;
}

/** Ads by what they spent in so many days. */
const adsOf = (days: Days): Subject => {
  const spend = sql.ref(`spend_last_${days}d`);
  const spent = {
    some: sql<boolean>`${spend} > 0`,
    none: sql<boolean>`${spend} = 0`,
    unknown: sql<boolean>`${spend} is null`,
  };
  return {
    list: ads,
    filters: {
      search: { label: 'Search', list: 'search', is: (text: string) => holds('searched', text) },
      campaign: { label: 'Campaign', list: 'campaign_name', is: (text: string) => holds('campaign_name', text) },
      ad_set: { label: 'Ad set', list: 'adset_name', is: (text: string) => holds('adset_name', text) },
      ad_type: { label: 'Type' },
      tags: { label: 'Tagged', list: 'include_tags' },
      without_tags: { label: 'Not tagged', list: 'exclude_tags' },
      untagged: { label: 'Without tags', is: () => sql<boolean>`tag_ids = '{}'` },
      spend: {
        label: 'Spend',
        said: (which: keyof typeof SPEND) => SPEND[which],
        is: (which: keyof typeof spent) => spent[which],
      },
      spend_moved: { label: 'Spend moved' },
      min_spend: {
        label: 'Spend from',
        said: dollars,
        is: (least: number) => sql<boolean>`${spend} >= ${least}`,
        ...(days === 7 && { list: 'min_spend_7d' }),
      },
      max_spend: { label: 'Spend up to', said: dollars, is: (most: number) => sql<boolean>`${spend} <= ${most}` },
    },
    sums: {
      spend: sql`coalesce(sum(${spend}), 0)`,
      average: sql`round(avg(${spend}), 2)`,
      unknown: sql`count(*) filter (where ${spend} is null)`,
      ads: sql`count(*)`,
    },
    columns: {
      ad: sql`ad_name`,
      identifier: sql`ad_identifier`,
      type: sql`ad_type`,
      campaign: sql`campaign_name`,
      ad_set: sql`adset_name`,
      spend,
      tags: tagNamesOf('facebook_ad', 'facebook_ads.id'),
    },
    groups: { campaign: sql`campaign_name`, ad_set: sql`adset_name`, type: sql`ad_type` },
  };
};

type SpendOptions = Pick<
  Infer<{ readonly properties: typeof adFilter; readonly required: readonly [] }>,
  'period' | 'order'
>;

/** Ads in the order of what they spent. */
export function adsBySpend({
  period = '7d',
  order = 'most',
}: SpendOptions): Sought<Sums, { ad: string; spend: number | null }> {
  const days = DAYS[period];
  const sort_by = `${order === 'most' ? '-' : ''}cached_spend_last_${days}d`;
  const spend = [`Spend, ${days === 1 ? 'yesterday' : `${days} days`}`, 'usd'] as const;
  return {
    subject: adsOf(days),
    one: 'ad',
    days: daysInWords(days),
    ofCompany: ['campaign', 'ad_set'],
    order: sort_by,
    orderOfGroups: order === 'most' ? sql`4 desc` : sql`4`,
    list: { ofOne: true, query: { sort_by } },
    columns: columnsOf({ ad: 'Ad', company: 'Company', type: 'Type', campaign: 'Campaign', spend }),
    sums: columnsOf({ ads: ['Ads', 'count'], spend }),
    total: ({ totals: { count, spend, average, unknown } }) => {
      if (unknown === count) return ` What they spent is not known for ${daysInWords(days)}.`;
      const missing = unknown ? ` Of ${howMany(unknown, 'ad')} the spend is not known.` : '';
      const each = average === null || count === 1 ? '' : ` The average of an ad is ${dollars(average)}.`;
      return ` They spent ${dollars(spend)} ${within(days)}.${missing}${each}`;
    },
    first: ({ ad, company, spend }, { totals, scope }) =>
      spend && totals.count > 1
        ? ` The ad that spent ${order}: ${ad}${scope.companies.length === 1 ? '' : ` (${company})`}, ${dollars(spend)}.`
        : '',
    firstOf: (groups, label, total, scope) => {
      // Ads without such a group lead no ranking.
      const first = groups.find(({ name }) => name !== null);
      if (!first || total < 2) return '';
      const of = first.company !== null && scope.companies.length !== 1 ? ` (${first.company})` : '';
      const all = howMany(total, label, label === 'company' ? 'companies' : `${label}s`);
      return ` Of ${all} the one that spent ${order}: ${first.name}${of}, ${dollars(first.spend)}.`;
    },
  };
}

/** Spend in one of the four periods, in all and by group. */
export const adSpend = lookUp({
  description:
    'What Facebook ads spent in the last 1, 7, 14 or 28 days up to yesterday (no other period is known), in US dollars: in all, and by company, campaign, ad set, type or tag (an ad with several tags counts for each). Use it for totals and comparisons; the sums are made by the database, so quote them and never add up rows.',
  input: object({ ...adFilter, by: oneOf('By', ['company', 'campaign', 'ad_set', 'type', 'tag']) }, []),
  read: (context, { by = 'company', ...input }) =>
    found(
      context,
      adsBySpend(input),
      { ...input, by },
      by === 'company' ? 'The same by campaign, ad set, type or tag.' : 'The ads behind it, by find_ads.',
    ),
});

/** Single ads, by their spend. */
export const findAds = lookUp({
  description:
    'Finds Facebook ads and counts them: by a part of a name, type, tags, or by what they spent in the last 1, 7, 14 or 28 days (7 unless said), the highest spend first or the lowest. Says how many match in all.',
  input: object(adFilter, []),
  read: (context, input) =>
    found(context, adsBySpend(input), input, 'Their spend in all or by campaign, ad set, type or tag, by ad_spend.'),
});
