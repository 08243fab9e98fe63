/** The demonstration posts: 1,500 in each company, on every platform and in every state. */
import type { Insertable, Transaction } from 'kysely';
import type { Tables } from '../src/database/connection';
import { chanceOf, pick } from './chance';
import type { DemonstrationPlace } from './companies';
import { creatorOf } from './creators';
import { EDGE_AUTHORS, EDGE_STATUS_MESSAGES, EDGE_TAGS, HOSTILE_CAPTIONS, ODD_CAPTIONS } from './edge-cases';
import { CATALOGUES } from './product-variant-catalogues';
import { openTurn } from './open-work';
import { makeTags, someTags, useTags } from './tags';
import { watchedAt } from './watched-times';

const POSTS_OF_A_COMPANY = 1500;

/** Captions of creators; `#` stands for the product. */
const CAPTIONS = [
  'Unboxing my new # ✨ #unboxing',
  'Three weeks with the #: an honest review.',
  'POV: your # finally arrived',
  'Not sponsored, just obsessed with this #.',
  'Okay but this # changed my mornings',
  'The # is finally back in stock! (link in bio)',
  'I tried the # so you do not have to 😅',
  'Gift guide, day 3: the # for under $50 🎁',
  'Come with me to pick up the # 🛍️',
  'Unpopular opinion: the # is worth every cent.',
  'How I use the # on a rainy day ☔',
  'Quick reminder that the # survives the washing machine. Ask me how I know.',
  'Straight out of the box: #. Full video on my channel.',
  'Small business appreciation post for whoever makes the # 🔥🔥',
  'Giveaway! Win a #. Ends Sunday. #giveaway',
  'Before and after one month of the #',
  'My sister stole my #, so I ordered two more.',
  'Day 12 of the 30 day # challenge',
];

const PLATFORMS = ['instagram', 'tiktok', 'youtube'] as const;
const STATUS_MESSAGES = ['The post was deleted by its author.', 'Rate limited, tried 3 times. Next try tomorrow.'];

const TAGS = [
  'paid',
  'organic',
  'viral',
  'needs review',
  'rights cleared',
  'use in ads',
  'negative',
  'question',
  'giveaway',
];

/** Adds the posts of one company. */
export async function fillSocialMediaPosts(
  transaction: Transaction<Tables>,
  place: DemonstrationPlace,
  { userId, now }: { userId: number; now: Date },
): Promise<void> {
  const tags = place.isEdge ? [...TAGS, ...EDGE_TAGS] : TAGS;
  const tagIds = await makeTags(transaction, 'social_media_post', place.id, tags);
  const rows = Array.from({ length: POSTS_OF_A_COMPANY }, (_, at) => ({
    company_id: place.id,
    created_by: at % 4 ? userId : null,
    updated_by: at % 3 ? userId : null,
    // Already here, so that the database need not write the post again when it hears of its tags.
    tag_ids: someTags(tagIds, at, chanceOf(place.at, 60_000 + at)),
    ...postOf(place, at, now),
  }));
  const posts = await transaction.insertInto('social_media_posts').values(rows).returning(['id', 'tag_ids']).execute();
  const tagged = posts.map(({ id, tag_ids }) => ({ id, tagIds: tag_ids }));
  await useTags(transaction, 'social_media_post', place.id, tagged);
}

function postOf(
  place: DemonstrationPlace,
  at: number,
  now: Date,
): Omit<Insertable<Tables['social_media_posts']>, 'company_id'> {
  const { slug, at: company, isEdge } = place;
  const chance = chanceOf(company, 30_000 + at);
  const oddCaption = isEdge ? [...HOSTILE_CAPTIONS, ...ODD_CAPTIONS][at] : undefined;
  // A pending post has not been read off its platform yet.
  const [status, turn] = oddCaption ? (['active', null] as const) : stateOf(place, at, chance(2));
  // Of each state that there is little of there is some on each platform.
  const platform = turn === null ? pick(PLATFORMS, chance(1)) : pick(PLATFORMS, (turn % 3) / 3);
  const messages = isEdge ? EDGE_STATUS_MESSAGES : STATUS_MESSAGES;
  const author = (isEdge ? EDGE_AUTHORS[at] : undefined) ?? creatorOf(company, Math.floor(chance(3) * 132));
  // Those that ask for somebody are of the last two weeks.
  const hours = turn === null ? 8000 * chance(4) : 8000 - 336 * chance(4);
  return {
    platform,
    status,
    status_message: status === 'error' ? pick(messages, chance(5)) : null,
    ...placeOf(platform, author, `${company}${String(at).padStart(5, '0')}`, chance),
    ...(status === 'pending'
      ? { cached_author_username: null, cached_caption: null, cached_play_count: null, cached_scraped_at: null }
      : {
          cached_author_username: author,
          cached_caption: oddCaption ?? captionOf(CATALOGUES[slug]?.products ?? [], chance),
          cached_play_count: at % 13 === 12 ? null : Math.floor(10 ** (1 + 5.5 * chance(6))),
          cached_scraped_at: watchedAt(now, hours + 5),
        }),
    created_at: watchedAt(now, hours),
    updated_at: watchedAt(now, hours + 20 * chance(7)),
  };
}

type State = 'error' | 'inactive' | 'pending' | 'active';

/** A post's state and, of one that asks for somebody, its number among them. */
function stateOf(place: DemonstrationPlace, at: number, chance: number): readonly [State, number | null] {
  if (place.isEdge)
    return [chance < 0.05 ? 'error' : chance < 0.15 ? 'inactive' : chance < 0.25 ? 'pending' : 'active', null];
  const failed = openTurn(place, 'posts in error', at, POSTS_OF_A_COMPANY);
  if (failed !== null) return ['error', failed];
  const pending = openTurn(place, 'posts pending', at, POSTS_OF_A_COMPANY);
  if (pending !== null) return ['pending', pending];
  return [chance < 0.1 ? 'inactive' : 'active', null];
}

/** Where a post is, by the habits of its platform, and so of which kind. */
function placeOf(
  platform: 'instagram' | 'tiktok' | 'youtube',
  author: string,
  number: string,
  chance: (of: number) => number,
) {
  if (platform === 'tiktok')
    return {
      url: `https://www.tiktok.com/@${encodeURIComponent(author)}/video/73${number}${number}`,
      post_type: 'video' as const,
    };
  if (platform === 'youtube') {
    // A video's id has eleven characters.
    const video = number.padStart(10, '0');
    return chance(8) < 0.5
      ? { url: `https://www.youtube.com/shorts/s${video}`, post_type: 'short' as const }
      : {
          url: `https://www.youtube.com/watch?v=w${video}&list=PL${number}&utm_source=console`,
          post_type: 'video' as const,
        };
  }
  const post_type = pick(['image', 'carousel', 'reel', 'story', null] as const, chance(8));
  return { url: `https://www.instagram.com/${post_type === 'reel' ? 'reel' : 'p'}/C${number}/`, post_type };
}

/** A caption about one of the products; every ninth post has none. */
const captionOf = (products: readonly string[], chance: (of: number) => number): string | null =>
  chance(9) < 1 / 9 ? null : pick(CAPTIONS, chance(10)).replace(/#(?![a-z])/, pick(products, chance(11)));
