/**
 * Errors: what queries and rules throw when a request cannot be done, and the response of each
 * (DECISIONS §1). Queries name the error and its message; only this file knows the status codes.
 */
import type { FastifyError, FastifyReply, FastifyRequest } from 'fastify';
import type { FieldError } from 'contract/errors';
import { FAILURES, failureOf, type Failure } from '../database/failures';

/** An error with a message for the caller; everything else is a fault of the service. */
export abstract class RequestError extends Error {
  abstract readonly status: number;
  /** Header fields that belong to the error. */
  readonly headers: Readonly<Record<string, string>> = {};
  /** The body of the response. */
  body(): Record<string, unknown> {
    return { detail: this.message };
  }
}

/** 400: a rule of the business was broken. */
export class RuleBroken extends RequestError {
  readonly status = 400;
}

/** 401: not signed in, or the sign-in failed. */
export class NotSignedIn extends RequestError {
  readonly status = 401;
  override readonly headers = { 'www-authenticate': 'Bearer' };
}

/** 401: the password was right, and a second factor is wanted beside it (DECISIONS §15). */
export class SecondFactorRequired extends NotSignedIn {
  override body() {
    return { detail: this.message, second_factor: 'required' };
  }
}

/** 403: the group is missing. */
export class NotAllowed extends RequestError {
  readonly status = 403;
}

/** 404: not there, or in a company that is the caller is not authorised for; the message must not tell which. */
export class NotFound extends RequestError {
  readonly status = 404;
}

/** 409: a unique value is taken. */
export class Conflict extends RequestError {
  readonly status = 409;
  /** With the field that the message begins with, 'slug: …', so that a form need not read it off the message. */
  override body() {
    const field = /^([a-z]\w*): /.exec(this.message)?.[1];
    return { detail: this.message, ...(field !== undefined && { field }) };
  }
}

/** 412: somebody saved since the caller read the record. */
export class ChangedMeanwhile extends RequestError {
  readonly status = 412;
  constructor(
    noun: string,
    private readonly updatedBy: string,
    private readonly updatedAt: string,
  ) {
    super(`${updatedBy} changed this ${noun} on ${updatedAt}`);
  }
  override body() {
    return { detail: this.message, updated_by: this.updatedBy, updated_at: this.updatedAt };
  }
}

const JSON_ONLY = 'The request body must be application/json in UTF-8';

/** 415: a body of another type or encoding. */
export class NotJson extends RequestError {
  readonly status = 415;
  constructor() {
    super(JSON_ONLY);
  }
}

/** 422: fields that break a rule of their form. */
export class InvalidInput extends RequestError {
  readonly status = 422;
  constructor(private readonly errors: FieldError[]) {
    super('The request is not valid');
  }
  override body() {
    return { detail: this.errors };
  }
}

/** 429: too many failures; `seconds` until the next try is heard. */
export class TooManyAttempts extends RequestError {
  readonly status = 429;
  override readonly headers: Record<string, string>;
  constructor(seconds: number) {
    super(`Too many failed attempts. Please try again in ${seconds} seconds.`);
    this.headers = { 'retry-after': String(seconds) };
  }
}

/** 429: more than a person may ask for; `seconds` until it makes sense to ask again. */
export class LimitReached extends RequestError {
  readonly status = 429;
  override readonly headers: Record<string, string>;
  constructor(message: string, seconds: number) {
    super(message);
    this.headers = { 'retry-after': String(seconds) };
  }
}

/** 503: not now, for the reason in the message; `seconds` until another try makes sense. */
export class Busy extends RequestError {
  readonly status = 503;
  override readonly headers: Record<string, string>;
  constructor(message: string, seconds: number) {
    super(message);
    this.headers = { 'retry-after': String(seconds) };
  }
}

/** 503: the database cannot do it now; the message says why, `Retry-After` when to try again. */
export class Unavailable extends RequestError {
  readonly status = 503;
  override readonly headers: Record<string, string>;
  constructor(readonly failure: Failure = 'away') {
    const { message, retryAfter } = FAILURES[failure];
    super(message);
    this.headers = { 'retry-after': String(retryAfter) };
  }
}

/** True when somebody else holds what this needed, in the database or before it. */
export const isLocked = (error: unknown): boolean =>
  (error instanceof Unavailable ? error.failure : failureOf(error)) === 'locked';

/** 503: this process ends; another one is there, or soon will be. */
export class Stopping extends RequestError {
  readonly status = 503;
  override readonly headers = { 'retry-after': '1' };
  constructor() {
    super('The service is stopping. Please try again shortly.');
  }
}

// For what Fastify rejects before a route sees it.
const SENTENCES: Readonly<Record<number, (request: FastifyRequest) => string>> = {
  413: ({ routeOptions: { bodyLimit } }) => `The request body must not exceed ${inUnits(bodyLimit)}`,
  415: () => JSON_ONLY,
};

/** A limit of bytes in words. */
export const inUnits = (bytes = 1 << 20) => (bytes < 1 << 20 ? `${bytes / 1024} KiB` : `${bytes / (1 << 20)} MiB`);

/** Sends every error of a request: with its message, or for a fault 500 without internals. */
export function sendError(error: FastifyError | RequestError | Error, request: FastifyRequest, reply: FastifyReply) {
  const known = asRequestError(error);
  if (known) return reply.code(known.status).headers(known.headers).send(known.body());
  const status = 'statusCode' in error ? (error.statusCode ?? 500) : 500;
  if (status >= 400 && status < 500)
    return reply.code(status).send({ detail: SENTENCES[status]?.(request) ?? 'The request cannot be understood' });
  request.log.error({ err: error }, 'request failed');
  return reply.code(500).send({ detail: 'Internal server error' });
}

const asRequestError = (error: unknown): RequestError | null => {
  if (error instanceof RequestError) return error;
  const failure = failureOf(error);
  return failure && new Unavailable(failure);
};

/**
 * Turns the violation of one unique constraint into a Conflict: `insert.execute().catch(conflictOn('companies_slug_key',
 * 'slug: …'))`. Every other error passes through.
 */
export const conflictOn =
  (constraint: string, message: string) =>
  (error: unknown): never => {
    if (error instanceof Error && 'constraint' in error && error.constraint === constraint) throw new Conflict(message);
    throw error;
  };
