import type { AnyColumn } from '../list-screen/list-definition';
import type { ListState } from '../list-screen/page/list-state';

/** By their wire names. */
export type Filters = ListState['filters'];

const FACT = 'list-table__fact';
const isNamed = ({ look }: AnyColumn) => /__name/.test(look);

/** Whether a column can be hidden: what a row is known by cannot (DECISIONS §11). */
export const canHide = (column: AnyColumn): boolean => !isNamed(column);

/**
 * The columns of a list that a person chose, in their order: one that the list does not have is left out, and what a row
 * is known by is there in any case. On a phone a card shows the first two of them that are no states.
 *
 * @param chosen keys of columns; none: those of the list, an optional one only beside a filter of its own
 * @param filters those of the list that are set
 * @param crowded how many of the list's own that want a wide window have no room
 */
export function shownColumns(
  columns: readonly AnyColumn[],
  chosen: readonly string[],
  filters: Filters,
  crowded: number,
): readonly AnyColumn[] {
  if (chosen.length === 0) {
    const out = crowded > 0 ? columns.filter(({ wide }) => wide).slice(-crowded) : [];
    return columns.filter(
      (column) => (column.besideFilters?.some((key) => filters[key]) ?? true) && !out.includes(column),
    );
  }
  const shown = chosen.flatMap((key) => columns.find((column) => column.key === key) ?? []);
  const all = shown.some(isNamed) ? shown : [...columns.filter(isNamed), ...shown];
  const facts = all.filter(({ look }) => !/__(name|state)/.test(look)).slice(0, 2);
  return all.map((column) => ({
    ...column,
    look: column.look.replace(FACT, '') + (facts.includes(column) ? ` ${FACT}` : ''),
  }));
}
