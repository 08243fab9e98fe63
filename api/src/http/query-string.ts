/** Reading a query string and a path by the contract's schema: texts become the numbers and flags they stand for. */
import type { FieldError } from 'contract/errors';
import { InvalidInput } from './errors';
import { requireText, isText } from './json-body';
import type { Fields, Schema } from './validation';

const MAX_ERRORS = 20;
// How much of a name an error repeats.
const MAX_NAME = 100;

/**
 * The query's values by the schema's names. Empty values count as absent, names that the schema does not know are left
 * out (see unknownParameters), repeated keys make a list where the schema has one. What does not look like its type stays
 * text, for the validator to reject. Throws InvalidInput (422) for a key that is repeated where one value is due.
 */
export function coerceQuery(schema: Fields, raw: Readonly<Record<string, unknown>>): Record<string, unknown> {
  const query: Record<string, unknown> = {};
  for (const [name, property] of Object.entries<Schema>(schema.properties)) {
    const values = [raw[name]].flat().filter((value): value is string => typeof value === 'string' && value !== '');
    for (const value of values) requireText(value, ['query', name]);
    const [first, ...more] = values;
    if (first === undefined) continue;
    if (property.type === 'array') query[name] = values.map((value) => coerce(property.items?.type, value));
    else if (more.length)
      throw new InvalidInput([
        { loc: ['query', name], msg: `${property.title ?? name} must be given once`, type: 'repeated' },
      ]);
    else query[name] = coerce(property.type, first);
  }
  return query;
}

/** An error for each parameter that the schema does not know, the first few: a misspelt filter must not match everything. */
export const unknownParameters = (schema: Fields, raw: Readonly<Record<string, unknown>>): FieldError[] =>
  Object.keys(raw)
    .filter((name) => !Object.hasOwn(schema.properties, name))
    .slice(0, MAX_ERRORS)
    .map((name) => ({
      loc: ['query', name.slice(0, MAX_NAME)],
      msg: 'This parameter is not known',
      type: 'additionalProperties',
    }));

/** The values of a path by the schema's names, or null when one of them cannot be such a value: nothing is there. */
export function coercePath(schema: Fields, raw: Readonly<Record<string, string>>): Record<string, unknown> | null {
  const path: Record<string, unknown> = {};
  for (const [name, { type, minimum = -Infinity, maximum = Infinity }] of Object.entries(schema.properties)) {
    const value = coerce(type, raw[name] ?? '');
    if (type !== 'string' && (typeof value !== 'number' || value < minimum || value > maximum)) return null;
    if (typeof value === 'string' && !isText(value)) return null;
    path[name] = value;
  }
  return path;
}

function coerce(type: string | readonly string[] | undefined, value: string): unknown {
  if (type === 'integer' && /^-?\d{1,15}$/.test(value)) return Number(value);
  if (type === 'number' && /^-?\d{1,15}(\.\d{1,15})?$/.test(value)) return Number(value);
  if (type === 'boolean' && (value === 'true' || value === 'false')) return value === 'true';
  return value;
}
