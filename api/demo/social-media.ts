/** The demonstration criteria, search terms and profiles: 1, 100 and 150 in each company. */
import { sql, type Insertable, type Transaction } from 'kysely';
import type { Tables } from '../src/database/connection';
import { chanceOf, pick } from './chance';
import { hoursLater } from './moments';
import { fillSocialMediaPosts } from './social-media-posts';
import { makeTags, ODD_TAGS, someTags, useTags } from './tags';

const PROFILES_OF_A_COMPANY = 150;
const TERMS_OF_A_COMPANY = 100;

const CRITERIA = [
  `A post counts when it shows one of our products in use, by a person, in good light.

It does not count when
- the product is only named in a list of hashtags,
- it is a repost of our own advertisement,
- the account has fewer than 500 followers and the post fewer than 1,000 views.

When in doubt, keep it as pending and ask.`,
  'Any video in which the brand is named aloud or shown on screen for at least two seconds.',
  'يُحتسب المنشور إذا ظهر المنتج بوضوح وكان صاحب الحساب شخصًا حقيقيًا.',
  '<b>Only</b> posts with <script>alert("criteria")</script> our hashtag & a visible product.',
  '製品が実際に使われている投稿だけを対象とします。広告の転載は対象外です。🍵',
];

const SUBJECTS = [
  ...['unboxing', 'haul', 'review', 'gift idea', 'morning routine', 'how to', 'before and after', 'small business'],
  ...['restock', 'discount code', 'dupe', 'vs', 'honest opinion', 'tutorial', 'favourites', 'winter', 'summer sale'],
  ...[
    'travel',
    'on a budget',
    'for beginners',
    'asmr',
    'sustainable',
    'handmade',
    'packing orders',
    'first impression',
  ],
];

/** Terms that a screen and a spreadsheet must survive; the others are a subject and the company's word. */
const ODD_TERMS = [
  ...['=1+1', '+49 shop', '-50%', '@mention', '#hashtag', '"quoted phrase"', "it's", 'a,b;c', '100%_sure'],
  ...[
    '<img src=x onerror=alert(1)>',
    'شاي أخضر',
    'שלום',
    '抹茶',
    'Škoda čaj',
    '🍵',
    `long tail ${'and longer '.repeat(21)}`,
  ],
];

const STATUS_MESSAGES = [
  'The platform answered that this account is private.',
  'Not found: the account was renamed or deleted.',
  'Rate limited, tried 3 times.\nNext try tomorrow.',
  '<b>502</b> Bad Gateway',
];
const FIRST = [
  'little',
  'north',
  'daily',
  'the.real',
  'cosy',
  'urban',
  'wild',
  'slow',
  'bright',
  'tiny',
  'old',
  'studio',
];
const SECOND = [
  'kitchen',
  'trails',
  'reader',
  'dog',
  'garden',
  'knits',
  'mornings',
  'skin',
  'maker',
  'family',
  'coffee',
];
const ODD_USERNAMES = [
  '=cmd|calc',
  '+plus',
  '-minus',
  'ünï_cødé',
  'مطبخ_الشرق',
  'ねこ日記',
  '<i>italic</i>',
  'x'.repeat(60),
];

const TAGS = [
  'creator',
  'Affiliate',
  'VIP',
  'needs review',
  'paid partnership',
  'UGC',
  'competitor',
  'micro (<10k)',
  'macro',
  ...ODD_TAGS,
];

/** Adds what these companies watch on social media. */
export async function fillSocialMedia(transaction: Transaction<Tables>, companyIds: readonly number[]): Promise<void> {
  const { id: userId } = await transaction
    .selectFrom('users')
    .select('id')
    .where('username', '=', 'social-manager')
    .executeTakeFirstOrThrow();
  for (const [company, companyId] of companyIds.entries()) {
    const known = { company_id: companyId, updated_by: userId };
    await transaction
      .insertInto('social_media_post_criteria')
      .values({ ...known, ...criteriaOf(company) })
      .execute();
    await transaction
      .insertInto('social_media_search_terms')
      .values(Array.from({ length: TERMS_OF_A_COMPANY }, (_, at) => ({ ...known, ...termOf(company, at) })))
      .execute();
    const profiles = await transaction
      .insertInto('social_media_profiles')
      .values(
        Array.from({ length: PROFILES_OF_A_COMPANY }, (_, at) => ({
          ...known,
          created_by: userId,
          ...profileOf(company, at),
        })),
      )
      .returning('id')
      .execute();
    const tagIds = await makeTags(transaction, 'social_media_profile', companyId, TAGS);
    const tagged = profiles.map(({ id }, at) => ({ id, tagIds: someTags(tagIds, at, chanceOf(company, 50_000 + at)) }));
    await useTags(transaction, 'social_media_profile', companyId, tagged);
    await fillSocialMediaPosts(transaction, { company, companyId, userId });
  }
  // The planner is to know the tables before their first list.
  for (const table of ['search_terms', 'profiles', 'posts'])
    await sql`analyze ${sql.table(`social_media_${table}`)}`.execute(transaction);
}

function criteriaOf(company: number): Omit<Insertable<Tables['social_media_post_criteria']>, 'company_id'> {
  const chance = chanceOf(company, 40_000);
  return {
    description: pick(CRITERIA, (company % CRITERIA.length) / CRITERIA.length),
    created_at: hoursLater(chance(1) * 1000),
    updated_at: hoursLater(1000 + chance(2) * 7000),
  };
}

function termOf(
  company: number,
  at: number,
): Omit<Insertable<Tables['social_media_search_terms']>, 'company_id' | 'updated_by'> {
  const chance = chanceOf(company, 10_000 + at);
  const created_at = hoursLater(chance(1) * 8000);
  return {
    // Each subject on each platform: the same text is another term there.
    search_term: ODD_TERMS[at] ?? `${SUBJECTS[at % SUBJECTS.length]}${at < SUBJECTS.length * 3 ? '' : ' near me'}`,
    platform: pick(['facebook', 'instagram', 'youtube'] as const, (Math.floor(at / SUBJECTS.length) % 3) / 3),
    status: pick(['active', 'active', 'active', 'inactive', 'pending'] as const, chance(2)),
    created_at,
    updated_at: created_at,
  };
}

function profileOf(company: number, at: number): Omit<Insertable<Tables['social_media_profiles']>, 'company_id'> {
  const chance = chanceOf(company, 20_000 + at);
  const status = pick(['active', 'active', 'active', 'active', 'inactive', 'error'] as const, chance(1));
  const created_at = hoursLater(chance(2) * 4000);
  const isIdentified = chance(3) < 0.8;
  return {
    platform: pick(['instagram', 'tiktok', 'youtube'] as const, (at % 3) / 3),
    platform_username: ODD_USERNAMES[at] ?? `${pick(FIRST, chance(4))}_${pick(SECOND, chance(5))}${at}`,
    platform_identifier: isIdentified ? String(17_841_400_000_000 + company * 1_000_003 + at * 7_919) : null,
    status,
    status_message: status === 'error' ? pick(STATUS_MESSAGES, chance(6)) : null,
    created_at,
    updated_at: hoursLater(4000 + chance(8) * 4000),
  };
}
