/** The single keys of the console: which they are, whether the person wants them, and when they are meant. */
import { localChoice, type StoredChoice } from 'shared-auth';
import { TYPED } from './pressed';

/** Whether a person has switched the single keys off, remembered in this browser: 'off', or null. */
export const singleKeysChoice = (userId: number): StoredChoice => localChoice(`single-keys:${userId}`);

const EDITED = '[contenteditable]:not([contenteditable="false"])';
// One that is fading away has given the focus back already.
const COVERING = 'dialog[open], [role="dialog"]:not([class*="-leave"]), [role="menu"], .menu-backdrop';

/** Whether a dialog or a menu is open, behind which the screen waits. */
export const isCovered = (): boolean => document.querySelector(COVERING) !== null;

/**
 * The single key that was pressed, by the name that a command has it: a letter small, with Shift `Shift+X`.
 *
 * @returns null where it is not one: somebody types, or holds Ctrl, Alt or ⌘, or a dialog or a menu is open
 */
export function singleKeyOf({ key, target, ctrlKey, altKey, metaKey, shiftKey, isComposing }: KeyboardEvent) {
  if (key.length !== 1 || ctrlKey || altKey || metaKey || isComposing) return null;
  if ((target instanceof Element && target.closest(`${TYPED}, ${EDITED}`)) || isCovered()) return null;
  const letter = key.toLowerCase();
  // A sign such as the question mark needs Shift on one keyboard and not on another.
  const isLetter = letter !== key.toUpperCase();
  return isLetter && shiftKey ? `Shift+${key.toUpperCase()}` : letter;
}
