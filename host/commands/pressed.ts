/** Elements that letters and signs are typed into. */
export const TYPED = 'input:not([type="checkbox"], [type="radio"]), textarea, select';

/** A key that was pressed; null: the palette's button was. */
export type Pressed = KeyboardEvent | null;

/** Ctrl+K, ⌘ K on a Mac: it opens the palette wherever the focus is. */
export const isPaletteKey = ({ key, ctrlKey, metaKey, altKey, shiftKey }: KeyboardEvent): boolean =>
  (ctrlKey || metaKey) && !altKey && !shiftKey && key.toLowerCase() === 'k';
