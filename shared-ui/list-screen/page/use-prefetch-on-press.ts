import type { ThunkDispatch, UnknownAction } from '@reduxjs/toolkit';
import type { ListRequest } from 'contract/paging';
import { useCallback, useRef } from 'react';
import { useDispatch } from 'react-redux';
import { prefetchQuery, type PrefetchEndpoint } from 'shared-auth';
import { commitWithData } from '../../commit-with-data';
import { useNewest } from '../../use-newest';
import { reduceList, requestOfState, type ListAction, type ListShape, type ListState } from './list-state';

interface Prefetch {
  list: ListShape;
  /** The list's own endpoint. */
  rows: PrefetchEndpoint<ListRequest>;
  state: ListState;
  act: (action: ListAction) => void;
}

/** The actions of a button or a choice, not of somebody who types. */
const STEPS: readonly ListAction['type'][] = ['page', 'pageSize', 'sort'];

/**
 * Sends a list's next request with the press of the mouse (`press`), at the latest with the click (`act`). A step to another
 * page, size or order is rendered with its rows where they come soon, so that it is painted once and not twice; else
 * without them, as is every step whose rows the store still has.
 */
export function usePrefetchOnPress({ act: commit, ...rendered }: Prefetch) {
  const dispatch = useDispatch<ThunkDispatch<unknown, unknown, UnknownAction>>();
  const newest = useNewest(rendered);
  /** Commits the step that waits for its rows. */
  const flush = useRef<(() => void) | null>(null);
  const press = useCallback(
    (action: ListAction) => {
      const { list, rows, state } = newest.current;
      const request = requestOfState(list, reduceList(state, action));
      const isOther = JSON.stringify(request) !== JSON.stringify(requestOfState(list, state));
      return isOther ? dispatch(prefetchQuery(rows, request)) : null;
    },
    [dispatch, newest],
  );
  const act = useCallback(
    (action: ListAction) => {
      const waiting = flush.current;
      // Before this one, which the person took from what is on the screen now.
      waiting?.();
      const data = !waiting && STEPS.includes(action.type) ? press(action) : null;
      if (!data) return commit(action);
      const end = () => {
        flush.current = null;
        commit(action);
      };
      flush.current = commitWithData(data, end).flush;
    },
    [commit, press],
  );
  return { press, act };
}
