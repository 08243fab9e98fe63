import { useCallback, useEffect, useRef } from 'react';

/**
 * Keeps the keyboard's place in a list whose rows go: the list itself takes the focus that went with a row.
 *
 * @param rows the present ones
 */
export function useFocusKeeping(rows: unknown) {
  const frame = useRef<HTMLDivElement>(null);
  const keepFocus = useCallback(() => {
    if (document.activeElement === document.body) frame.current?.focus({ preventScroll: true });
  }, []);
  const dialogClosed = useRef(false);
  const onDialogClosed = useCallback(() => {
    dialogClosed.current = true;
    keepFocus();
  }, [keepFocus]);
  useEffect(() => {
    // A deletion may be answered after its question has closed.
    if (dialogClosed.current) keepFocus();
    dialogClosed.current = false;
  }, [rows, keepFocus]);
  return { frame, keepFocus, onDialogClosed };
}
