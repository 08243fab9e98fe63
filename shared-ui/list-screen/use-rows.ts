import type { ListRequest } from 'api/contract/paging';
import { useEffect } from 'react';
import { useSettled } from '../use-settled';
import type { ListCalls } from './list-calls';
import type { AnyRow } from './list-definition';
import type { ListAction } from './list-state';

interface Asked {
  request: ListRequest;
  /** The company whose rows they are; null: of all in reach. */
  companyId: number | null;
  /** Nothing may load yet. */
  waiting: boolean;
  correct: (action: ListAction) => void;
}

// What takes no longer does not show that it takes.
const GLANCE_MS = 200;
const NO_ROWS: readonly AnyRow[] = [];

/** The response to the list's request: while another page is on its way, what was there stays. */
export function useRows(list: ListCalls<AnyRow, unknown, unknown>['list'], asked: Asked) {
  const { request, companyId, waiting, correct } = asked;
  const { data: newest, error, isFetching, refetch } = list.useQuery(request, { skip: waiting });
  // The rows of one company never stand under the name of another, not even for the time of a request.
  const foreign = companyId !== null && newest?.items.some((row) => (row.company_id ?? companyId) !== companyId);
  const data = waiting || foreign ? undefined : newest;

  const pages = data?.total_pages ?? 0;
  const beyond = !isFetching && !error && pages > 0 && request.page > pages;
  useEffect(() => {
    if (beyond) correct({ type: 'page', page: pages });
  }, [beyond, pages, correct]);

  // Without a response there are placeholders; after a failure nothing pretends to be on its way.
  const rows = beyond ? undefined : (data?.items ?? (error && !isFetching ? NO_ROWS : undefined));
  const newerUnderway = isFetching && data !== undefined;
  const isReloading = useSettled(newerUnderway, GLANCE_MS) && newerUnderway;
  return { data, rows, pages, error, isFetching, isReloading, refetch };
}
