import type {
  SearchTerm,
  SearchTermBulkCreate,
  SearchTermBulkCreated,
  SearchTermBulkResponse,
  SearchTermBulkStatus,
  SearchTermForm,
  SearchTermListQuery,
  SearchTermWrite,
} from 'contract/social/search-terms';
import { ifMatchHeader, resourceCalls, type RecordChange } from 'shared-auth';

/** A term is asked for together with its company. */
interface TermOfCompany {
  id: number;
  company_id: number;
}

/** The calls of specification 2 §7.1: the company is in the query of every call for one term. */
export const searchTermCalls = resourceCalls('social-media-search-terms', (terms) => {
  const { build, path, tag } = terms;
  const one = ({ id, company_id }: TermOfCompany) => ({ path: `${path}/${id}`, query: { company_id } });
  return {
    list: terms.list<SearchTerm, SearchTermListQuery>(),
    matching: terms.matching<SearchTermListQuery>(),
    get: build.query<SearchTerm, TermOfCompany>({ query: one, providesTags: [tag] }),
    create: terms.create<SearchTerm, SearchTermWrite>(),
    update: build.mutation<SearchTerm, RecordChange<SearchTermForm> & TermOfCompany>({
      query: ({ body, ifMatch, ...term }) => ({ method: 'PUT', ...one(term), body, headers: ifMatchHeader(ifMatch) }),
      invalidatesTags: [tag],
    }),
    remove: build.mutation<null, TermOfCompany>({
      query: (term) => ({ method: 'DELETE', ...one(term) }),
      invalidatesTags: [tag],
    }),
    import: terms.bulk<SearchTermBulkCreate, SearchTermBulkCreated>('bulk/create'),
    updateStatus: terms.bulk<SearchTermBulkStatus, SearchTermBulkResponse>('bulk/update-status'),
  };
});
