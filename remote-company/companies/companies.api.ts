import type { Company, CompanyListQuery, CompanyWrite } from 'contract/company/companies';
import type { Paged } from 'contract/paging';
import { isPage, refreshUser, resourceCalls } from 'shared-auth';

/** A company list may also be a plain array (specification 1 §3): then it is all there is. */
function asPage(response: Paged<Company> | Company[]): Paged<Company> {
  if (!Array.isArray(response)) return response;
  const { length } = response;
  return { items: response, total: length, page: 1, page_size: length, total_pages: Math.min(length, 1) };
}

interface Started {
  dispatch: (action: ReturnType<typeof refreshUser>) => unknown;
  queryFulfilled: Promise<unknown>;
}
/** A company more or less, or by another name, is one in the person's own list of companies, too. */
const changesReach = {
  onQueryStarted: (_: unknown, { dispatch, queryFulfilled }: Started) =>
    queryFulfilled.then(
      () => void dispatch(refreshUser()),
      () => undefined,
    ),
};

/** The calls of specification 1 §7 'Companies' that the screen makes. */
export const companyCalls = resourceCalls('companies', (companies) => {
  const { build, path, tag } = companies;
  const regular = companies.regular<Company, CompanyListQuery, CompanyWrite>();
  return {
    ...regular,
    list: build.query<Paged<Company>, CompanyListQuery>({
      query: (query) => ({ path, query, isResponse: (body) => Array.isArray(body) || isPage(body) }),
      transformResponse: asPage,
      providesTags: [tag],
    }),
    create: { ...regular.create, ...changesReach },
    update: { ...companies.replace<Company, CompanyWrite>(), ...changesReach },
    remove: { ...regular.remove, ...changesReach },
    duplicate: build.mutation<Company, number>({
      query: (id) => ({ method: 'POST', path: `${path}/${id}/duplicate` }),
      invalidatesTags: [tag],
      ...changesReach,
    }),
  };
});
