/** Reading a request body: JSON in UTF-8 and nothing else, and nothing in it that could surprise a reader (DECISIONS §1). */
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { InvalidInput, NotJson, RuleBroken } from './errors';

/** The largest body that is read. */
export const BODY_LIMIT = 1024 * 1024;
/** How much a route reads of a body. */
export interface BodyLimits {
  readonly bytes: number;
  readonly values?: number;
}

declare module 'fastify' {
  interface FastifyContextConfig {
    /** The most values of a body, where that is not the limit of all. */
    maxValues?: number;
  }
}

// Deeper and larger than any body of the contract, smaller than what could hurt.
const MAX_DEPTH = 32;
const MAX_VALUES = 20_000;
// How much of a field's name an error repeats.
const MAX_NAME = 100;
const TOO_LARGE = 'The request body is too large or too deep';
const QUOTE = 0x22;
const BACKSLASH = 0x5c;
const COMMA = 0x2c;
const MEDIA_TYPE = /^application\/json\s*(?:;\s*charset="?utf-?8"?\s*)?$/i;

/** Makes JSON the only body this scope reads: 415 for every other type or encoding, 400 for what is not JSON. */
export function readJsonBodies(scope: FastifyInstance): void {
  scope.removeAllContentTypeParsers();
  scope.addContentTypeParser(
    '*',
    { parseAs: 'buffer', bodyLimit: BODY_LIMIT },
    async (request: FastifyRequest, body: Buffer) => {
      if (!MEDIA_TYPE.test(request.headers['content-type'] ?? '') || request.headers['content-encoding'] !== undefined)
        throw new NotJson();
      return body.length ? parseJson(body, request.routeOptions.config.maxValues ?? MAX_VALUES) : undefined;
    },
  );
}

function parseJson(bytes: Buffer, maxValues: number): unknown {
  if (commasOf(bytes) > maxValues) throw new RuleBroken(TOO_LARGE);
  let value: unknown;
  try {
    // Keeps a byte-order mark, which JSON does not allow, and fails on bytes that are not UTF-8.
    value = JSON.parse(new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes));
  } catch {
    throw new RuleBroken('The request body is not valid JSON');
  }
  requireHarmless(value, maxValues);
  return value;
}

/**
 * The commas outside of texts, each of which parts two values: counted before the JSON is parsed,
 * because parsing tens of thousands of keys is most of the work that a hostile body can cause (DOS-02).
 */
function commasOf(bytes: Buffer): number {
  let commas = 0;
  let isInText = false;
  for (let at = 0; at < bytes.length; at += 1) {
    const byte = bytes[at];
    if (byte === QUOTE) isInText = !isInText;
    else if (isInText && byte === BACKSLASH) at += 1;
    else if (!isInText && byte === COMMA) commas += 1;
  }
  return commas;
}

/** Looks at every key and text of a body without recursion, so that no nesting can overflow the stack. */
function requireHarmless(body: unknown, maxValues: number): void {
  const rest: { value: unknown; field: string; depth: number }[] = [{ value: body, field: '', depth: 0 }];
  let values = 0;
  for (let next = rest.pop(); next; next = rest.pop()) {
    const { value, field, depth } = next;
    if (typeof value === 'string') requireText(value, ['body', ...(field ? [field] : [])]);
    if (!isObject(value)) continue;
    const isList = Array.isArray(value);
    values += isList ? value.length : Object.keys(value).length;
    if (depth === MAX_DEPTH || values > maxValues) throw new RuleBroken(TOO_LARGE);
    for (const [name, entry] of Object.entries(value)) {
      if (name === '__proto__' || (name === 'constructor' && isObject(entry) && Object.hasOwn(entry, 'prototype')))
        throw new RuleBroken('The request body names a forbidden property');
      rest.push({ value: entry, field: isList ? field : name.slice(0, MAX_NAME), depth: depth + 1 });
    }
  }
}

const isObject = (value: unknown): value is object => typeof value === 'object' && value !== null;

/** Whether a database column and a UTF-8 response can hold this text. */
export const isText = (value: string): boolean => !/\0|\p{Surrogate}/u.test(value);

/** Rejects text that no database column and no UTF-8 response can hold (422): NUL and lone surrogates. */
export function requireText(value: string, loc: string[]): void {
  if (!isText(value))
    throw new InvalidInput([{ loc, msg: 'Text must not hold NUL or unpaired surrogates', type: 'text' }]);
}
