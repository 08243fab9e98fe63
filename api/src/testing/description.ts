/** Holds every response of the tests to the API's description. */
import { subscribe, unsubscribe } from 'node:diagnostics_channel';
import type { FastifyInstance, RouteOptions } from 'fastify';
import type { documentationOf } from '../http/route-documentation';

/** The texts that a name in a path can be: percent signs in it are of an encoding. */
const NAME = '(?:[^/%]|%[\\da-fA-F]{2})+';

interface Operation {
  readonly method: string;
  readonly path: RegExp;
  /** How many names there are in its path. */
  readonly names: number;
  readonly takesBody: boolean;
  readonly statuses: readonly string[];
}

const known = new WeakMap<FastifyInstance, readonly Operation[]>();

/**
 * Builds a service, and keeps how its routes are described: as they are declared, for the description itself takes a
 * fifth of a second, which is too long for each test file.
 */
export async function described(build: () => Promise<FastifyInstance>): Promise<FastifyInstance> {
  const operations: Operation[] = [];
  const onStart = (message: unknown) =>
    void (message as { fastify: FastifyInstance }).fastify.addHook('onRoute', (route) => {
      operations.push(...operationsOf(route));
    });
  // Fastify's own way in: what listens is told of each service that is made.
  subscribe('fastify.initialization', onStart);
  try {
    const app = await build();
    // Those without a name in their path first: `/companies/search` is no company.
    known.set(
      app,
      operations.sort((one, other) => one.names - other.names),
    );
    return app;
  } finally {
    unsubscribe('fastify.initialization', onStart);
  }
}

/**
 * Throws when the service responds with a status that the call's description does not name. What a request without a
 * place for one says in a body is not the description's matter.
 */
export function requireDescribed(app: FastifyInstance, method: string, url: string, status: number, body: unknown) {
  if (status < 400 || status >= 500) return;
  const path = url.replace(/\/?(\?.*)?$/s, '');
  const operation = known.get(app)?.find((one) => one.method === method && one.path.test(path));
  if (!operation || (body !== undefined && !operation.takesBody) || operation.statuses.includes(String(status))) return;
  throw new Error(`${method} ${path} responded with ${status}, which the API's description does not name`);
}

const operationsOf = ({ method, url, schema }: RouteOptions): readonly Operation[] => {
  if (!schema || schema.hide) return [];
  const { body, response, errors } = schema as Partial<ReturnType<typeof documentationOf>>;
  const names = url.match(/:\w+/g)?.length ?? 0;
  const path = new RegExp(`^${url.replace(/:\w+/g, NAME)}$`);
  const statuses = Object.keys({ ...response, ...errors });
  return [method].flat().map((one) => ({ method: one, path, names, takesBody: body !== undefined, statuses }));
};
