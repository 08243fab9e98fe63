import { useEffect, useRef, useState } from 'react';
import { reasonOfPartFailure } from '../../part-failure';
import { ToldFailure } from '../../toast/told-failure';
import { useToast } from '../../toast/toasts';
import type { NamesOf } from '../../undo/undo';
import type { BulkAction, Entered } from '../actions';
import type { BulkFailure } from './bulk-failures';
import type { Change } from '../list-calls';
import type { ListRow } from '../list-definition';

const loadRun = () => import(/* webpackChunkName: 'bulk' */ './bulk-run');
type Loaded = Awaited<ReturnType<typeof loadRun>>;

const NOTHING: Entered = {};

interface Tools {
  readonly change: Change;
  readonly namesOf: NamesOf;
}

/** How an action is run. */
export interface RunHow {
  /** The values that were filled in for it. */
  readonly entered?: Entered;
  /** A rejection is the caller's to show. */
  readonly rejects?: boolean;
}

/**
 * Runs bulk actions one at a time and keeps what the last one could not do, or was stopped before; that is logged as well
 * (specification 1 §8). Where the list is gone by then, a toast says it. How they are run is loaded with the first one.
 */
export function useBulkAction<Row extends ListRow>({ change, namesOf }: Tools) {
  const [running, setRunning] = useState(false);
  const [failure, setFailure] = useState<(BulkFailure<Row> & Pick<Loaded, 'BulkFailures'>) | null>(null);
  const toast = useToast();
  const isThere = useRef(true);
  useEffect(() => {
    isThere.current = true;
    return () => void (isThere.current = false);
  }, []);

  /** Returns whether it was run: what it needs may fail to load. */
  const run = async (action: BulkAction<Row>, rows: readonly Row[], how: RunHow = {}): Promise<boolean> => {
    setRunning(true);
    setFailure(null);
    const { entered = NOTHING, rejects = false } = how;
    try {
      const { runAction, outcomeText, BulkFailures } = await load();
      const failed = await runAction(action, rows, { entered, rejects, change, namesOf });
      if (failed && isThere.current) setFailure({ ...failed, BulkFailures });
      else if (failed) toast.show({ type: 'error', message: outcomeText(failed), duration: null });
      return true;
    } catch (error) {
      if (rejects || !(error instanceof ToldFailure)) throw error;
      return false;
    } finally {
      setRunning(false);
    }
  };

  const load = () =>
    loadRun().catch(async (error: unknown) => {
      const detail = (await reasonOfPartFailure(error))?.reason;
      toast.show({ type: 'error', message: 'This could not be loaded. Nothing was sent.', detail });
      throw new ToldFailure(error);
    });

  return { running, failure, run, dismiss: () => setFailure(null) };
}
