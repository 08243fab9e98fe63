/**
 * Which queries are on a screen now. RTK Query keeps that to itself, so the hooks that it makes are wrapped to say it.
 */
import { defaultSerializeQueryArgs, skipToken } from '@reduxjs/toolkit/query/react';
import { useLayoutEffect } from 'react';
import { useTryAgain } from './try-again';

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

type UseQuery = (
  argument: unknown,
  options?: { skip?: boolean },
) => { error?: unknown; isFetching: boolean; refetch(): unknown };

/** A query's hook that tells, ahead of the hook's own request, which query its component shows, and tries again what failed. */
function watching(endpointName: string, useQuery: UseQuery): UseQuery {
  return function useWatchedQuery(argument, options) {
    const isAsked = argument !== skipToken && !options?.skip;
    const key = isAsked
      ? defaultSerializeQueryArgs({ endpointName, queryArgs: argument, endpointDefinition: undefined as never })
      : null;
    useLayoutEffect(() => (key === null ? undefined : watch(String(key))), [key]);
    const result = useQuery(argument, options);
    useTryAgain(result);
    return result;
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
