import type { ThunkDispatch, UnknownAction } from '@reduxjs/toolkit';
import type { QueryCacheKey } from '@reduxjs/toolkit/query';
import { api } from 'shared-auth';
import { useEffect, useMemo } from 'react';
import type { Query } from '../list-calls';

/** How long a press may take to become a click, in milliseconds: what was asked for before that is asked for anew. */
const PRESS_MS = 2000;

interface Begun {
  list: object;
  request: string;
  at: number;
  key: string | undefined;
  /** Ends when the rows are in the store, or could not be had. */
  ended: Promise<void>;
}

/** A list's request that was sent ahead of its drawing, until a list was drawn. */
let begun: Begun | null = null;

const isBegun = (list: object, request: string) => begun?.list === list && begun.request === request;

type Queries = Record<typeof api.reducerPath, { queries: Record<string, { data?: unknown }> }>;

/** Whether the store has rows of a request. */
const hasRows = (key: string) => (_: unknown, getState: () => unknown) =>
  (getState() as Queries)[api.reducerPath].queries[key]?.data !== undefined;

function send<Request extends object>(
  dispatch: ThunkDispatch<unknown, unknown, UnknownAction>,
  list: Query<Request, unknown>,
  request: Request,
): Begun {
  const sent = dispatch(list.initiate(request, { subscribe: false, forceRefetch: true }));
  const key = sent.queryCacheKey;
  const fail = () => {
    // A list that was drawn meanwhile has heard of it.
    if (begun !== own) return;
    begun = null;
    // Nothing of it is drawn: the list asks by itself, and says what is wrong.
    if (key) dispatch(api.internalActions.removeQueryResult({ queryCacheKey: key as QueryCacheKey }));
  };
  const ended = sent.unwrap().then(() => undefined, fail);
  const own = { list, request: JSON.stringify(request), at: performance.now(), key, ended };
  return own;
}

/**
 * Sends a list's request ahead of its drawing; for what a press has asked for, its click sends none.
 *
 * @returns ends when the rows are in the store, or could not be had; null where older ones are there to be drawn meanwhile
 */
export function noteBegun<Request extends object>(
  dispatch: ThunkDispatch<unknown, unknown, UnknownAction>,
  list: Query<Request, unknown>,
  request: Request,
): Promise<void> | null {
  const isAsked = isBegun(list, JSON.stringify(request)) && begun && performance.now() - begun.at < PRESS_MS;
  const { key, ended } = (begun = (isAsked && begun) || send(dispatch, list, request));
  return key && dispatch(hasRows(key)) ? null : ended;
}

/** Whether this list, as it is drawn now, shows the request that was sent ahead: it need not be sent once more. */
export function useBegun(list: object, request: object): boolean {
  const words = JSON.stringify(request);
  const isOwn = useMemo(() => isBegun(list, words), [list, words]);
  useEffect(() => {
    begun = null;
  }, [words]);
  return isOwn;
}
