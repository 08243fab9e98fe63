import { useEffect, useEffectEvent, useState } from 'react';
import { pageHistory, type Step } from './history';

/**
 * Keeps the person on the page until it is decided what becomes of what they typed.
 *
 * @param shouldBlock whether a step is to wait
 * @returns null; while a step waits, the two ways on
 */
export function useBlocker(shouldBlock: (step: Step) => boolean) {
  const [waiting, setWaiting] = useState<(() => void) | null>(null);
  const asks = useEffectEvent(shouldBlock);
  useEffect(
    () =>
      pageHistory.block((step, go) => {
        const blocks = asks(step);
        if (blocks) setWaiting(() => go);
        return blocks;
      }),
    [],
  );
  if (!waiting) return null;
  return {
    proceed() {
      setWaiting(null);
      waiting();
    },
    reset: () => setWaiting(null),
  };
}
