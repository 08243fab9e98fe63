import type { ListRequest } from 'contract/paging';
import { useEffect, useState } from 'react';
import type { ListCalls, QueryState } from '../list-calls';
import type { AnyRow } from '../list-definition';
import type { ListAction } from './list-state';

interface RowsOptions {
  request: ListRequest;
  /** The company whose rows they are; null: of all in reach. */
  companyId: number | null;
  /** Nothing may load yet. */
  waiting: boolean;
  correct: (action: ListAction) => void;
}

// A shorter wait shows no sign of it.
const GLANCE_MS = 200;
const NO_ROWS: readonly AnyRow[] = [];

/** The rendered part of a query: that its request has set out is no news, for whoever asks for it is fetching from then on. */
const renderedOf = ({ data, currentData, error, isFetching, isUninitialized }: QueryState<AnyRow>) => ({
  data,
  currentData,
  error,
  isFetching: isFetching || isUninitialized === true,
});
const RENDERED = { skip: false, selectFromResult: renderedOf };
const SKIPPED = { skip: true };

/** Whether something has lasted longer than `ms`; a shorter one does not render again. */
function useLasting(isOn: boolean, ms: number): boolean {
  const [lasts, setLasts] = useState(false);
  useEffect(() => {
    if (!isOn) return undefined;
    let isLong = false;
    const timer = setTimeout(() => setLasts((isLong = true)), ms);
    return () => {
      clearTimeout(timer);
      if (isLong) setLasts(false);
    };
  }, [isOn, ms]);
  return lasts;
}

/** Which rows a request is about and in which order, on whichever page. */
const matchOf = ({ page: _page, page_size: _size, ...match }: ListRequest) => JSON.stringify(match);

/**
 * The response to the list's request: while another one is on its way, what was there stays. Where that failed, another
 * page of the same rows stays; nothing of other filters or of another order does, nor is there anything to select.
 */
export function useRows(list: ListCalls<AnyRow, unknown, unknown>['list'], options: RowsOptions) {
  const { request, companyId, waiting, correct } = options;
  const {
    data: newest,
    currentData,
    error,
    isFetching,
    refetch,
  } = list.useQuery(request, waiting ? SKIPPED : RENDERED);
  const matched = matchOf(request);
  const [shown, setShown] = useState(matched);
  if (currentData !== undefined && shown !== matched) setShown(matched);
  const failed = error !== undefined && currentData === undefined && shown !== matched;
  // The rows of one company never stand under the name of another, not even for the time of a request.
  const foreign = companyId !== null && newest?.items.some((row) => (row.company_id ?? companyId) !== companyId);
  const data = waiting || foreign || failed ? undefined : newest;

  const pages = data?.total_pages ?? 0;
  const last = Math.max(pages, 1);
  const beyond = !isFetching && !error && data !== undefined && request.page > last;
  useEffect(() => {
    if (beyond) correct({ type: 'page', page: last });
  }, [beyond, last, correct]);

  // Without a response there are placeholders; after a failure nothing pretends to be on its way.
  const rows = beyond ? undefined : (data?.items ?? (error && !isFetching ? NO_ROWS : undefined));
  /** There has been no response to show anything of. */
  const isInitialError = rows === NO_ROWS && newest === undefined;
  const newerUnderway = isFetching && data !== undefined;
  const isReloading = useLasting(newerUnderway, GLANCE_MS) && newerUnderway;
  return { data, rows, pages, error, isFetching, isReloading, isInitialError, refetch };
}
