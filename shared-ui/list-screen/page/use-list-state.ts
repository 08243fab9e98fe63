import { useCallback, useEffect, useEffectEvent, useReducer, useRef, useState } from 'react';
import { useSearchParams } from '../../router';
import {
  addressOfState,
  reduceList,
  stateOfAddress,
  type ListAction,
  type ListShape,
  type ListState,
} from './list-state';

const inOrder = (address: string | URLSearchParams) => {
  const params = new URLSearchParams(address);
  params.sort();
  return params.toString();
};

/**
 * A list's state, kept in the page's address: a reload, Back and a shared link find it again. Successive changes of one
 * filter are one step of the history, everything else is a step of its own.
 *
 * The reducer is drawn from at once, the address follows: a transition of the router must not make a keystroke wait.
 *
 * @param companyId the company of an address that names none; it is put into the address
 * @param opening the address to be read in place of one that the page is at, such as that of a saved view
 * @returns beside the state and its changes, how often Back, Forward or a link has led to another state
 */
export function useListState(
  list: ListShape,
  companyId: number | null = null,
  opening = (params: URLSearchParams) => params,
) {
  const [params, setParams] = useSearchParams();
  const [state, dispatch] = useReducer(reduceList, undefined, () => stateOfAddress(list, opening(params), companyId));
  const [moves, setMoves] = useState(0);
  const written = useRef(params.toString());
  const arrived = useRef(params.toString());
  /** Addresses that were written and have not arrived; of several in a row only the last one surely does. */
  const underway = useRef(new Set<string>());
  /** What the list fills in by itself is no step. */
  const step = useRef<{ filter: string | null; replace: boolean }>({ filter: null, replace: true });

  const act = useCallback((action: ListAction) => {
    const filter = action.type === 'filter' ? action.key : null;
    const moves = !['toggleRow', 'toggleAll', 'selectRows', 'clearSelection', 'selectMatching'].includes(action.type);
    if (moves) step.current = { filter, replace: filter !== null && filter === step.current.filter };
    dispatch(action);
  }, []);

  /** Takes back what cannot be, such as a page that is not there; not a step that Back should lead to. */
  const correct = useCallback((action: ListAction) => {
    step.current = { filter: null, replace: true };
    dispatch(action);
  }, []);

  // The setter changes with every address and must not write again.
  const write = useEffectEvent((address: string) =>
    setParams(address, { replace: step.current.replace, preventScrollReset: true }),
  );
  const follow = useEffectEvent((address: string) => {
    dispatch({ type: 'address', state: stateOfAddress(list, opening(new URLSearchParams(address)), companyId) });
    setMoves((before) => before + 1);
  });

  const { page, pageSize, sort, filters, view } = state;
  useEffect(() => {
    const known = new URLSearchParams(written.current);
    const address = addressOfState(list, { page, pageSize, sort, filters, view } as ListState, known).toString();
    // The same in another order is the same; what was put right on the screen is put right in the address, too.
    if (inOrder(address) === inOrder(known)) return;
    written.current = address;
    underway.current.add(address);
    write(address);
  }, [list, page, pageSize, sort, filters, view]);

  const address = params.toString();
  useEffect(() => {
    // The address that the list began with is in its state already.
    if (address === arrived.current) return;
    arrived.current = address;
    if (address === written.current) underway.current.clear();
    else if (!underway.current.has(address)) {
      written.current = address;
      step.current = { filter: null, replace: true };
      follow(address);
    }
  }, [address]);

  return { state, act, correct, moves };
}
