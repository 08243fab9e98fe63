/** What bulk calls returned: several as one, and as toasts (specification 1 §8, 2 §8.2). */
import type { BulkResponse } from 'api/contract/bulk';
import { serverMessage } from 'shared-auth';
import { formatNumber } from '../format';
import { useToast, type ToastOptions } from '../toast/toasts';
import { useTell } from '../toast/use-tell';

/** What every bulk response counts. */
export interface Counted {
  readonly success_count: number;
  readonly error_count: number;
}

/** Whether a response says what was done: a proxy in between has its own words. */
export const isCounted = (response: unknown): response is Counted =>
  ['success_count', 'error_count'].every(
    (key) => typeof (response as Record<string, unknown> | null)?.[key] === 'number',
  );

/** What is said of one that does not. */
export const UNEXPECTED_RESULT: ToastOptions = {
  type: 'warning',
  message: 'Operation completed but result format is unexpected',
};

/** A call for one row as a bulk response, when it has succeeded. */
export const ONE_DONE: BulkResponse = { success_count: 1, error_count: 0, errors: [] };

/** One call of several that do one thing, and the rows that it is for. */
export interface Part {
  readonly rows: readonly { readonly id: number }[];
  readonly sent: Promise<BulkResponse>;
}

/** The response of a part; what it failed with is the reason of all its rows. */
export async function outcomeOf({ rows, sent }: Part): Promise<BulkResponse> {
  try {
    return await sent;
  } catch (error) {
    const msg = serverMessage(error);
    return { success_count: 0, error_count: rows.length, errors: rows.map(({ id }) => ({ id, msg })) };
  }
}

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

/**
 * Calls that were sent side by side, as one.
 *
 * @throws what the first one failed with, when all of them did
 */
export async function together(parts: readonly Part[]): Promise<BulkResponse> {
  const settled = await Promise.allSettled(parts.map(({ sent }) => sent));
  const [first] = settled;
  if (first?.status === 'rejected' && settled.every(({ status }) => status === 'rejected')) throw first.reason;
  return sumOf(await Promise.all(parts.map(outcomeOf)));
}

/** So many calls for single rows are on their way at once. */
const AT_ONCE = 5;

/** One call a row, a few at a time; what fails is told row by row. */
export async function perRow<Row extends { readonly id: number }>(
  rows: readonly Row[],
  send: (row: Row) => Promise<unknown>,
): Promise<BulkResponse> {
  const waiting = [...rows];
  const outcomes: BulkResponse[] = [];
  const work = async () => {
    for (let row = waiting.shift(); row; row = waiting.shift())
      outcomes.push(await outcomeOf({ rows: [row], sent: send(row).then(() => ONE_DONE) }));
  };
  await Promise.all(Array.from({ length: AT_ONCE }, work));
  return sumOf(outcomes);
}

/** One call after the other; a failure ends them. */
export async function inTurn<Item, Result>(items: Iterable<Item>, send: (item: Item) => Promise<Result>) {
  const results: Result[] = [];
  for (const item of items) results.push(await send(item));
  return results;
}

interface Words {
  /** What was done to so many, such as 'Deleted 3 profiles'; the number comes as text too. */
  readonly done: (count: string, number: number) => string;
  /** Such as 'Failed to delete 2 profiles'; absent: the caller says what failed. */
  readonly failed?: (count: string) => string;
}

/** Tells in toasts how a bulk call went, and hands its response on for the caller to name what it failed for. */
export function useBulkOutcome() {
  const toast = useToast();
  const tell = useTell();

  const say = <Response extends Counted>(response: Response, { done, failed }: Words): Response | void => {
    if (!isCounted(response)) return void toast.show(UNEXPECTED_RESULT);
    const { success_count, error_count } = response;
    if (success_count > 0) tell.success(done(formatNumber(success_count), success_count));
    if (failed && error_count > 0) toast.show({ type: 'error', message: failed(formatNumber(error_count)) });
    return response;
  };

  /** @param failure what is said when nothing came of it, such as 'Bulk delete failed' */
  const sayWhenDone = async <Response extends Counted>(
    sent: Promise<Response>,
    { failure, ...words }: Words & { failure: string },
  ) => say(await tell.failureOf(sent, failure), words);

  return { say, sayWhenDone };
}
