/** Holds every response of the tests to the API's description. */
import type { FastifyInstance } from 'fastify';

/** The texts that a name in a path can be: percent signs in it are of an encoding. */
const NAME = '(?:[^/%]|%[\\da-fA-F]{2})+';

interface Operation {
  readonly method: string;
  readonly path: RegExp;
  readonly takesBody: boolean;
  readonly statuses: readonly string[];
}

interface Described {
  requestBody?: object;
  responses: Readonly<Record<string, object>>;
}

const known = new WeakMap<FastifyInstance, readonly Operation[]>();

/**
 * Throws when the service responds with a status that the call's description does not name. What a request without a
 * place for one says in a body is not the description's matter.
 */
export function requireDescribed(app: FastifyInstance, method: string, url: string, status: number, body: unknown) {
  if (status < 400 || status >= 500) return;
  const operations = known.get(app) ?? operationsOf(app);
  known.set(app, operations);
  const path = url.replace(/\/?(\?.*)?$/s, '');
  const operation = operations.find((one) => one.method === method.toLowerCase() && one.path.test(path));
  if (!operation || (body !== undefined && !operation.takesBody) || operation.statuses.includes(String(status))) return;
  throw new Error(`${method} ${path} responded with ${status}, which the API's description does not name`);
}

/** Those without a name in their path first: `/companies/search` is no company. */
const operationsOf = (app: FastifyInstance): readonly Operation[] =>
  Object.entries(app.swagger().paths ?? {})
    .sort(([one], [other]) => one.split('{').length - other.split('{').length)
    .flatMap(([path, methods]) =>
      Object.entries(methods as Readonly<Record<string, Described>>).map(([method, { requestBody, responses }]) => ({
        method,
        path: new RegExp(`^${path.replace(/\{\w+\}/g, NAME)}$`),
        takesBody: requestBody !== undefined,
        statuses: Object.keys(responses),
      })),
    );
