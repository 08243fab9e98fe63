import type { RefObject } from 'react';
import { useCommands } from '../commands/commands';
import { useNavigate, useOpenedFrom } from '../router';
import type { MenuItem } from './action-menu';
import type { AnyRow } from './list-definition';
import { focusedRow, stepRow } from './table-keys';

interface ListCommands {
  /** What the rows stand in. */
  frame: RefObject<Element | null>;
  rows: readonly AnyRow[] | undefined;
  nameOf: (row: AnyRow) => string;
  /** What a row's menu offers, which is what the person may do. */
  menuOf: (row: AnyRow) => readonly MenuItem[];
  /** Absent: there is nothing to select rows for. */
  onToggleRow: ((id: number, isRange?: boolean) => void) | undefined;
  /** Absent: none are set. */
  onClearFilters: (() => void) | undefined;
  /** What can be done to the selected rows, by their words on the bar. */
  bulk: readonly { readonly label: string; readonly run: () => void }[];
}

/**
 * Registers what a list can do by key and in the palette: to the row that has the focus, to the selected ones and to its
 * filters. Its buttons at the title register themselves.
 */
export function useListCommands({ frame, rows, nameOf, menuOf, onToggleRow, onClearFilters, bulk }: ListCommands) {
  const navigate = useNavigate();
  const openedFrom = useOpenedFrom();
  useCommands((focused) => {
    const tableRow = focusedRow(frame.current, focused);
    const row = tableRow && rows?.[tableRow.sectionRowIndex];
    const toggle = row && onToggleRow;
    return [
      { id: 'next', key: 'j', run: () => stepRow(frame.current, focused, 1) },
      { id: 'previous', key: 'k', run: () => stepRow(frame.current, focused, -1) },
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
            run: () => (to === undefined ? onSelect?.() : void navigate(to, { state: openedFrom })),
          }))
        : []),
      ...bulk.map((action) => ({ id: `bulk ${action.label}`, ...action })),
      ...(onClearFilters ? [{ id: 'clear filters', label: 'Clear Filters', run: onClearFilters }] : []),
    ];
  });
}
