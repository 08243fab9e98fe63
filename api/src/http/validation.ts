/**
 * Validation of bodies, queries and path parameters by the contract's schemas. Every entry of a 422 carries the form
 * rule's own sentence (contract/rules), so browser and server say the same.
 */
import { Ajv, type ErrorObject, type ValidateFunction } from 'ajv';
import { isDate } from '../../contract/calendar';
import type { FieldError } from '../../contract/errors';
import { brokenRule } from '../../contract/rules';
import type { PropertySchema, RecordSchema } from '../../contract/schema';

/** What a record schema looks like to the validator. */
export type Fields = RecordSchema & { readonly additionalProperties?: false };

// A body of a thousand mistakes is told about the first few.
const MAX_ERRORS = 20;

// One error a property is enough, and stops before a pattern runs over a text that is too long already.
const ajv = new Ajv({ allErrors: false, strict: false, verbose: true, formats: { date: isDate } });
// Calendar dates of one form sort as text.
ajv.addKeyword({
  keyword: 'formatMinimum',
  type: 'string',
  validate: (first: string, value: string) => value >= first,
});
ajv.addKeyword({ keyword: 'formatMaximum', type: 'string', validate: (last: string, value: string) => value <= last });
// Ajv divides in binary, where 0.07 is no multiple of 0.01; the form rule counts decimals.
ajv.removeKeyword('multipleOf');
ajv.addKeyword({
  keyword: 'multipleOf',
  type: 'number',
  validate: (multipleOf: number, value: number) => brokenRule({ type: 'number', multipleOf }, false, value) === null,
});

/** Answers the rules that `value` breaks; none for a value of the schema's shape. */
export type Validate = (value: unknown) => FieldError[];

/** Compiles the validation of a body by its schema. An absent body stands for one without fields. */
export function bodyValidator(schema: Fields): Validate {
  const broken = propertyValidators(schema, 'body');
  return (body = {}) => {
    if (typeof body !== 'object' || body === null || Array.isArray(body))
      return [{ loc: ['body'], msg: 'The request body must be an object', type: 'type' }];
    const errors: FieldError[] = [];
    for (const name of Object.keys(body)) {
      if (errors.length === MAX_ERRORS) return errors;
      if (!Object.hasOwn(schema.properties, name))
        errors.push({
          loc: ['body', name.slice(0, 100)],
          msg: 'This field cannot be set',
          type: 'additionalProperties',
        });
    }
    return [...errors, ...broken(body as Record<string, unknown>)].slice(0, MAX_ERRORS);
  };
}

/** Compiles the validation of a query that `coerceQuery` has read. */
export function queryValidator(schema: Fields): Validate {
  const broken = propertyValidators(schema, 'query');
  return (query) => broken(query as Record<string, unknown>).slice(0, MAX_ERRORS);
}

function propertyValidators(schema: Fields, where: 'body' | 'query') {
  const validators = Object.entries(schema.properties).map(([name, property]) => ({
    name,
    property,
    required: schema.required.includes(name),
    validate: ajv.compile(property),
  }));
  return (record: Record<string, unknown>): FieldError[] =>
    validators.flatMap(({ name, property, required, validate }) => {
      const value = record[name];
      const loc = [where, name];
      const sentence = brokenRule(property, isDemanded(property, required, value), value);
      if (value === undefined) return sentence ? [{ loc, msg: sentence, type: 'required' }] : [];
      const error = firstError(validate, value);
      if (!error) return sentence ? [{ loc, msg: sentence, type: 'blank' }] : [];
      return [{ loc: [...loc, ...innerFields(error)], msg: sentence ?? sentenceOf(error), type: error.keyword }];
    });
}

/** What must be there may be null where null is a value; what must not be empty must not be blank, also in a PATCH. */
function isDemanded({ type, minLength = 0 }: PropertySchema, required: boolean, value: unknown): boolean {
  if (value === null && Array.isArray(type) && type.includes('null')) return false;
  return required || (value !== undefined && type === 'string' && minLength > 0);
}

const firstError = (validate: ValidateFunction, value: unknown) => (validate(value) ? null : validate.errors?.[0]);

/** The names on the way to a nested mistake; positions in a list are left out, so that `loc` ends with a field. */
const innerFields = ({ instancePath, keyword, params }: ErrorObject) => {
  const names = instancePath.split('/').filter((part) => part !== '' && !/^\d+$/.test(part));
  const named: unknown =
    keyword === 'required'
      ? params.missingProperty
      : keyword === 'additionalProperties'
        ? params.additionalProperty
        : '';
  return typeof named === 'string' && named ? [...names, named] : names;
};

/** The sentence for a mistake that the form rules do not word: a wrong type, a list's size, a nested field. */
function sentenceOf({ keyword, parentSchema, params, data }: ErrorObject): string {
  const schema = (parentSchema ?? {}) as PropertySchema;
  const label = schema.title ?? 'Value';
  const properties = (parentSchema as Partial<RecordSchema> | undefined)?.properties;
  if (keyword === 'required') return `${properties?.[String(params.missingProperty)]?.title ?? 'Value'} is required`;
  if (keyword === 'additionalProperties') return 'This field cannot be set';
  if (keyword === 'minItems') return `${label} must name at least ${String(params.limit)}`;
  if (keyword === 'maxItems') return `${label} must not name more than ${String(params.limit)}`;
  if (keyword === 'minLength' && data === '') return `${label} is required`;
  return brokenRule(schema, false, data) ?? `${label} must be ${NATURES[natureOf(schema)] ?? 'of another type'}`;
}

const natureOf = ({ type }: PropertySchema) => (typeof type === 'string' ? type : (type?.[0] ?? ''));

const NATURES: Readonly<Record<string, string>> = {
  string: 'text',
  integer: 'a whole number',
  number: 'a valid number',
  boolean: 'true or false',
  array: 'a list',
  object: 'an object',
};
