import { useEffect, useEffectEvent } from 'react';

/** State of a query's last try, from its hook, as far as trying again depends on it. */
interface Tried {
  error?: unknown;
  isFetching: boolean;
  refetch(): unknown;
}

/** Whether another try may go better without anybody having done anything: no refusal does. */
const mayPass = (error: unknown) => {
  const { status } = (error ?? {}) as { status?: unknown };
  return error !== undefined && (typeof status !== 'number' || status >= 500 || status === 429);
};

/** Tries a query that failed once more when the line comes back, and when the person comes back to the tab. */
export function useTryAgain({ error, isFetching, refetch }: Tried) {
  const isWaiting = mayPass(error) && !isFetching;
  const tryAgain = useEffectEvent(() => {
    if (document.visibilityState === 'visible') void refetch();
  });
  useEffect(() => {
    if (!isWaiting) return undefined;
    const again = () => tryAgain();
    window.addEventListener('online', again);
    document.addEventListener('visibilitychange', again);
    return () => {
      window.removeEventListener('online', again);
      document.removeEventListener('visibilitychange', again);
    };
  }, [isWaiting]);
}
