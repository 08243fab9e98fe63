/** Undo, and what came of it (DECISIONS §10): loaded when something can be undone. */
import type { UndoResponse } from 'contract/history';
import { HttpError, refreshUser, undoOperation, type Operation } from 'shared-auth';
import { formatNumber } from '../format';
import { failureToast } from '../toast/use-tell';
import { showToast, type ToastOptions } from '../toast/toasts';

export { listenForUndoKeys, onUndoKey } from './undo-keys';

/** Resolves to the names of records, by their ids. */
export type NamesOf = (ids: readonly number[]) => Promise<ReadonlyMap<number, string>>;

const FAILED = 'Could not be undone';
/** So many records that are left as they are stand in the toast, each with the reason. */
const NAMED = 3;

/** Outcome of undoing all that an operation consists of, the last first. */
interface Outcome extends Pick<UndoResponse, 'success_count' | 'errors' | 'not_restored'> {
  /** Error that ended it before all of it was undone. */
  readonly failure?: unknown;
}

async function undone({ ids, dispatch, session }: Operation): Promise<Outcome> {
  let outcome: Outcome = { success_count: 0, errors: [], not_restored: [] };
  for (const id of [...ids].reverse())
    try {
      // Never as somebody else.
      if (!dispatch || session.aborted) throw new HttpError('ABORTED');
      const { success_count, errors, not_restored } = await dispatch(undoOperation.initiate(id)).unwrap();
      outcome = {
        success_count: outcome.success_count + success_count,
        errors: [...outcome.errors, ...errors],
        not_restored: [...new Set([...outcome.not_restored, ...not_restored])],
      };
    } catch (failure) {
      return { ...outcome, failure };
    }
  return outcome;
}

/** Undoes an operation, reloads what is shown, and says in a toast what is as it was and what is not. */
export async function undo(operation: Operation, namesOf: NamesOf = () => Promise.resolve(new Map())): Promise<void> {
  const toast = showToast({ type: 'loading', message: 'Undoing...' });
  const outcome = await undone(operation);
  if (outcome.failure !== undefined) console.error(FAILED, outcome.failure);
  const unnamed = outcome.errors.flatMap(({ id }) => id ?? []).slice(0, NAMED);
  const [names] = await Promise.all([
    namesOf(unnamed),
    // A company more or less is one in the person's own list, too.
    !operation.session.aborted && operation.dispatch?.(refreshUser()),
  ]);
  toast.update(toastOf(outcome, names, () => void undo(operation, namesOf)));
}

const mayBeTriedAgain = (failure: unknown) => {
  const { status } = (failure ?? {}) as { status?: unknown };
  return status !== 'ABORTED' && !(typeof status === 'number' && status < 500);
};

function toastOf(outcome: Outcome, names: ReadonlyMap<number, string>, retry: () => void): ToastOptions {
  const { success_count: restored, errors, not_restored, failure } = outcome;
  const failed = failure === undefined ? null : failedToast(failure);
  if (failed && restored + errors.length === 0)
    return {
      ...failed,
      ...(mayBeTriedAgain(failure) && { duration: null, action: { label: 'Try again', onSelect: retry } }),
    };
  const left = errors.slice(0, NAMED).map(({ id, msg }) => {
    const name = id === null ? undefined : names.get(id);
    return name ? `${name}: ${msg}` : msg;
  });
  const more = errors.length - left.length;
  const detail = [
    ...left,
    more > 0 && `and ${formatNumber(more)} more`,
    not_restored.length > 0 && `Not given back: ${not_restored.join(', ')}.`,
    failed && `The rest could not be undone: ${failed.detail}`,
  ].filter((line) => typeof line === 'string');
  if (detail.length === 0)
    return {
      type: 'success',
      message: 'Undone',
      detail: restored > 1 ? `${formatNumber(restored)} records restored` : undefined,
    };
  const message =
    restored === 0
      ? 'Nothing was undone'
      : errors.length > 0
        ? `Undone: ${formatNumber(restored)} restored, ${formatNumber(errors.length)} left as they are`
        : 'Undone';
  // The rest is for the person to look after, in their own time.
  return { type: 'warning', message, detail: detail.join('\n'), duration: null };
}

/** The service's sentence; that it knows of nothing to undo is no matter of a missing page. */
function failedToast(failure: unknown) {
  const toast = failureToast(FAILED, failure);
  return (failure as { status?: unknown }).status === 404
    ? { ...toast, detail: 'There is nothing to undo in it, or it is not yours to undo.' }
    : toast;
}
