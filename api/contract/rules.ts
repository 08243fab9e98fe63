/**
 * The generic form rules (specification 1 §5) as one pure function. The forms call it before a
 * request is sent, the server calls it to word a 422, so both say the same sentence.
 */
import { isDate } from './calendar';
import type { PropertySchema } from './schema';

/** Length as the specification counts it: code points, not UTF-16 units. */
export const lengthOf = (value: string): number => {
  let length = 0;
  for (const _ of value) length += 1;
  return length;
};

const isBlank = (value: unknown) =>
  value === undefined || value === null || (typeof value === 'string' && !value.trim());

const admits = (schema: PropertySchema, type: string) =>
  Array.isArray(schema.type) ? schema.type.includes(type) : schema.type === type;

/** Whether a property is text of one line: the white space at its ends is no part of it (DECISIONS §1). */
export const isLine = (schema: PropertySchema): boolean =>
  admits(schema, 'string') && !schema.enum && schema.format === undefined && !schema.verbatim;

const decimalsOf = (step: number) => Math.max(0, Math.round(-Math.log10(step)));

/** Whether `value` has no more decimals than `step` (0.01: two) allows; counted in decimal, not in binary. */
const fitsStep = (value: number, step: number) => {
  const decimals = decimalsOf(step);
  return Number(value.toFixed(decimals)) === value;
};

/**
 * The sentence for the first rule that `value` breaks, or null when it breaks none.
 *
 * @param schema the property as the contract has it; its `title` is the label of the sentence
 * @param required whether the record demands it
 * @param value what was typed or sent; a number may still be the text of a number field
 */
export function brokenRule(schema: PropertySchema, required: boolean, value: unknown): string | null {
  const label = schema.title ?? 'Value';
  if (isBlank(value)) {
    if (required) return schema.requiredMessage ?? `${label} is required`;
    if (value === undefined || value === null || value === '') return null;
  }
  if (admits(schema, 'number') || admits(schema, 'integer')) return brokenNumberRule(schema, label, value);
  if (typeof value !== 'string')
    return admits(schema, 'string') && !admits(schema, typeof value) ? `${label} must be text` : null;
  const judged = isLine(schema) ? value.trim() : value;
  const length = lengthOf(judged);
  if (schema.minLength !== undefined && length < schema.minLength)
    return `${label} must be at least ${schema.minLength} characters`;
  if (schema.maxLength !== undefined && length > schema.maxLength)
    return `${label} must not exceed ${schema.maxLength} characters`;
  if (schema.enum && !schema.enum.includes(value))
    return `${label} must be one of ${schema.enum.filter((word) => word !== null).join(', ')}`;
  if (schema.pattern !== undefined && !new RegExp(schema.pattern, 'u').test(judged))
    return schema.formatMessage ?? `${label} format is invalid`;
  return schema.format === 'date' ? brokenDateRule(schema, label, value) : null;
}

function brokenDateRule({ formatMinimum, formatMaximum }: PropertySchema, label: string, value: string): string | null {
  if (!isDate(value)) return `${label} must be a date (YYYY-MM-DD)`;
  // Dates of this form sort as text.
  if (formatMinimum !== undefined && value < formatMinimum) return `${label} must not be before ${formatMinimum}`;
  if (formatMaximum !== undefined && value > formatMaximum) return `${label} must not be after ${formatMaximum}`;
  return null;
}

function brokenNumberRule(schema: PropertySchema, label: string, value: unknown): string | null {
  const parsed = typeof value === 'string' ? Number(value) : value;
  if (typeof parsed !== 'number' || !Number.isFinite(parsed)) return `${label} must be a valid number`;
  if (admits(schema, 'integer') && !Number.isInteger(parsed)) return `${label} must be a whole number`;
  if (schema.exclusiveMinimum !== undefined && parsed <= schema.exclusiveMinimum)
    return `${label} must be greater than ${schema.exclusiveMinimum}`;
  if (schema.minimum !== undefined && parsed < schema.minimum) return `${label} must be at least ${schema.minimum}`;
  if (schema.maximum !== undefined && parsed > schema.maximum) return `${label} must not exceed ${schema.maximum}`;
  if (schema.multipleOf !== undefined && !fitsStep(parsed, schema.multipleOf))
    return `${label} must have at most ${decimalsOf(schema.multipleOf)} decimals`;
  return null;
}
