/** The demonstration ads: 600 in each company, with spend by day, tags and previews in every state that a screen shows. */
import { sql, type Insertable, type Transaction } from 'kysely';
import { SPEND_DAYS } from 'contract/ads/facebook-ads';
import type { Tables } from '../src/database/connection';
import { chanceOf, pick } from './chance';
import type { DemonstrationPlace } from './companies';
import { fillAdDays } from './facebook-ad-days';
import { EDGE_AD_NAMES, EDGE_TAGS } from './edge-cases';
import { previewOf } from './facebook-ad-previews';
import { openTurn } from './open-work';
import { CATALOGUES } from './product-variant-catalogues';
import { makeTags, someTags, useTags } from './tags';

type Ad = Insertable<Tables['facebook_ads']>;

const ADS_OF_A_COMPANY = 600;
const HOUR = 3_600_000;

const TYPES = ['image', 'video', 'carousel', 'collection', 'story', null] as const;
const OBJECTIVES = ['Prospecting', 'Retargeting', 'Lookalike 1%', 'Brand', 'Catalogue Sales', 'Win-back'];
const SEASONS = ['Spring Launch', 'Summer Sale', 'Back to School', 'Black Friday', 'Holiday Gifts', 'Evergreen'];
const AUDIENCES = ['Women 25–44', 'Men 25–44', 'All 18–65+', 'Past Buyers 180d', 'Cart Abandoners 14d', 'Newsletter'];
const HOOKS = [
  'Before & After',
  'Founder Story',
  '“I was sceptical”',
  '3 Reasons',
  'Unboxing',
  'Free Shipping',
  'Reviews',
];
const TAGS = [
  'winner',
  'testing',
  'UGC',
  'evergreen',
  'needs review',
  'high ROAS',
  'fatigued',
  'Q4',
  'holiday',
  'paused by client',
  'new creative',
  'static',
];

/** Adds the ads of these companies with their tags and previews; they were last read off Facebook hours before `now`. */
export async function fillFacebookAds(
  transaction: Transaction<Tables>,
  places: readonly DemonstrationPlace[],
  now: Date,
): Promise<void> {
  for (const place of places) {
    const rows = Array.from({ length: ADS_OF_A_COMPANY }, (_, at) => adOf(place, at, now));
    const ads = await transaction.insertInto('facebook_ads').values(rows).returning('id').execute();
    const tagIds = await makeTags(transaction, 'facebook_ad', place.id, place.isEdge ? [...TAGS, ...EDGE_TAGS] : TAGS);
    const tagged = ads.map(({ id }, at) => ({ id, tagIds: someTags(tagIds, at, chanceOf(place.at, 10_000 + at)) }));
    await useTags(transaction, 'facebook_ad', place.id, tagged);
    const stored = ads.map(({ id }, at) => ({
      id,
      windows: SPEND_DAYS.map((days) => rows[at]?.[`spend_last_${days}d`]),
    }));
    await fillAdDays(transaction, place, stored, now);
    const previews = ads.flatMap(({ id }, at) => {
      const preview = previewOf(at, rows[at]?.ad_name ?? '', place.isEdge);
      return preview ? [{ ad_id: id, ...preview }] : [];
    });
    await transaction.insertInto('facebook_ad_previews').values(previews).execute();
  }
  // The planner is to know the tables before their first list.
  for (const table of ['facebook_ads', 'facebook_ad_blocks', 'tags', 'tag_uses'])
    await sql`analyze ${sql.table(table)}`.execute(transaction);
}

function adOf(place: DemonstrationPlace, at: number, now: Date): Ad {
  const { id, slug, at: company, isEdge } = place;
  const chance = chanceOf(company, at);
  const season = pick(SEASONS, chance(1));
  const product = pick(CATALOGUES[slug]?.products ?? [], chance(12)).slice(0, 60);
  const oddName = isEdge ? EDGE_AD_NAMES[at] : undefined;
  // A few have been found and not been read yet.
  const isUnread = at % 97 === 96;
  return {
    company_id: id,
    ad_identifier: `${2385 + company}${String(840_000_000_000 + at * 7_919).padStart(13, '0')}`,
    ad_name: oddName ?? `${product} – ${pick(HOOKS, chance(2))} v${1 + (at % 9)}`,
    ad_type: isUnread ? null : pick(TYPES, oddName ? 0 : chance(3)),
    campaign_name: isUnread ? null : `${season} | ${pick(OBJECTIVES, chance(4))}`,
    adset_name: isUnread ? null : pick(AUDIENCES, chance(5)),
    ...(isUnread ? {} : spendOf(at, isEdge, chance, paceOf(place, at, chance))),
    cache_updated_at: isUnread ? null : new Date(now.getTime() - Math.floor(2 + chance(6) * 70) * HOUR).toISOString(),
  };
}

/** How much an ad spends of late, as a share of what it did: of some more or less. */
function paceOf(place: DemonstrationPlace, at: number, chance: (of: number) => number): number {
  if (place.isEdge) return chance(13) < 0.1 ? 2.2 : chance(14) < 0.05 ? 0.35 : 1;
  const turn = openTurn(place, 'ads whose spend moved', at, ADS_OF_A_COMPANY);
  return turn === null ? 1 : turn % 3 === 2 ? 0.35 : 2.2;
}

/** Many ads spend little, few a lot, some nothing, and of some it is not known; of some it moves up or down lately. */
function spendOf(at: number, isEdge: boolean, chance: (of: number) => number, lately: number): Partial<Ad> {
  if (at % 11 === 10 || at % 4 === 1)
    return { spend_last_1d: 0, spend_last_7d: 0, spend_last_14d: 0, spend_last_28d: 0 };
  const daily = isEdge && at === 8 ? 45_678.9 : Math.exp(0.8 + 4.2 * chance(7) ** 2);
  const days = (count: number, of: number) => Math.round(daily * count * (0.8 + 0.4 * chance(of)) * 100) / 100;
  const [one, six, seven, fourteen] = [days(lately, 8), days(6 * lately, 9), days(7, 10), days(14, 11)];
  // A longer time holds the shorter ones; of a young ad the long ones are not known yet.
  const sum = (...parts: number[]) => Math.round(parts.reduce((a, b) => a + b) * 100) / 100;
  const isYoung = at % 23 === 22;
  return {
    spend_last_1d: at % 5 === 4 ? 0 : one,
    spend_last_7d: sum(one, six),
    spend_last_14d: isYoung ? null : sum(one, six, seven),
    spend_last_28d: isYoung ? null : sum(one, six, seven, fourteen),
  };
}
