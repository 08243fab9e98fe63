/** The rows of the export of ads (DECISIONS §4, §7). */
import { sql, type Kysely } from 'kysely';
import type { FacebookAd } from 'contract/ads/facebook-ads';
import type { Tables } from '../database/connection';
import { namesOfTags } from '../tags/tag-names.queries';

/** The exported fields of an ad beside its tags: the columns of the screen, in its order. */
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
    // As a text, which the driver reads faster than a list.
    .select(sql<string>`array_to_string(tag_ids, ',')`.as('tags'))
    .where(sql<boolean>`id = any(${ids}::int[])`)
    .execute();
  const listed = rows.map(({ tags }) => (tags === '' ? [] : tags.split(',').map(Number)));
  const namesOf = await namesOfTags(db, listed.flat());
  rows.forEach((row, at) => (row.tags = namesOf(listed[at] ?? []).join(', ')));
  const byId = new Map(rows.map((row) => [row.id, row]));
  return ids.flatMap((id) => byId.get(id) ?? []);
}
