/** The demonstration criteria, search terms and profiles: at most 1, 100 and 150 in each company. */
import { sql, type Insertable, type Transaction } from 'kysely';
import type { Tables } from '../src/database/connection';
import { chanceOf, pick } from './chance';
import type { DemonstrationPlace } from './companies';
import { creatorOf } from './creators';
import { EDGE_CRITERIA, EDGE_STATUS_MESSAGES, EDGE_TAGS, EDGE_TERMS, EDGE_USERNAMES } from './edge-cases';
import { openTurn } from './open-work';
import { CATALOGUES } from './product-variant-catalogues';
import { fillSocialMediaPosts } from './social-media-posts';
import { makeTags, someTags, useTags } from './tags';
import { watchedAt } from './watched-times';

const PROFILES_OF_A_COMPANY = 150;
const TERMS_OF_A_COMPANY = 100;

/** The post criteria. Some companies have none yet. */
const CRITERIA = [
  `A post counts when it shows one of our products in use, by a person, in good light.

It does not count when
- the product is only named in a list of hashtags,
- it is a repost of our own advertisement,
- the account has fewer than 500 followers and the post fewer than 1,000 views.

When in doubt, keep it as pending and ask.`,
  'Any video in which the brand is named aloud or shown on screen for at least two seconds.',
  'Reviews and how-to videos by people who own the product. Giveaways and discount codes of others do not count.',
  null,
];

const SUBJECTS = [
  'unboxing',
  'haul',
  'review',
  'gift idea',
  'morning routine',
  'how to',
  'before and after',
  'small business',
  'restock',
  'discount code',
  'dupe',
  'comparison',
  'honest opinion',
  'tutorial',
  'favourites',
  'winter',
  'summer sale',
  'travel',
  'on a budget',
  'for beginners',
  'asmr',
  'sustainable',
  'handmade',
  'packing orders',
  'first impression',
];

const STATUS_MESSAGES = [
  'The platform says that this account is private.',
  'Not found: the account was renamed or deleted.',
  'Rate limited, tried 3 times. Next try tomorrow.',
];
const TAGS = [
  'creator',
  'affiliate',
  'VIP',
  'needs review',
  'paid partnership',
  'UGC',
  'competitor',
  'micro (<10k)',
  'macro',
];

/** Adds what these companies watch on social media, the newest of it yesterday. */
export async function fillSocialMedia(
  transaction: Transaction<Tables>,
  places: readonly DemonstrationPlace[],
  now: Date,
): Promise<void> {
  const { id: userId } = await transaction
    .selectFrom('users')
    .select('id')
    .where('username', '=', 'social-manager')
    .executeTakeFirstOrThrow();
  for (const place of places) {
    const known = { company_id: place.id, updated_by: userId };
    const criteria = criteriaOf(place, now);
    if (criteria)
      await transaction
        .insertInto('social_media_post_criteria')
        .values({ ...known, ...criteria })
        .execute();
    await transaction
      .insertInto('social_media_search_terms')
      .values(Array.from({ length: TERMS_OF_A_COMPANY }, (_, at) => ({ ...known, ...termOf(place, at, now) })))
      .execute();
    const profiles = await transaction
      .insertInto('social_media_profiles')
      .values(
        Array.from({ length: PROFILES_OF_A_COMPANY }, (_, at) => ({
          ...known,
          created_by: userId,
          ...profileOf(place, at, now),
        })),
      )
      .returning('id')
      .execute();
    const tags = place.isEdge ? [...TAGS, ...EDGE_TAGS] : TAGS;
    const tagIds = await makeTags(transaction, 'social_media_profile', place.id, tags);
    const tagged = profiles.map(({ id }, at) => ({
      id,
      tagIds: someTags(tagIds, at, chanceOf(place.at, 50_000 + at)),
    }));
    await useTags(transaction, 'social_media_profile', place.id, tagged);
    await fillSocialMediaPosts(transaction, place, { userId, now });
  }
  // The planner is to know the tables before their first list.
  for (const table of ['search_terms', 'profiles', 'posts'])
    await sql`analyze ${sql.table(`social_media_${table}`)}`.execute(transaction);
}

function criteriaOf(
  { at, isEdge }: DemonstrationPlace,
  now: Date,
): Omit<Insertable<Tables['social_media_post_criteria']>, 'company_id'> | null {
  const chance = chanceOf(at, 40_000);
  const description = isEdge ? EDGE_CRITERIA : (CRITERIA[at % CRITERIA.length] ?? null);
  if (description === null) return null;
  const created = chance(1) * 1000;
  return {
    description,
    created_at: watchedAt(now, created),
    updated_at: watchedAt(now, created + chance(2) * 7000),
  };
}

function termOf(
  { slug, at: company, isEdge }: DemonstrationPlace,
  at: number,
  now: Date,
): Omit<Insertable<Tables['social_media_search_terms']>, 'company_id' | 'updated_by'> {
  const chance = chanceOf(company, 10_000 + at);
  const created_at = watchedAt(now, chance(1) * 8000);
  // Each text on three platforms: it is another term there.
  const text = Math.floor(at / 3);
  const searched = CATALOGUES[slug]?.searched ?? [];
  return {
    search_term:
      (isEdge ? EDGE_TERMS[at] : undefined) ??
      `${searched[text % searched.length] ?? ''} ${SUBJECTS[text % SUBJECTS.length] ?? ''}`,
    platform: (['facebook', 'instagram', 'youtube'] as const)[at % 3] ?? 'facebook',
    status: pick(['active', 'active', 'active', 'active', 'inactive', 'pending'] as const, chance(2)),
    created_at,
    updated_at: created_at,
  };
}

function profileOf(
  place: DemonstrationPlace,
  at: number,
  now: Date,
): Omit<Insertable<Tables['social_media_profiles']>, 'company_id'> {
  const { at: company, isEdge } = place;
  const chance = chanceOf(company, 20_000 + at);
  const isFailed = isEdge ? chance(1) < 0.06 : openTurn(place, 'profiles in error', at, PROFILES_OF_A_COMPANY) !== null;
  const status = isFailed ? 'error' : chance(1) < 0.16 ? 'inactive' : 'active';
  const created_at = watchedAt(now, chance(2) * 4000);
  const isIdentified = chance(3) < 0.8;
  const messages = isEdge ? EDGE_STATUS_MESSAGES : STATUS_MESSAGES;
  return {
    platform: (['instagram', 'tiktok', 'youtube'] as const)[at % 3] ?? 'instagram',
    platform_username: (isEdge ? EDGE_USERNAMES[at] : undefined) ?? creatorOf(company, Math.floor(at / 3)),
    platform_identifier: isIdentified ? String(17_841_400_000_000 + company * 1_000_003 + at * 7_919) : null,
    status,
    status_message: status === 'error' ? pick(messages, chance(6)) : null,
    created_at,
    updated_at: watchedAt(now, 4000 + chance(8) * 4000),
  };
}
