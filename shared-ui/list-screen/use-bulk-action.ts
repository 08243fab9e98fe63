import type { BulkResponse } from 'api/contract/bulk';
import { serverMessage } from 'shared-auth';
import { useState } from 'react';
import type { BulkAction } from './actions';
import type { BulkFailure } from './bulk-failures';
import type { ListRow } from './list-definition';

/** Runs bulk actions one at a time and keeps what the last one could not do; a failure is logged as well (specification 1 §8). */
export function useBulkAction<Row extends ListRow>() {
  const [running, setRunning] = useState(false);
  const [failure, setFailure] = useState<BulkFailure<Row> | null>(null);

  /** @param rejects a rejection is the caller's to show */
  const run = async (action: BulkAction<Row>, rows: readonly Row[], { rejects = false } = {}) => {
    const failed = (count: number, reasonOf: (row: Row) => string | undefined, error?: unknown) => {
      const failures = rows.flatMap((row) => {
        const reason = reasonOf(row);
        return reason === undefined ? [] : [{ row, reason }];
      });
      console.error(`${action.label} failed`, failures);
      setFailure({ action, count, of: rows.length, rows: failures, error });
    };
    setRunning(true);
    setFailure(null);
    try {
      const response = await action.run(rows);
      // What was done is counted always, what failed named not by every service (specification 1 §3).
      const { error_count = 0, errors } = (response ?? {}) as Partial<BulkResponse>;
      if (error_count > 0) failed(error_count, (row) => errors?.find(({ id }) => id === row.id)?.msg);
    } catch (error) {
      if (rejects) throw error;
      failed(rows.length, () => serverMessage(error), error);
    } finally {
      setRunning(false);
    }
  };

  return { running, failure, run, dismiss: () => setFailure(null) };
}
