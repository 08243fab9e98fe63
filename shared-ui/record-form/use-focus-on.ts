import { useCallback, useEffect, useRef, useState, type RefObject } from 'react';

/**
 * Moves the focus inside a form, such as to its first fault.
 *
 * @param busy everything in the form is disabled and takes no focus
 * @returns takes a selector; the focus moves when what was set together with it is rendered and the form is not busy
 */
export function useFocusOn(form: RefObject<HTMLElement | null>, busy: boolean): (selector: string) => void {
  const [target, setTarget] = useState<{ selector: string } | null>(null);
  const reached = useRef(target);
  useEffect(() => {
    if (busy || target === reached.current) return;
    reached.current = target;
    if (target) form.current?.querySelector<HTMLElement>(target.selector)?.focus();
  }, [form, target, busy]);
  return useCallback((selector) => setTarget({ selector }), []);
}
