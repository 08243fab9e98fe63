/** Ctrl+Z (⌘Z): takes back what was done last, as long as a toast offers it. */
import { dismissToast, shownToasts } from '../toast/toasts';

/** Where text is typed the browser takes back what was typed. */
const isTyped = (target: EventTarget | null) =>
  target instanceof HTMLElement &&
  (target.isContentEditable || target.matches('textarea, select, input:not([type=checkbox], [type=radio])'));

/** Presses the newest Undo that is offered, if the event is that of its keys and nothing else has answered it. */
export function onUndoKey(event: KeyboardEvent) {
  const { key, ctrlKey, metaKey, shiftKey, altKey, target } = event;
  if (key.toLowerCase() !== 'z' || !(ctrlKey || metaKey) || shiftKey || altKey) return;
  const offer = shownToasts().findLast(({ action }) => action?.undoes);
  if (!offer || event.defaultPrevented || isTyped(target)) return;
  event.preventDefault();
  dismissToast(offer.id);
  offer.action?.onSelect();
}

/** From now on the keys press the newest Undo that is offered; twice is once. */
export const listenForUndoKeys = () => window.addEventListener('keydown', onUndoKey);
