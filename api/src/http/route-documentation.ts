/** A route in the API's documentation: its schemas, and the errors that follow from its declaration. */
import { conflictError, changedError, notSignedInError, plainError, fieldErrors } from 'contract/errors';
import type { Access } from './access';
import { inUnits } from './errors';
import { IDEMPOTENCY_KEY, STILL_RUNNING } from './idempotency';
import { OPERATION_ID } from './operations';
import { csv, isStreamed } from './stream';
import type { Fields } from './validation';

/** When a route returns an error, by status. */
export type ErrorReasons = Readonly<Partial<Record<400 | 401 | 403 | 404 | 409 | 413 | 429, string>>>;

/** The documented part of a route's declaration. */
export interface Documented {
  readonly method: string;
  readonly access: Access;
  readonly summary: string;
  readonly since?: string | undefined;
  readonly params?: Fields | undefined;
  readonly query?: Fields | undefined;
  readonly body?: Fields | undefined;
  readonly response?: unknown;
  readonly success: number;
  readonly mayCreate?: boolean | undefined;
  readonly errors?: ErrorReasons | undefined;
  /** Whether it takes an `Idempotency-Key`. */
  readonly isKeyed: boolean;
  /** The largest body in bytes; absent: 1 MiB. */
  readonly bodyLimit?: number | undefined;
}

const NOTHING = { type: 'null', description: 'Done' };
const KEYED_OF_MACHINES = { type: 'object', properties: IDEMPOTENCY_KEY };
const KEYED = { type: 'object', properties: { ...IDEMPOTENCY_KEY, ...OPERATION_ID } };
const IF_MATCH = {
  type: 'object',
  properties: { 'if-match': { type: 'string', description: 'The updated_at that was read, quoted' } },
};

const isMachines = ({ access }: Documented) => access.who === 'machine';
const takesIfMatch = (route: Documented) => (route.method === 'PUT' || route.method === 'PATCH') && !isMachines(route);

/**
 * The schema of a route as Fastify takes it; `tag` is the heading that it stands under. Its `errors` are for the description
 * alone: compiled, they would be five in six of the serializers that a start has to wait for.
 */
export function documentationOf(tag: string, route: Documented) {
  const { method, access, summary, since = '1.0.0', params, query, body, success, mayCreate, isKeyed } = route;
  const response = responseOf(route.response);
  return {
    tags: [tag],
    summary,
    'x-since': since,
    security: access.who === 'anyone' ? [] : [{ [isMachines(route) ? 'machineToken' : 'bearer']: [] }],
    ...(params ? { params } : {}),
    ...(query ? { querystring: query } : {}),
    ...(body ? { body } : {}),
    ...(takesIfMatch(route) ? { headers: IF_MATCH } : {}),
    ...(isKeyed ? { headers: isMachines(route) ? KEYED_OF_MACHINES : KEYED } : {}),
    response: {
      [success]: response,
      ...(method === 'DELETE' ? { 204: NOTHING } : {}),
      ...(mayCreate ? { 201: response } : {}),
    },
    errors: errorsOf(route),
  };
}

function responseOf(response: unknown): unknown {
  if (!isStreamed(response)) return response ?? NOTHING;
  const { description, schema, headers } = response;
  const [mediaType = ''] = headers['content-type'].split(';');
  return { description, content: { [mediaType]: { schema } } };
}

function errorsOf(route: Documented) {
  const { access, params, query, body, isKeyed, bodyLimit, errors = {} } = route;
  const unique = Object.values(body?.properties ?? {}).filter((property) => property.unique);
  const { 409: conflict, ...others } = errors;
  const conflicts = [
    ...(unique.length > 0 ? [`Taken: ${unique.map(({ title }) => title).join(', ')}`] : []),
    ...(conflict === undefined ? [] : [conflict]),
    ...(isKeyed ? [STILL_RUNNING] : []),
  ];
  const namesRecord = [query, body].some((fields) => fields && Object.keys(fields.properties).some(isId));
  const reasons: Readonly<Record<number, string | false | undefined>> = {
    400: body !== undefined && 'The body cannot be read, or a rule of the business is broken',
    401:
      access.who === 'machine'
        ? 'No token, or one that does not work'
        : access.who !== 'anyone' && 'Nobody is signed in',
    403:
      access.who === 'machine'
        ? `Needs the scope ${access.scope} and the company`
        : access.who === 'groups'
          ? `Needs the group ${access.groups.join(' or ')}`
          : access.who === 'signedIn' && !access.beforeFactor && 'A second factor has to be set up first',
    404: (params !== undefined || namesRecord) && 'Not there, or not authorised',
    409: conflicts.join('; or '),
    412: takesIfMatch(route) && 'Somebody saved meanwhile',
    413: body !== undefined && `The body exceeds ${inUnits(bodyLimit)}`,
    415: body !== undefined && 'The body is not JSON in UTF-8',
    429: route.response === csv && 'Two exports of the person, or eight of all, are running already',
    // Every call takes no query parameter that it does not know.
    422: 'The request breaks a rule of its form',
    ...others,
  };
  return Object.fromEntries(
    Object.entries(reasons)
      .filter(([, description]) => description)
      .map(([status, description]) => [status, { description, ...(SCHEMAS[status] ?? plainError) }]),
  );
}

const isId = (name: string) => /_ids?$/.test(name);
const SCHEMAS: Readonly<Record<string, object>> = {
  401: notSignedInError,
  409: conflictError,
  412: changedError,
  422: fieldErrors,
};
