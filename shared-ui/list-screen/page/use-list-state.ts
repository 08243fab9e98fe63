import { useCallback, useReducer, useRef, useState } from 'react';
import { pageHistory } from '../../router/history';
import { reduceList, stateOfAddress, type ListAction, type ListShape, type ListState } from './list-state';

/** What `useListAddress` keeps the same: a list's state and the page's address. */
export interface ListAddress {
  readonly list: ListShape;
  readonly state: ListState;
  /** What the page was opened at. */
  readonly opened: URLSearchParams;
  /** Whether the newest state is no step of the history of its own. */
  readonly replaces: () => boolean;
  /** Takes the state of another address. */
  readonly follow: (params: URLSearchParams) => void;
}

/**
 * A list's state, kept in the page's address (`useListAddress`): a reload, Back and a shared link find it again. Successive
 * changes of one filter are one step of the history, everything else is a step of its own.
 *
 * The reducer is drawn from at once, the address follows.
 *
 * @param companyId the company of an address that names none; it is put into the address
 * @param opening the address to be read in place of one that the page is at, such as that of a saved view
 */
export function useListState(
  list: ListShape,
  companyId: number | null = null,
  opening = (params: URLSearchParams) => params,
) {
  const [opened] = useState(() => new URLSearchParams(pageHistory.location.search));
  const [state, dispatch] = useReducer(reduceList, undefined, () => stateOfAddress(list, opening(opened), companyId));
  /** What the list fills in by itself is no step. */
  const step = useRef<{ filter: string | null; replace: boolean }>({ filter: null, replace: true });

  const act = useCallback((action: ListAction) => {
    const filter = action.type === 'filter' ? action.key : null;
    const moves = !['toggleRow', 'toggleAll', 'selectRows', 'clearSelection', 'selectMatching'].includes(action.type);
    if (moves) step.current = { filter, replace: filter !== null && filter === step.current.filter };
    dispatch(action);
  }, []);

  /** What is not a step that Back should lead to, such as taking back a page that is not there. */
  const correct = useCallback((action: ListAction) => {
    step.current = { filter: null, replace: true };
    dispatch(action);
  }, []);

  const follow = (newer: URLSearchParams) =>
    correct({ type: 'address', state: stateOfAddress(list, opening(newer), companyId) });
  const address: ListAddress = { list, state, opened, replaces: () => step.current.replace, follow };
  return { state, act, correct, address };
}
