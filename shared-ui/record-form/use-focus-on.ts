import { useEffect, useState, type RefObject } from 'react';

/**
 * Moves the focus inside a form, such as to its first fault.
 *
 * @param busy everything in the form is disabled and takes no focus
 * @returns takes a selector; the focus moves when what was set together with it is drawn and the form is not busy
 */
export function useFocusOn(form: RefObject<HTMLElement | null>, busy: boolean): (selector: string) => void {
  const [target, setTarget] = useState<string | null>(null);
  useEffect(() => {
    if (target === null || busy) return;
    setTarget(null);
    form.current?.querySelector<HTMLElement>(target)?.focus();
  }, [form, target, busy]);
  return setTarget;
}
