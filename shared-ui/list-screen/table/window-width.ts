import { useSyncExternalStore } from 'react';

const is = (media: string) => (): boolean => window.matchMedia(media).matches;
const watch = (onChange: () => void) => {
  window.addEventListener('resize', onChange);
  return () => window.removeEventListener('resize', onChange);
};

/** Whether this is a phone's screen, on which rows are drawn as cards; list-cards.css and list-frame.css say the same. */
export const isPhone = is('(width <= 640px)');
export const useCards = (): boolean => useSyncExternalStore(watch, isPhone);

/** Whether it is wider than that, and narrower than the longest lists. */
export const isNarrow = is('(640px < width < 1120px)');
export const useNarrow = (): boolean => useSyncExternalStore(watch, isNarrow);
