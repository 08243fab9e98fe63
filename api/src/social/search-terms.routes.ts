import type { Kysely } from 'kysely';
import {
  searchTerm,
  searchTermBulkResponse,
  searchTermBulkCreate,
  searchTermBulkCreated,
  searchTermBulkStatus,
  searchTermCompanyQuery,
  searchTermForm,
  searchTermQuery,
  searchTermWrite,
} from 'contract/social/search-terms';
import { NOUNS } from 'contract/nouns';
import type { Tables } from '../database/connection';
import { accessFor } from '../http/access';
import { byId, type AddRoute } from '../http/route';
import { regularRoutes } from '../records/regular-routes';
import { createSearchTerms, updateSearchTermStatus } from './search-terms-bulk.queries';
import { findSearchTerm, searchTerms } from './search-terms.queries';

const { writers: access } = accessFor('social_media_search_term');

/** Search terms (specification 2 §7.1, DECISIONS §8); a call on one term names its company. */
export function searchTermRoutes(add: AddRoute, db: Kysely<Tables>): void {
  const { path } = NOUNS.social_media_search_term;
  regularRoutes(add, db, { records: searchTerms, calls: { list: searchTerms.list } });
  add('POST', path, {
    access,
    summary: 'Create a search term',
    query: searchTermCompanyQuery,
    body: searchTermWrite,
    response: searchTerm,
    status: 201,
    handle: ({ caller, body }) => searchTerms.create(db, caller, body),
  });
  add('GET', `${path}/:id`, {
    access,
    summary: 'One search term of a company',
    params: byId,
    query: searchTermQuery,
    response: searchTerm,
    handle: ({ caller, params, query }) => findSearchTerm(db, caller, { ...params, ...query }),
  });
  add('PUT', `${path}/:id`, {
    access,
    summary: 'Replace every field of a search term',
    params: byId,
    query: searchTermQuery,
    body: searchTermForm,
    response: searchTerm,
    handle: async ({ caller, params, query, body, ifMatch }) => {
      await findSearchTerm(db, caller, { ...params, ...query });
      return searchTerms.replace(db, caller, params.id, body, ifMatch);
    },
  });
  add('DELETE', `${path}/:id`, {
    access,
    summary: 'Delete a search term',
    params: byId,
    query: searchTermQuery,
    handle: async ({ caller, params, query }) => {
      await findSearchTerm(db, caller, { ...params, ...query });
      return searchTerms.remove(db, caller, params.id);
    },
  });
  add('POST', `${path}/bulk/create`, {
    access,
    summary: 'Import search terms of one platform, skipping those that are there already',
    query: searchTermCompanyQuery,
    body: searchTermBulkCreate,
    response: searchTermBulkCreated,
    handle: ({ caller, body }) => createSearchTerms(db, caller, body),
  });
  add('POST', `${path}/bulk/update-status`, {
    access,
    summary: 'Set the status of search terms of one platform, named by their text',
    query: searchTermCompanyQuery,
    body: searchTermBulkStatus,
    response: searchTermBulkResponse,
    handle: ({ caller, body }) => updateSearchTermStatus(db, caller, body),
  });
}
