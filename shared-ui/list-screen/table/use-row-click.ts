import type { KeyboardEvent, MouseEvent } from 'react';
import type { AnyRow } from '../list-definition';

/** Elements that keep their own clicks; the cells of the box and of the menu are theirs, so that a near miss opens nothing. */
const CONTROLS =
  'a, button, input, label, select, summary, textarea, [role="button"], .tag-chip, .list-table__select, .list-table__actions';
/** A button that does what its row does: a name that is rendered as one. */
const DOOR = '[data-door]';

/** The handlers of a table's body: one of each for all its rows. */
interface RowDoors {
  readonly onClick: (event: MouseEvent<HTMLTableSectionElement>) => void;
  readonly onKeyDown: (event: KeyboardEvent<HTMLTableSectionElement>) => void;
}

/**
 * Makes rows doors: a click on a row or Enter in it opens its record. Links, buttons, boxes and chips keep their own
 * clicks, and text can be selected by dragging.
 *
 * @param rows undefined until there are any
 */
export function useRowClick(rows: readonly AnyRow[] | undefined, onOpen: (row: AnyRow) => void): RowDoors {
  const open = (tableRow: HTMLTableRowElement) => {
    const row = recordOf(tableRow, rows);
    if (row) onOpen(row);
  };
  return {
    onClick: (event) => {
      const tableRow = rowOf(event);
      if (
        tableRow &&
        !isControl(event.target, tableRow) &&
        !isModified(event) &&
        (isDoor(event.target) || !hasSelection(tableRow))
      )
        open(tableRow);
    },
    onKeyDown: (event) => {
      const tableRow = rowOf(event);
      if (!tableRow || isModified(event) || event.defaultPrevented) return;
      // Enter does nothing in a row's own box, which the space bar toggles.
      if (event.key === 'Enter' && (event.target === tableRow || isCheckbox(event.target))) {
        event.preventDefault();
        open(tableRow);
      }
    },
  };
}

/** The record of a table's row; none where it is a heading. */
export const recordOf = (tableRow: HTMLElement, rows: readonly AnyRow[] | undefined): AnyRow | undefined =>
  rows?.find(({ id }) => String(id) === tableRow.dataset.record);

/** The row of an event; none where it comes out of a dialog that only React takes for a part of the row. */
const rowOf = ({ target, currentTarget }: MouseEvent | KeyboardEvent) =>
  target instanceof Element && currentTarget.contains(target) ? target.closest('tr') : null;

const isControl = (target: EventTarget, tableRow: Element) => {
  const control = target instanceof Element && target.closest(CONTROLS);
  return control && !control.matches(DOOR) && tableRow.contains(control);
};

/** Its click is meant, whatever text is selected in the row. */
const isDoor = (target: EventTarget) => target instanceof Element && target.closest(DOOR) !== null;

const isCheckbox = (target: EventTarget) => target instanceof HTMLInputElement && target.type === 'checkbox';

const isModified = ({ ctrlKey, metaKey, shiftKey, altKey }: MouseEvent | KeyboardEvent) =>
  ctrlKey || metaKey || shiftKey || altKey;

const hasSelection = (tableRow: Element) => {
  const selection = window.getSelection();
  if (selection === null || selection.isCollapsed) return false;
  return [selection.anchorNode, selection.focusNode].some((node) => tableRow.contains(node));
};
