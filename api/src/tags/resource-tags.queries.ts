/** The tags of a resource, whatever it is: reading, replacing, adding, removing, one or many at once (DECISIONS §6). */
import { sql, type Kysely, type Transaction } from 'kysely';
import type { BulkResponse } from 'contract/bulk';
import type { BulkTagAdd, BulkTagRemove, ResourceTagAdd, ResourceTags, ResourceTagsWrite } from 'contract/tag-calls';
import { MAX_TAGS_OF_RECORD, tagKey, TOO_MANY_TAGS } from 'contract/tags';
import { requireCompany, isAuthorised, type Caller, type CompanyAccess } from '../http/access';
import { bulkOutcome, distinctIds } from '../records/bulk';
import type { Actor } from '../database/audit';
import type { Tables } from '../database/connection';
import { NotFound, RuleBroken } from '../http/errors';
import { addOwnTags, auditTags, type WantedTags } from './restore-tags.queries';
import { tagNamesOf, type Taggable } from './taggable';
import {
  addToBatch,
  carriedBy,
  deleteUses,
  findTags,
  insertTags,
  insertUses,
  requireTags,
  type CarryingBatch,
} from './tag-batch.queries';
import { namesOfTags } from './tag-names.queries';
import { lockTags } from './tags.queries';

/** The tags of one resource; throws NotFound. */
export async function findResourceTags(
  db: Kysely<Tables>,
  caller: Caller,
  { type, table, missing }: Taggable,
  id: number,
): Promise<ResourceTags> {
  const { rows } = await sql<ResourceTags>`
    select ${tagNamesOf(type, `${table}.id`)} as tags from ${sql.table(table)}
    where ${sql.ref(`${table}.id`)} = ${id} and ${isAuthorised(caller, 'company_id')}`.execute(db);
  if (!rows[0]) throw new NotFound(missing);
  return rows[0];
}

/** Adds one tag to one resource; one that is there already is no error. */
export const addTag = (
  db: Kysely<Tables>,
  caller: Caller,
  taggable: Taggable,
  id: number,
  { tag_name, create_if_not_exists = true, company_id }: ResourceTagAdd,
): Promise<ResourceTags> =>
  changeOne(db, caller, taggable, id, company_id, (transaction, batch) =>
    addToBatch(transaction, caller, batch, [tag_name], create_if_not_exists),
  );

/** Gives one resource these tags and no other. */
export const replaceTags = (
  db: Kysely<Tables>,
  caller: Caller,
  taggable: Taggable,
  id: number,
  { tags, create_if_not_exists = true, company_id }: ResourceTagsWrite,
): Promise<ResourceTags> =>
  changeOne(db, caller, taggable, id, company_id, replacing(caller, tags, create_if_not_exists));

/** Gives many resources these tags and no other; those that are not there or not authorised are named in the response. */
export const replaceTagsInBulk = (
  db: Kysely<Tables>,
  caller: Caller,
  taggable: Taggable,
  { resource_ids, tags, create_if_not_exists = true, company_id }: ResourceTagsWrite & { resource_ids: number[] },
): Promise<BulkResponse> =>
  changeMany(
    db,
    caller,
    taggable,
    { ids: resource_ids, companyId: company_id },
    replacing(caller, tags, create_if_not_exists),
  );

/** These tags and no other. */
const replacing =
  (caller: Caller, tags: readonly string[], create: boolean): Change =>
  async (transaction, batch) => {
    if (new Set(tags.map(tagKey)).size > MAX_TAGS_OF_RECORD) return batch.ids;
    const { known, missing } = await requireTags(transaction, batch, tags, create);
    const tagIds = [...known, ...(await insertTags(transaction, caller, batch, missing))];
    await deleteUses(transaction, batch, sql`tag_id <> all(${tagIds}::int[])`);
    await insertUses(transaction, batch, tagIds);
    return [];
  };

/** Takes one tag off one resource; throws NotFound when it does not carry it. */
export async function removeTag(
  db: Kysely<Tables>,
  caller: Caller,
  taggable: Taggable,
  id: number,
  name: string,
): Promise<void> {
  await changeOne(db, caller, taggable, id, undefined, async (transaction, batch) => {
    const tags = await findTags(transaction, batch, [name]);
    const removed = await deleteUses(transaction, batch, sql`tag_id = any(${tags.map((tag) => tag.id)}::int[])`);
    if (!removed) throw new NotFound('Tag not found');
    return [];
  });
}

/** Adds tags to many resources; those that are not there, not authorised or would carry too many are named in the response. */
export const addTagsInBulk = (
  db: Kysely<Tables>,
  caller: Caller,
  taggable: Taggable,
  { resource_ids, tag_names, create_if_not_exists = true, company_id }: BulkTagAdd,
): Promise<BulkResponse> =>
  changeMany(db, caller, taggable, { ids: resource_ids, companyId: company_id }, (transaction, batch) =>
    addToBatch(transaction, caller, batch, tag_names, create_if_not_exists),
  );

/**
 * Adds tags to resources of a company, to each its own. Returns how many of those that are there were given them, and how
 * many were left because they would carry too many.
 */
export async function addTagsToEach(
  db: Kysely<Tables>,
  who: Actor & CompanyAccess,
  taggable: Taggable,
  companyId: number,
  wanted: readonly WantedTags[],
): Promise<{ readonly changed: number; readonly full: number }> {
  const named = { ids: wanted.map(({ id }) => id), companyId };
  const { changed, full } = await changeTags(db, who, taggable, named, (transaction, batch) =>
    addOwnTags(transaction, who, batch, wanted),
  );
  return { changed: changed.size - full.size, full: full.size };
}

/** Takes tags off many resources; not to carry one is no error. */
export const removeTagsInBulk = (
  db: Kysely<Tables>,
  caller: Caller,
  taggable: Taggable,
  { resource_ids, tag_names, company_id }: BulkTagRemove,
): Promise<BulkResponse> =>
  changeMany(db, caller, taggable, { ids: resource_ids, companyId: company_id }, async (transaction, batch) => {
    const tags = await findTags(transaction, batch, tag_names);
    await deleteUses(transaction, batch, sql`tag_id = any(${tags.map((tag) => tag.id)}::int[])`);
    return [];
  });

/** Changes a batch; returns the ids of those that are left as they are because they would carry too many tags. */
type Change = (transaction: Transaction<Tables>, batch: CarryingBatch) => Promise<readonly number[]>;

async function changeOne(
  db: Kysely<Tables>,
  caller: Caller,
  taggable: Taggable,
  id: number,
  companyId: number | undefined,
  change: Change,
): Promise<ResourceTags> {
  await requireCompany(db, caller, companyId);
  const { changed } = await changeTags(db, caller, taggable, { ids: [id], companyId }, async (transaction, batch) => {
    const full = await change(transaction, batch);
    if (full.length) throw new RuleBroken(TOO_MANY_TAGS);
    return full;
  });
  const tags = changed.get(id);
  if (!tags) throw new NotFound(taggable.missing);
  return { tags };
}

async function changeMany(
  db: Kysely<Tables>,
  caller: Caller,
  taggable: Taggable,
  { ids, companyId }: { ids: readonly number[]; companyId: number | undefined },
  change: Change,
): Promise<BulkResponse> {
  await requireCompany(db, caller, companyId);
  const asked = distinctIds(ids);
  const { changed, full } = await changeTags(db, caller, taggable, { ids: asked, companyId }, change);
  const done = [...changed.keys()].filter((id) => !full.has(id));
  const outcome = bulkOutcome(asked, done, taggable.missing);
  const errors = outcome.errors.map((error) => (full.has(error.id ?? 0) ? { ...error, msg: TOO_MANY_TAGS } : error));
  return { ...outcome, errors };
}

/**
 * Changes the tags of the named resources that are there and authorised, company by company, in one transaction, and
 * writes to the audit log which were changed. Returns the tags that each has then, and which were too full to change.
 */
async function changeTags(
  db: Kysely<Tables>,
  who: Actor & CompanyAccess,
  { type, table }: Taggable,
  named: { ids: readonly number[]; companyId: number | undefined },
  change: Change,
): Promise<{ changed: Map<number, string[]>; full: Set<number> }> {
  return db.transaction().execute(async (transaction) => {
    const companyIds =
      named.companyId === undefined ? await companiesOf(transaction, table, named.ids) : [named.companyId];
    const full = new Set<number>();
    if (!companyIds.length) return { changed: new Map<number, string[]>(), full };
    const locked = await lockTags(transaction, who, companyIds);
    // Locked, so that no one deletes one before its tags are written; this waits for whoever is just doing so.
    const { rows } = await sql<{ id: number; company_id: number; tag_ids: number[] }>`
      select id, company_id, tag_ids from ${sql.table(table)}
      where id = any(${named.ids}::int[]) and company_id = any(${locked}::int[])
      order by id for key share`.execute(transaction);
    const ids = rows.map(({ id }) => id);
    const mostTags = Math.max(0, ...rows.map(({ tag_ids }) => tag_ids.length));
    for (const companyId of locked) {
      const batch = rows.filter(({ company_id }) => company_id === companyId).map(({ id }) => id);
      if (!batch.length) continue;
      for (const id of await change(transaction, { type, companyId, ids: batch, mostTags })) full.add(id);
    }
    const after = await carriedBy(transaction, table, ids);
    const namesOf = await namesOfTags(transaction, [...rows.map(({ tag_ids }) => tag_ids), ...after.values()].flat());
    const entries = rows.map(({ id, company_id, tag_ids }) => ({
      id,
      companyId: company_id,
      was: namesOf(tag_ids),
      is: namesOf(after.get(id) ?? []),
    }));
    await auditTags(transaction, who, type, entries);
    return { changed: new Map(entries.map(({ id, is }) => [id, is])), full };
  });
}

async function companiesOf(transaction: Transaction<Tables>, table: string, ids: readonly number[]): Promise<number[]> {
  const { rows } = await sql<{ company_id: number }>`
    select distinct company_id from ${sql.table(table)} where id = any(${ids}::int[])`.execute(transaction);
  return rows.map(({ company_id }) => company_id);
}
