import type { Company, CompanyListQuery, CompanyWrite } from 'api/contract/company/companies';
import type { Paged } from 'api/contract/paging';
import { injectEndpoints, refreshUser, resourceEndpoints } from 'shared-auth';

/** A company list may also be a plain array (specification 1 §3): then it is all there is. */
const asPage = (answer: Paged<Company> | Company[]): Paged<Company> =>
  Array.isArray(answer)
    ? {
        items: answer,
        total: answer.length,
        page: 1,
        page_size: answer.length,
        total_pages: Math.min(answer.length, 1),
      }
    : answer;

const companyEndpoints = injectEndpoints(['companies'], (build) => {
  const companies = resourceEndpoints(build, { path: '/companies', tag: 'companies' });
  return {
    listCompanies: build.query<Paged<Company>, CompanyListQuery>({
      query: (query) => ({ path: '/companies', query }),
      transformResponse: asPage,
      providesTags: ['companies'],
    }),
    getCompany: companies.get<Company>(),
    createCompany: companies.create<Company, CompanyWrite>(),
    replaceCompany: companies.replace<Company, CompanyWrite>(),
    deleteCompany: companies.remove(),
    duplicateCompany: build.mutation<Company, number>({
      query: (id) => ({ method: 'POST', path: `/companies/${id}/duplicate` }),
      invalidatesTags: ['companies'],
    }),
  };
});

interface Started {
  dispatch: (action: ReturnType<typeof refreshUser>) => unknown;
  queryFulfilled: Promise<unknown>;
}
/** A company more or less is one in the person's own list of companies, too. */
const changesReach = {
  onQueryStarted: (_: unknown, { dispatch, queryFulfilled }: Started) =>
    queryFulfilled.then(
      () => void dispatch(refreshUser()),
      () => undefined,
    ),
};

/** The calls of specification 1 §7 'Companies' that the screen makes. */
export const companiesApi = companyEndpoints.enhanceEndpoints({
  endpoints: { createCompany: changesReach, duplicateCompany: changesReach, deleteCompany: changesReach },
});
