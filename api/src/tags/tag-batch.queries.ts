/** The tags of some resources of one company: read, found, made, put on and taken off. */
import { sql, type Transaction } from 'kysely';
import { MAX_TAGS_OF_RECORD, tagKey, type ResourceType } from 'contract/tags';
import type { Actor } from '../database/audit';
import type { Tables } from '../database/connection';
import type { Caller } from '../http/access';
import { RuleBroken } from '../http/errors';
import { insertTag } from './tags.queries';

/** Resources of one type in one company. */
export interface Batch {
  readonly type: ResourceType;
  readonly companyId: number;
  readonly ids: readonly number[];
}

/** Resources of which none carries more than so many tags. */
export interface CarryingBatch extends Batch {
  readonly mostTags: number;
}

/** The tags of resources, by their ids: the ids of the tags, as each row has them. */
export type Carried = ReadonlyMap<number, readonly number[]>;

/** The tags that each of these resources of a table carries now. Among the ids may be those of tags that are gone. */
export async function carriedBy(
  transaction: Transaction<Tables>,
  table: string,
  ids: readonly number[],
): Promise<Carried> {
  const { rows } = await sql<{ id: number; tag_ids: number[] }>`
    select id, tag_ids from ${sql.table(table)} where id = any(${ids}::int[])`.execute(transaction);
  return new Map(rows.map(({ id, tag_ids }) => [id, tag_ids]));
}

/** The tags of a batch's company and type that have these names, however they are spelt. */
export const findTags = (transaction: Transaction<Tables>, { type, companyId }: Batch, names: readonly string[]) =>
  transaction
    .selectFrom('tags')
    .select(['id', 'name_key'])
    .where('company_id', '=', companyId)
    .where('resource_type', '=', type)
    .where('name_key', 'in', names.map(tagKey))
    .execute();

/**
 * Adds tags to the resources of a batch that can carry them, and makes the missing tags if there is such a resource.
 * Returns the ids of those that would carry too many.
 */
export async function addToBatch(
  transaction: Transaction<Tables>,
  caller: Caller,
  batch: CarryingBatch,
  names: readonly string[],
  create: boolean,
): Promise<readonly number[]> {
  const { known, missing } = await requireTags(transaction, batch, names, create);
  const mayBeFull = batch.mostTags + known.length + missing.length > MAX_TAGS_OF_RECORD;
  const full = mayBeFull ? await tooFull(transaction, batch, known, missing.length) : [];
  const ids = batch.ids.filter((id) => !full.includes(id));
  if (ids.length) {
    const tagIds = [...known, ...(await insertTags(transaction, caller, batch, missing))];
    await insertUses(transaction, { ...batch, ids }, tagIds);
  }
  return full;
}

/** Those that would carry more tags than a record can, by these tags and so many new ones that they do not carry yet. */
async function tooFull(
  transaction: Transaction<Tables>,
  { type, ids }: Batch,
  tagIds: readonly number[],
  newTags: number,
): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`
    select resource.id from unnest(${ids}::int[]) as resource(id), lateral (
      select count(*) as count, count(*) filter (where tag_id = any(${tagIds}::int[])) as known
      from tag_uses where resource_type = ${type} and resource_id = resource.id
    ) as carried
    where ${tagIds.length + newTags}::int > carried.known
      and carried.count + ${tagIds.length + newTags}::int - carried.known > ${MAX_TAGS_OF_RECORD}`.execute(transaction);
  return rows.map(({ id }) => id);
}

/** The tags with these names: the ids of those that are there and the names to be made; RuleBroken if none may be made. */
export async function requireTags(
  transaction: Transaction<Tables>,
  batch: Batch,
  names: readonly string[],
  create: boolean,
): Promise<{ known: number[]; missing: string[] }> {
  const tags = names.length ? await findTags(transaction, batch, names) : [];
  const keys = new Set(tags.map((tag) => tag.name_key));
  const missing = new Map<string, string>();
  for (const name of names) {
    const key = tagKey(name);
    if (keys.has(key) || missing.has(key)) continue;
    if (!create) throw new RuleBroken(`Tag '${name.trim()}' does not exist`);
    missing.set(key, name);
  }
  return { known: tags.map((tag) => tag.id), missing: [...missing.values()] };
}

/** Makes tags of these names; returns their ids. */
export async function insertTags(
  transaction: Transaction<Tables>,
  actor: Actor,
  { companyId: company_id, type: resource_type }: Batch,
  names: readonly string[],
): Promise<number[]> {
  const ids: number[] = [];
  for (const name of names) ids.push((await insertTag(transaction, actor, { name, company_id, resource_type })).id);
  return ids;
}

/** Gives each resource of a batch these tags; one that it carries already is left. */
export const insertUses = (transaction: Transaction<Tables>, batch: Batch, tagIds: readonly number[]) =>
  putOn(
    transaction,
    batch,
    sql`select r.id as resource_id, t.id as tag_id
      from unnest(${batch.ids}::int[]) as r(id), unnest(${tagIds}::int[]) as t(id)`,
  );

const TODAY = sql`(now() at time zone 'UTC')::date`;

/**
 * Puts tags on resources of one company and type: the rows of `uses` are `resource_id` and `tag_id`. A use that is there
 * is left; a tag that was put on something was last used today, which is written once a day.
 */
export const putOn = (
  transaction: Transaction<Tables>,
  { type, companyId }: Pick<Batch, 'type' | 'companyId'>,
  uses: ReturnType<typeof sql>,
) =>
  sql`
    with put as (
      insert into tag_uses (resource_type, company_id, resource_id, tag_id)
      select ${type}::taggable, ${companyId}, resource_id, tag_id from (${uses}) as uses
      on conflict do nothing returning tag_id)
    update tags set last_used_on = ${TODAY}
    where id in (select tag_id from put) and last_used_on is distinct from ${TODAY}`.execute(transaction);

/** Takes tags off the resources of a batch; returns how many uses there were. */
export async function deleteUses(
  transaction: Transaction<Tables>,
  { type, ids }: Batch,
  which: ReturnType<typeof sql>,
) {
  const { numAffectedRows } = await sql`
    delete from tag_uses
    where resource_type = ${type} and resource_id = any(${ids}::int[]) and ${which}`.execute(transaction);
  return Number(numAffectedRows ?? 0);
}
