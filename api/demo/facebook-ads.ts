/** The demonstration ads: 600 in each company, with spend, tags and previews in every state that a screen shows. */
import { sql, type Insertable, type Transaction } from 'kysely';
import type { Tables } from '../src/database/connection';
import { chanceOf, pick } from './chance';
import { previewOf } from './facebook-ad-previews';
import { makeTags, someTags, useTags } from './tags';

type Ad = Insertable<Tables['facebook_ads']>;

const ADS_OF_A_COMPANY = 600;
const LAST_REFRESH = Date.parse('2026-01-12T06:15:00.000Z');
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

/** Names that a screen must survive; the others are made of season, hook and number. */
const ODD_NAMES = [
  '<script>alert("ad name")</script>',
  '=HYPERLINK("https://sink.storeward.example","Click")',
  'تخفيضات الشتاء – خصم ٥٠٪ على كل شيء',
  '50% off_everything \\ "today" only',
  `The Ad Whose Name Somebody Pasted the Whole Brief Into: ${'warm light, slow zoom, product in hand, '.repeat(5)}end`,
  '🎄🎁 Holiday 🎁🎄',
  '@handle mention',
  '\u202eright to left, by force',
];

/** Long, odd and right-to-left: a tag is the person's own text. */
const TAGS = [
  ...['winner', 'Testing', 'paused by client', 'UGC', 'Q4', 'needs review', 'high ROAS', 'fatigued', 'évergreen'],
  ...['a/b', '%2e%2e', '50% off', 'what?', '#hashtag', `"quoted"`, "client's pick", '<b>bold</b>', 'C:\\ads'],
  ...['مراجعة', 'שלום עולם', '日本語', '🔥', '👩‍👩‍👧 family', 'a tag of fifty characters, as long as a tag may be'],
];

/** Adds the ads of these companies with their tags and previews. */
export async function fillFacebookAds(transaction: Transaction<Tables>, companyIds: readonly number[]): Promise<void> {
  for (const [company, companyId] of companyIds.entries()) {
    const rows = Array.from({ length: ADS_OF_A_COMPANY }, (_, at) => adOf(companyId, company, at));
    const ads = await transaction.insertInto('facebook_ads').values(rows).returning('id').execute();
    const tagIds = await makeTags(transaction, 'facebook_ad', companyId, TAGS);
    const tagged = ads.map(({ id }, at) => ({ id, tagIds: someTags(tagIds, at, chanceOf(company, 10_000 + at)) }));
    await useTags(transaction, 'facebook_ad', companyId, tagged);
    const previews = ads.flatMap(({ id }, at) => {
      const preview = previewOf(at, rows[at]?.ad_name ?? '');
      return preview ? [{ ad_id: id, ...preview }] : [];
    });
    await transaction.insertInto('facebook_ad_previews').values(previews).execute();
  }
  // The planner is to know the tables before their first list.
  for (const table of ['facebook_ads', 'tags', 'tag_uses']) await sql`analyze ${sql.table(table)}`.execute(transaction);
}

function adOf(companyId: number, company: number, at: number): Ad {
  const chance = chanceOf(company, at);
  const season = pick(SEASONS, chance(1));
  const isOdd = at < ODD_NAMES.length;
  // A few have been found and not been read yet.
  const isUnread = at % 97 === 96;
  return {
    company_id: companyId,
    ad_identifier: `${2385 + company}${String(840_000_000_000 + at * 7_919).padStart(13, '0')}`,
    ad_name: ODD_NAMES[at] ?? `${season} – ${pick(HOOKS, chance(2))} v${1 + (at % 9)}`,
    ad_type: isUnread ? null : pick(TYPES, isOdd ? 0 : chance(3)),
    campaign_name: isUnread ? null : `${season} | ${pick(OBJECTIVES, chance(4))}`,
    adset_name: isUnread ? null : pick(AUDIENCES, chance(5)),
    ...(isUnread ? {} : spendOf(at, chance)),
    cache_updated_at: isUnread ? null : new Date(LAST_REFRESH - Math.floor(chance(6) * 72) * HOUR).toISOString(),
  };
}

/** Many ads spend little, few a lot, some nothing, and of some it is not known. */
function spendOf(at: number, chance: (of: number) => number): Partial<Ad> {
  if (at % 11 === 10) return { spend_last_1d: 0, spend_last_7d: 0, spend_last_14d: 0, spend_last_28d: 0 };
  const daily = at === 8 ? 45_678.9 : Math.exp(1 + 4.5 * chance(7) ** 2);
  const days = (count: number, of: number) => Math.round(daily * count * (0.8 + 0.4 * chance(of)) * 100) / 100;
  const [one, six, seven, fourteen] = [days(1, 8), days(6, 9), days(7, 10), days(14, 11)];
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
