/**
 * The generic form rules (specification 1 §5) as one pure function. The forms call it before a
 * request is sent, the server calls it to word a 422, so both say the same.
 */
import { isDate, isMoment } from './calendar';
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

/** Whether the white space at the ends of a text is no part of it: of every text of one line (DECISIONS §1). */
export const isTrimmed = ({ kind, trims }: PropertySchema): boolean =>
  kind === 'text' || kind === 'url' || trims === true;

const decimalsOf = (step: number) => Math.max(0, Math.round(-Math.log10(step)));

/** Whether `value` has no more decimals than `step` (0.01: two) allows; counted in decimal, not in binary. */
const fitsStep = (value: number, step: number) => {
  const decimals = decimalsOf(step);
  return Number(value.toFixed(decimals)) === value;
};

/** A rule that a value breaks: its keyword in JSON Schema (of a text that is only blank: `blank`), and the message. */
export interface BrokenRule {
  readonly keyword: string;
  readonly message: string;
}

/**
 * The first rule that `value` breaks, or null when it breaks none.
 *
 * @param schema the property as the contract has it; its `title` is the label of the message
 * @param required whether the record must have it
 * @param value what was typed or sent; a number may still be the text of a number field
 */
export function firstBrokenRule(schema: PropertySchema, required: boolean, value: unknown): BrokenRule | null {
  const label = schema.title ?? 'Value';
  if (isBlank(value) && required) {
    const keyword = value === undefined ? 'required' : 'blank';
    return { keyword, message: schema.requiredMessage ?? `${label} is required` };
  }
  if (value === undefined || value === null) return null;
  const broken =
    admits(schema, 'number') || admits(schema, 'integer')
      ? brokenNumberRule(schema, value)
      : typeof value === 'string'
        ? brokenTextRule(schema, value)
        : admits(schema, 'string') && !admits(schema, typeof value) && (['type', 'must be text'] as const);
  if (!broken) return null;
  const [keyword, complaint] = broken;
  const hasOwnMessage = keyword === 'pattern' && schema.formatMessage !== undefined;
  return { keyword, message: hasOwnMessage ? schema.formatMessage : `${label} ${complaint}` };
}

/** The message of `firstBrokenRule`, or null. An empty text stands for no value, as in a form's field. */
export const brokenRule = (schema: PropertySchema, required: boolean, value: unknown): string | null =>
  value === '' && !required ? null : (firstBrokenRule(schema, required, value)?.message ?? null);

/** The keyword of the rule, and how the message goes on behind the label. */
type Complaint = readonly [keyword: string, complaint: string];

function brokenTextRule(schema: PropertySchema, value: string): Complaint | null {
  const { minLength = 0, maxLength = Infinity, enum: words, pattern } = schema;
  const judged = isTrimmed(schema) ? value.trim() : value;
  const length = lengthOf(judged);
  if (length === 0 && minLength > 0) return ['minLength', 'is required'];
  if (length < minLength) return ['minLength', `must be at least ${minLength} characters`];
  if (length > maxLength) return ['maxLength', `must not exceed ${maxLength} characters`];
  if (words && !words.includes(value))
    return ['enum', `must be one of ${words.filter((word) => word !== null).join(', ')}`];
  // After the length, so that no pattern runs over a text that is too long.
  if (pattern !== undefined && !new RegExp(pattern, 'u').test(judged)) return ['pattern', 'format is invalid'];
  if (schema.format === 'date-time')
    return isMoment(value) ? null : ['format', 'must be a time such as 2026-11-22T09:30:00Z'];
  return schema.format === 'date' ? brokenDateRule(schema, value) : null;
}

// Dates of this form sort as text.
function brokenDateRule({ formatMinimum = '', formatMaximum = '~' }: PropertySchema, value: string): Complaint | null {
  if (!isDate(value)) return ['format', 'must be a date (YYYY-MM-DD)'];
  if (value < formatMinimum) return ['formatMinimum', `must not be before ${formatMinimum}`];
  if (value > formatMaximum) return ['formatMaximum', `must not be after ${formatMaximum}`];
  return null;
}

function brokenNumberRule(schema: PropertySchema, value: unknown): Complaint | null {
  const { exclusiveMinimum = -Infinity, minimum = -Infinity, maximum = Infinity, multipleOf } = schema;
  const parsed = typeof value === 'string' ? Number(value) : value;
  if (typeof parsed !== 'number' || !Number.isFinite(parsed)) return ['type', 'must be a valid number'];
  if (admits(schema, 'integer') && !Number.isInteger(parsed)) return ['type', 'must be a whole number'];
  if (parsed <= exclusiveMinimum) return ['exclusiveMinimum', `must be greater than ${exclusiveMinimum}`];
  if (parsed < minimum) return ['minimum', `must be at least ${minimum}`];
  if (parsed > maximum) return ['maximum', `must not exceed ${maximum}`];
  if (multipleOf !== undefined && !fitsStep(parsed, multipleOf))
    return ['multipleOf', `must have at most ${decimalsOf(multipleOf)} decimals`];
  return null;
}
