/** Bringing together what two people made of one record (DECISIONS §1, after a 412), as pure functions. */
import type { FormValues } from '../custom-field';
import type { AnyField } from './form-field';
import { isReadOnly, type Form } from './form-values';

/** By field, by what its value is known again. */
export type Marks = Readonly<Record<string, string>>;

/** A longer text is marked by a hash. */
const LONGEST_MARK = 40;

/** By what a value is known again: itself where it is short, else its length and 53 bits of a hash. */
function markOf(value: unknown): string {
  const text = JSON.stringify(value) ?? '';
  if (text.length <= LONGEST_MARK) return text;
  let [high, low] = [0xdeadbeef, 0x41c6ce57];
  for (let at = 0; at < text.length; at += 1) {
    const code = text.charCodeAt(at);
    high = Math.imul(high ^ code, 2654435761);
    low = Math.imul(low ^ code, 1597334677);
  }
  return `${text.length}:${high >>> 0}:${low >>> 0}`;
}

/** The marks of these fields' values. */
export const marksOf = (fields: readonly { key: string }[], values: FormValues): Marks =>
  Object.fromEntries(fields.map(({ key }) => [key, markOf(values[key])]));

/** A field that was changed on both sides. */
export interface Conflict {
  field: AnyField;
  yours: unknown;
  theirs: unknown;
}

/** Both sides' changes in one. */
export interface Merge {
  /** Of a conflict, yours. */
  values: FormValues;
  conflicts: readonly Conflict[];
  /** The fields that only they have changed. */
  kept: readonly AnyField[];
}

/**
 * Merges field by field: what one side changed stands, what both changed to the same stands, and what both changed
 * otherwise is a conflict.
 *
 * @param before the marks of the values that both began with; a field without one was not changed by you
 * @param yours the values that you have now, of some fields or of all
 * @param theirs the values that the record has now
 */
export function merge(form: Form, before: Marks, yours: FormValues, theirs: FormValues): Merge {
  const values: Record<string, unknown> = { ...theirs };
  const conflicts: Conflict[] = [];
  const kept: AnyField[] = [];
  for (const field of form.fields) {
    const { key } = field;
    const [mine, other] = [markOf(yours[key]), markOf(theirs[key])];
    const changedByYou = key in yours && before[key] !== undefined && mine !== before[key];
    const changedByThem = before[key] !== undefined && other !== before[key];
    if (changedByYou && !isReadOnly(form, field) && !field.excludeFromSubmit) {
      values[key] = yours[key];
      if (changedByThem && mine !== other) conflicts.push({ field, yours: yours[key], theirs: theirs[key] });
    } else if (changedByThem && !field.excludeFromSubmit) kept.push(field);
  }
  return { values, conflicts, kept };
}
