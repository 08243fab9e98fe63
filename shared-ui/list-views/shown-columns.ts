import type { AnyColumn } from '../list-screen/list-definition';

const FACT = 'list-table__fact';
const isNamed = ({ look }: AnyColumn) => look.startsWith('list-table__name');

/** Whether a column can be hidden: what a row is known by cannot (DECISIONS §11). */
export const canHide = (column: AnyColumn): boolean => !isNamed(column);

/**
 * The columns of a list that a person chose, in their order: one that the list does not have is left out, and what a row
 * is known by is there in any case. On a phone a card shows the first two of them that are no states.
 *
 * @param chosen keys of columns; none: those of the list
 */
export function shownColumns(columns: readonly AnyColumn[], chosen: readonly string[]): readonly AnyColumn[] {
  if (chosen.length === 0) return columns;
  const shown = chosen.flatMap((key) => columns.find((column) => column.key === key) ?? []);
  const all = shown.some(isNamed) ? shown : [...columns.filter(isNamed), ...shown];
  const facts = all.filter(({ look }) => !/__(name|state)/.test(look)).slice(0, 2);
  return all.map((column) => {
    const looks = column.look.split(' ').filter((look) => look !== FACT);
    return { ...column, look: [...looks, ...(facts.includes(column) ? [FACT] : [])].join(' ') };
  });
}
