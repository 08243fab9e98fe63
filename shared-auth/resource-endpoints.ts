/** The regular calls of a resource (specification 1 §7): the call is abstracted, not the slice. */
import type { BulkResponse } from 'api/contract/bulk';
import type { ListRequest, Paged } from 'api/contract/paging';
import type { ApiBuilder } from './api';

/** A record's new values, and the `updated_at` that was read, so that somebody else's change in between is a 412. */
export interface RecordChange<Body> {
  id: number;
  body: Body;
  /** Sent as `If-Match` (DECISIONS §1); without it the last write wins. */
  ifMatch?: string;
}

/**
 * Builders for the regular endpoints of one resource; the caller names them. Reads provide the tag and every write
 * invalidates it, so all lists reload after every mutation (specification 1 §4), a refused one too: it was refused
 * because something had changed.
 *
 * @example
 * export const companiesApi = injectEndpoints(['companies'], (build) => {
 *   const companies = resourceEndpoints(build, { path: '/companies', tag: 'companies' });
 *   return { listCompanies: companies.list<Company>(), deleteCompany: companies.remove() };
 * });
 *
 * @param path after `/api`, without a trailing slash
 */
export function resourceEndpoints<Tag extends string>(
  build: ApiBuilder<Tag>,
  { path, tag }: { path: string; tag: NoInfer<Tag> },
) {
  const change =
    (method: 'PUT' | 'PATCH') =>
    <Item, Body extends object = Partial<Item>>() =>
      build.mutation<Item, RecordChange<Body>>({
        query: ({ id, body, ifMatch }) => ({
          method,
          path: `${path}/${id}`,
          body,
          headers: ifMatch === undefined ? undefined : { 'If-Match': `"${ifMatch}"` },
        }),
        invalidatesTags: [tag],
      });
  return {
    /** GET the page that the request asks for. */
    list: <Item, Request extends object = ListRequest>() =>
      build.query<Paged<Item>, Request>({
        query: (request) => ({ path, query: request as ListRequest }),
        providesTags: [tag],
      }),
    /** GET one record by its id. */
    get: <Item>() => build.query<Item, number>({ query: (id) => ({ path: `${path}/${id}` }), providesTags: [tag] }),
    /** POST a new record. */
    create: <Item, Body extends object>() =>
      build.mutation<Item, Body>({ query: (body) => ({ method: 'POST', path, body }), invalidatesTags: [tag] }),
    /** PUT: every writable field. */
    replace: change('PUT'),
    /** PATCH: the fields that are sent. */
    update: change('PATCH'),
    /** DELETE by id. */
    remove: () =>
      build.mutation<null, number>({
        query: (id) => ({ method: 'DELETE', path: `${path}/${id}` }),
        invalidatesTags: [tag],
      }),
    /** POST to `action` under the resource's path, such as `bulk/delete`. */
    bulk: <Body extends object, Answer = BulkResponse>(action: string) =>
      build.mutation<Answer, Body>({
        query: (body) => ({ method: 'POST', path: `${path}/${action}`, body }),
        invalidatesTags: [tag],
      }),
  };
}
