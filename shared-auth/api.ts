/** The one RTK Query slice of the console; the remotes put their endpoints into it. */
import {
  createApi,
  type BaseQueryFn,
  type EndpointBuilder,
  type EndpointDefinitions,
} from '@reduxjs/toolkit/query/react';
import { tellOtherTabs } from './changes-elsewhere';
import type { Call } from './exchange';
import { http } from './http';
import { Operation } from './operation';
import { HttpError, serverMessage, type FailureStatus } from './server-error';
import { cacheKeyOf, watchersOf, watchQueries } from './watched-queries';

/** Result of an endpoint's `query`: the call, its path beginning after `/api`. */
export interface ApiCall extends Pick<Call, 'method' | 'path' | 'query' | 'body' | 'headers' | 'timeout'> {
  /** Whether a success holds what was asked for, else it is a failure; absent: of a query anything but nothing. */
  isResponse?: ((body: unknown) => boolean) | undefined;
}

/** Error of an endpoint; `data` is the response's body, `message` the message of specification 1 §8. */
export interface ApiError {
  status: FailureStatus;
  data: unknown;
  message: string;
  /** Seconds, where the service said so. */
  retryAfter?: number;
  /** The service's name for the request; see `requestIdOf`. */
  requestId?: string;
}

export type ApiBaseQuery = BaseQueryFn<ApiCall, unknown, ApiError>;

const SENDERS = { GET: http.get, POST: http.post, PUT: http.put, PATCH: http.patch, DELETE: http.delete };

async function answerTo({ method = 'GET', path, ...options }: ApiCall, signal: AbortSignal, operation?: Operation) {
  try {
    // RTK Query takes undefined for a missing response; a 204 is one, and it is null.
    return { data: (await SENDERS[method]<unknown>(path, { ...options, signal, operation })) ?? null };
  } catch (error) {
    const { status, body, retryAfter, requestId } = error instanceof HttpError ? error : new HttpError('ABORTED');
    return {
      error: { status, data: body, message: serverMessage(error), retryAfter, requestId } satisfies ApiError,
    };
  }
}

const isAny = (body: unknown) => body !== undefined && body !== null;

/** A query on its way that a newer one of its endpoint may replace. */
interface Underway {
  isWatched(): boolean;
  giveUp(): void;
}

const underway = new Map<string, Set<Underway>>();

/** The tag of what was given up: invalidating it removes such a query, and repeats one that is shown again. */
const GIVEN_UP = 'given up';

/**
 * Sends the call. A query without watchers is given up when a newer one of its endpoint sets out (the next
 * page, the next letter of a search), and leaves no trace: not a row, not an error. A query without watchers from
 * the start (an export, page by page) is never given up.
 */
const baseQuery: ApiBaseQuery = async (asked, context) => {
  const call = context.type === 'query' ? { isResponse: isAny, ...asked } : asked;
  const { endpoint, signal, dispatch, queryCacheKey, extra } = context;
  if (queryCacheKey === undefined) return answerTo(call, signal, extra instanceof Operation ? extra : undefined);
  const others = underway.get(endpoint) ?? new Set();
  underway.set(endpoint, others);
  for (const other of others) if (!other.isWatched()) other.giveUp();
  const isWatched = () => watchersOf(queryCacheKey) > 0;
  if (!isWatched()) return answerTo(call, signal);
  for (;;) {
    const given = new AbortController();
    const own: Underway = { isWatched, giveUp: () => given.abort() };
    others.add(own);
    const response = await answerTo(call, AbortSignal.any([signal, given.signal]));
    others.delete(own);
    if (!given.signal.aborted || signal.aborted) return response;
    // Somebody came back to it in the meantime; otherwise it is as if it had never been asked.
    if (!isWatched()) {
      dispatch(api.util.invalidateTags([GIVEN_UP]));
      return response;
    }
  }
};

/**
 * The slice. A screen that opens shows the rows it had at once and asks again; whatever a mutation invalidates reloads.
 * It is emptied whenever the user changes.
 */
export const api = createApi({
  reducerPath: 'api',
  baseQuery,
  serializeQueryArgs: ({ endpointName, queryArgs }) => cacheKeyOf(endpointName, queryArgs),
  tagTypes: [GIVEN_UP],
  refetchOnMountOrArgChange: true,
  endpoints: () => ({}),
});

/** For a query whose response may be a minute old from screen to screen: what is changed here is asked for anyway. */
export const ONCE_A_MINUTE = { refetchOnMountOrArgChange: 60 };

/** Builds endpoints: the argument of `injectEndpoints`' second parameter. */
export type ApiBuilder<Tag extends string> = EndpointBuilder<ApiBaseQuery, Tag | typeof GIVEN_UP, 'api'>;

/**
 * The same definitions; their queries provide the tag of what was given up when they were, and what their mutations
 * invalidate is told to the other tabs.
 */
function withTags<Definitions extends EndpointDefinitions>(definitions: Definitions): Definitions {
  for (const definition of Object.values(definitions)) {
    if (definition.type === 'query') {
      const { providesTags = [] } = definition;
      definition.providesTags = (...outcome) => {
        const error = outcome[1] as ApiError | undefined;
        if (error?.status === 'ABORTED') return [GIVEN_UP];
        return typeof providesTags === 'function' ? providesTags(...outcome) : providesTags;
      };
    } else if (definition.type === 'mutation') {
      const { invalidatesTags = [] } = definition;
      definition.invalidatesTags = (...outcome) => {
        const tags = typeof invalidatesTags === 'function' ? invalidatesTags(...outcome) : invalidatesTags;
        tellOtherTabs([...tags]);
        return tags;
      };
    }
  }
  return definitions;
}

const known = new Set<string>();

/** The tags of all endpoints so far. */
export const allTags = (): readonly string[] => [...known];

let areReplaced = false;

/**
 * From now on an endpoint may take the place of one with its name: code that is loaded once more, after a failure or
 * in a new release, brings its endpoints again.
 */
export const replaceEndpoints = () => void (areReplaced = true);

/**
 * Puts an area's endpoints into the slice and returns the slice with their hooks.
 *
 * @param tags the names of what these endpoints provide and invalidate, by convention the resource's path
 * @param endpoints builds them; their names are global across remotes
 * @throws Error when a name is already taken by another
 */
export const injectEndpoints = <const Tag extends string, Definitions extends EndpointDefinitions>(
  tags: readonly Tag[],
  endpoints: (build: ApiBuilder<Tag>) => Definitions,
) => {
  let names: string[] = [];
  for (const tag of tags) known.add(tag);
  const injected = api.enhanceEndpoints({ addTagTypes: tags }).injectEndpoints({
    endpoints: (build) => {
      const definitions = withTags(endpoints(build));
      names = Object.keys(definitions);
      return definitions;
    },
    overrideExisting: areReplaced || 'throw',
  });
  watchQueries(injected, names);
  return injected;
};
