/** The demonstration's small pictures, made here: a shape in a colour for each product, and so for what advertises it. */
import { crc32, deflateSync } from 'node:zlib';
import { sql, type Transaction } from 'kysely';
import type { Tables } from '../src/database/connection';
import { keepPictures, type Pictured } from '../src/pictures/pictures.queries';
import { chanceOf } from './chance';

/** Pixels of a side, and how many samples of a pixel's side make edges smooth. */
const SIDE = 64;
const SAMPLES = 3;

/** A shape is what lies in one of its outlines and not in two: corners, x and y. */
const BOX = ['32 8 54 19 54 45 32 56 10 45 10 19', '10 19 32 30 54 19 54 21 33 32.5 33 55.5 31 55.5 31 32.5 10 21'];
/** A bottle, a cup, a shirt, a lamp and a leaf, each with the words of products that it stands for; else it is a box. */
const SHAPES: readonly (readonly [RegExp, readonly string[]])[] = [
  [
    /cream|serum|mask|crème|cleanser|sunscreen|balm|\boil\b|mist|sauce|vinegar|honey/i,
    ['26 8 38 8 38 17 43 25 43 54 42 57 39 58 25 58 22 57 21 54 21 25 26 17'],
  ],
  [
    /guji|huila|espresso|decaf|blend|coffee|\bpot\b|mug/i,
    [
      '14 20 44 20 44 24 48 24 52 25 55 28 56 32 55 36 52 39 48 40 43 40 41 45 37 50 31 52 25 51 19 48 15 42 14 34',
      '44 29 44 35 47 35 49 34 50 32 49 30 47 29',
    ],
  ],
  [
    /jacket|layer|sweater|apron|trousers|shirt|beanie|vest|\bhat\b|\bcap\b|towel/i,
    ['23 10 32 15 41 10 56 19 50 30 44 27 44 55 20 55 20 27 14 30 8 19'],
  ],
  [/lamp/i, ['24 8 40 8 49 32 34 32 34 48 43 48 43 54 21 54 21 48 30 48 30 32 15 32']],
  [
    /sage|dates|atar|soap/i,
    [
      '12 50 12 40 13 32 17 25 22 19.5 29 15 36 12 45 10.5 54 10 53.5 20 52 28 49.5 35 46 41.5 41 46.5 34.5 50 27 51.5 18 52 30 32',
    ],
  ],
];
const PLAY = ['28 24 41 32 28 40'];
const DISC = [
  Array.from({ length: 24 }, (_, at) => (at * Math.PI) / 12)
    .map((angle) => `${32 + 15 * Math.cos(angle)} ${32 + 15 * Math.sin(angle)}`)
    .join(' '),
];

/** How much of each pixel each shape covers, from 0 to 1, row by row; drawn once. */
const covers = new Map<readonly string[], readonly number[]>();

function coverOf(shape: readonly string[]): readonly number[] {
  const known = covers.get(shape);
  if (known) return known;
  const outlines = shape.map((corners) => corners.split(' ').map(Number));
  const isWithin = (outline: readonly number[], x: number, y: number) => {
    let isInside = false;
    for (let at = 0; at < outline.length; at += 2) {
      const [x1, y1, x2, y2] = [outline.at(at - 2)!, outline.at(at - 1)!, outline[at]!, outline[at + 1]!];
      if (y1 > y !== y2 > y && x < ((x2 - x1) * (y - y1)) / (y2 - y1) + x1) isInside = !isInside;
    }
    return isInside;
  };
  const samples = Array.from({ length: SAMPLES ** 2 }, (_, at) => [at % SAMPLES, Math.floor(at / SAMPLES)] as const);
  const cover = Array.from({ length: SIDE ** 2 }, (_, at) => {
    const isCovered = ([right, down]: (typeof samples)[number]) => {
      const [x, y] = [(at % SIDE) + (right + 0.5) / SAMPLES, Math.floor(at / SIDE) + (down + 0.5) / SAMPLES];
      return outlines.filter((outline) => isWithin(outline, x, y)).length === 1;
    };
    return samples.filter(isCovered).length / samples.length;
  });
  covers.set(shape, cover);
  return cover;
}

/** Red, green and blue of a hue, rather grey. */
const colourOf = (hue: number, lightness: number) =>
  [0, 8, 4].map((part) => {
    const place = (part + hue / 30) % 12;
    const most = 0.45 * Math.min(lightness, 1 - lightness);
    return 255 * (lightness - most * Math.max(-1, Math.min(place - 3, 9 - place, 1)));
  });

/** A colour, how much of it shows, and in which shape. */
type Layer = readonly [colour: readonly number[], strength: number, shape: readonly string[]];

/** Layers over a ground, the lowest first, as a PNG file. */
function pngOf(ground: readonly number[], layers: readonly Layer[]): Buffer {
  const covered = layers.map(([colour, strength, shape]) => ({ colour, strength, cover: coverOf(shape) }));
  // Each row begins with how it was filtered: not at all.
  const row = 1 + 3 * SIDE;
  const rows = Buffer.alloc(SIDE * row);
  for (let at = 0; at < SIDE ** 2; at += 1)
    ground.forEach((under, part) => {
      let colourOfPart = under;
      for (const { colour, strength, cover } of covered)
        colourOfPart += (colour[part]! - colourOfPart) * strength * cover[at]!;
      rows[Math.floor(at / SIDE) * row + 1 + (at % SIDE) * 3 + part] = colourOfPart;
    });
  const chunk = (name: string, data: Uint8Array) => {
    const named = Buffer.concat([Buffer.from(name), data]);
    const [length, check] = [Buffer.alloc(4), Buffer.alloc(4)];
    length.writeUInt32BE(data.length);
    check.writeUInt32BE(crc32(named));
    return Buffer.concat([length, named, check]);
  };
  return Buffer.concat([
    Buffer.from('\x89PNG\r\n\x1a\n', 'latin1'),
    // Eight bits of each of three colours.
    chunk('IHDR', Buffer.from([0, 0, 0, SIDE, 0, 0, 0, SIDE, 8, 2, 0, 0, 0])),
    chunk('IDAT', deflateSync(rows)),
    chunk('IEND', Buffer.alloc(0)),
  ]);
}

/**
 * The same subject has the same shape and colours. In pixels, as all that a channel's reading keeps: of vectors each would be
 * a document to the browser, some 2 ms in a row.
 */
function pictureOf(subject: string, isVideo: boolean) {
  const chance = chanceOf(
    [...subject].reduce((sum, letter) => (Math.imul(sum, 31) + letter.charCodeAt(0)) | 0, 7),
    1,
  );
  const hue = Math.floor(chance(1) * 24) * 15;
  const shape = SHAPES.find(([words]) => words.test(subject))?.[1] ?? BOX;
  const product: Layer = [colourOf(hue, 0.42), 1, shape];
  const play: Layer[] = [
    [[0, 0, 0], 2 / 3, DISC],
    [[255, 255, 255], 1, PLAY],
  ];
  return { type: 'image/png', bytes: pngOf(colourOf(hue, 0.88), isVideo ? [product, ...play] : [product]) };
}

interface Shown {
  readonly company_id: number;
  readonly key: string;
  readonly subject: string;
  readonly is_video: boolean;
}

/** Gives those a picture that their channel has been read for. */
export async function fillPictures(transaction: Transaction<Tables>): Promise<void> {
  const drawn = new Map<string, ReturnType<typeof pictureOf>>();
  const draw = (subject: string, isVideo: boolean) => {
    const key = `${subject} ${isVideo}`;
    const picture = drawn.get(key) ?? pictureOf(subject, isVideo);
    drawn.set(key, picture);
    return picture;
  };
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
        key,
        url: `demonstration:${subject}`,
        picture: draw(subject, is_video),
      }));
      await keepPictures(transaction, { kind, companyId }, taken);
    }
  }
}
