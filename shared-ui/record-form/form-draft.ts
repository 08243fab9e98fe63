/** Draft of a form that was not saved: its changes, and never a secret (DECISIONS §3). */
import type { FormValues } from '../custom-field';
import type { AnyField } from './form-field';
import { isReadOnly, type Form } from './form-values';
import { marksOf, merge, type Marks, type Merge } from './merge';

/** The unsaved part of a form. */
export interface FormDraft {
  /** Changed values, by field. */
  values: FormValues;
  /** Values of those fields before. */
  before: Marks;
  /** The record's version that they were changed in; null: a new record. */
  version: string | null;
}

const isKept = (form: Form, field: AnyField) =>
  field.type !== 'secret' &&
  form.schema.properties[field.key]?.kind !== 'secret' &&
  !field.excludeFromSubmit &&
  !isReadOnly(form, field);

/** Draft of a form, as text; null: nothing. */
export function draftText(form: Form, before: FormValues, now: FormValues, version: string | null): string | null {
  const changed = form.fields.filter(
    (field) => isKept(form, field) && JSON.stringify(before[field.key]) !== JSON.stringify(now[field.key]),
  );
  if (changed.length === 0) return null;
  const values = Object.fromEntries(changed.map(({ key }) => [key, now[key]]));
  return JSON.stringify({ values, before: marksOf(changed, before), version } satisfies FormDraft);
}

/** The draft that a text holds of this form; null where it holds none, as after another release. */
export function readDraft(form: Form, text: string): FormDraft | null {
  try {
    const { values, before, version } = JSON.parse(text) as FormDraft;
    const known = form.fields.filter((field) => isKept(form, field) && field.key in values);
    if (known.length === 0) return null;
    return { values: Object.fromEntries(known.map(({ key }) => [key, values[key]])), before, version };
  } catch {
    return null;
  }
}

/** A record as it is now with the draft applied. Of a new record everything typed stands. */
export const restored = (form: Form, { values, before }: FormDraft, now: FormValues): Merge =>
  merge(form, form.mode === 'edit' ? before : marksOf(form.fields, now), values, now);
