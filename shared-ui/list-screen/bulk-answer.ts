/** What stands at the place of a bulk answer may be something else: a proxy in between has its own words (specification 1 §8). */
import type { ToastOptions } from '../toast/toasts';

/** What every bulk answer counts. */
export interface Counted {
  readonly success_count: number;
  readonly error_count: number;
}

/** Whether an answer says what was done. */
export const isCounted = (answer: unknown): answer is Counted =>
  ['success_count', 'error_count'].every(
    (key) => typeof (answer as Record<string, unknown> | null)?.[key] === 'number',
  );

/** What is said of one that does not. */
export const UNEXPECTED_RESULT: ToastOptions = {
  type: 'warning',
  message: 'Operation completed but result format is unexpected',
};
