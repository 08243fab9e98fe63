/** The calls behind choosing a company (specification 1 §7, §9; DECISIONS §4). */
import type { Company } from 'contract/company/companies';
import { DEFAULT_SEARCH_LIMIT, MAX_PAGE_SIZE } from 'contract/paging';
import { injectEndpoints, isPage } from 'shared-auth';

/** A company as a select shows it. */
export type CompanyOption = Pick<Company, 'id' | 'name' | 'slug'>;

/** Companies, and how many there are in all. */
interface CompanyOptionPage {
  items: CompanyOption[];
  total: number;
}

const option = ({ id, name, slug }: CompanyOption): CompanyOption => ({ id, name, slug });

const page = ({ items, total }: CompanyOptionPage): CompanyOptionPage => ({ items: items.map(option), total });

export const { useGetAllCompanyOptionsQuery, useSearchCompanyOptionsQuery, useGetCompanyOptionQuery } = injectEndpoints(
  ['companies'],
  (build) => ({
    /** The response may be a plain array: then it is all there is (specification 1 §7). */
    getAllCompanyOptions: build.query<CompanyOptionPage, void>({
      query: () => ({
        path: '/companies',
        query: { page_size: MAX_PAGE_SIZE },
        isResponse: (body) => Array.isArray(body) || isPage(body),
      }),
      transformResponse: (all: CompanyOptionPage | CompanyOption[]) =>
        page(Array.isArray(all) ? { items: all, total: all.length } : all),
      providesTags: ['companies'],
    }),
    searchCompanyOptions: build.query<CompanyOptionPage, string>({
      query: (q) => ({ path: '/companies/search', query: { q, limit: DEFAULT_SEARCH_LIMIT }, isResponse: isPage }),
      transformResponse: page,
      providesTags: ['companies'],
    }),
    getCompanyOption: build.query<CompanyOption, number>({
      query: (id) => ({ path: `/companies/${id}` }),
      transformResponse: option,
      providesTags: ['companies'],
    }),
  }),
);
