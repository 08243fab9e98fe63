import { useEffect, useState, type ReactNode } from 'react';
import { useNewest } from '../../use-newest';
import { useTell } from '../../toast/use-tell';
import { useCall, type ListCalls } from '../list-calls';
import type { AnyList, AnyRow } from '../list-definition';
import { requestOfState, type ListAction, type ListState } from '../page/list-state';

interface MatchingOptions {
  list: AnyList;
  calls: Pick<ListCalls<AnyRow, unknown, unknown>, 'matching'>;
  /** Those of the page. */
  rows: readonly AnyRow[];
  /** How many match, on all pages. */
  total: number;
  state: ListState;
  /** How many rows are selected. */
  selected: number;
  act: (action: ListAction) => void;
}

const loadNotice = () => import(/* webpackChunkName: 'bulk' */ './matching-notice');

/** The way to select all that match, once all rows of a page are selected and there are more; null until then. */
export function useMatchingNotice(options: MatchingOptions): ReactNode {
  const { list, calls, rows, total, state, selected, act } = options;
  const [loaded, setLoaded] = useState<Awaited<ReturnType<typeof loadNotice>> | null>(null);
  const newest = useNewest(state);
  const call = useCall();
  const tell = useTell();
  const isOffered = calls.matching !== undefined && selected > 0 && selected >= rows.length && total > rows.length;
  useEffect(() => {
    // Without it the page's selection is as good as it was.
    if (isOffered) loadNotice().then(setLoaded, () => undefined);
  }, [isOffered]);

  const selectMatching = async () => {
    if (!calls.matching) return;
    const asked = newest.current;
    try {
      const { items } = await call.ask(calls.matching, requestOfState(list, asked));
      // Whoever has gone on to another page, filter or selection meanwhile has not asked for these.
      if (newest.current.selection === asked.selection) act({ type: 'selectMatching', matching: items });
    } catch (error) {
      tell.failure(`Failed to select all ${list.noun.many}`, error);
    }
  };
  return (
    isOffered &&
    loaded && (
      <loaded.MatchingNotice
        shown={rows.length}
        total={total}
        matching={state.matching?.length}
        onAll={selectMatching}
        onPage={() => act({ type: 'selectMatching', matching: undefined })}
      />
    )
  );
}
