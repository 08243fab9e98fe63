/** The regular calls of a resource (specification 1 §7): the call is abstracted, not the slice. */
import type { EndpointDefinitions } from '@reduxjs/toolkit/query/react';
import type { BulkResponse } from 'contract/bulk';
import type { MatchingIds } from 'contract/matching-ids';
import type { ListRequest, Paged } from 'contract/paging';
import { injectEndpoints, type ApiBuilder } from './api';

/** A record's new values, and the `updated_at` that was read, so that somebody else's change in between is a 412. */
export interface RecordChange<Body> {
  id: number;
  body: Body;
  /** Sent as `If-Match` (DECISIONS §1); without it the last write wins. */
  ifMatch?: string;
}

/** The header by which a change of a record says which state of it was read. */
export const ifMatchHeader = (updatedAt: string | undefined) =>
  updatedAt === undefined ? undefined : { 'If-Match': `"${updatedAt}"` };

const isRecord = (body: unknown) => typeof body === 'object' && body !== null && !Array.isArray(body);

/** Whether a response is one page of a list. */
export const isPage = (body: unknown): boolean => {
  const { items, total } = (body ?? {}) as Partial<Paged<unknown>>;
  return Array.isArray(items) && typeof total === 'number';
};

/**
 * Builders for the regular endpoints of one resource. Reads provide the tag and every write invalidates it, so all lists
 * reload after every mutation (specification 1 §4), a refused one too: it was refused because something had changed.
 *
 * @param path after `/api`, without a trailing slash
 */
export function resourceEndpoints<Tag extends string>(
  build: ApiBuilder<Tag>,
  { path, tag }: { path: string; tag: NoInfer<Tag> },
) {
  const invalidatesTags = [tag];
  const change =
    (method: 'PUT' | 'PATCH') =>
    /** @param part of the record's path, such as `overrides`; absent: the record itself */
    <Item, Body extends object = Partial<Item>>(part?: string) =>
      build.mutation<Item, RecordChange<Body>>({
        query: ({ id, body, ifMatch }) => ({
          method,
          path: [path, id, part].filter(Boolean).join('/'),
          body,
          headers: ifMatchHeader(ifMatch),
        }),
        invalidatesTags,
      });
  const endpoints = {
    /** GET the page that the request asks for. */
    list: <Item, Request extends object = ListRequest>() =>
      build.query<Paged<Item>, Request>({
        query: (request) => ({ path, query: request as ListRequest, isResponse: isPage }),
        providesTags: [tag],
      }),
    /** GET the ids of all that the request's filters match, on whichever page; more than 10,000 are 400. */
    matching: <Request extends object = ListRequest>() =>
      build.query<MatchingIds, Request>({
        query: (request) => {
          const { page: _page, page_size: _size, sort_by: _sort, ...filters } = request as ListRequest;
          return { path: `${path}/ids`, query: filters, isResponse: isPage };
        },
      }),
    /** GET one record by its id. */
    get: <Item>() =>
      build.query<Item, number>({
        query: (id) => ({ path: `${path}/${id}`, isResponse: isRecord }),
        providesTags: [tag],
      }),
    /** POST a new record. */
    create: <Item, Body extends object>() =>
      build.mutation<Item, Body>({
        query: (body) => ({ method: 'POST', path, body, isResponse: isRecord }),
        invalidatesTags,
      }),
    /** PUT: every writable field. */
    replace: change('PUT'),
    /** PATCH: the fields that are sent. */
    update: change('PATCH'),
    /** DELETE by id. */
    remove: () =>
      build.mutation<null, number>({ query: (id) => ({ method: 'DELETE', path: `${path}/${id}` }), invalidatesTags }),
    /** POST to `action` under the resource's path, such as `bulk/delete`. */
    bulk: <Body extends object, Response = BulkResponse>(action: string) =>
      build.mutation<Response, Body>({
        query: (body) => ({ method: 'POST', path: `${path}/${action}`, body }),
        invalidatesTags,
      }),
  };
  return {
    /** For calls of its own. */
    build,
    path,
    tag,
    ...endpoints,
    /** The six that a list's screen makes; a form sends the fields that it has, by PATCH. */
    regular: <Item, Request extends object, Body extends object>() => ({
      list: endpoints.list<Item, Request>(),
      matching: endpoints.matching<Request>(),
      get: endpoints.get<Item>(),
      create: endpoints.create<Item, Body>(),
      update: endpoints.update<Item, Body>(),
      remove: endpoints.remove(),
    }),
  };
}

/** The builders of one resource. */
export type Resource<Tag extends string> = ReturnType<typeof resourceEndpoints<Tag>>;

/**
 * The calls of one resource, by their names within it; in the slice they are called `companies/list` and so on, so that
 * no other resource's get in their way.
 *
 * @example
 * export const knowledgeCalls = resourceCalls('knowledge', (knowledge) =>
 *   knowledge.regular<Knowledge, KnowledgeListQuery, KnowledgeWrite>(),
 * );
 *
 * @param name the resource's path after `/api/`, which is its tag as well
 * @returns the endpoints, each with `initiate` and, for a query, its hook `useQuery`
 * @throws Error when the resource's calls were declared elsewhere
 */
export function resourceCalls<const Name extends string, Calls extends EndpointDefinitions>(
  name: Name,
  declare: (resource: Resource<Name | 'tags'>) => Calls,
): ReturnType<typeof injectEndpoints<Name | 'tags', Calls>>['endpoints'] {
  const prefix = `${name}/`;
  const { endpoints } = injectEndpoints([name, 'tags'], (build: ApiBuilder<Name | 'tags'>) => {
    const calls = declare(resourceEndpoints(build, { path: `/${name}`, tag: name }));
    return Object.fromEntries(Object.entries(calls).map(([call, made]) => [prefix + call, made])) as Calls;
  });
  const own = Object.entries(endpoints).filter(([call]) => call.startsWith(prefix));
  return Object.fromEntries(own.map(([call, made]) => [call.slice(prefix.length), made])) as ReturnType<
    typeof injectEndpoints<Name | 'tags', Calls>
  >['endpoints'];
}
