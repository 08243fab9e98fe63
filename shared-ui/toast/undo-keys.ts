/** Ctrl+Z (⌘Z): takes back what was done last, as long as a toast offers it. */
import { useEffect } from 'react';
import { dismissToast, type ToastEntry } from './toasts';

const isMac = /mac|iphone|ipad/i.test(navigator.platform);

/** The keys as the person finds them on their keyboard. */
export const UNDO_KEYS = isMac ? '⌘Z' : 'Ctrl+Z';

/** Where text is typed the browser takes back what was typed. */
const isTyped = (target: EventTarget | null) =>
  target instanceof HTMLElement &&
  (target.isContentEditable || target.matches('textarea, select, input:not([type=checkbox], [type=radio])'));

/** Presses the newest Undo that these toasts offer. */
export function useUndoKeys(toasts: readonly ToastEntry[]) {
  const offer = toasts.findLast(({ action }) => action?.undoes);
  useEffect(() => {
    if (!offer) return;
    const onKeyDown = (event: KeyboardEvent) => {
      const { key, ctrlKey, metaKey, shiftKey, altKey, target } = event;
      if (key.toLowerCase() !== 'z' || !(ctrlKey || metaKey) || shiftKey || altKey || event.defaultPrevented) return;
      if (isTyped(target)) return;
      event.preventDefault();
      dismissToast(offer.id);
      offer.action?.onSelect();
    };
    window.addEventListener('keydown', onKeyDown);
    return () => window.removeEventListener('keydown', onKeyDown);
  }, [offer]);
}
