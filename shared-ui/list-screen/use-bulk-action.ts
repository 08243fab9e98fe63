import type { BulkResponse } from 'api/contract/bulk';
import { serverMessage } from 'shared-auth';
import { useEffect, useRef, useState } from 'react';
import { showToast } from '../toast/toasts';
import type { NamesOf } from '../undo/undo-of';
import type { BulkAction, Entered } from './actions';
import { outcomeText, type BulkFailure } from './bulk-failures';
import type { Change } from './list-calls';
import type { ListRow } from './list-definition';

const NOTHING: Entered = {};
const loadRun = () =>
  import('./bulk-run').catch((cause: unknown) => {
    throw new Error('This could not be loaded. Nothing was sent.', { cause });
  });

interface Tools {
  readonly change: Change;
  readonly namesOf: NamesOf;
}

/**
 * Runs bulk actions one at a time and keeps what the last one could not do, or was stopped before; that is logged as well
 * (specification 1 §8). Where the list is gone by then, a toast says it.
 */
export function useBulkAction<Row extends ListRow>({ change, namesOf }: Tools) {
  const [running, setRunning] = useState(false);
  const [failure, setFailure] = useState<BulkFailure<Row> | null>(null);
  const isThere = useRef(true);
  useEffect(() => {
    isThere.current = true;
    return () => void (isThere.current = false);
  }, []);

  const failed = async (found: Omit<BulkFailure<Row>, 'names'>) => {
    console.error(`${found.action.label} failed`, found.rows);
    const names = await namesOf(found.rows.map(({ row }) => row.id));
    if (isThere.current) setFailure({ ...found, names });
    else showToast({ type: 'error', message: outcomeText(found), duration: null });
  };

  /** @param rejects a rejection is the caller's to show */
  const run = async (
    action: BulkAction<Row>,
    rows: readonly Row[],
    { entered = NOTHING, rejects = false }: { entered?: Entered | undefined; rejects?: boolean } = {},
  ) => {
    const failedFor = (count: number, reasonOf: (row: Row) => string | undefined, left: readonly Row[]) => ({
      ...{ action, entered, count, of: rows.length, left },
      rows: rows.flatMap((row) => {
        const reason = reasonOf(row);
        return reason === undefined ? [] : [{ row, reason }];
      }),
    });
    setRunning(true);
    setFailure(null);
    let undone: Awaited<ReturnType<typeof start>>['undone'] | undefined;
    try {
      const started = await start(action);
      ({ undone } = started);
      const response = await action.run(rows, entered, started.run);
      const left = undone.left as Row[];
      // What was done is counted always, what failed named not by every service (specification 1 §3).
      const { error_count = 0, errors } = (response ?? {}) as Partial<BulkResponse>;
      const reasons = new Map(errors?.map(({ id, msg }) => [id, msg]));
      const reasonOf = ({ id }: Row) => reasons.get(id);
      if (error_count > 0 || left.length > 0) await failed(failedFor(error_count, reasonOf, left));
    } catch (error) {
      const { reasons, left = [] } = undone ?? {};
      if (rejects && left.length === 0) throw error;
      const notSent = new Set(left);
      const reasonOf = (row: Row) => (notSent.has(row) ? undefined : (reasons?.get(row.id) ?? serverMessage(error)));
      await failed({ ...failedFor(rows.length - left.length, reasonOf, left as Row[]), error });
    } finally {
      setRunning(false);
    }
  };

  const start = async ({ label }: BulkAction<Row>) => (await loadRun()).startRun({ label, change, namesOf });

  return { running, failure, run, dismiss: () => setFailure(null) };
}
