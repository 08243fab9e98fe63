import { useCallback, useState } from 'react';
import type { ChosenCompany } from '../companies';
import { useListViews } from '../list-views/use-list-views';
import { clearedWith, companyOf, pinnedFilters, useCompanyKeeping } from './company-first';
import { callsFor, type CallsOfList, type MayDo } from './list-calls';
import type { AnyList, AnyRow } from './list-definition';
import { requestOfState, type FilterValue } from './page/list-state';
import { useListAddress, useListState } from './page/use-list-state';
import { usePrefetchOnPress } from './page/use-prefetch-on-press';
import { useRows } from './page/use-rows';
import { totalsOf } from './table/list-totals';

interface PageOptions {
  list: AnyList;
  calls: CallsOfList<AnyRow, unknown, Readonly<Record<string, unknown>>>;
  can: MayDo;
  /** The company of all screens; null for a list that knows none. */
  chosen: ChosenCompany | null;
}

/** A list's page: its state, which is in the address, its saved views, and the rows of its request. */
export function useListPage({ list, calls: callsOfList, can, chosen }: PageOptions) {
  const views = useListViews();
  const { state, act: commit, correct, address } = useListState(list, chosen?.companyId, views.opening);
  const request = requestOfState(list, state);
  const companyId = companyOf(list, state);
  const waiting = list.demandsCompany === true && companyId === null;
  const calls = callsFor(typeof callsOfList === 'function' ? callsOfList(companyId) : callsOfList, can);
  const { press, act } = usePrefetchOnPress({ list, rows: calls.list, state, act: commit });
  const response = useRows(calls.list, { request, companyId, waiting, correct });
  const { data, error } = response;
  const moves = useListAddress(address);
  useCompanyKeeping({ list, companyId, chosen, error, correct });

  const pinned = pinnedFilters(list);
  const total = data?.total ?? 0;

  const onSort = useCallback((field: string) => act({ type: 'sort', field }), [act]);
  const onPressSort = useCallback((field: string) => void press({ type: 'sort', field }), [press]);
  const onFilter = useCallback(
    (key: string, value: FilterValue) => act({ type: 'filter', key, value, clears: clearedWith(list, key) }),
    [act, list],
  );
  /** Counts how often the filters were cleared. */
  const [clearings, setClearings] = useState(0);
  const clearFilters = () => {
    act({ type: 'clearFilters', keep: pinned });
    setClearings(clearings + 1);
  };

  return {
    ...response,
    list,
    calls,
    views,
    state,
    act,
    press,
    request,
    companyId,
    moves,
    total,
    pinned,
    onSort,
    onPressSort,
    onFilter,
    clearFilters,
    clearings,
    /** Nothing loads before a company is chosen. */
    waiting,
    isFiltered: Object.keys(state.filters).some((key) => !pinned.includes(key)),
    /** Nothing matches. */
    isEmpty: data !== undefined && total === 0,
    totals: totalsOf(list.totals, data),
  };
}

export type ListPage = ReturnType<typeof useListPage>;
