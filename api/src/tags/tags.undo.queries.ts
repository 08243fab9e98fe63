/** Taking back what was done to tags: a name, or a deleted tag with what carried it (DECISIONS §10, §16). */
import { sql, type Kysely, type Transaction } from 'kysely';
import type { Tag } from 'contract/tag-calls';
import { MAX_TAGS_OF_RECORD, tagKey } from 'contract/tags';
import { audit, type AuditedRecord } from '../database/audit';
import type { Tables } from '../database/connection';
import type { Caller } from '../http/access';
import type { RowCalls } from '../records/registry';
import { TAGGABLES, writableTypes } from './taggable';
import { eraseTag, visibleTags, writeName } from './tags.queries';

type KeptTag = Omit<Tag, 'usage_count'>;

async function statesOf(db: Kysely<Tables>, ids: readonly number[]): Promise<Map<number, AuditedRecord>> {
  const tags = await db
    .selectFrom('tags')
    .select(['id', 'name', 'company_id', 'resource_type'])
    .where(sql<boolean>`id = any(${ids}::int[])`)
    .execute();
  return new Map(tags.map((tag) => [tag.id, tag]));
}

const lockedTags = (transaction: Transaction<Tables>, caller: Caller, ids: readonly number[]) =>
  visibleTags(transaction, caller, writableTypes(caller))
    .where(sql<boolean>`id = any(${ids}::int[])`)
    .orderBy('id')
    .execute();

/** Puts a deleted tag on what carried it, as far as it is there and has room; returns the ids of what carries it now. */
async function putBackOn(transaction: Transaction<Tables>, tag: KeptTag, ids: readonly number[]): Promise<number[]> {
  const { rows } = await sql<{ resource_id: number }>`
    with there as materialized (
      select id from ${sql.table(TAGGABLES[tag.resource_type].table)}
      where id = any(${ids}::int[]) and company_id = ${tag.company_id} order by id for key share)
    insert into tag_uses (resource_type, company_id, resource_id, tag_id)
    select ${tag.resource_type}::taggable, ${tag.company_id}, id, ${tag.id} from there
    where (select count(*) from tag_uses u where u.resource_type = ${tag.resource_type} and u.resource_id = there.id)
      < ${MAX_TAGS_OF_RECORD}
    returning resource_id`.execute(transaction);
  return rows.map(({ resource_id }) => resource_id);
}

/** The calls of undo; the tags of the companies are locked. */
export const tagUndo: RowCalls = {
  restorable: ['name'],
  statesOf,
  lockStates: (transaction, _caller, ids) => statesOf(transaction, ids),
  async putBack(transaction, caller, values) {
    for (const tag of await lockedTags(transaction, caller, [...values.keys()])) {
      const { usage_count: _, ...before } = tag;
      await writeName(transaction, caller, before, String(values.get(tag.id)?.['name']));
    }
  },
  async reinsert(transaction, caller, kept) {
    const restored = new Map<number, AuditedRecord>();
    for (const record of kept) {
      const { id, name, company_id, resource_type } = record as unknown as KeptTag;
      const values = { id, name, company_id, resource_type };
      const { numAffectedRows } = await sql`
        insert into tags (id, name, name_key, company_id, resource_type, last_used_on) overriding system value
        values (${id}, ${name}, ${tagKey(name)}, ${company_id}, ${resource_type}, ${record['last_used_on'] ?? null})
        on conflict do nothing`.execute(transaction);
      if (!numAffectedRows) continue;
      await audit(transaction, caller, { action: 'restore', resource: 'tag', recordId: id, after: values });
      const resource_ids = await putBackOn(transaction, values, [record['resource_ids'] ?? []].flat().map(Number));
      restored.set(id, { ...values, resource_ids });
    }
    return restored;
  },
  async deleteRows(transaction, caller, ids) {
    for (const tag of await lockedTags(transaction, caller, ids)) await eraseTag(transaction, caller, tag);
  },
};
