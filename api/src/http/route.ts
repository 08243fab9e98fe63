/**
 * How a route is written: path, who may, schemas, one call. The types of the call follow from the contract's schemas;
 * the checks run in the order of DECISIONS §1: 401, 403, 422, 404, then the rules of the business.
 */
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { fieldRefusal, refusal, staleRefusal, takenRefusal } from '../../contract/errors';
import { id, object, type Infer } from '../../contract/schema';
import type { Access, Caller } from './access';
import { InvalidInput, NotFound } from './errors';
import { IDEMPOTENCY_KEY, idempotencyKeyOf, keyedCall, STILL_RUNNING } from './idempotency';
import { coercePath, coerceQuery, unknownParameters } from './query-string';
import { trimLines } from './single-lines';
import { bodyValidator, queryValidator, type Fields } from './validation';
import { recordOf } from './write-gate';

/** The path of one record: `/companies/:id`. An id that no record can have is 404. */
export const byId = object({ id }, ['id']);

const nothing = object({}, []);
type Nothing = typeof nothing;

/** What a handler answers that has, this time, nothing to answer: 204. */
export const DONE = Symbol('done');

/** What a handler gets: the checked parts of the request. */
export interface Call<A extends Access, P, Q, B> {
  readonly caller: A extends { who: 'anyone' } ? null : Caller;
  readonly params: Infer<P>;
  readonly query: Infer<Q>;
  readonly body: Infer<B>;
  /** The If-Match header as sent, or null. */
  readonly ifMatch: string | null;
  /** The client's address, seen through as many proxies as TRUST_PROXY says. */
  readonly address: string;
  readonly requestId: string;
}

/** A route. Without an `answer` schema it answers 204. */
export interface Route<A extends Access, P extends Fields, Q extends Fields, B extends Fields, R> {
  readonly access: A;
  /** One line for the API's documentation. */
  readonly summary: string;
  readonly params?: P;
  readonly query?: Q;
  readonly body?: B;
  /** The largest body in bytes; absent: 1 MiB. */
  readonly bodyLimit?: number;
  /** The schema of the answer; what it does not name never leaves the service. */
  readonly answer?: R;
  /** The status of success: 200, or 204 without an answer, unless it says otherwise. */
  readonly status?: 201 | 202;
  /** Refusals that do not follow from the rest of this declaration: when, by status. */
  readonly refusals?: Refusals;
  /** Whether the route also makes what is not there yet; then it answers `new Created(record)`, and the status is 201. */
  readonly mayCreate?: true;
  handle(call: Call<A, P, Q, B>): Promise<R extends object ? Infer<R> | typeof DONE | Created<Infer<R>> : void>;
}

/** When a route refuses, by status, for the API's documentation. */
export type Refusals = Readonly<Partial<Record<401 | 403 | 409 | 413 | 429, string>>>;

/** The answer of a route that changes or creates (`mayCreate`), when it has created. */
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
  (method, path, { access, summary, params, query, body, bodyLimit, answer, status, refusals, mayCreate, handle }) => {
    const success = status ?? (answer ? 200 : 204);
    const readCall = callReader({ params, query, body });
    const isKeyed = method === 'POST' && access.who !== 'anyone';
    // Signing in waits for nobody's change.
    const isChange = method !== 'GET' && access.who !== 'anyone';
    scope.route({
      method,
      url: path,
      config: { access },
      ...(bodyLimit !== undefined && { bodyLimit }),
      schema: {
        tags: [tag],
        summary,
        ...(access.who === 'anyone' ? {} : { security: [{ bearer: [] }] }),
        ...(params ? { params } : {}),
        ...(query ? { querystring: query } : {}),
        ...(body ? { body } : {}),
        ...(method === 'PUT' || method === 'PATCH' ? { headers: IF_MATCH } : {}),
        ...(isKeyed ? { headers: KEYED } : {}),
        response: {
          [success]: answer ?? NO_CONTENT,
          ...(method === 'DELETE' ? { 204: NO_CONTENT } : {}),
          ...(mayCreate ? { 201: answer } : {}),
          ...refusalsOf({
            ...{ access, params, query, body, refusals, isKeyed },
            ifMatch: method === 'PUT' || method === 'PATCH',
          }),
        },
      },
      handler: async (request, reply) => {
        const key = isKeyed ? idempotencyKeyOf(request) : null;
        const call = readCall(request) as Parameters<typeof handle>[0];
        const act = async () => {
          const result: unknown = await handle(call);
          if (result === DONE) return { code: 204, record: undefined };
          return result instanceof Created ? { code: 201, record: result.record } : { code: success, record: result };
        };
        // A change has its turn before it takes a connection.
        const inTurn = <T>(work: () => Promise<T>) => (isChange ? scope.changes.run(recordOf(request), work) : work());
        const { caller } = request;
        const { answerOnce } = scope;
        if (key === null || !caller || !answerOnce) {
          const { code, record } = await inTurn(act);
          return reply.code(code).send(record);
        }
        const keyed = keyedCall(request, { userId: caller.userId, key, query: call.query });
        const asSent = async () => {
          const { code, record } = await act();
          // As it leaves the service, without what the contract does not name.
          return { status: code, body: record === undefined ? null : String(reply.code(code).serialize(record)) };
        };
        const first = await inTurn(() => answerOnce(keyed, asSent));
        if (first.body === null) return reply.code(first.status).send();
        return reply.code(first.status).type('application/json; charset=utf-8').send(first.body);
      },
    });
  };

const NO_CONTENT = { type: 'null', description: 'Done' };
const KEYED = { type: 'object', properties: IDEMPOTENCY_KEY };
const IF_MATCH = {
  type: 'object',
  properties: { 'if-match': { type: 'string', description: 'The updated_at that was read, quoted' } },
};

interface Schemas {
  params?: Fields | undefined;
  query?: Fields | undefined;
  body?: Fields | undefined;
}

/** Answers a function that checks a request: first its form, all of it (422), then whether its path can exist (404). */
export function callReader({ params = nothing, query = nothing, body = nothing }: Schemas) {
  const brokenInBody = bodyValidator(body);
  const brokenInQuery = queryValidator(query);
  return (request: FastifyRequest) => {
    const raw = request.query as Record<string, unknown>;
    const values = coerceQuery(query, raw);
    const sent = trimLines(body, request.body ?? undefined);
    const errors = [...brokenInBody(sent), ...brokenInQuery(values), ...unknownParameters(query, raw)];
    if (errors.length) throw new InvalidInput(errors);
    const path = coercePath(params, request.params as Record<string, string>);
    if (!path) throw new NotFound('Not found');
    return {
      caller: request.caller,
      params: path,
      query: values,
      body: sent ?? {},
      ifMatch: request.headers['if-match'] ?? null,
      address: request.ip,
      requestId: request.id,
    };
  };
}

/** What a route may refuse with: what follows from its declaration, and what it says besides. */
export function refusalsOf({
  access,
  params,
  query,
  body,
  ifMatch = false,
  isKeyed = false,
  refusals = {},
}: Schemas & { access: Access; ifMatch?: boolean; isKeyed?: boolean; refusals?: Refusals | undefined }) {
  const unique = Object.values(body?.properties ?? {}).filter((property) => property.unique);
  const { 409: conflict, ...others } = refusals;
  const conflicts = [
    ...(unique.length > 0 ? [`Taken: ${unique.map(({ title }) => title).join(', ')}`] : []),
    ...(conflict === undefined ? [] : [conflict]),
    ...(isKeyed ? [STILL_RUNNING] : []),
  ];
  const namesRecord = [query, body].some((fields) => fields && Object.keys(fields.properties).some(isId));
  const reasons: Readonly<Record<number, string | false | undefined>> = {
    400: body !== undefined && 'The body cannot be read, or a rule of the business is broken',
    401: access.who !== 'anyone' && 'Nobody is signed in',
    403: access.who === 'groups' && `Needs the group ${access.groups.join(' or ')}`,
    404: (params !== undefined || namesRecord) && 'Not there, or out of reach',
    409: conflicts.join('; or '),
    412: ifMatch && 'Somebody saved meanwhile',
    413: body !== undefined && 'The body exceeds 1 MiB',
    415: body !== undefined && 'The body is not JSON in UTF-8',
    // Every call refuses a query parameter that it does not know.
    422: 'The request breaks a rule of its form',
    ...others,
  };
  return Object.fromEntries(
    Object.entries(reasons)
      .filter(([, description]) => description)
      .map(([status, description]) => [status, { description, ...(REFUSAL_SHAPES[status] ?? refusal) }]),
  );
}

const isId = (name: string) => /_ids?$/.test(name);
const REFUSAL_SHAPES: Readonly<Record<string, object>> = { 409: takenRefusal, 412: staleRefusal, 422: fieldRefusal };
