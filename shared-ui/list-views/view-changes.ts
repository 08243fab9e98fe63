/** The part of a list's state that a view keeps, and what of it does not hold for whoever opens it (DECISIONS §11). */
import type { View } from 'contract/views';
import type { CurrentUser } from 'contract/session';
import type { AnyList } from '../list-screen/list-definition';
import { addressOfState, partsOf, stateOfAddress, type ListState } from '../list-screen/page/list-state';
import type { Layout } from './remembered-views';
import { addressOfView } from './use-list-views';

/** The filter that a list's company is; a list may know none. */
export const companyFilter = (list: AnyList) => list.filters.find(({ type }) => type === 'company');

/** Whether a view is always of the company that it was saved with; else it is of the one that is chosen. */
export const keepsCompany = (list: AnyList, query: string): boolean =>
  new URLSearchParams(query).has(companyFilter(list)?.key ?? '');

/** Filters, sort and page size as a view has them: in the list's order, without the page. */
export function queryOf(list: AnyList, state: ListState, withCompany: boolean): string {
  const params = addressOfState(list, { ...state, page: 1, view: undefined }, new URLSearchParams());
  const company = companyFilter(list);
  if (company && !withCompany) params.delete(company.key);
  return params.toString();
}

/** Whether what is listed is not what the view was saved with; without a view, whether anything is set. */
export function hasOtherQuery(list: AnyList, state: ListState, view: View | undefined, user: CurrentUser): boolean {
  const saved = view ? addressOfView(view, user) : '';
  const withCompany = keepsCompany(list, saved);
  const before = queryOf(list, stateOfAddress(list, new URLSearchParams(saved)), withCompany);
  return queryOf(list, state, withCompany) !== before;
}

/** Whether two layouts look the same. */
export const isSameLayout = (one: Layout, other: Layout): boolean =>
  one.density === other.density && one.columns.join() === other.columns.join();

/** Names in a view that do not exist for whoever opens it, in the list's own words. */
export function leftOut(list: AnyList, view: View, user: CurrentUser): readonly string[] {
  const { filters, sort, pageSize } = stateOfAddress(list, new URLSearchParams(addressOfView(view, user)));
  const holds: Readonly<Record<string, readonly string[]>> = { sort_by: [sort], page_size: [String(pageSize)] };
  const values = [...new URLSearchParams(view.query)]
    .filter(([key, value]) => !(holds[key] ?? partsOf(filters[key])).includes(value.trim()))
    .map(([key, value]) => list.filters.find((filter) => filter.key === key)?.label ?? `${key} ${value}`);
  const columns = view.columns.filter((key) => !list.columns.some((column) => column.key === key));
  return [...new Set([...values, ...columns.map((key) => `the column ${key}`)])];
}
