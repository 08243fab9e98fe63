import { useCallback, useEffect, useReducer, useRef } from 'react';
import { useSearchParams } from '../router';
import {
  addressOfState,
  reduceList,
  stateOfAddress,
  type ListAction,
  type ListShape,
  type ListState,
} from './list-state';

/**
 * A list's state, kept in the page's address: a reload, Back and a shared link find it again. Successive changes of one
 * filter are one step of the history, everything else is a step of its own.
 *
 * The reducer is drawn from at once, the address follows: a transition of the router must not make a keystroke wait.
 */
export function useListState(list: ListShape) {
  const [params, setParams] = useSearchParams();
  const [state, dispatch] = useReducer(reduceList, undefined, () => stateOfAddress(list, params));
  const written = useRef(params.toString());
  /** Addresses that were written and have not arrived; of several in a row only the last one surely does. */
  const underway = useRef(new Set<string>());
  const step = useRef<{ filter: string | null; replace: boolean }>({ filter: null, replace: false });

  const act = useCallback((action: ListAction) => {
    const filter = action.type === 'filter' ? action.key : null;
    const moves = !['toggleRow', 'toggleAll', 'clearSelection'].includes(action.type);
    if (moves) step.current = { filter, replace: filter !== null && filter === step.current.filter };
    dispatch(action);
  }, []);

  /** Corrects a page that is not there; not a step that Back should lead to. */
  const correctPage = useCallback((page: number) => {
    step.current = { filter: null, replace: true };
    dispatch({ type: 'page', page });
  }, []);

  const { page, pageSize, sort, filters } = state;
  useEffect(() => {
    const known = new URLSearchParams(written.current);
    const address = addressOfState(list, { page, pageSize, sort, filters } as ListState, known).toString();
    if (address === addressOfState(list, stateOfAddress(list, known), known).toString()) return;
    written.current = address;
    underway.current.add(address);
    setParams(address, { replace: step.current.replace, preventScrollReset: true });
    // The setter changes with every address and must not write again.
    // eslint-disable-next-line react-hooks/exhaustive-deps
  }, [list, page, pageSize, sort, filters]);

  const address = params.toString();
  useEffect(() => {
    if (address === written.current) underway.current.clear();
    else if (!underway.current.has(address)) {
      written.current = address;
      step.current = { filter: null, replace: false };
      dispatch({ type: 'address', state: stateOfAddress(list, new URLSearchParams(address)) });
    }
  }, [list, address]);

  return { state, act, correctPage };
}
