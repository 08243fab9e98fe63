import type { KeyboardEvent } from 'react';

const CONTROLS = 'a[href], button:enabled, input:enabled, select:enabled, textarea:enabled';
/** The rows of a table that are records, as a selector. */
export const ROWS = 'tbody > tr[tabindex]';
const TYPED = 'input:not([type="checkbox"]), select, textarea';

/**
 * Makes a table one stop for Tab, as a grid is: the way in leads to the element that had the focus last, else to the first
 * row. Its role stays that of a table, for a reader's own keys read it cell by cell.
 *
 * @param table for its `ref`
 */
export function rovingTabindex(table: HTMLTableElement) {
  let last: Element | null = null;
  let record: string | undefined;
  const recordOf = (element: Element | null) => element?.closest<HTMLElement>(ROWS)?.dataset.record;
  const place = () => {
    // A row of another page may stand in the place of the one that had it.
    const stop =
      table.contains(last) && recordOf(last) === record
        ? last
        : (table.querySelector(ROWS) ?? table.querySelector(CONTROLS));
    for (const one of table.querySelectorAll<HTMLElement>(`${ROWS}, ${CONTROLS}`)) {
      const index = one === stop ? 0 : -1;
      if (one.tabIndex !== index) one.tabIndex = index;
    }
  };
  const follow = ({ target }: Event) => {
    last = target as Element;
    record = recordOf(last);
    place();
  };
  // A control that a cell renders itself, or later, knows nothing of the table.
  const observer = new MutationObserver(place);
  place();
  observer.observe(table, { childList: true, subtree: true, attributeFilter: ['data-record'] });
  table.addEventListener('focusin', follow);
  return () => {
    observer.disconnect();
    table.removeEventListener('focusin', follow);
  };
}

/** Targets of the arrows in a row: the row itself and the controls in it; of the header's row its controls alone. */
const partsOf = (row: HTMLTableRowElement): HTMLElement[] => {
  const controls = [...row.querySelectorAll<HTMLElement>(CONTROLS)];
  // jsdom lays nothing out.
  const seen = controls.filter((one) => one.checkVisibility?.() ?? true);
  return row.matches(ROWS) ? [row, ...seen] : seen;
};

const columnOf = (part: Element) => part.closest<HTMLTableCellElement>('td, th')?.cellIndex;

/** Where a key leads inside a table; undefined: nowhere, and the browser scrolls. */
function nextOf(table: HTMLTableElement, from: Element, key: string): HTMLElement | undefined {
  const lines = [...table.rows].map(partsOf).filter(({ length }) => length > 0);
  const at = lines.findIndex((line) => line.some((part) => part === from));
  const parts = lines[at] ?? [];
  const place = parts.findIndex((part) => part === from);
  if (key === 'ArrowRight') return parts[place + 1];
  if (key === 'ArrowLeft') return parts[place - 1];
  if (key === 'Home') return parts[0];
  if (key === 'End') return parts.at(-1);
  const step = { ArrowDown: 1, ArrowUp: -1 }[key];
  const other = step && lines[at + step];
  if (!other) return undefined;
  // From a header to the row below it, else in the same column, so that the boxes of rows can be gone through.
  const beside = from.closest('thead') ? undefined : other.find((part) => columnOf(part) === columnOf(from));
  return beside ?? other[0];
}

/** Up and Down go from row to row, Left and Right through a row's controls, Home and End to the row and its last one. */
export function onTableKey(event: KeyboardEvent<HTMLTableElement>) {
  const { target, currentTarget, key, ctrlKey, metaKey, shiftKey, altKey } = event;
  if (event.defaultPrevented || ctrlKey || metaKey || shiftKey || altKey) return;
  if (!(target instanceof Element) || !currentTarget.contains(target) || target.matches(TYPED)) return;
  const next = nextOf(currentTarget, target, key);
  if (!next) return;
  event.preventDefault();
  next.focus();
}
