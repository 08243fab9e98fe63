import { useContext, useState } from 'react';
import { newestOf } from '../../record-details/newest-of';
import type { AnyRow } from '../list-definition';
import { OpenRecordContext } from './open-record';

/**
 * The row that an open view shows, and the way to the page's other rows.
 *
 * @param opened the row that the view was opened with
 * @returns the row as it was saved last, and its steps: its place among the page's rows, and what leads to its neighbours
 */
export function useOpenRow(opened: AnyRow) {
  const { rows, saved } = useContext(OpenRecordContext);
  const [place, setPlace] = useState(() => ({ row: opened, at: rows.findIndex(({ id }) => id === opened.id) }));
  const { id } = place.row;
  const listedAt = rows.findIndex((row) => row.id === id);
  const isListed = listedAt >= 0;
  const row = newestOf(place.row, saved?.id === id ? saved : undefined, rows[listedAt]);
  const wayTo = (at: number) => {
    const other = rows[at];
    return other && (() => setPlace({ row: other, at }));
  };
  const at = isListed ? listedAt : place.at;
  const steps = {
    at: isListed ? at + 1 : undefined,
    of: rows.length,
    onPrevious: wayTo(at - 1),
    // Where it is no longer among the rows, the next one has moved up into its place.
    onNext: wayTo(isListed ? at + 1 : at),
  };
  return { row, steps };
}
