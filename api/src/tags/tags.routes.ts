import type { Kysely } from 'kysely';
import { byId, type AddRoute } from '../http/route';
import { bulkResponse } from 'contract/bulk';
import {
  bulkTagAdd,
  bulkTagRemove,
  resourceTagAdd,
  resourceTagPath,
  resourceTags,
  resourceTagsWrite,
  tag,
  tagCreate,
  tagList,
  tagListQuery,
  tagMerge,
  tagMergeResponse,
  tagStats,
  tagStatsQuery,
} from 'contract/tag-calls';
import { tagRename, tagsByName, tagsByNameQuery } from 'contract/tags-by-name';
import { groups, signedIn } from '../http/access';
import { requireConfirmation } from '../records/bulk';
import type { Tables } from '../database/connection';
import {
  addTag,
  addTagsInBulk,
  findResourceTags,
  removeTag,
  removeTagsInBulk,
  replaceTags,
} from './resource-tags.queries';
import type { Taggable } from './taggable';
import { mergeTags } from './merge-tags.queries';
import { listTagsByName } from './tags-by-name.queries';
import { countTags, createTag, deleteTag, listTags, renameTag } from './tags.queries';

// Somebody who may write the tags of some type; which one a call is about is known when its tag is.
const tagWriters = groups('AdManager', 'SocialMediaManager');
const errors = { 403: 'The person may not read tags of this type' };

/** Tags as records of their own (specification 1 §7 'Tags', DECISIONS §6). */
export function tagRoutes(add: AddRoute, db: Kysely<Tables>): void {
  add('GET', '/tags', {
    access: signedIn,
    summary: 'Tags with how often each is used now',
    query: tagListQuery,
    response: tagList,
    errors,
    handle: ({ caller, query }) => listTags(db, caller, query),
  });
  add('GET', '/tags/stats', {
    access: signedIn,
    summary: 'How many tags there are and how often they are used, by company and type',
    query: tagStatsQuery,
    response: tagStats,
    errors,
    handle: ({ caller, query }) => countTags(db, caller, query),
  });
  add('GET', '/tags/by-name', {
    access: signedIn,
    summary: 'The tags of a company by name, with how often and when each is used, and which names are near each other',
    query: tagsByNameQuery,
    response: tagsByName,
    errors,
    handle: ({ caller, query }) => listTagsByName(db, caller, query),
  });
  add('POST', '/tags', {
    access: tagWriters,
    summary: 'Create a tag',
    body: tagCreate,
    response: tag,
    status: 201,
    handle: ({ caller, body }) => createTag(db, caller, body),
  });
  add('POST', '/tags/merge', {
    access: tagWriters,
    summary: 'Turn every use of one tag into one of another, and remove the first',
    body: tagMerge,
    response: tagMergeResponse,
    handle: ({ caller, body }) => mergeTags(db, caller, body),
  });
  add('POST', '/tags/:id/rename', {
    access: tagWriters,
    summary: 'Give a tag another name; it keeps its id',
    params: byId,
    body: tagRename,
    response: tag,
    handle: ({ caller, params, body }) => renameTag(db, caller, params.id, body),
  });
  add('DELETE', '/tags/:id', {
    access: tagWriters,
    summary: 'Delete a tag and take it off everything',
    params: byId,
    handle: ({ caller, params }) => deleteTag(db, caller, params.id),
  });
}

/** The tag calls of one resource: `/facebook-ads/{id}/tags`, `/facebook-ads/tags/bulk/add` and so on. */
export function resourceTagRoutes(add: AddRoute, db: Kysely<Tables>, taggable: Taggable): void {
  const { path, readers } = taggable;
  const writers = groups(taggable.writers);
  add('GET', `${path}/:id/tags`, {
    access: readers,
    summary: 'The tags of one',
    params: byId,
    response: resourceTags,
    handle: ({ caller, params }) => findResourceTags(db, caller, taggable, params.id),
  });
  add('PUT', `${path}/:id/tags`, {
    access: writers,
    summary: 'Give one these tags and no other',
    params: byId,
    body: resourceTagsWrite,
    response: resourceTags,
    handle: ({ caller, params, body }) => replaceTags(db, caller, taggable, params.id, body),
  });
  add('POST', `${path}/:id/tags`, {
    access: writers,
    summary: 'Add a tag to one; an absent create_if_not_exists means true',
    params: byId,
    body: resourceTagAdd,
    response: resourceTags,
    handle: ({ caller, params, body }) => addTag(db, caller, taggable, params.id, body),
  });
  add('DELETE', `${path}/:id/tags/:tag`, {
    access: writers,
    summary: 'Take a tag off one',
    params: resourceTagPath,
    handle: ({ caller, params }) => removeTag(db, caller, taggable, params.id, params.tag),
  });
  add('POST', `${path}/tags/bulk/add`, {
    access: writers,
    summary: 'Add tags to many; an absent create_if_not_exists means true',
    body: bulkTagAdd,
    response: bulkResponse,
    handle: async ({ caller, body }) => {
      requireConfirmation(body.confirm ?? true);
      return addTagsInBulk(db, caller, taggable, body);
    },
  });
  add('POST', `${path}/tags/bulk/remove`, {
    access: writers,
    summary: 'Take tags off many',
    body: bulkTagRemove,
    response: bulkResponse,
    handle: async ({ caller, body }) => {
      requireConfirmation(body.confirm ?? true);
      return removeTagsInBulk(db, caller, taggable, body);
    },
  });
}
