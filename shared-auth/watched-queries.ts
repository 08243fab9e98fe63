/**
 * Which queries are on a screen now, and which one was sent ahead of its screen. RTK Query keeps the first to itself, so the
 * hooks that it makes are wrapped.
 */
import type { ThunkAction, ThunkDispatch, UnknownAction } from '@reduxjs/toolkit';
import { skipToken } from '@reduxjs/toolkit/query/react';
import { useLayoutEffect, useMemo } from 'react';
import { useTryAgain } from './try-again';

/** A query's key in the store. The properties of an argument stand in one order, whoever makes it. */
export const cacheKeyOf = (endpointName: string, argument: unknown) => `${endpointName}(${JSON.stringify(argument)})`;

const counts = new Map<string, number>();

/** How many components show a query, by its cache key. */
export const watchersOf = (queryCacheKey: string): number => counts.get(queryCacheKey) ?? 0;

function watch(queryCacheKey: string): () => void {
  counts.set(queryCacheKey, watchersOf(queryCacheKey) + 1);
  return () => {
    const left = watchersOf(queryCacheKey) - 1;
    if (left > 0) counts.set(queryCacheKey, left);
    else counts.delete(queryCacheKey);
  };
}

/** How long a press may take to become a click, in milliseconds: what was prefetched before that is requested again. */
const PRESS_MS = 2000;
/** How old a prefetched response may be when it is shown, in seconds. */
const FRESH_S = 5;

/** The newest prefetch, until a component shows it. */
let prefetched: { key: string; at: number; ended: Promise<void>; error?: unknown } | null = null;

/** The part of a query's endpoint that a prefetch needs. */
export interface PrefetchEndpoint<Argument> {
  readonly name: string;
  initiate(
    argument: Argument,
    options: { subscribe: false; forceRefetch: true },
  ): ThunkAction<Promise<{ error?: unknown }>, unknown, unknown, UnknownAction>;
  select(argument: Argument): (state: never) => { data?: unknown };
}

/**
 * Sends a query ahead of the component that will show it, which then sends none; what a press has sent, its click does not
 * send again. A failure is not shown: the component sends the query itself.
 *
 * @returns resolves, and never rejects, when the response is in the store or could not be had; null where the store has an
 *   older one, to be shown meanwhile
 */
export const prefetchQuery =
  <Argument>(endpoint: PrefetchEndpoint<Argument>, argument: Argument) =>
  (dispatch: ThunkDispatch<unknown, unknown, UnknownAction>, getState: () => unknown): Promise<void> | null => {
    const key = cacheKeyOf(endpoint.name, argument);
    const at = performance.now();
    if (prefetched?.key !== key || at - prefetched.at >= PRESS_MS) {
      const sent = dispatch(endpoint.initiate(argument, { subscribe: false, forceRefetch: true }));
      const own = { key, at, ended: sent.then(({ error }) => void Object.assign(own, { error })) };
      prefetched = own;
    }
    return endpoint.select(argument)(getState() as never).data === undefined ? prefetched.ended : null;
  };

type UseQuery = (
  argument: unknown,
  options?: { skip?: boolean; refetchOnMountOrArgChange?: number },
) => { error?: unknown; isFetching: boolean; refetch(): unknown };

/** A query's hook that counts its component ahead of the hook's own request, takes over a prefetch, and tries again what failed. */
function watching(endpointName: string, useQuery: UseQuery): UseQuery {
  return function useWatchedQuery(argument, options) {
    const key = argument === skipToken || options?.skip ? null : cacheKeyOf(endpointName, argument);
    const ahead = useMemo(() => (prefetched?.key === key ? { error: prefetched?.error } : null), [key]);
    useLayoutEffect(() => {
      if (key === null) return undefined;
      if (prefetched?.key === key) prefetched = null;
      return watch(key);
    }, [key]);
    const result = useQuery(argument, ahead ? { ...options, refetchOnMountOrArgChange: FRESH_S } : options);
    useTryAgain(result);
    const isOld = result.error !== undefined && result.error === ahead?.error;
    return isOld ? { ...result, error: undefined, isFetching: true } : result;
  };
}

const hookName = (endpointName: string) => `use${endpointName.charAt(0).toUpperCase()}${endpointName.slice(1)}Query`;

/** Wraps the hooks of these queries, on their endpoints and on the slice. */
export function watchQueries(slice: { endpoints: object }, names: readonly string[]) {
  const endpoints = slice.endpoints as Readonly<Record<string, { useQuery?: UseQuery }>>;
  for (const name of names) {
    const { useQuery } = endpoints[name] ?? {};
    if (!useQuery) continue;
    const watched = watching(name, useQuery);
    Object.assign(endpoints[name] ?? {}, { useQuery: watched });
    Object.assign(slice, { [hookName(name)]: watched });
  }
}
