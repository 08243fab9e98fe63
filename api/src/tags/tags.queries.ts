/** Tags as records of their own: listing, making, deleting, merging (DECISIONS §6). */
import { sql, type Generated, type Kysely, type Transaction } from 'kysely';
import type { Paged } from '../../contract/paging';
import {
  TAG_DEFAULT_SORT,
  TAG_PAGE_SIZE,
  tagKey,
  type ResourceType,
  type Tag,
  type TagCreate,
  type TagListQuery,
  type TagMerge,
  type TagStats,
  type TagStatsQuery,
  type TAG_SORTS,
} from '../../contract/tags';
import { demandCompany, inReach, type Caller } from '../http/access';
import { audit } from '../database/audit';
import type { Tables } from '../database/connection';
import { NotAllowed, NotFound, RuleBroken, taken } from '../http/errors';
import { byText, byValue, contains, listPage, type Listing } from '../database/list';
import { readableTypes, writableTypes } from './taggable';

declare module '../database/connection' {
  interface Tables {
    tags: {
      id: Generated<number>;
      company_id: number;
      resource_type: ResourceType;
      name: string;
      name_key: string;
      created_at: Generated<string>;
    };
    tag_uses: { resource_type: ResourceType; company_id: number; resource_id: number; tag_id: number };
  }
}

const LISTING: Listing<(typeof TAG_SORTS)[number]> = {
  sorts: { name: byText('name'), usage_count: byValue('usage_count') },
  defaultSort: TAG_DEFAULT_SORT,
  pageSize: TAG_PAGE_SIZE,
  id: 'id',
};

const usageCount = sql<number>`(
  select count(*) from tag_uses u where u.resource_type = tags.resource_type and u.tag_id = tags.id)`.as('usage_count');

/** The tags of these types in the companies within the caller's reach, with how often each is used. */
const visible = (db: Kysely<Tables>, caller: Caller, types: ResourceType[]) =>
  db
    .selectFrom('tags')
    .select(['id', 'name', 'company_id', 'resource_type', usageCount])
    .where('resource_type', 'in', types)
    .where(inReach(caller, 'company_id'));

/** The types that are asked for, or all that the caller may see; throws NotAllowed for one that they may not. */
function askedTypes(caller: Caller, asked: ResourceType | undefined): ResourceType[] {
  const readable = readableTypes(caller);
  if (asked === undefined) return readable;
  if (!readable.includes(asked)) throw new NotAllowed('You do not have permission to view these tags');
  return [asked];
}

/** One page of tags. */
export async function listTags(db: Kysely<Tables>, caller: Caller, query: TagListQuery): Promise<Paged<Tag>> {
  const { company_id, resource_type, search } = query;
  const types = askedTypes(caller, resource_type);
  await demandCompany(db, caller, company_id);
  let selected = visible(db, caller, types);
  if (company_id !== undefined) selected = selected.where('company_id', '=', company_id);
  if (search !== undefined) selected = selected.where(contains('name', search));
  return listPage(selected, LISTING, query);
}

/** How many tags there are and how often they are used, by company and type. */
export async function countTags(db: Kysely<Tables>, caller: Caller, query: TagStatsQuery): Promise<TagStats> {
  const { company_id, resource_type } = query;
  const types = askedTypes(caller, resource_type);
  await demandCompany(db, caller, company_id);
  let selected = visible(db, caller, types);
  if (company_id !== undefined) selected = selected.where('company_id', '=', company_id);
  const items = await db
    .selectFrom(selected.as('tag'))
    .select(['company_id', 'resource_type', sql<number>`count(*)`.as('tag_count')])
    .select(sql<number>`sum(usage_count)`.as('usage_count'))
    .groupBy(['company_id', 'resource_type'])
    .orderBy('company_id')
    .orderBy('resource_type')
    .execute();
  return { items };
}

const tagTaken = taken('tags_name_key', 'name: A tag with this name already exists');
const missing = () => new NotFound('Tag not found');
const notWritable = () => new NotAllowed('You do not have permission to change these tags');

/** A new tag that nothing carries yet; throws Taken when there is one of that name, however it is spelt. */
export async function createTag(db: Kysely<Tables>, caller: Caller, body: TagCreate): Promise<Tag> {
  if (!writableTypes(caller).includes(body.resource_type)) throw notWritable();
  await demandCompany(db, caller, body.company_id);
  return db
    .transaction()
    .execute(async (transaction) => {
      await lockTags(transaction, caller, [body.company_id]);
      const made = await insertTag(transaction, caller, body);
      return { ...made, usage_count: 0 };
    })
    .catch(tagTaken);
}

/** Deletes a tag and takes it off everything; throws NotFound, or NotAllowed for one that the caller may only see. */
export async function deleteTag(db: Kysely<Tables>, caller: Caller, id: number): Promise<void> {
  await db.transaction().execute(async (transaction) => {
    const find = () => visible(transaction, caller, readableTypes(caller)).where('id', '=', id).executeTakeFirst();
    const there = await find();
    if (!there) throw missing();
    if (!writableTypes(caller).includes(there.resource_type)) throw notWritable();
    await lockTags(transaction, caller, [there.company_id]);
    // Somebody may have merged it away before the lock was had.
    const before = await find();
    if (!before) throw missing();
    await transaction.deleteFrom('tags').where('id', '=', id).execute();
    await audit(transaction, caller, { action: 'delete', resource: 'tag', recordId: id, before });
  });
}

/**
 * Turns every use of one tag into one of another, over every type that the caller may write, and removes the first. The
 * second is made where it is missing. Throws NotFound when no type has the first. Answers the second as it is now.
 */
export async function mergeTags(db: Kysely<Tables>, caller: Caller, body: TagMerge): Promise<{ items: Tag[] }> {
  const { company_id } = body;
  const [from, to] = [tagKey(body.from_tag), tagKey(body.to_tag)];
  await demandCompany(db, caller, company_id);
  if (from === to) throw new RuleBroken('A tag cannot be merged into itself');
  return db.transaction().execute(async (transaction) => {
    await lockTags(transaction, caller, [company_id]);
    const named = (key: string) =>
      visible(transaction, caller, writableTypes(caller))
        .where('company_id', '=', company_id)
        .where('name_key', '=', key)
        .orderBy('resource_type');
    const sources = await named(from).execute();
    if (!sources.length) throw missing();
    const targets = await named(to).execute();
    for (const source of sources) {
      const { resource_type } = source;
      const target =
        targets.find((tag) => tag.resource_type === resource_type) ??
        (await insertTag(transaction, caller, { name: body.to_tag, company_id, resource_type }));
      await moveUses(transaction, source, target);
      await transaction.deleteFrom('tags').where('id', '=', source.id).execute();
      await audit(transaction, caller, {
        action: 'merge',
        resource: 'tag',
        recordId: source.id,
        before: source,
        after: { id: target.id, name: target.name },
      });
    }
    const types = sources.map(({ resource_type }) => resource_type);
    return { items: await named(to).where('resource_type', 'in', types).execute() };
  });
}

// A use is moved, not made anew: whoever deletes a resource meanwhile takes its uses along. What carries both tags keeps
// its use of the target; the source's goes with the source.
const moveUses = (
  transaction: Transaction<Tables>,
  source: { id: number; resource_type: ResourceType },
  target: { id: number },
) =>
  sql`
    update tag_uses u set tag_id = ${target.id}
    where u.resource_type = ${source.resource_type} and u.tag_id = ${source.id} and not exists (
      select from tag_uses other
      where other.resource_type = u.resource_type and other.resource_id = u.resource_id and other.tag_id = ${target.id})
  `.execute(transaction);

/**
 * Lets one transaction at a time change which tags these companies have and what carries them. Taken before anything
 * else and in the order of the ids, so nobody waits for somebody who waits for them. Answers the companies that are
 * there and in reach.
 */
export async function lockTags(
  transaction: Transaction<Tables>,
  caller: Caller,
  companyIds: readonly number[],
): Promise<number[]> {
  const locked = await transaction
    .selectFrom('companies')
    .select('id')
    .where('id', 'in', [...companyIds])
    .where(inReach(caller, 'id'))
    .orderBy('id')
    // Lets everyone else go on writing what belongs to the company.
    .forNoKeyUpdate()
    .execute();
  return locked.map(({ id }) => id);
}

/** Adds a tag to the company of the lock; the audit log hears of it. */
export async function insertTag(transaction: Transaction<Tables>, caller: Caller, { name, ...rest }: TagCreate) {
  const values = { ...rest, name: name.trim(), name_key: tagKey(name) };
  const made = await transaction
    .insertInto('tags')
    .values(values)
    .returning(['id', 'name', 'company_id', 'resource_type'])
    .executeTakeFirstOrThrow();
  await audit(transaction, caller, { action: 'create', resource: 'tag', recordId: made.id, after: made });
  return made;
}
