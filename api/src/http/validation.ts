/**
 * Validation of bodies and queries by the contract's schemas. What a value must be is judged by the form's rules alone
 * (contract/rules), so browser and service say the same; here stands what a form never sends: another type, a list, an
 * unknown field.
 */
import type { FieldError } from 'contract/errors';
import { brokenRule, firstBrokenRule, type BrokenRule } from 'contract/rules';
import type { PropertySchema, RecordSchema } from 'contract/schema';

/** A record schema as the validator sees it. */
export type Fields = RecordSchema & { readonly additionalProperties?: false };

/** A schema of any depth. */
export type Schema = PropertySchema & {
  readonly properties?: Readonly<Record<string, Schema>>;
  readonly required?: readonly string[];
  readonly items?: Schema;
  readonly minItems?: number;
  readonly maxItems?: number;
};

// Of a body of a thousand mistakes the first few are named.
const MAX_ERRORS = 20;
// How much of an unknown field's name an error repeats.
const MAX_NAME = 100;

/** Returns the rules that `value` breaks; none for a value of the schema's shape. */
export type Validate = (value: unknown) => FieldError[];

/** The validation of a body by its schema. An absent body stands for one without fields. */
export const bodyValidator =
  (schema: Fields): Validate =>
  (body = {}) =>
    isRecord(body)
      ? firstErrors('body', [...unknownFields(schema, body), ...brokenFields(schema, body)])
      : [{ loc: ['body'], msg: 'The request body must be an object', type: 'type' }];

/** The validation of a query that `coerceQuery` has read. */
export const queryValidator =
  (schema: Fields): Validate =>
  (query) =>
    firstErrors('query', brokenFields(schema, query as Record<string, unknown>));

/** A rule that is broken somewhere in a value, and the names of the fields on the way there. */
interface Broken extends BrokenRule {
  readonly path: readonly string[];
}

const firstErrors = (where: string, broken: readonly Broken[]): FieldError[] =>
  broken
    .slice(0, MAX_ERRORS)
    .map(({ path, keyword, message }) => ({ loc: [where, ...path], msg: message, type: keyword }));

const unknownFields = ({ properties = {} }: Schema, record: Readonly<Record<string, unknown>>): Broken[] =>
  Object.keys(record)
    .filter((name) => !Object.hasOwn(properties, name))
    .slice(0, MAX_ERRORS)
    .map((name) => ({
      path: [name.slice(0, MAX_NAME)],
      keyword: 'additionalProperties',
      message: 'This field cannot be set',
    }));

/** The first broken rule of each field. */
const brokenFields = (
  { properties = {}, required = [] }: Schema,
  record: Readonly<Record<string, unknown>>,
): Broken[] =>
  Object.entries(properties).flatMap(([name, property]) => {
    const broken = brokenIn(property, required.includes(name), record[name]);
    return broken ? [{ ...broken, path: [name, ...broken.path] }] : [];
  });

/** The first rule that a value breaks, at any depth. Positions in a list are left out of its path: it ends with a field. */
function brokenIn(schema: Schema, required: boolean, value: unknown): Broken | null {
  const isNeeded = mustBeFilled(schema, required, value);
  if (value !== undefined && !hasType(schema, value)) {
    const message = brokenRule(schema, isNeeded, value) ?? `${schema.title ?? 'Value'} must be ${nameOf(schema)}`;
    return { path: [], keyword: 'type', message };
  }
  const rule = firstBrokenRule(schema, isNeeded, value);
  if (rule) return { path: [], ...rule };
  if (Array.isArray(value)) return brokenInList(schema, value);
  return isRecord(value) && schema.properties
    ? (unknownFields(schema, value)[0] ?? brokenFields(schema, value)[0] ?? null)
    : null;
}

function brokenInList(schema: Schema, list: unknown[]) {
  const { title = 'Value', items, minItems = 0, maxItems = Infinity, emptyMessage, judgedApart } = schema;
  if (list.length < minItems)
    return { path: [], keyword: 'minItems', message: emptyMessage ?? `${title} must name at least ${minItems}` };
  if (list.length > maxItems)
    return { path: [], keyword: 'maxItems', message: `${title} must not name more than ${maxItems}` };
  for (const item of items ? list : []) {
    const broken = judgedApart ? brokenShape(items ?? {}, item) : brokenIn(items ?? {}, false, item);
    if (broken) return broken;
  }
  return null;
}

/** The mistakes of a single record that fail the whole call: not an object, or an unknown field. */
function brokenShape(schema: Schema, value: unknown): Broken | null {
  if (!isRecord(value)) return brokenIn(schema, true, value);
  const unknown = unknownFields(schema, value)[0];
  if (unknown) return unknown;
  for (const [name, { items }] of Object.entries(schema.properties ?? {}))
    for (const item of items?.properties && Array.isArray(value[name]) ? value[name] : []) {
      const inItem = isRecord(item) ? unknownFields(items ?? {}, item)[0] : undefined;
      if (inItem) return { ...inItem, path: [name, ...inItem.path] };
    }
  return null;
}

/** The message of the first rule that a record breaks which was judged apart; null for one that breaks none. */
export const messageOfBroken = (schema: Schema, record: Readonly<Record<string, unknown>>): string | null =>
  brokenFields(schema, record)[0]?.message ?? null;

/** A required value may be null where null is a value; one that must not be empty must not be blank, also in a PATCH. */
function mustBeFilled({ type, minLength = 0 }: Schema, required: boolean, value: unknown): boolean {
  if (value === null && Array.isArray(type) && type.includes('null')) return false;
  return required || (value !== undefined && type === 'string' && minLength > 0);
}

const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

const TYPES: Readonly<Record<string, { readonly name: string; readonly includes: (value: unknown) => boolean }>> = {
  string: { name: 'text', includes: (value) => typeof value === 'string' },
  integer: { name: 'a whole number', includes: Number.isInteger },
  number: { name: 'a valid number', includes: Number.isFinite },
  boolean: { name: 'true or false', includes: (value) => typeof value === 'boolean' },
  array: { name: 'a list', includes: Array.isArray },
  object: { name: 'an object', includes: isRecord },
  null: { name: 'null', includes: (value) => value === null },
};

const typesOf = ({ type = [] }: Schema) => [type].flat() as readonly string[];
const nameOf = (schema: Schema) => TYPES[typesOf(schema)[0] ?? '']?.name ?? 'of another type';
const hasType = (schema: Schema, value: unknown) => {
  const types = typesOf(schema);
  return types.length === 0 || types.some((type) => TYPES[type]?.includes(value));
};
