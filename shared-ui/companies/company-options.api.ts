/** The two calls behind choosing a company (specification 1 §7). */
import type { Company } from 'api/contract/company/companies';
import { DEFAULT_SEARCH_LIMIT } from 'api/contract/paging';
import { injectEndpoints } from 'shared-auth';

/** A company as a select shows it. */
export type CompanyOption = Pick<Company, 'id' | 'name'>;

/** The first companies that a search found, and how many there are in all. */
interface CompanyOptionPage {
  items: CompanyOption[];
  total: number;
}

const option = ({ id, name }: CompanyOption): CompanyOption => ({ id, name });

export const { useSearchCompanyOptionsQuery, useGetCompanyOptionQuery } = injectEndpoints(['companies'], (build) => ({
  searchCompanyOptions: build.query<CompanyOptionPage, string>({
    query: (q) => ({ path: '/companies/search', query: { q, limit: DEFAULT_SEARCH_LIMIT } }),
    transformResponse: ({ items, total }: CompanyOptionPage) => ({ items: items.map(option), total }),
    providesTags: ['companies'],
  }),
  getCompanyOption: build.query<CompanyOption, number>({
    query: (id) => ({ path: `/companies/${id}` }),
    transformResponse: option,
    providesTags: ['companies'],
  }),
}));
