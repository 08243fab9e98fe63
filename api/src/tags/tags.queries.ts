/** Tags as records of their own: listing, making, renaming, deleting (DECISIONS §6, §16). */
import { sql, type Generated, type Kysely, type Transaction } from 'kysely';
import type { Paged } from 'contract/paging';
import type { Tag, TagCreate, TagListQuery, TagStats, TagStatsQuery } from 'contract/tag-calls';
import { TAG_DEFAULT_SORT, TAG_PAGE_SIZE, tagKey, type ResourceType, type TAG_SORTS } from 'contract/tags';
import type { TagRename } from 'contract/tags-by-name';
import { requireCompany, isAuthorised, type Caller, type CompanyAccess } from '../http/access';
import { audit, type Actor } from '../database/audit';
import type { Tables } from '../database/connection';
import { Conflict, NotAllowed, NotFound, conflictOn } from '../http/errors';
import { anyOf, byText, byValue, contains, listPage, type Listing } from '../database/list';
import { nearTo } from './near-tags';
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
      /** The day on which it was last put on something, in UTC; null where that is not known. */
      last_used_on: Generated<string | null>;
    };
    tag_uses: { resource_type: ResourceType; company_id: number; resource_id: number; tag_id: number };
  }
}

const TAG_LISTING: Listing<(typeof TAG_SORTS)[number]> = {
  sorts: { name: byText('name'), usage_count: byValue('usage_count') },
  defaultSort: TAG_DEFAULT_SORT,
  pageSize: TAG_PAGE_SIZE,
  id: 'id',
};

const usageCount = sql<number>`(
  select count(*) from tag_uses u where u.resource_type = tags.resource_type and u.tag_id = tags.id)`.as('usage_count');

/** The tags of these types in the companies that the caller is authorised for, with how often each is used. */
export const visibleTags = (db: Kysely<Tables>, caller: CompanyAccess, types: readonly ResourceType[]) =>
  db
    .selectFrom('tags')
    .select(['id', 'name', 'company_id', 'resource_type', usageCount])
    .where('resource_type', 'in', types)
    .where(isAuthorised(caller, 'company_id'));

/** The types that are asked for, or all that the caller may see; throws NotAllowed for one that they may not. */
export function askedTypes(caller: Caller, asked: ResourceType | undefined): ResourceType[] {
  const readable = readableTypes(caller);
  if (asked === undefined) return readable;
  if (!readable.includes(asked)) throw new NotAllowed('You do not have permission to view these tags');
  return [asked];
}

/** One page of tags. */
export async function listTags(db: Kysely<Tables>, caller: Caller, query: TagListQuery): Promise<Paged<Tag>> {
  const { company_id, resource_type, search, near = false } = query;
  const types = askedTypes(caller, resource_type);
  await requireCompany(db, caller, company_id);
  let selected = visibleTags(db, caller, types);
  if (company_id !== undefined) selected = selected.where('company_id', '=', company_id);
  if (search !== undefined) {
    const close = near && company_id !== undefined ? await closeTo(db, company_id, types, search) : [];
    selected = selected.where(anyOf([contains('name', search), sql<boolean>`name = any(${close}::text[])`]));
  }
  return listPage(selected, TAG_LISTING, query);
}

/** Names of a company's tags that are near-duplicates of this one. */
async function closeTo(
  db: Kysely<Tables>,
  companyId: number,
  types: readonly ResourceType[],
  search: string,
): Promise<string[]> {
  const tags = await db
    .selectFrom('tags')
    .select('name')
    .where('company_id', '=', companyId)
    .where('resource_type', 'in', types)
    .execute();
  return nearTo(
    search,
    tags.map(({ name }) => name),
  );
}

/** How many tags there are and how often they are used, by company and type. */
export async function countTags(db: Kysely<Tables>, caller: Caller, query: TagStatsQuery): Promise<TagStats> {
  const { company_id, resource_type } = query;
  const types = askedTypes(caller, resource_type);
  await requireCompany(db, caller, company_id);
  let selected = visibleTags(db, caller, types);
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

/** The message where another tag has the name. */
export const TAG_TAKEN = 'name: A tag with this name already exists';
const tagTaken = conflictOn('tags_name_key', TAG_TAKEN);
/** 404: no such tag, or not authorised. */
export const missingTag = () => new NotFound('Tag not found');
/** 403: the caller may only see tags of this type. */
export const notWritable = () => new NotAllowed('You do not have permission to change these tags');

/** A new tag that nothing carries yet; throws Conflict when there is one of that name, however it is spelt. */
export async function createTag(db: Kysely<Tables>, caller: Caller, body: TagCreate): Promise<Tag> {
  if (!writableTypes(caller).includes(body.resource_type)) throw notWritable();
  await requireCompany(db, caller, body.company_id);
  return db
    .transaction()
    .execute(async (transaction) => {
      await lockTags(transaction, caller, [body.company_id]);
      const made = await insertTag(transaction, caller, body);
      return { ...made, usage_count: 0 };
    })
    .catch(tagTaken);
}

/**
 * Gives a tag another name; it keeps its id and its uses. Throws NotFound, NotAllowed for one that the caller may only see,
 * and Conflict where another tag has the name, however it is spelt.
 */
export async function renameTag(db: Kysely<Tables>, caller: Caller, id: number, { name }: TagRename): Promise<Tag> {
  return db.transaction().execute(async (transaction) => {
    const tag = await lockTag(transaction, caller, id);
    const renamed = { ...tag, name: name.trim() };
    if (renamed.name !== tag.name) await writeName(transaction, caller, tag, renamed.name);
    return renamed;
  });
}

/** Names a tag of the company of the lock; the audit log hears of it. Throws Conflict where another tag has the name. */
export async function writeName(
  transaction: Transaction<Tables>,
  actor: Actor,
  tag: Omit<Tag, 'usage_count'>,
  name: string,
): Promise<void> {
  const name_key = tagKey(name);
  const other = await transaction
    .selectFrom('tags')
    .select('name')
    .where('company_id', '=', tag.company_id)
    .where('resource_type', '=', tag.resource_type)
    .where('name_key', '=', name_key)
    .where('id', '<>', tag.id)
    .executeTakeFirst();
  if (other) throw new Conflict(`There is a tag “${other.name}” already. Merge this one into it instead.`);
  await transaction.updateTable('tags').set({ name, name_key }).where('id', '=', tag.id).execute();
  const after = { ...tag, name };
  await audit(transaction, actor, { action: 'rename', resource: 'tag', recordId: tag.id, before: tag, after });
}

/** Deletes a tag and takes it off everything; throws NotFound, or NotAllowed for one that the caller may only see. */
export async function deleteTag(db: Kysely<Tables>, caller: Caller, id: number): Promise<void> {
  await db.transaction().execute(async (transaction) => {
    await eraseTag(transaction, caller, await lockTag(transaction, caller, id));
  });
}

/** Which resources carried a deleted tag is kept, for undo, up to so many. */
const MAX_KEPT_USES = 100_000;

/** Deletes a tag of the company of the lock; the audit log hears of it, and of what carried the tag. */
export async function eraseTag(transaction: Transaction<Tables>, actor: Actor, tag: Tag): Promise<void> {
  const uses = transaction.selectFrom('tag_uses').select('resource_id').where('resource_type', '=', tag.resource_type);
  const kept =
    tag.usage_count <= MAX_KEPT_USES
      ? { resource_ids: (await uses.where('tag_id', '=', tag.id).execute()).map(({ resource_id }) => resource_id) }
      : {};
  const day = await transaction
    .deleteFrom('tags')
    .where('id', '=', tag.id)
    .returning('last_used_on')
    .executeTakeFirst();
  const before = { ...tag, ...day, ...kept };
  await audit(transaction, actor, { action: 'delete', resource: 'tag', recordId: tag.id, before });
}

/** A tag that the caller may change, its company locked; throws NotFound, or NotAllowed for one that they may only see. */
async function lockTag(transaction: Transaction<Tables>, caller: Caller, id: number): Promise<Tag> {
  const find = () => visibleTags(transaction, caller, readableTypes(caller)).where('id', '=', id).executeTakeFirst();
  const there = await find();
  if (!there) throw missingTag();
  if (!writableTypes(caller).includes(there.resource_type)) throw notWritable();
  await lockTags(transaction, caller, [there.company_id]);
  // Somebody may have merged it away before the lock was had.
  const tag = await find();
  if (!tag) throw missingTag();
  return tag;
}

/**
 * Lets one transaction at a time change which tags these companies have and what carries them. Taken before anything
 * else and in the order of the ids, so no two wait for each other. Returns the companies that are
 * there and authorised.
 */
export async function lockTags(
  transaction: Transaction<Tables>,
  caller: CompanyAccess,
  companyIds: readonly number[],
): Promise<number[]> {
  const locked = await transaction
    .selectFrom('companies')
    .select('id')
    .where('id', 'in', [...companyIds])
    .where(isAuthorised(caller, 'id'))
    .orderBy('id')
    // Lets everyone else go on writing what belongs to the company.
    .forNoKeyUpdate()
    .execute();
  return locked.map(({ id }) => id);
}

/** Adds a tag to the company of the lock; the audit log hears of it. */
export async function insertTag(transaction: Transaction<Tables>, actor: Actor, { name, ...rest }: TagCreate) {
  const values = { ...rest, name: name.trim(), name_key: tagKey(name) };
  const made = await transaction
    .insertInto('tags')
    .values(values)
    .returning(['id', 'name', 'company_id', 'resource_type'])
    .executeTakeFirstOrThrow();
  await audit(transaction, actor, { action: 'create', resource: 'tag', recordId: made.id, after: made });
  return made;
}
