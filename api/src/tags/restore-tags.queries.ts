/** Giving resources the tags again that they had (DECISIONS §10). */
import { sql, type Transaction } from 'kysely';
import { tagKey, type ResourceType } from 'contract/tags';
import { audit } from '../database/audit';
import type { Tables } from '../database/connection';
import type { Caller } from '../http/access';
import type { Beside } from '../records/beside';
import { insertTags, putOn, requireTags, type Batch } from './tag-batch.queries';
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
  caller: Caller,
  { type, companyId }: Pick<Batch, 'type' | 'companyId'>,
  wanted: readonly WantedTags[],
): Promise<void> {
  const batch = { type, companyId, ids: wanted.map(({ id }) => id) };
  const names = [...new Map(wanted.flatMap(({ tags }) => tags).map((name) => [tagKey(name), name])).values()];
  const { missing } = await requireTags(transaction, batch, names, true);
  await insertTags(transaction, caller, batch, missing);
  const carried = JSON.stringify(wanted.map(({ id, tags }) => ({ id, keys: tags.map(tagKey) })));
  const uses = sql`
    select wanted.id as resource_id, tags.id as tag_id
    from jsonb_to_recordset(${carried}::jsonb) as wanted (id int, keys text[])
    join tags on company_id = ${companyId} and resource_type = ${type} and name_key = any(keys)`;
  await sql`
    delete from tag_uses
    where resource_type = ${type} and resource_id = any(${batch.ids}::int[])
      and (resource_id, tag_id) not in (${uses})`.execute(transaction);
  await putOn(transaction, batch, uses);
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
  caller: Caller,
  type: ResourceType,
  changes: readonly TagChange[],
): Promise<void> =>
  audit(
    transaction,
    caller,
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
