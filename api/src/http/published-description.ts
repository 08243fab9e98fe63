/** The API's description as it is published: the routes' own schemas, named, without the words that only this console reads. */
import { readdirSync } from 'node:fs';
import path from 'node:path';
import { plainError } from 'contract/errors';

type Json = Readonly<Record<string, unknown>>;
type Schemas = Record<string, unknown>;
interface Operation extends Json {
  readonly parameters?: readonly { readonly name: string; readonly description?: string; readonly schema: Json }[];
  readonly requestBody?: { readonly content: Json };
  readonly responses: Readonly<Record<string, Json>>;
}
type Paths = Readonly<Record<string, Readonly<Record<string, Operation>>>>;
interface Description {
  readonly paths?: unknown;
  readonly components?: unknown;
}

/** The keywords of a schema; the contract's other words are between the forms and the service. */
const KEYWORDS = [
  'type',
  'title',
  'description',
  'format',
  'enum',
  'const',
  'default',
  'pattern',
  'minLength',
  'maxLength',
  'minimum',
  'maximum',
  'exclusiveMinimum',
  'multipleOf',
  'items',
  'minItems',
  'maxItems',
  'uniqueItems',
  'properties',
  'required',
  'additionalProperties',
  'oneOf',
  'anyOf',
  'allOf',
];

/** The responses that any call may have. */
const ANY_CALL: Readonly<Record<string, string>> = {
  429: 'Too many calls; Retry-After says when to try again',
  500: 'A fault of the service',
  503: 'The service or its database is away; Retry-After says when to try again',
};
/** The names of errors that many calls describe in the same words. */
const ERRORS: Readonly<Record<string, string>> = {
  400: 'BadRequest',
  401: 'Unauthorized',
  403: 'Forbidden',
  404: 'NotFound',
  409: 'Conflict',
  412: 'PreconditionFailed',
  413: 'ContentTooLarge',
  415: 'UnsupportedMediaType',
  422: 'UnprocessableContent',
  429: 'TooManyRequests',
  500: 'InternalServerError',
  503: 'ServiceUnavailable',
};

const isObject = (value: unknown): value is Json =>
  typeof value === 'object' && value !== null && !Array.isArray(value);
const mapValues = <From, To>(record: Readonly<Record<string, From>>, to: (value: From, key: string) => To) =>
  Object.fromEntries(Object.entries(record).map(([key, value]) => [key, to(value, key)]));
const pascal = (words: string) =>
  words
    .split(/[^a-zA-Z0-9]+/)
    .map((one) => one.slice(0, 1).toUpperCase() + one.slice(1))
    .join('');

/** `GET /api/companies/{id}` is `getCompaniesById`. */
const operationId = (method: string, url: string) =>
  method + pascal(url.replace(/^\/api/, '').replace(/\{(\w+)\}/g, 'by-$1'));

/** A schema in JSON Schema's own words. */
function published(schema: unknown): unknown {
  if (Array.isArray(schema)) return schema.map(published);
  if (!isObject(schema)) return schema;
  const { formatMessage, ...own } = schema;
  const described = own.description === undefined && formatMessage ? { ...own, description: formatMessage } : own;
  const entries = Object.entries(described).filter(([word]) => KEYWORDS.includes(word));
  return Object.fromEntries(
    entries.map(([word, value]) => {
      if (word === 'properties') return [word, mapValues(value as Json, published)];
      return [word, ['items', 'oneOf', 'anyOf', 'allOf'].includes(word) ? published(value) : value];
    }),
  );
}

/** The records that the contract exports, by their text: each has the name that it has there. */
function namesOfContract(): Map<string, string> {
  const folder = path.dirname(require.resolve('contract/version'));
  const names = new Map<string, string>();
  const files = readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter((file) =>
    /^[\w/-]+\.[jt]s$/.test(file),
  );
  for (const file of files.sort()) {
    // By a name that is known when it runs only, in the build and in tests.
    // eslint-disable-next-line @typescript-eslint/no-require-imports
    const exports = require(path.join(folder, file)) as Json;
    for (const [name, value] of Object.entries(exports)) {
      const parts =
        isObject(value) && isObject(value.response)
          ? { '': value.response, Create: value.create, Replace: value.replace, Update: value.update }
          : { '': value };
      for (const [part, schema] of Object.entries(parts))
        if (isObject(schema) && isObject(schema.properties) && schema.type)
          names.set(JSON.stringify(published(schema)), pascal(name.replace(/Noun$/, '')) + part);
    }
  }
  return names;
}

/** Puts records into `schemas` and references in their places; one that the contract does not export is named by its place. */
function namer(schemas: Schemas) {
  const known = namesOfContract();
  const named = (schema: unknown, place: string): unknown => {
    if (!isObject(schema)) return schema;
    const items = schema.items === undefined ? {} : { items: named(schema.items, `${place}Item`) };
    if (!isObject(schema.properties)) return { ...schema, ...items };
    const key = JSON.stringify(schema);
    let name = known.get(key);
    if (name === undefined) {
      name = place;
      for (let number = 2; name in schemas; number += 1) name = `${place}${number}`;
      known.set(key, name);
    }
    schemas[name] ??= {
      ...schema,
      properties: mapValues(schema.properties, (property, field) => named(property, `${name}${pascal(field)}`)),
    };
    return { $ref: `#/components/schemas/${name}` };
  };
  return (schema: unknown, place: string) => named(published(schema), place);
}

/** The description that the routes make, as others read it: small enough to load, in standard words. */
export function publishedDescription<Of extends Description>(description: Of): Of {
  const schemas: Schemas = {};
  const responses: Record<string, unknown> = {};
  const parameters: Record<string, unknown> = {};
  const nameOf = namer(schemas);
  // The reason of an error is its response's description, and every error's schema is one of four.
  const withoutReason = (schema: unknown) => {
    if (!isObject(schema) || !isObject(schema.properties)) return schema;
    const { description: _, ...own } = schema;
    return own;
  };
  const contentOf = (holder: Json, place: string): Json =>
    isObject(holder.content)
      ? {
          ...holder,
          content: mapValues(holder.content, (media) => ({
            ...(media as Json),
            schema: nameOf(withoutReason((media as Json).schema), place),
          })),
        }
      : holder;
  /** A reference to the part of this name that is the same: the first, or one with a number. */
  const shared = (parts: Record<string, unknown>, kind: string, first: string | undefined, part: Json): Json => {
    if (!first) return part;
    const text = JSON.stringify(part);
    let name = first;
    for (let number = 2; JSON.stringify((parts[name] ??= part)) !== text; number += 1) name = `${first}${number}`;
    return { $ref: `#/components/${kind}/${name}` };
  };
  const plain = { content: { 'application/json': { schema: plainError } } };
  const operationOf = (operation: Operation, method: string, url: string) => {
    const id = operationId(method, url);
    const always = mapValues(ANY_CALL, (text) => ({ description: text, ...plain }));
    const { parameters: taken, requestBody, ...others } = operation;
    return {
      operationId: id,
      ...others,
      ...(taken && {
        parameters: taken.map(({ schema: { title, ...schema }, ...one }) =>
          shared(parameters, 'parameters', pascal(one.name), {
            ...one,
            description: one.description ?? title ?? one.name.replaceAll('_', ' '),
            schema: nameOf(schema, `${pascal(id)}${pascal(one.name)}`),
          }),
        ),
      }),
      ...(requestBody && { requestBody: contentOf(requestBody, `${pascal(id)}Body`) }),
      responses: mapValues({ ...always, ...operation.responses }, (response, status) =>
        shared(
          responses,
          'responses',
          ERRORS[status],
          contentOf(response, status >= '400' ? `Error${status}` : `${pascal(id)}Response`),
        ),
      ),
    };
  };
  const paths = mapValues(description.paths as Paths, (methods, url) =>
    mapValues(methods, (operation, method) => operationOf(operation, method, url)),
  );
  return { ...description, paths, components: { ...(description.components as Json), schemas, parameters, responses } };
}
