import { useCallback, useEffect, useRef, type FocusEvent } from 'react';

/**
 * Keeps the keyboard's place in a part of the page whose controls come and go: when the one that has the focus goes, the
 * keeper takes it.
 *
 * @returns `onFocus` for the part, and `keeper` for the element in it that takes the focus
 */
export function useFocusKeeping<Keeper extends HTMLElement>() {
  const focusAnchor = useRef<Keeper>(null);
  const last = useRef<Element | null>(null);
  const onFocus = useCallback(({ target }: FocusEvent) => {
    last.current = target;
  }, []);
  // After every render: each may have taken it away.
  useEffect(() => {
    const isLost = last.current?.isConnected === false && document.activeElement === document.body;
    if (isLost && focusAnchor.current && !isBehindDialog(focusAnchor.current))
      focusAnchor.current.focus({ preventScroll: true });
  });
  return { keeper: focusAnchor, onFocus };
}

/** An element behind an open dialog waits until that is closed. */
const isBehindDialog = (element: Element) => document.querySelector('.dialog') !== null && !element.closest('.dialog');
