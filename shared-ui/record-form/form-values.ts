/** The rules of the generic form (specification 1 §5) as pure functions over its values. */
import { isNullable } from 'contract/noun';
import { brokenRule, isTrimmed } from 'contract/rules';
import type { PropertySchema, RecordSchema } from 'contract/schema';
import type { FormValues } from '../custom-field';
import type { AnyField } from './form-field';

export type FormMode = 'create' | 'edit';

/** A message by field. */
export type FormErrors = Readonly<Record<string, string>>;

/** A form: what it writes, with which fields, and whether the record is new. */
export interface Form {
  schema: RecordSchema;
  fields: readonly AnyField[];
  mode: FormMode;
}

const property = ({ schema }: Pick<Form, 'schema'>, field: AnyField): PropertySchema =>
  schema.properties[field.key] ?? {};

/** The label of a field: the contract's, for its messages begin with it. */
export const labelOf = (form: Pick<Form, 'schema'>, field: AnyField): string =>
  field.label ?? property(form, field).title ?? field.key;

/** Whether the field has to be filled. */
export const isRequired = (form: Form, field: AnyField): boolean =>
  !field.excludeFromSubmit && field.type !== 'checkbox' && form.schema.required.includes(field.key);

/** Whether the field can be changed. */
export const isReadOnly = (form: Pick<Form, 'mode'>, field: AnyField): boolean =>
  form.mode === 'edit' && Boolean(field.readOnlyInEdit);

/** Values of the controls for a record. A secret begins untouched, which is undefined. */
export function valuesOf(fields: readonly AnyField[], record: Readonly<Record<string, unknown>>): FormValues {
  return Object.fromEntries(fields.map((field) => [field.key, shownValue(field, record[field.key])]));
}

function shownValue(field: AnyField, value: unknown): unknown {
  if (field.type === 'secret') return undefined;
  if (field.type === 'checkbox') return Boolean(value);
  if (field.type === 'custom' || field.type === 'date') return value ?? null;
  if (value === null || value === undefined) return '';
  return field.type === 'json' ? JSON.stringify(value, null, 2) : String(value);
}

/** Whether anything differs from what the form began with. */
export const isChanged = (before: FormValues, now: FormValues): boolean =>
  Object.keys(now).some((key) => JSON.stringify(before[key]) !== JSON.stringify(now[key]));

const isBlank = (value: unknown) =>
  value === undefined || value === null || (typeof value === 'string' && !value.trim());

/** The first rule that each field breaks; empty when the form may be sent. */
export function brokenRules(form: Form, values: FormValues): FormErrors {
  const errors: Record<string, string> = {};
  for (const field of form.fields) {
    if (field.excludeFromSubmit || isReadOnly(form, field)) continue;
    const message = brokenFieldRule(form, field, values);
    if (message !== null) errors[field.key] = message;
  }
  return errors;
}

/**
 * The messages that stay when values change: those of other fields, unless they are of a rule that the new values no
 * longer break, such as that of an end before its start when the start is corrected. What the server said stays.
 */
export function standingErrors(form: Form, errors: FormErrors, before: FormValues, now: FormValues): FormErrors {
  const isSame = (key: string) => JSON.stringify(before[key]) === JSON.stringify(now[key]);
  const others = Object.entries(errors).filter(([key]) => isSame(key));
  // Mostly there is no such value, and nothing to check.
  if (others.length === 0) return {};
  const [were, are] = [brokenRules(form, before), brokenRules(form, now)];
  return Object.fromEntries(others.filter(([key, message]) => message !== were[key] || are[key] !== undefined));
}

function brokenFieldRule(form: Form, field: AnyField, values: FormValues): string | null {
  const value = values[field.key];
  const own = () => field.validate?.(value, values) ?? null;
  const untouched = field.type === 'secret' && isBlank(value);
  if (untouched || field.type === 'checkbox') return own();
  if (field.type === 'json' && !isBlank(value)) return isJson(String(value)) ? own() : 'Must be valid JSON format';
  // A list or an object is what a control of the screen's own made of it; the contract's messages are about text and numbers.
  if (field.type === 'custom' && typeof value === 'object' && value !== null) return own();
  return brokenRule(property(form, field), isRequired(form, field), sentValue(form, field, value)) ?? own();
}

const isJson = (text: string) => {
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false;
  }
};

const admitsText = ({ type }: PropertySchema) => type === undefined || type === 'string';

/** A control's value on the wire. Only for checking may a number still be text that is no number. */
function sentValue(form: Form, field: AnyField, value: unknown): unknown {
  const schema = property(form, field);
  if (field.type === 'checkbox' || (field.type === 'custom' && !isBlank(value) && typeof value !== 'string'))
    return value;
  if (isBlank(value)) {
    if (field.type === 'json' || field.type === 'number' || isNullable(schema)) return null;
    // An optional value that may not be empty is left out.
    return schema.enum || schema.minLength || !admitsText(schema) ? undefined : '';
  }
  if (field.type === 'number') return numberOf(String(value)) ?? value;
  if (field.type === 'json') return JSON.parse(String(value)) as unknown;
  return isTrimmed(schema) ? String(value).trim() : value;
}

const numberOf = (text: string): number | null => {
  const number = Number(text);
  return Number.isFinite(number) ? number : null;
};

/**
 * The body to send: every field but the excluded and the read-only ones. Empty json and number fields and empty nullable
 * ones become null; a secret is there only if it was touched.
 */
export function submittedValues(form: Form, values: FormValues): Record<string, unknown> {
  const sent: Record<string, unknown> = {};
  for (const field of form.fields) {
    if (field.excludeFromSubmit || isReadOnly(form, field)) continue;
    const value = values[field.key];
    if (field.type === 'secret') {
      // Emptied again is as good as untouched; null alone clears a stored key.
      if (value === null || !isBlank(value)) sent[field.key] = value;
    } else sent[field.key] = sentValue(form, field, value);
  }
  return sent;
}
