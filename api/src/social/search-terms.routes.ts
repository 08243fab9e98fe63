import type { Kysely } from 'kysely';
import {
  searchTerm,
  searchTermBulkAnswer,
  searchTermBulkCreate,
  searchTermBulkCreated,
  searchTermBulkStatus,
  searchTermCompanyQuery,
  searchTermForm,
  searchTermList,
  searchTermListQuery,
  searchTermQuery,
  searchTermWrite,
} from '../../contract/social/search-terms';
import { groups } from '../http/access';
import type { Tables } from '../database/connection';
import { byId, type AddRoute } from '../http/route';
import { createSearchTerms, updateSearchTermStatus } from './search-terms-bulk.queries';
import {
  createSearchTerm,
  deleteSearchTerm,
  findSearchTerm,
  listSearchTerms,
  replaceSearchTerm,
} from './search-terms.queries';

const access = groups('SocialMediaManager');

/** Search terms (specification 2 §7.1, DECISIONS §8). */
export function searchTermRoutes(add: AddRoute, db: Kysely<Tables>): void {
  add('GET', '/social-media-search-terms', {
    access,
    summary: 'Search terms of a company',
    query: searchTermListQuery,
    answer: searchTermList,
    handle: ({ caller, query }) => listSearchTerms(db, caller, query),
  });
  add('GET', '/social-media-search-terms/:id', {
    access,
    summary: 'One search term of a company',
    params: byId,
    query: searchTermQuery,
    answer: searchTerm,
    handle: ({ caller, params, query }) => findSearchTerm(db, caller, { ...params, ...query }),
  });
  add('POST', '/social-media-search-terms', {
    access,
    summary: 'Create a search term',
    query: searchTermCompanyQuery,
    body: searchTermWrite,
    answer: searchTerm,
    status: 201,
    handle: ({ caller, body }) => createSearchTerm(db, caller, body),
  });
  add('PUT', '/social-media-search-terms/:id', {
    access,
    summary: 'Replace every field of a search term',
    params: byId,
    query: searchTermQuery,
    body: searchTermForm,
    answer: searchTerm,
    handle: ({ caller, params, query, body, ifMatch }) =>
      replaceSearchTerm(db, caller, { ...params, ...query }, body, ifMatch),
  });
  add('DELETE', '/social-media-search-terms/:id', {
    access,
    summary: 'Delete a search term',
    params: byId,
    query: searchTermQuery,
    handle: ({ caller, params, query }) => deleteSearchTerm(db, caller, { ...params, ...query }),
  });
  add('POST', '/social-media-search-terms/bulk/create', {
    access,
    summary: 'Import search terms of one platform, skipping those that are there already',
    query: searchTermCompanyQuery,
    body: searchTermBulkCreate,
    answer: searchTermBulkCreated,
    handle: ({ caller, body }) => createSearchTerms(db, caller, body),
  });
  add('POST', '/social-media-search-terms/bulk/update-status', {
    access,
    summary: 'Set the status of search terms of one platform, named by their text',
    query: searchTermCompanyQuery,
    body: searchTermBulkStatus,
    answer: searchTermBulkAnswer,
    handle: ({ caller, body }) => updateSearchTermStatus(db, caller, body),
  });
}
