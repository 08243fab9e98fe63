import { useState } from 'react';
import type { AnyRow } from '../list-definition';

/** The rows of a table, and for each the key of its place on the page. */
export interface Placed {
  readonly rows: readonly AnyRow[] | undefined;
  readonly keys: readonly number[];
  /** The next key that nothing had. */
  readonly next: number;
}

const NOTHING: Placed = { rows: undefined, keys: [], next: 0 };

/**
 * The keys of new rows: a record that stays keeps its place. Where most are others, as on another page, these take the
 * places of those that went, so that the browser changes words and creates no row; where `isHeld`, the places go with
 * their records, for the focus stands in one.
 */
export function placed(before: Placed, rows: readonly AnyRow[] | undefined, isHeld: boolean): Placed {
  const keyOf = new Map(before.rows?.map(({ id }, at) => [id, before.keys[at]]));
  const staying = new Set(rows?.flatMap(({ id }) => keyOf.get(id) ?? []));
  const isOther = 2 * staying.size < (rows?.length ?? 0);
  const free = isOther && !isHeld ? before.keys.filter((key) => !staying.has(key)) : [];
  let { next } = before;
  const keys = (rows ?? []).map(({ id }) => keyOf.get(id) ?? free.shift() ?? next++);
  return { rows, keys, next };
}

/** The keys of a table's rows, from one render to the next. */
export function useRowKeys(rows: readonly AnyRow[] | undefined): readonly number[] {
  const [known, setKnown] = useState(() => placed(NOTHING, rows, false));
  if (known.rows === rows) return known.keys;
  const isHeld = document.activeElement?.closest('.list-table tbody') != null;
  const present = placed(known, rows, isHeld);
  setKnown(present);
  return present.keys;
}
