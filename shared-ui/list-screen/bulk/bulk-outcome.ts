/** Outcomes of bulk calls: several as one, and as toasts (specification 1 §8, 2 §8.2). */
import type { BulkResponse } from 'contract/bulk';
import { formatNumber } from '../../format';
import { useToast, type ToastOptions } from '../../toast/toasts';
import { useTell } from '../../toast/use-tell';
import { undoOf } from '../../undo/undo-of';
import type { BulkRun } from '../actions';

/** Counts of every bulk response. */
export interface Counted {
  readonly success_count: number;
  readonly error_count: number;
}

/** Whether a response says what was done: a proxy in between has its own words. */
export const isCounted = (response: unknown): response is Counted =>
  ['success_count', 'error_count'].every(
    (key) => typeof (response as Record<string, unknown> | null)?.[key] === 'number',
  );

/** Message for one that does not. */
export const UNEXPECTED_RESULT: ToastOptions = {
  type: 'warning',
  message: 'Operation completed but result format is unexpected',
};

/** A call for one row as a bulk response, when it has succeeded. */
export const ONE_DONE: BulkResponse = { success_count: 1, error_count: 0, errors: [] };

/** Several responses as one; one that does not count stands for all. */
export function sumOf(responses: readonly BulkResponse[]): BulkResponse {
  return (
    responses.find((response) => !isCounted(response)) ?? {
      success_count: responses.reduce((sum, { success_count }) => sum + success_count, 0),
      error_count: responses.reduce((sum, { error_count }) => sum + error_count, 0),
      errors: responses.flatMap(({ errors }) => errors ?? []),
    }
  );
}

interface Words {
  /** The deed and its count, such as 'Deleted 3 profiles'; the number comes as text too. */
  readonly done: (count: string, number: number) => string;
  /** Such as 'Failed to delete 2 profiles'; absent: the caller says what failed. */
  readonly failed?: (count: string) => string;
}

/** Tells in toasts how a bulk call went, and hands its response on for the caller to name what it failed for. */
export function useBulkOutcome() {
  const toast = useToast();
  const tell = useTell();

  /** @param bulk what it was sent with, where it can be undone */
  const say = <Response extends Counted>(
    response: Response,
    { done, failed }: Words,
    bulk?: BulkRun,
  ): Response | void => {
    if (!isCounted(response)) return void toast.show(UNEXPECTED_RESULT);
    const { success_count, error_count } = response;
    const told = done(formatNumber(success_count), success_count);
    if (success_count > 0) tell.success(told, undefined, undoOf(bulk?.operation, bulk?.namesOf));
    if (failed && error_count > 0) toast.show({ type: 'error', message: failed(formatNumber(error_count)) });
    return response;
  };

  /** @param failure what is said when nothing came of it, such as 'Bulk delete failed' */
  const sayWhenDone = async <Response extends Counted>(
    sent: Promise<Response>,
    { failure, ...words }: Words & { failure: string },
    bulk?: BulkRun,
  ) => say(await tell.failureOf(sent, failure), words, bulk);

  return { say, sayWhenDone };
}
