/** The calls of tags on the wire (specification 1 §7 'Tags'; DECISIONS §6). */
import { bulkIds, confirm, MAX_BULK } from './bulk';
import { listResponse, listQuery, partOf } from './paging';
import { response, flag, id, integer, listOf, object, oneOf, text, type Infer } from './schema';
import { MAX_TAGS, RESOURCE_TYPES, TAG_SORTS, tagName } from './tags';

const resource_type = oneOf('Resource type', RESOURCE_TYPES);
const usage_count = integer('Uses', { minimum: 0 });
const create_if_not_exists = flag('Create if not exists');
const tagNames = listOf(tagName, { title: 'Tags', minItems: 1, maxItems: MAX_TAGS });

/** A tag. `usage_count` is how many resources carry it now. */
export const tag = response({ id, name: text('Tag', {}), company_id: id, resource_type, usage_count });

/**
 * Query of GET /tags. Without a company or a type: all that the caller may see. `near`: beside those that have `search` in
 * their names, its near-duplicates in the company (DECISIONS §16).
 */
export const tagListQuery = listQuery(
  { company_id: id, resource_type, search: partOf('Search'), near: flag('Near') },
  TAG_SORTS,
);

export const tagList = listResponse(tag);

/** Body of POST /tags. */
export const tagCreate = object({ name: { ...tagName, unique: true } as const, company_id: id, resource_type }, [
  'name',
  'company_id',
  'resource_type',
]);

/**
 * Body of POST /tags/merge: every use of `from_tag` becomes one of `to_tag`, which is made where it is missing. Of the type
 * that is named, else of every type that the caller may write.
 */
export const tagMerge = object({ from_tag: tagName, to_tag: tagName, company_id: id, resource_type }, [
  'from_tag',
  'to_tag',
  'company_id',
]);

/** Response of POST /tags/merge: `to_tag` as it is now, once for each type that had `from_tag`. */
export const tagMergeResponse = response({ items: listOf(tag) });

/** Query of GET /tags/stats. */
export const tagStatsQuery = object({ company_id: id, resource_type }, []);

/** Response of GET /tags/stats: for each company and type that has tags, how many, and how often they are used. */
export const tagStats = response({
  items: listOf(response({ company_id: id, resource_type, tag_count: integer('Tags', { minimum: 0 }), usage_count })),
});

/** The tags of one resource, by name: response of GET, PUT and POST /{resource}/{id}/tags. */
export const resourceTags = response({ tags: listOf(text('Tag', {})) });

/** Body of POST /{resource}/{id}/tags. `create_if_not_exists` absent means true; `company_id` must be the resource's. */
export const resourceTagAdd = object({ tag_name: tagName, create_if_not_exists, company_id: id }, ['tag_name']);

/** Body of PUT /{resource}/{id}/tags: these tags and no other, however often each is named. */
export const resourceTagsWrite = object(
  { tags: listOf(tagName, { title: 'Tags', maxItems: MAX_BULK }), create_if_not_exists, company_id: id },
  ['tags'],
);

/** Path of DELETE /{resource}/{id}/tags/{tag}; the name travels URL-encoded. */
export const resourceTagPath = object({ id, tag: text('Tag', {}) }, ['id', 'tag']);

/** Body of POST /{resource}/tags/bulk/add. With `company_id`, resources of other companies are counted as errors. */
export const bulkTagAdd = object(
  { resource_ids: bulkIds, tag_names: tagNames, create_if_not_exists, company_id: id, confirm },
  ['resource_ids', 'tag_names'],
);

/** Body of POST /{resource}/tags/bulk/remove. */
export const bulkTagRemove = object({ resource_ids: bulkIds, tag_names: tagNames, company_id: id, confirm }, [
  'resource_ids',
  'tag_names',
]);

export type Tag = Infer<typeof tag>;
export type TagListQuery = Infer<typeof tagListQuery>;
export type TagCreate = Infer<typeof tagCreate>;
export type TagMerge = Infer<typeof tagMerge>;
export type TagStats = Infer<typeof tagStats>;
export type TagStatsQuery = Infer<typeof tagStatsQuery>;
export type ResourceTags = Infer<typeof resourceTags>;
export type ResourceTagAdd = Infer<typeof resourceTagAdd>;
export type ResourceTagsWrite = Infer<typeof resourceTagsWrite>;
export type BulkTagAdd = Infer<typeof bulkTagAdd>;
export type BulkTagRemove = Infer<typeof bulkTagRemove>;
