/** The rows of the export of ads (DECISIONS §4, §7). */
import { sql, type Kysely } from 'kysely';
import type { FacebookAd } from '../../contract/ads/facebook-ads';
import type { Tables } from '../database/connection';

/** What is exported of an ad beside its tags: the columns of the screen, in its order. */
export const EXPORTED = [
  'ad_identifier',
  'ad_name',
  'ad_type',
  'campaign_name',
  'adset_name',
  'spend_last_1d',
  'spend_last_7d',
  'spend_last_14d',
  'spend_last_28d',
  'cache_updated_at',
] as const satisfies readonly (keyof FacebookAd)[];

/** An ad as it is exported; its tags are their names, in their order. */
export type ExportedAd = Pick<FacebookAd, (typeof EXPORTED)[number]> & { readonly tags: string };

/** The ads of these ids, in their order; those that are gone meanwhile are left out. */
export async function exportedAds(db: Kysely<Tables>, ids: readonly number[]): Promise<ExportedAd[]> {
  if (!ids.length) return [];
  const rows = await db
    .selectFrom('facebook_ads')
    .select(['id', ...EXPORTED])
    // Ads that were tagged together carry the same: that is one text to look up, and no list of each ad to be made.
    .select(sql<string>`array_to_string(tag_ids, ',')`.as('tags'))
    .where(sql<boolean>`id = any(${ids}::int[])`)
    .execute();
  const namesOf = await tagNames(db, new Set(rows.map(({ tags }) => tags)));
  for (const row of rows) row.tags = namesOf.get(row.tags) ?? '';
  const byId = new Map(rows.map((row) => [row.id, row]));
  return ids.flatMap((id) => byId.get(id) ?? []);
}

/** The names behind each of these texts of ids, in their order. What is no tag any more has none. */
async function tagNames(db: Kysely<Tables>, carried: ReadonlySet<string>): Promise<Map<string, string>> {
  const listed = [...carried].filter((ids) => ids !== '').map((ids) => ({ ids, list: ids.split(',') }));
  const tags = await db
    .selectFrom('tags')
    .select(['id', 'name'])
    .where(sql<boolean>`id = any(${[...new Set(listed.flatMap(({ list }) => list))]}::int[])`)
    .orderBy(sql`lower(name) collate "C"`)
    .orderBy('id')
    .execute();
  const placeOf = new Map(tags.map(({ id }, place) => [String(id), place]));
  const namesIn = (list: readonly string[]) => {
    const places = list.map((id) => placeOf.get(id)).filter((place) => place !== undefined);
    return places.sort((one, other) => one - other).map((place) => tags[place]?.name);
  };
  return new Map(listed.map(({ ids, list }) => [ids, namesIn(list).join(', ')]));
}
