import type { Command } from '../commands/command';
import type { MenuItem } from './action-menu';
import type { AnyRow } from './list-definition';
import { ROWS } from './table/table-keys';
import { recordOf } from './table/use-row-click';

/** Parts that a list's commands are made of, when they are asked for. */
export interface ListFacts {
  /** The element that holds the rows. */
  readonly frame: Element | null;
  readonly rows: readonly AnyRow[] | undefined;
  readonly nameOf: (row: AnyRow) => string;
  /** Entries of a row's menu, which the person may use. */
  readonly menuOf: (row: AnyRow) => readonly MenuItem[];
  /** Absent: there is nothing to select rows for. */
  readonly onToggleRow: ((id: number, isRange?: boolean) => void) | undefined;
  /** Absent: none are set. */
  readonly onClearFilters: (() => void) | undefined;
  /** Actions on the selected rows. */
  readonly bulk: readonly { readonly label: string }[];
  readonly onBulk: (at: number) => void;
}

/**
 * Commands of a list by key and in the palette: to the row that has the focus, to the selected ones and to its filters.
 * The buttons at its title register themselves.
 */
export function listCommands(facts: ListFacts, focused: Element | null): readonly Command[] {
  const { frame, rows, nameOf, menuOf, onToggleRow, onClearFilters, bulk, onBulk } = facts;
  const tableRow = focusedRow(frame, focused);
  const row = tableRow && recordOf(tableRow, rows);
  const toggle = row && onToggleRow;
  return [
    { id: 'next', key: 'j', run: () => stepRow(frame, focused, 1) },
    { id: 'previous', key: 'k', run: () => stepRow(frame, focused, -1) },
    ...(toggle
      ? [
          { id: 'select', key: 'x', run: () => toggle(row.id) },
          { id: 'range', key: 'Shift+X', run: () => toggle(row.id, true) },
        ]
      : []),
    ...(row
      ? menuOf(row).map(({ label, onSelect, to }, at) => ({
          id: `row ${label}`,
          label: `${label}: ${nameOf(row)}`,
          key: at === 0 ? 'Enter' : label === 'Edit' ? 'e' : undefined,
          run: () => onSelect?.(),
          to,
        }))
      : []),
    ...bulk.map(({ label }, at) => ({ id: `bulk ${label}`, label, run: () => onBulk(at) })),
    ...(onClearFilters ? [{ id: 'clear filters', label: 'Clear Filters', run: onClearFilters }] : []),
  ];
}

/** The row that has the focus, or holds it; undefined where it is elsewhere. */
const focusedRow = (frame: Element | null, focused: Element | null) => {
  const row = focused?.closest<HTMLTableRowElement>(ROWS);
  return row && frame?.contains(row) ? row : undefined;
};

/** Goes to the next row or the previous one; from elsewhere to the one that Tab would lead to. */
function stepRow(frame: Element | null, focused: Element | null, step: 1 | -1) {
  const rows = [...(frame?.querySelectorAll<HTMLTableRowElement>(ROWS) ?? [])];
  const row = focusedRow(frame, focused);
  const next = row ? rows[rows.indexOf(row) + step] : (rows.find(({ tabIndex }) => tabIndex === 0) ?? rows[0]);
  next?.focus();
}
