/** Where the messages of a failed save belong (specification 1 §8; DECISIONS §1). */
import { fieldErrors, isOutcomeUnknown, serverMessage } from 'shared-auth';
import { isShown, ToldFailure } from '../toast/told-failure';
import { labelOf, type Form, type FormErrors } from './form-values';

/** A failed save: messages for fields, and one for the form as a whole or null. */
export interface SaveFailure {
  fields: FormErrors;
  message: string | null;
  /** The thrown error. */
  error: unknown;
}

const WITHOUT_REASON = 'An error occurred while saving';
/** Of a save without a response. What is sent again is a PUT, a PATCH, or a POST under the same key. */
const UNKNOWN_OUTCOME =
  'It is not known whether this was saved. Your input is kept, and trying again does not save it twice.';

/** Splits a refusal: an error of a field goes to the field, named by key or by label; the rest is shown above the form. */
export function saveFailure(form: Form, error: unknown): SaveFailure {
  if (error instanceof ToldFailure) return { ...saveFailure(form, error.cause), message: null };
  const reason = serverMessage(error, WITHOUT_REASON);
  const message = isOutcomeUnknown(error) ? `${reason} ${UNKNOWN_OUTCOME}` : reason;
  const fields: Record<string, string> = {};
  const others: string[] = [];
  for (const { field: name, message: said } of fieldErrors(error)) {
    const field = form.fields.find(
      (one) => one.key === name || labelOf(form, one).toLowerCase() === name.toLowerCase(),
    );
    if (field) fields[field.key] = [fields[field.key], said].filter(Boolean).join('; ');
    else others.push(name ? `${name}: ${said}` : said);
  }
  // A toast that has shown a failure without a reason leaves the form nothing to add.
  const isRepetition = isShown(error) && reason === WITHOUT_REASON && !isOutcomeUnknown(error);
  if (Object.keys(fields).length === 0) return { fields, message: isRepetition ? null : message, error };
  return { fields, message: others.join('; ') || null, error };
}

/** Who saved meanwhile and when, as far as the service said. */
export interface Staleness {
  by: string | null;
  at: string | null;
}

/** Body of a 412; null for any other failure. */
export function stalenessOf(error: unknown): Staleness | null {
  const { status, body, data } = (error ?? {}) as { status?: unknown; body?: unknown; data?: unknown };
  if (status !== 412) return null;
  const { updated_by, updated_at } = (body ?? data ?? {}) as { updated_by?: unknown; updated_at?: unknown };
  return {
    by: typeof updated_by === 'string' ? updated_by : null,
    at: typeof updated_at === 'string' ? updated_at : null,
  };
}
