import type { ThunkDispatch, UnknownAction } from '@reduxjs/toolkit';
import type { QueryCacheKey } from '@reduxjs/toolkit/query';
import { api } from 'shared-auth';
import { useEffect, useState } from 'react';
import type { Query } from '../list-calls';

/** A list's request that was sent ahead of its drawing, until a list was drawn. */
let begun: { list: object; request: string } | null = null;

/** Sends a list's request ahead of its drawing; resolves when the rows are in the store, or it failed. */
export async function noteBegun<Request extends object>(
  dispatch: ThunkDispatch<unknown, unknown, UnknownAction>,
  list: Query<Request, unknown>,
  request: Request,
): Promise<void> {
  const own = { list, request: JSON.stringify(request) };
  begun = own;
  const sent = dispatch(list.initiate(request, { subscribe: false, forceRefetch: true }));
  try {
    await sent.unwrap();
  } catch {
    // A list that was drawn meanwhile has heard of it.
    if (begun !== own) return;
    begun = null;
    // Nothing of it is drawn: the list asks by itself, and says what is wrong.
    const { queryCacheKey } = sent;
    if (queryCacheKey)
      dispatch(api.internalActions.removeQueryResult({ queryCacheKey: queryCacheKey as QueryCacheKey }));
  }
}

/** Whether this list, just drawn, shows the request that was sent ahead: it need not be sent once more. */
export function useBegun(list: object, request: object): boolean {
  const words = JSON.stringify(request);
  const [own, setOwn] = useState(() => (begun?.list === list && begun.request === words ? words : null));
  if (own !== null && own !== words) setOwn(null);
  useEffect(() => {
    begun = null;
  }, []);
  return own === words;
}
