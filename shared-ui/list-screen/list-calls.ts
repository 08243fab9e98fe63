/** The calls that a list is handed: endpoints of the one RTK Query slice, named by the part that the engine uses of them. */
import type { ThunkAction, ThunkDispatch, UnknownAction } from '@reduxjs/toolkit';
import type { MatchingIds } from 'contract/matching-ids';
import type { Paged } from 'contract/paging';
import { within, type Operation, type PrefetchEndpoint, type RecordChange } from 'shared-auth';
import { useDispatch } from 'react-redux';

/** A call on its way. */
type Sent<Response, Also = unknown> = ThunkAction<
  Promise<{ error?: unknown }> & { unwrap(): Promise<Response> } & Also,
  unknown,
  unknown,
  UnknownAction
>;

/** A mutation's endpoint. */
export interface Mutation<Argument, Response> {
  initiate(argument: Argument): Sent<Response>;
}

/** A query's endpoint, as it is asked once. */
export interface Query<Argument, Response> {
  initiate(argument: Argument, options: { forceRefetch: true }): Sent<Response, { unsubscribe(): void }>;
}

/** State of a list's request. */
export interface QueryState<Row> {
  /** The newest rows there are, of whichever request. */
  data?: Paged<Row>;
  /** Those of this request; absent until it succeeded once. */
  currentData?: Paged<Row>;
  error?: unknown;
  isFetching: boolean;
  /** It has not set out yet. */
  isUninitialized?: boolean;
}

/** The list's own endpoint, which the screen watches. */
export interface ListEndpoint<Row, Request>
  extends Query<Request, Paged<Row>>, Pick<PrefetchEndpoint<Request>, 'name' | 'select'> {
  useQuery(
    request: Request,
    // The rendered part of it: the list renders again where that changes.
    options: {
      skip: boolean;
      selectFromResult?: (state: QueryState<Row>) => QueryState<Row>;
    },
  ): QueryState<Row> & { refetch(): unknown };
}

/** The calls of a list; an absent one is not offered. */
export interface ListCalls<Row, Request, Body> {
  readonly list: ListEndpoint<Row, Request>;
  /** The ids of all that the request's filters match, for selecting more than a page. */
  readonly matching?: Query<Request, MatchingIds>;
  /** The record as it is now, for when somebody else has saved it meanwhile. */
  readonly get?: Query<number, Row>;
  readonly create?: Mutation<Body, unknown>;
  readonly update?: Mutation<RecordChange<Body>, unknown>;
  readonly remove?: Mutation<number, unknown>;
  /**
   * Has the service write the file of an export: of these records, or of all that the request matches on any page.
   * Absent: it is written here, page by page.
   */
  readonly exportFile?: (request: Request, ids: readonly number[] | undefined, fileName: string) => Promise<void>;
}

/** Permitted calls for this person; absent: all of it. Reading is the route's matter. */
export interface MayDo {
  readonly add?: boolean;
  readonly edit?: boolean;
  readonly delete?: boolean;
  readonly export?: boolean;
}

/** The calls of a list; a function of its company (null: none is chosen) where they need it. */
export type CallsOfList<Row, Request, Body> =
  ListCalls<Row, Request, Body> | ((companyId: number | null) => ListCalls<Row, Request, Body>);

/** Sends a change; see `useCall`. */
export type Change = ReturnType<typeof useCall>['change'];

/** Sends calls outside a component's render; returns the service's response, or throws its error. */
export function useCall() {
  const dispatch = useDispatch<ThunkDispatch<unknown, unknown, UnknownAction>>();
  return {
    /** @param operation what the change is a part of, for Undo */
    change: <Argument, Response>(mutation: Mutation<Argument, Response>, argument: Argument, operation?: Operation) => {
      const sent = mutation.initiate(argument);
      return dispatch(operation ? within(operation, sent) : sent).unwrap();
    },
    async ask<Argument, Response>(query: Query<Argument, Response>, argument: Argument) {
      // Watched until the answer is here: a change of its records would else take it away before it is read.
      const sent = dispatch(query.initiate(argument, { forceRefetch: true }));
      try {
        return await sent.unwrap();
      } finally {
        sent.unsubscribe();
      }
    },
  };
}

/** The calls that a person may make. */
export function callsFor<Row, Request, Body>(
  calls: ListCalls<Row, Request, Body>,
  can: MayDo,
): ListCalls<Row, Request, Body> {
  const { add = true, edit = true, delete: remove = true } = can;
  return {
    ...calls,
    create: add ? calls.create : undefined,
    update: edit ? calls.update : undefined,
    remove: remove ? calls.remove : undefined,
  };
}
