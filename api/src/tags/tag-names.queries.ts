/** The names of tags that rows carry by their ids: looked up for many rows at once. */
import { sql, type Kysely } from 'kysely';
import type { Tables } from '../database/connection';

/** Tells the names behind ids of tags, in the order in which they are shown. */
export type NamesOfTags = (tagIds: readonly number[]) => string[];

/** Looks up the names of tags; an id whose tag is gone, as a row may still have it, has none. */
export async function namesOfTags(db: Kysely<Tables>, ids: Iterable<number>): Promise<NamesOfTags> {
  const tags = await db
    .selectFrom('tags')
    .select(['id', 'name'])
    .where(sql<boolean>`id = any(${[...new Set(ids)]}::int[])`)
    .orderBy(sql`lower(name) collate "C"`)
    .orderBy('id')
    .execute();
  const names = tags.map(({ name }) => name);
  const placeOf = new Map(tags.map(({ id }, place) => [id, place]));
  return (tagIds) => {
    const places = tagIds.map((id) => placeOf.get(id)).filter((place) => place !== undefined);
    return places.sort((one, other) => one - other).flatMap((place) => names[place] ?? []);
  };
}
