import { useSyncExternalStore } from 'react';

/** Below which a list is drawn as cards; list-cards.css and list-frame.css say the same. */
const PHONE = '(width <= 640px)';

/** Asks whether this is a phone's screen. */
export const phone = () => window.matchMedia(PHONE);
const watch = (onChange: () => void) => {
  const watched = phone();
  watched.addEventListener('change', onChange);
  return () => watched.removeEventListener('change', onChange);
};

/** Whether rows are drawn as cards, for the screen is a phone's. */
export const useCards = (): boolean => useSyncExternalStore(watch, () => phone().matches);
