/**
 * How a route is written: path, who may, schemas, one call. The types of the call follow from the contract's schemas;
 * the checks run in the order of DECISIONS §1: 401, 403, 422, 404, then the rules of the business.
 */
import type { FastifyInstance } from 'fastify';
import { id, object, type Infer } from 'contract/schema';
import type { Access, Caller, Machine } from './access';
import { isLocked } from './errors';
import { idempotencyKeyOf, keyedCall } from './idempotency';
import { OPERATION_HEADER } from './operations';
import type { BodyLimits } from './json-body';
import { callReader, type nothing } from './read-call';
import { documentationOf, type ErrorReasons } from './route-documentation';
import { csv, isStreamed, streamSender, type StreamedResponse } from './stream';
import type { Fields } from './validation';
import { recordOf, tooManyChanges } from './write-gate';

/** The path of one record: `/companies/:id`. An id that no record can have is 404. */
export const byId = object({ id }, ['id']);

type Nothing = typeof nothing;

/** The result of a handler that has, this time, nothing to respond with: 204. */
export const NO_CONTENT = Symbol('no content');

/** The argument of a handler: the checked parts of the request. */
export interface Call<A extends Access, P, Q, B> {
  readonly caller: A extends { who: 'anyone' } ? null : A extends { who: 'machine' } ? Machine : Caller;
  readonly params: Infer<P>;
  readonly query: Infer<Q>;
  readonly body: Infer<B>;
  /** The If-Match header as sent, or null. */
  readonly ifMatch: string | null;
  /** The client's address, seen through as many proxies as TRUST_PROXY says. */
  readonly address: string;
  /** The browser or program as it names itself. */
  readonly userAgent: string | null;
  /** The origin of the page that asks, as its browser says it. */
  readonly origin: string | null;
  /** The Cookie header as sent, or null. */
  readonly cookie: string | null;
  readonly requestId: string;
}

/** The handler of a streamed response hears when the reader has left or the service stops. */
type Signal<R> = R extends StreamedResponse<infer _> ? { readonly signal: AbortSignal } : unknown;

/** The result of a handler: the items of a stream, a record of the response's schema, or nothing. */
type Returned<R> =
  R extends StreamedResponse<infer Item>
    ? AsyncIterable<Item>
    : R extends object
      ? Infer<R> | typeof NO_CONTENT | Created<Infer<R>>
      : void;

/** A route. Without a `response` its status is 204. */
export interface Route<A extends Access, P extends Fields, Q extends Fields, B extends Fields, R> {
  readonly access: A;
  /** One line for the API's documentation. */
  readonly summary: string;
  /** The contract's version that brought it; absent: the first, 1.0.0. */
  readonly since?: string;
  readonly params?: P;
  readonly query?: Q;
  readonly body?: B;
  /** The largest body in bytes, and the most values in it; absent: 1 MiB and 20,000. */
  readonly limits?: BodyLimits;
  /** Its response holds a secret: it is kept for no Idempotency-Key. */
  readonly isSecret?: true;
  /** It waits for somebody else's answer and changes no record of people's: it takes no turn and no Idempotency-Key. */
  readonly asksOutside?: true;
  /**
   * The response: the schema of JSON, `events({…})` or `csv`. What a schema does not name never leaves the
   * service.
   */
  readonly response?: R;
  /** The status of success: 200, or 204 without a response, unless it says otherwise. */
  readonly status?: 201 | 202;
  /** Errors that do not follow from the rest of this declaration: when, by status. */
  readonly errors?: ErrorReasons;
  /** Whether the route also makes what is not there yet; then it returns `new Created(record)`, and the status is 201. */
  readonly mayCreate?: true;
  handle(call: Call<A, P, Q, B> & Signal<R>): Promise<Returned<R>>;
}

/** The result of a route that changes or creates (`mayCreate`) when it has created. */
export class Created<Record> {
  constructor(readonly record: Record) {}
}

/** Registers one route in the scope it was made for. */
export type AddRoute = <
  const A extends Access,
  R = undefined,
  P extends Fields = Nothing,
  Q extends Fields = Nothing,
  B extends Fields = Nothing,
>(
  method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE',
  path: string,
  route: Route<A, P, Q, B, R>,
) => void;

/** Writes routes into a scope; `tag` is their heading in the API's documentation. */
export const routesIn =
  (scope: FastifyInstance, tag: string): AddRoute =>
  (method, path, { limits, status, isSecret, asksOutside, handle, ...declared }) => {
    const { access, response } = declared;
    const success = status ?? (response ? 200 : 204);
    const readCall = callReader(declared);
    const streamed = isStreamed(response) ? { response, send: streamSender(scope) } : null;
    const isMachines = access.who === 'machine';
    const isKeyed =
      (method === 'POST' && access.who !== 'anyone' && !streamed && !isSecret && !asksOutside) || isMachines;
    const isExport = response === csv;
    // Signing in waits for no change, and an export changes nothing.
    const creates = success === 201;
    const isChange = method !== 'GET' && access.who !== 'anyone' && !isExport && !asksOutside;
    scope.route({
      method,
      url: path,
      config: { access, ...(limits?.values !== undefined && { maxValues: limits.values }) },
      ...(limits && { bodyLimit: limits.bytes }),
      schema: documentationOf(tag, { ...declared, method, success, isKeyed, bodyLimit: limits?.bytes }),
      handler: async (request, reply) => {
        const key = isKeyed ? idempotencyKeyOf(request) : null;
        const call = readCall(request) as Parameters<typeof handle>[0];
        // A change has its turn before it takes a connection.
        const inTurn = async <T>(work: () => Promise<T>) => {
          if (!isChange) return work();
          const turn = scope.changes.run(recordOf(request, creates), work);
          // No one else can be changing a record that is being created.
          return turn.catch((error: unknown) => Promise.reject(creates && isLocked(error) ? tooManyChanges() : error));
        };
        if (streamed) {
          // The writes before the first item wait for their turn; the items do not.
          const begin = async (signal: AbortSignal) => {
            const items = () => handle({ ...call, signal }) as Promise<AsyncIterable<never>>;
            return isExport ? scope.exports.begin(request, reply, signal, items) : inTurn(items);
          };
          return streamed.send(reply, streamed.response, begin);
        }
        const act = async () => {
          const result: unknown = await handle(call);
          if (result === NO_CONTENT) return { code: 204, record: undefined };
          return result instanceof Created ? { code: 201, record: result.record } : { code: success, record: result };
        };
        const { caller, machine } = request;
        const owner = caller ?? machine;
        const { runOnce } = scope;
        const operationId = caller?.operationId ?? request.id;
        if (isChange && caller) reply.header(OPERATION_HEADER, operationId);
        if (key === null || !owner || !runOnce) {
          const { code, record } = await inTurn(act);
          return reply.code(code).send(record);
        }
        const keyed = keyedCall(request, { caller: owner, key, query: call.query, operationId });
        const asSent = async () => {
          const { code, record } = await act();
          // As it leaves the service, without what the contract does not name.
          return { status: code, body: record === undefined ? null : String(reply.code(code).serialize(record)) };
        };
        const first = await inTurn(() => runOnce(keyed, asSent));
        // Of a call that is repeated, the operation of the first.
        if (caller && first.operationId !== undefined) reply.header(OPERATION_HEADER, first.operationId);
        if (first.body === null) return reply.code(first.status).send();
        return reply.code(first.status).type('application/json; charset=utf-8').send(first.body);
      },
    });
  };
