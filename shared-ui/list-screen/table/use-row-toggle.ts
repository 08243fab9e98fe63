import { useCallback, useLayoutEffect, useRef } from 'react';
import type { AnyRow } from '../list-definition';
import type { ListAction } from '../page/list-state';

interface Toggled {
  /** In the order in which they stand. */
  readonly rows: readonly AnyRow[] | undefined;
  readonly selection: ReadonlySet<number>;
  readonly act: (action: ListAction) => void;
}

/**
 * Selects a row, or lets it go. As a range, all rows from the one that was toggled last are then as this one is.
 *
 * @returns the same function at every render, so that no row renders again for it
 */
export function useRowToggle(list: Toggled): (id: number, isRange?: boolean) => void {
  const newest = useRef(list);
  useLayoutEffect(() => {
    newest.current = list;
  }, [list]);
  const last = useRef<number>(undefined);
  return useCallback((id, isRange = false) => {
    const { rows = [], selection, act } = newest.current;
    const [from, to] = [last.current, id].map((one) => rows.findIndex((row) => row.id === one));
    last.current = id;
    if (!isRange || from === undefined || to === undefined || from < 0) return act({ type: 'toggleRow', id });
    const ids = rows.slice(Math.min(from, to), Math.max(from, to) + 1).map((row) => row.id);
    act({ type: 'selectRows', ids, selected: !selection.has(id) });
  }, []);
}
