/** Tags for the demonstration data. */
import { sql, type Transaction } from 'kysely';
import { tagKey, type ResourceType } from 'contract/tags';
import type { Tables } from '../src/database/connection';
import { pick } from './chance';

/** Gives a company tags for one type of resource; returns their ids. */
export async function makeTags(
  transaction: Transaction<Tables>,
  resource_type: ResourceType,
  company_id: number,
  names: readonly string[],
): Promise<number[]> {
  const tags = await transaction
    .insertInto('tags')
    .values(names.map((name) => ({ company_id, resource_type, name, name_key: tagKey(name) })))
    .returning('id')
    .execute();
  return tags.map(({ id }) => id);
}

/** Some of these tags, none to nine, so that some rows show '+N'; the first three resources have the most. */
export function someTags(tagIds: readonly number[], at: number, chance: (of: number) => number): number[] {
  const count = at < 3 ? 30 : Math.floor(chance(1) ** 3 * 9);
  const chosen = Array.from({ length: count }, (_, nth) => pick(tagIds, chance(2 + nth) ** 2));
  return [...new Set(chosen)].slice(0, 9).sort((a, b) => a - b);
}

/** Notes which resource of a company carries which tags. */
export async function useTags(
  transaction: Transaction<Tables>,
  resource_type: ResourceType,
  company_id: number,
  tagged: readonly { id: number; tagIds: readonly number[] }[],
): Promise<void> {
  const uses = tagged.flatMap(({ id, tagIds }) => tagIds.map((tag) => ({ id, tag })));
  await sql`
    insert into tag_uses (resource_type, company_id, resource_id, tag_id)
    select ${resource_type}::taggable, ${company_id}, resource, tag
    from unnest(${uses.map(({ id }) => id)}::int[], ${uses.map(({ tag }) => tag)}::int[]) as use(resource, tag)`.execute(
    transaction,
  );
  // Each on some day of the last weeks.
  await sql`
    update tags set last_used_on = (now() at time zone 'UTC')::date - id * 13 % 45
    where company_id = ${company_id} and resource_type = ${resource_type}
      and id in (select tag_id from tag_uses where company_id = ${company_id})`.execute(transaction);
}
