import { useSyncExternalStore } from 'react';
import type { AnyColumn } from '../list-definition';
import { columnWidths, type Numbers } from './column-widths';

const is = (media: string) => (): boolean => window.matchMedia(media).matches;
const watch = (onChange: () => void) => {
  window.addEventListener('resize', onChange);
  return () => window.removeEventListener('resize', onChange);
};

/** Whether the window is a phone's, where rows are rendered as cards; list-cards.css and list-frame.css say the same. */
export const isPhone = is('(width <= 640px)');
export const useCards = (): boolean => useSyncExternalStore(watch, isPhone);

/** Whether a table that has to be so wide, in px, scrolls sideways: beside the menu, which lies open from 1200 px on, the page's edges and a scroll bar. */
const isTooWide = (table: number) =>
  is(`(640px < width <= 1200px) and (width < ${table + 121}px), (width > 1200px) and (width < ${table + 305}px)`)();

/** How many of the columns that want a wide window have no room in this one beside these numbers, the last of them first. */
export function crowdedOut(columns: readonly AnyColumn[], numbers?: Numbers): number {
  const wide = columns.filter((column) => column.wide);
  let { least } = columnWidths(columns, true, undefined, numbers);
  let count = 0;
  while (count < wide.length && isTooWide(least)) least -= wide.at(-(count += 1))?.width ?? 0;
  return count;
}
export const useCrowdedOut = (columns: readonly AnyColumn[], numbers: Numbers): number =>
  useSyncExternalStore(watch, () => crowdedOut(columns, numbers));
