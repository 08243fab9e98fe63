/** Tags as records of their own: listing, making, deleting, merging (DECISIONS §6). */
import { sql, type Generated, type Kysely, type Transaction } from 'kysely';
import type { Paged } from 'contract/paging';
import {
  TAG_DEFAULT_SORT,
  TAG_PAGE_SIZE,
  tagKey,
  type ResourceType,
  type Tag,
  type TagCreate,
  type TagListQuery,
  type TagStats,
  type TagStatsQuery,
  type TAG_SORTS,
} from 'contract/tags';
import { requireCompany, isAuthorised, type Caller, type CompanyAccess } from '../http/access';
import { audit, type Actor } from '../database/audit';
import type { Tables } from '../database/connection';
import { NotAllowed, NotFound, conflictOn } from '../http/errors';
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
  await requireCompany(db, caller, company_id);
  let selected = visibleTags(db, caller, types);
  if (company_id !== undefined) selected = selected.where('company_id', '=', company_id);
  if (search !== undefined) selected = selected.where(contains('name', search));
  return listPage(selected, TAG_LISTING, query);
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

const tagTaken = conflictOn('tags_name_key', 'name: A tag with this name already exists');
/** 404: no such tag, or not authorised. */
export const missingTag = () => new NotFound('Tag not found');
const notWritable = () => new NotAllowed('You do not have permission to change these tags');

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

/** Deletes a tag and takes it off everything; throws NotFound, or NotAllowed for one that the caller may only see. */
export async function deleteTag(db: Kysely<Tables>, caller: Caller, id: number): Promise<void> {
  await db.transaction().execute(async (transaction) => {
    const find = () => visibleTags(transaction, caller, readableTypes(caller)).where('id', '=', id).executeTakeFirst();
    const there = await find();
    if (!there) throw missingTag();
    if (!writableTypes(caller).includes(there.resource_type)) throw notWritable();
    await lockTags(transaction, caller, [there.company_id]);
    // Somebody may have merged it away before the lock was had.
    const before = await find();
    if (!before) throw missingTag();
    await transaction.deleteFrom('tags').where('id', '=', id).execute();
    await audit(transaction, caller, { action: 'delete', resource: 'tag', recordId: id, before });
  });
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
