/** Small pictures of records, kept by hash and served to whoever reads the record (DECISIONS §13). */
import { createHash } from 'node:crypto';
import { sql, type Kysely, type Transaction } from 'kysely';
import type { Pictures, PicturesQuery } from 'contract/pictures';
import type { Tables } from '../database/connection';
import { isAuthorised, type Caller } from '../http/access';

/** The nouns with pictures, and what a source knows a record of a company by. */
const PICTURED = {
  product_variant: { table: 'product_variants', key: 'product_variant_identifier' },
  facebook_ad: { table: 'facebook_ads', key: 'ad_identifier' },
  social_media_post: { table: 'social_media_posts', key: 'url' },
} as const;

/** A noun with pictures. */
export type Pictured = keyof typeof PICTURED;

/** The pictures of those of these records that have one and that the caller is authorised for. */
export async function listPictures(
  db: Kysely<Tables>,
  caller: Caller,
  kind: Pictured,
  { ids }: PicturesQuery,
): Promise<Pictures> {
  const { rows } = await sql<{ id: number; type: string; bytes: Buffer }>`
    select record_id as id, type, bytes from record_pictures join pictures using (hash)
    where resource = ${kind} and record_id = any(${[...ids]}::int[]) and ${isAuthorised(caller, 'company_id')}
    order by record_id`.execute(db);
  return {
    items: rows.map(({ id, type, bytes }) => ({ id, picture: `data:${type};base64,${bytes.toString('base64')}` })),
  };
}

/** Which records: of one company, by their keys. */
export interface PicturesOf {
  readonly kind: Pictured;
  readonly companyId: number;
}

/** Where the picture of a record lies. */
export interface PictureAddress {
  readonly key: string;
  readonly url: string;
}

/** A picture that was taken; null where something else lies there. */
export type TakenPicture = { readonly type: string; readonly bytes: Buffer } | null;

/** The address without its query, which a source signs each time. */
const placeOf = (url: string) => url.replace(/\?.*$/, '');

/** Those of the addresses, by the records' keys, that were not taken yet. */
export async function picturesToTake(
  db: Kysely<Tables>,
  { kind, companyId }: PicturesOf,
  addresses: ReadonlyMap<string, string>,
): Promise<PictureAddress[]> {
  const { table, key } = PICTURED[kind];
  const { rows } = await sql<{ key: string }>`
    select distinct wanted.key
    from unnest(${[...addresses.keys()]}::text[], ${[...addresses.values()].map(placeOf)}::text[]) as wanted (key, place)
    join ${sql.table(table)} as record on record.company_id = ${companyId} and record.${sql.ref(key)} = wanted.key
    left join record_pictures on resource = ${kind} and record_id = record.id
    where address is distinct from place`.execute(db);
  return rows.map((row) => ({ key: row.key, url: addresses.get(row.key)! }));
}

/** Keeps what was taken: each picture once, for all the records that show it. */
export async function keepPictures(
  transaction: Transaction<Tables>,
  { kind, companyId }: PicturesOf,
  taken: readonly (PictureAddress & { readonly picture: TakenPicture })[],
): Promise<void> {
  const { table, key } = PICTURED[kind];
  const kept = taken.map(({ picture, ...one }) => ({
    ...one,
    picture,
    hash: picture && createHash('sha256').update(picture.bytes).digest(),
  }));
  const pictures = [...new Map(kept.map((one) => [one.hash?.toString('hex'), one])).values()];
  for (const { picture, hash } of pictures)
    if (picture)
      await sql`insert into pictures values (${hash}, ${picture.type}, ${picture.bytes}) on conflict do nothing`.execute(
        transaction,
      );
  await sql`
    insert into record_pictures (resource, record_id, company_id, address, hash)
    select ${kind}, record.id, record.company_id, place, hash
    from unnest(${kept.map((one) => one.key)}::text[], ${kept.map(({ url }) => placeOf(url))}::text[],
      ${kept.map(({ hash }) => hash)}::bytea[]) as taken (key, place, hash)
    join ${sql.table(table)} as record on record.company_id = ${companyId} and record.${sql.ref(key)} = taken.key
    on conflict (resource, record_id) do update set address = excluded.address, hash = excluded.hash`.execute(
    transaction,
  );
}

/** Forgets the pictures of records that are gone, and of posts whose words were cleared; then those that none shows. */
export async function purgePictures(db: Kysely<Tables>): Promise<void> {
  for (const [kind, { table }] of Object.entries(PICTURED)) {
    const isKept =
      kind === 'social_media_post' ? sql`cached_caption is not null or cached_author_username is not null` : sql`true`;
    await sql`
      delete from record_pictures where resource = ${kind}
        and not exists (select from ${sql.table(table)} where id = record_id and (${isKept}))`.execute(db);
  }
  await sql`
    delete from pictures where not exists (select from record_pictures where record_pictures.hash = pictures.hash)`.execute(
    db,
  );
}
