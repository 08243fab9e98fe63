import { useCallback, useEffect, useEffectEvent, useReducer, useRef, useState } from 'react';
import { pageHistory } from '../../router/history';
import {
  addressOfState,
  reduceList,
  stateOfAddress,
  type ListAction,
  type ListShape,
  type ListState,
} from './list-state';

/** State that `useListAddress` keeps the same: a list's state and the page's address. */
interface ListAddress {
  readonly list: ListShape;
  readonly state: ListState;
  /** The address that the page was opened at. */
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
 * The reducer is rendered from at once, the address follows.
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
  /** A value that the list fills in by itself is not a step. */
  const step = useRef<{ filter: string | null; replace: boolean }>({ filter: null, replace: true });

  const act = useCallback((action: ListAction) => {
    const filter = action.type === 'filter' ? action.key : null;
    const moves = !['toggleRow', 'toggleAll', 'selectRows', 'clearSelection', 'selectMatching'].includes(action.type);
    if (moves) step.current = { filter, replace: filter !== null && filter === step.current.filter };
    dispatch(action);
  }, []);

  /** A change that is not a step that Back should lead to, such as taking back a page that is not there. */
  const correct = useCallback((action: ListAction) => {
    step.current = { filter: null, replace: true };
    dispatch(action);
  }, []);

  const follow = (newer: URLSearchParams) =>
    correct({ type: 'address', state: stateOfAddress(list, opening(newer), companyId) });
  const address: ListAddress = { list, state, opened, replaces: () => step.current.replace, follow };
  return { state, act, correct, address };
}

const inOrder = (address: string | URLSearchParams) => {
  const params = new URLSearchParams(address);
  params.sort();
  return params.toString();
};

/**
 * Puts a list's state into the page's address, and Back, Forward and a link into the state. Called after the list's
 * request: whoever writes an address waits until the browser has laid out what was rendered. It listens to the history and not to
 * the router, which would render the whole list once more for each address that the list has written itself.
 *
 * @returns how often Back, Forward or a link has led to another state
 */
export function useListAddress({ list, state, opened, replaces, follow }: ListAddress): number {
  const [moves, setMoves] = useState(0);
  /** The address that the state is known to stand in. */
  const known = useRef(opened.toString());

  const [pathname] = useState(() => pageHistory.location.pathname);
  const write = useEffectEvent((address: string) => {
    // Where the person has gone on, another page is about to be rendered.
    if (pageHistory.location.pathname !== pathname) return;
    pageHistory[replaces() ? 'replace' : 'push']({ search: address && `?${address}` });
  });
  const goAlong = useEffectEvent((address: string) => {
    if (address === known.current) return;
    known.current = address;
    follow(new URLSearchParams(address));
    setMoves((before) => before + 1);
  });

  const { page, pageSize, sort, filters, view } = state;
  useEffect(() => {
    const before = new URLSearchParams(known.current);
    const address = addressOfState(list, { page, pageSize, sort, filters, view }, before).toString();
    // The same in another order is the same; what was put right on the screen is put right in the address, too.
    if (inOrder(address) === inOrder(before)) return;
    known.current = address;
    write(address);
  }, [list, page, pageSize, sort, filters, view]);

  useEffect(
    () =>
      pageHistory.listen(({ from, to }) => {
        if (from.pathname === to.pathname) goAlong(new URLSearchParams(to.search).toString());
      }),
    [],
  );

  return moves;
}
