/** Tags on the wire, the same for every resource that can carry them (specification 1 §3, §7 'Tags'; DECISIONS §6). */
import { bulkIds, confirm, MAX_BULK } from './bulk';
import { listResponse, listQuery, partOf } from './paging';
import { response, flag, id, integer, listOf, object, oneOf, text, type Infer } from './schema';

/** The resources that can be tagged. A tag belongs to one company and one of these. */
export const RESOURCE_TYPES = ['facebook_ad', 'social_media_profile', 'social_media_post'] as const;
export type ResourceType = (typeof RESOURCE_TYPES)[number];

/** The longest name, in code points, without the white space around it. */
export const MAX_TAG_LENGTH = 50;
/** The most tags one call adds, removes or filters by. */
export const MAX_TAGS = 50;
/** The most tags one record carries. */
export const MAX_TAGS_OF_RECORD = 100;
/** The message for a record that would carry more. */
export const TOO_MANY_TAGS = `A record can carry at most ${MAX_TAGS_OF_RECORD} tags`;

// Invisible characters, such as a zero-width space.
const INVISIBLE = '\\p{Default_Ignorable_Code_Point}';
const HOLLOW = `\\s\\p{Cc}${INVISIBLE}`;
const END = '[^\\s\\p{Cc}]';
// Something visible; between any white space no control character; not `.` or `..`, which no URL can carry. Every part
// begins where the one before cannot go on, so that a megabyte is rejected as fast as it is read.
const NAME = `^(?=[${HOLLOW}]*[^${HOLLOW}])\\s*(?!\\.\\.?\\s*$)${END}(?:\\P{Cc}{0,${MAX_TAG_LENGTH - 2}}${END})?\\s*$`;

/** A tag's name: the person's own text. White space around it is not a part of it. */
export const tagName = text('Tag', {
  minLength: 1,
  pattern: NAME,
  formatMessage: `Tag must be 1 to ${MAX_TAG_LENGTH} visible characters, without control characters, and not . or ..`,
});

/** The key that all spellings of a tag share: Unicode NFKC, case folded, without invisible characters and the space around. */
export const tagKey = (name: string): string =>
  name
    .normalize('NFKC')
    .replace(new RegExp(INVISIBLE, 'gu'), '')
    // The way through upper case is what folding is in JavaScript: it makes ß and ss, σ and ς the same.
    .toUpperCase()
    .toLowerCase()
    .normalize('NFKC')
    .trim();

const resource_type = oneOf('Resource type', RESOURCE_TYPES);
const usage_count = integer('Uses', { minimum: 0 });
const create_if_not_exists = flag('Create if not exists');
const tagNames = listOf(tagName, { title: 'Tags', minItems: 1, maxItems: MAX_TAGS });

/** A tag. `usage_count` is how many resources carry it now. */
export const tag = response({ id, name: text('Tag', {}), company_id: id, resource_type, usage_count });

/** The sorts of tags. */
export const TAG_SORTS = ['name', 'usage_count'] as const;
/** The default sort. */
export const TAG_DEFAULT_SORT = 'name';
/** The default page size (specification 1 §9). */
export const TAG_PAGE_SIZE = 100;

/** Query of GET /tags. Without a company or a type: all that the caller may see. */
export const tagListQuery = listQuery({ company_id: id, resource_type, search: partOf('Search') }, TAG_SORTS);

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
