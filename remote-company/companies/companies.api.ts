import type { Company, CompanyListQuery, CompanyWrite } from 'api/contract/company/companies';
import type { Paged } from 'api/contract/paging';
import { injectEndpoints, resourceEndpoints } from 'shared-auth';

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

/** The calls of specification 1 §7 'Companies' that the screen makes. */
export const companiesApi = injectEndpoints(['companies'], (build) => {
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
