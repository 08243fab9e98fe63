/** What bulk calls answered, as one answer and as toasts (specification 2 §8.2). */
import type { BulkAnswer } from 'api/contract/bulk';
import { serverMessage } from 'shared-auth';
import { formatNumber, useToast } from 'shared-ui';
import { isCounted, UNEXPECTED_RESULT, type Counted } from 'shared-ui/list-screen';

/** What a call for one row is as a bulk answer, when it has succeeded. */
export const ONE_DONE: BulkAnswer = { success_count: 1, error_count: 0, errors: [] };

/** One call of several that do one thing: the rows that it is for, and what it is answered with. */
export interface Part {
  readonly rows: readonly { readonly id: number }[];
  readonly sent: Promise<BulkAnswer>;
}

/** The answer of a part; what it was refused with is the reason of all its rows. */
export async function answerOf({ rows, sent }: Part): Promise<BulkAnswer> {
  try {
    return await sent;
  } catch (error) {
    const msg = serverMessage(error);
    return { success_count: 0, error_count: rows.length, errors: rows.map(({ id }) => ({ id, msg })) };
  }
}

/** Several answers as one; one that is no answer to a bulk call stands for all. */
export function sumOf(answers: readonly BulkAnswer[]): BulkAnswer {
  return (
    answers.find((answer) => !isCounted(answer)) ?? {
      success_count: answers.reduce((sum, { success_count }) => sum + success_count, 0),
      error_count: answers.reduce((sum, { error_count }) => sum + error_count, 0),
      errors: answers.flatMap(({ errors }) => errors ?? []),
    }
  );
}

/**
 * Calls that were sent side by side, as one.
 *
 * @throws what the first one was refused with, when all of them were
 */
export async function together(parts: readonly Part[]): Promise<BulkAnswer> {
  const settled = await Promise.allSettled(parts.map(({ sent }) => sent));
  const [first] = settled;
  if (first?.status === 'rejected' && settled.every(({ status }) => status === 'rejected')) throw first.reason;
  return sumOf(await Promise.all(parts.map(answerOf)));
}

/** The rows by something they share, in the order of the first of each. */
export function grouped<Row, Key>(rows: readonly Row[], keyOf: (row: Row) => Key): Map<Key, Row[]> {
  const groups = new Map<Key, Row[]>();
  for (const row of rows) groups.set(keyOf(row), [...(groups.get(keyOf(row)) ?? []), row]);
  return groups;
}

interface Words {
  /** What was done to so many, such as 'Deleted 3 profiles'. */
  readonly done: (count: string) => string;
  /** Such as 'Failed to delete 2 profiles'; absent: the caller says what failed. */
  readonly failed?: (count: string) => string;
}

/** Tells in toasts how a bulk call went, and hands its answer on for the caller to name what it failed for. */
export function useBulkOutcome() {
  const toast = useToast();

  const say = <Answer extends Counted>(answer: Answer, { done, failed }: Words): Answer | void => {
    if (!isCounted(answer)) return void toast.show(UNEXPECTED_RESULT);
    const { success_count, error_count } = answer;
    if (success_count > 0) toast.show({ type: 'success', message: done(formatNumber(success_count)) });
    if (failed && error_count > 0) toast.show({ type: 'error', message: failed(formatNumber(error_count)) });
    return answer;
  };

  /** @param refused what is said when nothing came of it, such as 'Bulk delete failed' */
  const sayWhenDone = async <Answer extends Counted>(
    sent: Promise<Answer>,
    { refused, ...words }: Words & { refused: string },
  ) => {
    try {
      return say(await sent, words);
    } catch (error) {
      toast.show({ type: 'error', message: refused, detail: serverMessage(error, '') });
      throw error;
    }
  };

  return { say, sayWhenDone };
}
