/** Errors on the wire (DECISIONS §1). */
import { listOf, object, text } from './schema';

/** One field's rule that a request broke; `loc` ends with the field. */
export interface FieldError {
  loc: (string | number)[];
  msg: string;
  type: string;
}

/** An error: its message. */
export const plainError = object({ detail: text('Detail', {}) }, ['detail']);

/** A 401; at a sign-in whose password was right, `second_factor` is `required` beside the message. */
export const notSignedInError = object({ detail: text('Detail', {}), second_factor: text('Second Factor', {}) }, [
  'detail',
]);

/** A 409: the field whose value another record has, beside the message; absent where it is about no single field. */
export const conflictError = object({ detail: text('Detail', {}), field: text('Field', {}) }, ['detail']);

/** A 412: who saved meanwhile and when, beside the message. */
export const changedError = object(
  { detail: text('Detail', {}), updated_by: text('Updated by', {}), updated_at: text('Updated at', {}) },
  ['detail'],
);

/** A 422: the fields that broke a rule, each with the form's own message. */
export const fieldErrors = object(
  {
    detail: listOf(
      object(
        { loc: listOf({ type: ['string', 'integer'] } as const), msg: text('Message', {}), type: text('Type', {}) },
        ['loc', 'msg', 'type'],
      ),
    ),
  },
  ['detail'],
);
