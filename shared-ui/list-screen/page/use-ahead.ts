import type { ThunkDispatch, UnknownAction } from '@reduxjs/toolkit';
import type { ListRequest } from 'contract/paging';
import { useCallback, useLayoutEffect, useRef } from 'react';
import { useDispatch } from 'react-redux';
import { drawTogether } from '../../draw-together';
import type { Query } from '../list-calls';
import { noteBegun } from './begun';
import { reduceList, requestOfState, type ListAction, type ListShape, type ListState } from './list-state';

interface Ahead {
  list: ListShape;
  /** The list's own endpoint. */
  rows: Query<ListRequest, unknown>;
  state: ListState;
  act: (action: ListAction) => void;
}

/** The steps that a button or a choice is, and not what somebody writes. */
const STEPS: readonly ListAction['type'][] = ['page', 'pageSize', 'sort'];

/**
 * Lets a list's request set out before the list is drawn for it: with the press of the mouse (`press`), at the latest with
 * the click (`act`). A step to another page, size or order is drawn with its rows where they come soon, so that there is
 * one picture and not two; else without them, as is every step whose rows the store still has.
 */
export function useAhead({ act: draw, ...drawn }: Ahead) {
  const dispatch = useDispatch<ThunkDispatch<unknown, unknown, UnknownAction>>();
  const current = useRef(drawn);
  /** Draws the step that waits for its rows. */
  const hurry = useRef<(() => void) | null>(null);
  useLayoutEffect(() => {
    current.current = drawn;
  });
  const press = useCallback(
    (action: ListAction) => {
      const { list, rows, state } = current.current;
      const [before, request] = [state, reduceList(state, action)].map((at) => requestOfState(list, at));
      const isOther = request && JSON.stringify(request) !== JSON.stringify(before);
      return isOther ? noteBegun(dispatch, rows, request) : null;
    },
    [dispatch],
  );
  const act = useCallback(
    (action: ListAction) => {
      // Before this one, which the person took from what is on the screen now.
      if (hurry.current) hurry.current();
      else if (STEPS.includes(action.type)) {
        const rows = press(action);
        if (rows) {
          const end = () => {
            hurry.current = null;
            draw(action);
          };
          const callOff = drawTogether(rows, end);
          hurry.current = () => {
            callOff();
            end();
          };
          return;
        }
      }
      draw(action);
    },
    [draw, press],
  );
  return { press, act };
}
