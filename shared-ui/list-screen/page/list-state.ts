/**
 * Every rule of a list's state as one pure reducer (specification 1 §2, §4; 2 §4.2), and what that state is in the
 * page's address and in the service's query.
 */
import type { MatchingId } from 'contract/matching-ids';
import { DEFAULT_PAGE_SIZE, PAGE_SIZES, type ListRequest } from 'contract/paging';
import { brokenRule } from 'contract/rules';
import type { PropertySchema } from 'contract/schema';

/** Value of a filter; a list of tags has several. */
export type FilterValue = string | readonly string[];

export interface ListState {
  /** From 1. */
  readonly page: number;
  readonly pageSize: number;
  /** A field of the query, `-` in front for descending. */
  readonly sort: string;
  /** The filters that are set, as the address has them. */
  readonly filters: Readonly<Record<string, FilterValue>>;
  /** Which saved view the address says it is of (DECISIONS §11); the other parameters say what is listed. */
  readonly view?: string | undefined;
  /** Ids of rows on this page. */
  readonly selection: ReadonlySet<number>;
  /** All that match, on whichever page, are selected: these. Ends with whatever changes the selection. */
  readonly matching?: readonly MatchingId[] | undefined;
}

export type ListAction =
  | { type: 'page'; page: number }
  | { type: 'pageSize'; pageSize: number }
  | { type: 'sort'; field: string }
  /** `clears` has the keys of filters that make no sense beside the new value. */
  | { type: 'filter'; key: string; value: FilterValue; clears?: readonly string[] }
  /** `keep` has the keys of filters that stay. */
  | { type: 'clearFilters'; keep?: readonly string[] }
  | { type: 'toggleRow'; id: number }
  | { type: 'toggleAll'; ids: readonly number[] }
  /** Selects all of these rows, or lets all of them go. */
  | { type: 'selectRows'; ids: readonly number[]; selected: boolean }
  | { type: 'clearSelection' }
  /** `matching` undefined: only the page's again. */
  | { type: 'selectMatching'; matching: readonly MatchingId[] | undefined }
  /** The address has changed by itself: Back, Forward, a link. */
  | { type: 'address'; state: ListState };

/** The part of a definition that the state depends on. */
export interface ListShape {
  readonly filters: readonly {
    readonly key: string;
    readonly type: string;
    readonly options?: readonly { readonly value: unknown }[];
    /** Condition for a value to be sent. */
    readonly schema?: PropertySchema;
  }[];
  readonly defaultSort: string;
  readonly columns: readonly { readonly sort?: string | undefined }[];
}

const NOTHING: ReadonlySet<number> = new Set();

/** Values of a filter, one by one; nothing gives an empty list. */
export const partsOf = (value: FilterValue = ''): readonly string[] =>
  typeof value === 'string' ? [value].filter(Boolean) : value;

const isSame = (one: FilterValue | undefined, other: FilterValue | undefined) =>
  JSON.stringify(partsOf(one)) === JSON.stringify(partsOf(other));

export function reduceList(state: ListState, action: ListAction): ListState {
  if (action.type === 'selectMatching') return { ...state, matching: action.matching };
  const next = reduced(state, action);
  return next.matching && next.selection !== state.selection ? { ...next, matching: undefined } : next;
}

function reduced(state: ListState, action: Exclude<ListAction, { type: 'selectMatching' }>): ListState {
  switch (action.type) {
    case 'page':
      return action.page === state.page ? state : { ...state, page: action.page, selection: NOTHING };
    case 'pageSize':
      return { ...state, pageSize: action.pageSize, page: 1, selection: NOTHING };
    case 'sort':
      return {
        ...state,
        sort: state.sort === action.field ? `-${action.field}` : action.field,
        selection: NOTHING,
      };
    case 'filter': {
      if (isSame(action.value, state.filters[action.key])) return state;
      const gone = [action.key, ...(action.clears ?? [])];
      const others = Object.entries(state.filters).filter(([key]) => !gone.includes(key));
      const set = partsOf(action.value).length > 0 ? { [action.key]: action.value } : {};
      return { ...state, filters: { ...Object.fromEntries(others), ...set }, page: 1, selection: NOTHING };
    }
    case 'clearFilters': {
      const kept = Object.entries(state.filters).filter(([key]) => action.keep?.includes(key));
      return { ...state, filters: Object.fromEntries(kept), page: 1, selection: NOTHING };
    }
    case 'toggleRow': {
      const selection = new Set(state.selection);
      if (!selection.delete(action.id)) selection.add(action.id);
      return { ...state, selection };
    }
    case 'toggleAll': {
      const allSelected = action.ids.every((id) => state.selection.has(id));
      return { ...state, selection: allSelected ? NOTHING : new Set(action.ids) };
    }
    case 'selectRows': {
      const others = [...state.selection].filter((id) => !action.ids.includes(id));
      return { ...state, selection: new Set(action.selected ? [...others, ...action.ids] : others) };
    }
    case 'clearSelection':
      return state.selection.size === 0 ? state : { ...state, selection: NOTHING };
    case 'address':
      return action.state;
  }
}

const ID = /^[1-9]\d{0,9}$/;

/** Whether an address may set the filter to `value`. */
function makesSense({ type, options, schema }: ListShape['filters'][number], value: string): boolean {
  if (type === 'company') return ID.test(value);
  if (type === 'number') return schema !== undefined && brokenRule(schema, false, value) === null;
  return options === undefined || options.some((option) => String(option.value) === value);
}

const isPageSize = (size: number) => PAGE_SIZES.some((offered) => offered === size);

/**
 * The state that an address names; what makes no sense in it counts as absent.
 *
 * @param companyId the company of an address that names none
 */
export function stateOfAddress(list: ListShape, params: URLSearchParams, companyId: number | null = null): ListState {
  const page = Number(params.get('page'));
  const pageSize = Number(params.get('page_size'));
  const sort = params.get('sort_by') ?? '';
  const sortable = list.columns.some((column) => column.sort !== undefined && column.sort === sort.replace(/^-/, ''));
  const filters: Record<string, FilterValue> = {};
  for (const filter of list.filters) {
    if (filter.type === 'tags') {
      const names = params.getAll(filter.key).filter((name) => name.trim() !== '');
      if (names.length > 0) filters[filter.key] = [...new Set(names)];
      continue;
    }
    const value = params.get(filter.key)?.trim();
    if (value && makesSense(filter, value)) filters[filter.key] = value;
    else if (filter.type === 'company' && companyId !== null) filters[filter.key] = String(companyId);
  }
  return {
    page: Number.isSafeInteger(page) && page >= 1 && page <= 1e9 ? page : 1,
    pageSize: isPageSize(pageSize) ? pageSize : DEFAULT_PAGE_SIZE,
    sort: sortable ? sort : list.defaultSort,
    filters,
    view: params.get('view') ?? undefined,
    selection: NOTHING,
  };
}

/** The parameter of an address that names a record to open: it is read once, and no part of the list's state. */
export const RECORD_PARAM = 'record';

/** The state's place in an address; what is as it would be anyway is left out, and other parameters stay. */
export function addressOfState(
  list: ListShape,
  state: Omit<ListState, 'selection' | 'matching'>,
  params: URLSearchParams,
): URLSearchParams {
  const address = new URLSearchParams(params);
  address.delete(RECORD_PARAM);
  const put = (key: string, value: FilterValue | undefined) => {
    // Behind the others in any case, so that one state has one address.
    address.delete(key);
    for (const one of partsOf(value)) address.append(key, one);
  };
  put('page', state.page > 1 ? String(state.page) : undefined);
  put('page_size', state.pageSize === DEFAULT_PAGE_SIZE ? undefined : String(state.pageSize));
  put('sort_by', state.sort === list.defaultSort ? undefined : state.sort);
  for (const { key } of list.filters) put(key, state.filters[key]);
  put('view', state.view);
  return address;
}

/** Query to the service; a choice has its own value there (true, not 'true'), a company its id, a number is one. */
export function requestOfState(list: ListShape, state: ListState): ListRequest {
  const filters: Record<string, FilterValue | number | boolean> = {};
  for (const { key, type, options } of list.filters) {
    const value = state.filters[key];
    if (value === undefined) continue;
    if (type === 'company' || type === 'number') filters[key] = Number(value);
    else filters[key] = (options?.find((option) => String(option.value) === value)?.value ?? value) as string;
  }
  return { page: state.page, page_size: state.pageSize, sort_by: state.sort, ...filters };
}

/**
 * The page numbers that the bar offers: at most 5 around `page`, with 'gap' for an ellipsis, plus the first and the
 * last page (specification 1 §2).
 */
export function pageNumbers(page: number, pages: number): readonly (number | 'gap')[] {
  const first = Math.max(1, Math.min(page - 2, pages - 4));
  const last = Math.min(pages, first + 4);
  const numbers: (number | 'gap')[] = [];
  if (first > 1) numbers.push(1);
  if (first > 2) numbers.push('gap');
  for (let number = first; number <= last; number += 1) numbers.push(number);
  if (last < pages - 1) numbers.push('gap');
  if (last < pages) numbers.push(pages);
  return numbers;
}
