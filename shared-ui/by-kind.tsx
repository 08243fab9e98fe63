/** How a value of the contract reads: by its kind and its labels, which the contract has and no screen repeats. */
import type { PropertySchema } from 'contract/schema';
import type { ReactNode } from 'react';
import { Badge, type BadgeTone } from './badge';
import { formatCurrency, formatDate, formatNumber, formatPercent } from './format';

const YES_NO: Readonly<Record<string, string>> = { true: 'Yes', false: 'No' };

/** The words in place of one of the few values of a choice or a flag. */
export const labelOf = ({ kind, labels }: PropertySchema, value: unknown): string =>
  (labels ?? (kind === 'flag' ? YES_NO : {}))[String(value)] ?? String(value);

/** One of a few: its value on the wire, and what a person reads in its place. */
export interface Choice {
  readonly value: string | number | boolean;
  readonly label: string;
}

/** All values of a choice or a flag but null, in the contract's order. */
export function choicesOf(schema: PropertySchema): readonly Choice[] {
  const values = schema.kind === 'flag' ? [true, false] : (schema.enum ?? []);
  return values.flatMap((value) => (value === null ? [] : [{ value, label: labelOf(schema, value) }]));
}

/** A value as text; what is absent reads '-'. A time reads as its day. */
export function textOf(schema: PropertySchema, value: unknown): string {
  if (value === null || value === undefined) return '-';
  switch (schema.kind) {
    case 'date':
    case 'dateTime':
      return formatDate(String(value));
    case 'money':
      return formatCurrency(Number(value));
    case 'rate':
      return formatPercent(Number(value));
    case 'number':
      return formatNumber(Number(value));
    default:
      return labelOf(schema, value);
  }
}

/** The tone of a property's badge: one for all its values, or one for each. */
export type Tones = BadgeTone | Readonly<Partial<Record<string, BadgeTone>>>;

/** A value as a badge; what is absent reads '-'. */
export function badgeOf(schema: PropertySchema, tones: Tones, value: unknown): ReactNode {
  const tone = typeof tones === 'string' ? tones : tones[String(value)];
  const text = textOf(schema, value);
  // Called and not mounted: there may be several in each row of a list.
  return value === null || value === undefined || !tone ? text : Badge({ tone, children: text });
}
