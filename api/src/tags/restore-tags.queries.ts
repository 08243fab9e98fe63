/** Giving resources tags, to each its own: those that it had (DECISIONS §10), or those that a rule gives it (§16). */
import { sql, type RawBuilder, type Transaction } from 'kysely';
import { MAX_TAGS_OF_RECORD, tagKey, type ResourceType } from 'contract/tags';
import { audit, type Actor } from '../database/audit';
import type { Tables } from '../database/connection';
import type { Beside } from '../records/beside';
import { insertTags, putOn, requireTags, type Batch, type CarryingBatch } from './tag-batch.queries';
import { tagNamesOf } from './taggable';

/** The names of the tags that one resource is to carry. */
export interface WantedTags {
  readonly id: number;
  readonly tags: readonly string[];
}

/**
 * Gives the resources of a batch these tags and no others, each its own; those that are gone meanwhile are made again. The
 * tags of the company are locked.
 */
export async function setTags(
  transaction: Transaction<Tables>,
  actor: Actor,
  { type, companyId }: Pick<Batch, 'type' | 'companyId'>,
  wanted: readonly WantedTags[],
): Promise<void> {
  const batch = { type, companyId, ids: wanted.map(({ id }) => id) };
  const uses = await wantedUses(transaction, actor, batch, wanted);
  await sql`
    delete from tag_uses
    where resource_type = ${type} and resource_id = any(${batch.ids}::int[])
      and (resource_id, tag_id) not in (${uses})`.execute(transaction);
  await putOn(transaction, batch, uses);
}

/** The uses that resources are to have, each its own, as `putOn` takes them; tags that are missing are made. */
async function wantedUses(
  transaction: Transaction<Tables>,
  actor: Actor,
  batch: Batch,
  wanted: readonly WantedTags[],
): Promise<RawBuilder<unknown>> {
  const names = [...new Map(wanted.flatMap(({ tags }) => tags).map((name) => [tagKey(name), name])).values()];
  const { missing } = await requireTags(transaction, batch, names, true);
  await insertTags(transaction, actor, batch, missing);
  return sql`
    select wanted.id as resource_id, tags.id as tag_id
    from jsonb_to_recordset(${keysOf(wanted)}::jsonb) as wanted (id int, keys text[])
    join tags on company_id = ${batch.companyId} and resource_type = ${batch.type} and name_key = any(keys)`;
}

const keysOf = (wanted: readonly WantedTags[]) =>
  JSON.stringify(wanted.map(({ id, tags }) => ({ id, keys: tags.map(tagKey) })));

/**
 * Adds tags to the resources of a batch, to each its own, no name twice. Returns the ids of those that would carry too many:
 * they are left. The tags of the company are locked.
 */
export async function addOwnTags(
  transaction: Transaction<Tables>,
  actor: Actor,
  batch: CarryingBatch,
  wanted: readonly WantedTags[],
): Promise<readonly number[]> {
  const there = new Set(batch.ids);
  const asked = wanted.filter(({ id }) => there.has(id));
  const most = asked.reduce((count, { tags }) => Math.max(count, tags.length), 0);
  const full = batch.mostTags + most > MAX_TAGS_OF_RECORD ? await tooFullFor(transaction, batch, asked) : [];
  const fitting = asked.filter(({ id }) => !full.includes(id));
  if (fitting.length) await putOn(transaction, batch, await wantedUses(transaction, actor, batch, fitting));
  return full;
}

async function tooFullFor(
  transaction: Transaction<Tables>,
  { type }: CarryingBatch,
  wanted: readonly WantedTags[],
): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`
    select wanted.id from jsonb_to_recordset(${keysOf(wanted)}::jsonb) as wanted (id int, keys text[]), lateral (
      select count(*) as count, count(*) filter (where name_key = any(keys)) as known
      from tag_uses u join tags on tags.id = u.tag_id where u.resource_type = ${type} and u.resource_id = wanted.id
    ) as carried
    where cardinality(keys) > known and count + cardinality(keys) - known > ${MAX_TAGS_OF_RECORD}`.execute(transaction);
  return rows.map(({ id }) => id);
}

/** The tags of one resource before and after. */
export interface TagChange {
  readonly id: number;
  readonly companyId: number;
  readonly was: readonly string[];
  readonly is: readonly string[];
}

/** Writes to the audit log which of these resources carry other tags than before. */
export const auditTags = (
  transaction: Transaction<Tables>,
  actor: Actor,
  type: ResourceType,
  changes: readonly TagChange[],
): Promise<void> =>
  audit(
    transaction,
    actor,
    ...changes
      .filter(({ was, is }) => was.join('\n') !== is.join('\n'))
      .map(({ id, companyId, was, is }) => ({
        action: 'tag',
        resource: type,
        recordId: id,
        companyId,
        before: { tags: was },
        after: { tags: is },
      })),
  );

/** The tags of a resource's rows, which go with them. To restore them, the tags of the companies must be locked. */
export const tagsBeside = (type: ResourceType, table: string): Beside => ({
  columns: { tags: tagNamesOf(type, `${table}.id`) },
  async restore(transaction, caller, kept) {
    const companyIds = [...new Set(kept.map((record) => Number(record['company_id'])))].sort((a, b) => a - b);
    for (const companyId of companyIds) {
      const wanted = kept
        .filter((record) => record['company_id'] === companyId)
        .map(({ id, tags }) => ({ id: Number(id), tags: Array.isArray(tags) ? tags.map(String) : [] }));
      await setTags(transaction, caller, { type, companyId }, wanted);
    }
  },
});
