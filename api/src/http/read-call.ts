/** Reading a call off a request: its form is checked (422) before whether its path can exist (404). */
import type { FastifyRequest } from 'fastify';
import { object } from 'contract/schema';
import { InvalidInput, NotFound } from './errors';
import { coercePath, coerceQuery, unknownParameters } from './query-string';
import { trimLines } from './single-lines';
import { bodyValidator, queryValidator, type Fields } from './validation';

/** The schema of a part that a request does not have. */
export const nothing = object({}, []);

/** Returns what reads a request by these schemas; it throws InvalidInput with all that is wrong, or NotFound. */
export function callReader({
  params = nothing,
  query = nothing,
  body = nothing,
}: Partial<Record<'params' | 'query' | 'body', Fields | undefined>>) {
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
      caller: request.caller ?? request.machine,
      params: path,
      query: values,
      body: sent ?? {},
      ifMatch: request.headers['if-match'] ?? null,
      address: request.ip,
      userAgent: request.headers['user-agent'] ?? null,
      origin: request.headers.origin ?? null,
      cookie: request.headers.cookie ?? null,
      requestId: request.id,
    };
  };
}
