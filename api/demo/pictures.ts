/** The demonstration's small pictures, made here: a shape in a colour for each product, and so for what advertises it. */
import { sql, type Transaction } from 'kysely';
import type { Tables } from '../src/database/connection';
import { keepPictures, type Pictured } from '../src/pictures/pictures.queries';
import { chanceOf } from './chance';

const BOX =
  '<path d="M32 8l22 11v26L32 56 10 45V19z"/><path d="M32 31v25M10 19l22 12 22-12" fill="none" stroke="#0003" stroke-width="2"/>';
/** A bottle, a cup, a shirt, a lamp and a leaf, each with the words of products that it stands for; else it is a box. */
const SHAPES: readonly (readonly [RegExp, string])[] = [
  [
    /cream|serum|mask|crème|cleanser|sunscreen|balm|\boil\b|mist|sauce|vinegar|honey/i,
    '<path d="M26 8h12v9l5 8v29a4 4 0 0 1-4 4H25a4 4 0 0 1-4-4V25l5-8z"/>',
  ],
  [
    /guji|huila|espresso|decaf|blend|coffee|\bpot\b|mug/i,
    '<path d="M14 20h30v4h4a7 7 0 0 1 0 16h-5a14 14 0 0 1-29-6zm30 9v6h3a3 3 0 0 0 0-6z"/>',
  ],
  [
    /jacket|layer|sweater|apron|trousers|shirt|beanie|vest|\bhat\b|\bcap\b|towel/i,
    '<path d="M23 10l9 5 9-5 15 9-6 11-6-3v28H20V27l-6 3-6-11z"/>',
  ],
  [/lamp/i, '<path d="M24 8h16l9 24H15zm6 24h4v16h9v6H21v-6h9z"/>'],
  [/sage|dates|atar|soap/i, '<path d="M12 50C8 22 28 10 54 10c0 26-10 44-36 42l12-20z"/>'],
];
const shapeOf = (subject: string) => SHAPES.find(([words]) => words.test(subject))?.[1] ?? BOX;

const PLAY = '<circle cx="32" cy="32" r="15" fill="#000a"/><path d="M28 24l13 8-13 8z" fill="#fff"/>';

/** The same subject has the same shape and colours. */
function pictureOf(subject: string, isVideo: boolean) {
  const chance = chanceOf(
    [...subject].reduce((sum, letter) => (Math.imul(sum, 31) + letter.charCodeAt(0)) | 0, 7),
    1,
  );
  const hue = Math.floor(chance(1) * 24) * 15;
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 64 64"><path fill="hsl(${hue} 45% 88%)" d="M0 0h64v64H0z"/><g fill="hsl(${hue} 45% 42%)">${shapeOf(subject)}</g>${isVideo ? PLAY : ''}</svg>`;
  return { type: 'image/svg+xml', bytes: Buffer.from(svg) };
}

interface Shown {
  readonly company_id: number;
  readonly key: string;
  readonly subject: string;
  readonly is_video: boolean;
}

/** Gives those a picture that their channel has been read for. */
export async function fillPictures(transaction: Transaction<Tables>): Promise<void> {
  await fill('product_variant', () =>
    sql<Shown>`
      select company_id, product_variant_identifier as key, cached_product_name as subject, false as is_video
      from product_variants where last_synced_at is not null`.execute(transaction),
  );
  await fill('facebook_ad', () =>
    sql<Shown>`
      select company_id, ad_identifier as key, split_part(ad_name, ' – ', 1) as subject,
        coalesce(ad_type = 'video', false) as is_video
      from facebook_ads where cache_updated_at is not null`.execute(transaction),
  );
  await fill('social_media_post', () =>
    sql<Shown>`
      select company_id, url as key, cached_author_username as subject, true as is_video
      from social_media_posts where cached_author_username is not null`.execute(transaction),
  );

  async function fill(kind: Pictured, find: () => Promise<{ readonly rows: readonly Shown[] }>) {
    const { rows } = await find();
    for (const companyId of new Set(rows.map(({ company_id }) => company_id))) {
      const own = rows.filter(({ company_id }) => company_id === companyId);
      const taken = own.map(({ key, subject, is_video }) => ({
        ...{ key, url: `demonstration:${subject}`, picture: pictureOf(subject, is_video) },
      }));
      await keepPictures(transaction, { kind, companyId }, taken);
    }
  }
}
