import type { Infer, RecordSchema } from 'contract/schema';
import { useCallback, useState, type ReactNode } from 'react';
import { useChosenCompany } from '../../companies';
import { PageTitle } from '../../page-title';
import { clearedWith, CompanyFirst, companyOf, pinnedFilters, useCompanyKeeping } from '../company-first';
import type { ListDefinition } from '../list-definition';
import { addressOfState, requestOfState, type FilterValue } from '../page/list-state';
import { useListAddress, useListState } from '../page/use-list-state';
import { resolved } from '../table/resolved';
import { FilterBar } from './filter-bar';

/** The filters of a list, without its rows. */
export interface Filtered<Query> {
  /** The filters as the list's query has them, the company among them. */
  readonly filters: Omit<Query, 'page' | 'page_size' | 'sort_by' | 'sort'>;
  /** Whether any is set beside the company. */
  readonly isFiltered: boolean;
  clearFilters(): void;
  /** The parameters of the list's address with these filters, and further ones in place of those of their names. */
  addressWith(more?: Readonly<Record<string, FilterValue>>): string;
}

interface FilteredScreenProps<Response extends RecordSchema, Query extends RecordSchema, Written extends RecordSchema> {
  title: string;
  /** A list that demands a company. */
  list: ListDefinition<Response, Query, Written>;
  /** Drawn once there is a company. */
  children: (filtered: Filtered<Infer<Query>>) => ReactNode;
}

/** A screen about all that a list's filters match, such as a sum over it: the list's own filters, in the address as the list has them. */
export function FilteredScreen<
  const Response extends RecordSchema,
  const Query extends RecordSchema,
  const Written extends RecordSchema,
>({ title, list: definition, children }: FilteredScreenProps<Response, Query, Written>) {
  const list = resolved(definition);
  const chosen = useChosenCompany();
  const { state, act, correct, address } = useListState(list, chosen.companyId);
  useListAddress(address);
  const companyId = companyOf(list, state);
  useCompanyKeeping({ list, companyId, chosen, error: undefined, correct });
  const pinned = pinnedFilters(list);
  const [clearings, setClearings] = useState(0);
  const onFilter = useCallback(
    (key: string, value: FilterValue) => act({ type: 'filter', key, value, clears: clearedWith(list, key) }),
    [act, list],
  );
  const clearFilters = () => {
    act({ type: 'clearFilters', keep: pinned });
    setClearings(clearings + 1);
  };
  const { page: _page, page_size: _size, sort_by: _sort, ...filters } = requestOfState(list, state);
  const filtered: Filtered<Infer<Query>> = {
    filters: filters as Filtered<Infer<Query>>['filters'],
    isFiltered: Object.keys(state.filters).some((key) => !pinned.includes(key)),
    clearFilters,
    addressWith: (more) =>
      addressOfState(
        list,
        { ...state, filters: { ...state.filters, ...more }, page: 1, sort: list.defaultSort, view: undefined },
        new URLSearchParams(),
      ).toString(),
  };
  return (
    <div className="list-screen">
      <PageTitle title={title} />
      <FilterBar
        clearings={clearings}
        pinned={pinned}
        companyId={companyId}
        onFilter={onFilter}
        filters={list.filters}
        tagsOf={list.tagsOf}
        values={state.filters}
        onClear={clearFilters}
      />
      {companyId === null ? <CompanyFirst message={list.messages.companyFirst ?? ''} /> : children(filtered)}
    </div>
  );
}
