import type {
  SearchTerm,
  SearchTermBulkResponse,
  SearchTermBulkCreate,
  SearchTermBulkCreated,
  SearchTermBulkStatus,
  SearchTermForm,
  SearchTermListQuery,
  SearchTermWrite,
} from 'api/contract/social/search-terms';
import { injectEndpoints, resourceEndpoints, type RecordChange } from 'shared-auth';

/** A term is asked for together with its company. */
export interface TermOfCompany {
  id: number;
  company_id: number;
}

/** The calls of specification 2 §7.1: the company is in the query of every call for one term. */
export const searchTermsApi = injectEndpoints(['social-media-search-terms'], (build) => {
  const tag = 'social-media-search-terms';
  const path = '/social-media-search-terms';
  const terms = resourceEndpoints(build, { path, tag });
  return {
    listSearchTerms: terms.list<SearchTerm, SearchTermListQuery>(),
    getSearchTerm: build.query<SearchTerm, TermOfCompany>({
      query: ({ id, company_id }) => ({ path: `${path}/${id}`, query: { company_id } }),
      providesTags: [tag],
    }),
    createSearchTerm: terms.create<SearchTerm, SearchTermWrite>(),
    replaceSearchTerm: build.mutation<SearchTerm, RecordChange<SearchTermForm> & TermOfCompany>({
      query: ({ id, company_id, body, ifMatch }) => ({
        method: 'PUT',
        path: `${path}/${id}`,
        query: { company_id },
        body,
        headers: ifMatch === undefined ? undefined : { 'If-Match': `"${ifMatch}"` },
      }),
      invalidatesTags: [tag],
    }),
    deleteSearchTerm: build.mutation<null, TermOfCompany>({
      query: ({ id, company_id }) => ({ method: 'DELETE', path: `${path}/${id}`, query: { company_id } }),
      invalidatesTags: [tag],
    }),
    importSearchTerms: terms.bulk<SearchTermBulkCreate, SearchTermBulkCreated>('bulk/create'),
    updateSearchTermStatus: terms.bulk<SearchTermBulkStatus, SearchTermBulkResponse>('bulk/update-status'),
  };
});
