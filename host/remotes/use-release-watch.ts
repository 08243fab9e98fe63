import { useEffect } from 'react';
import { useToast } from 'shared-ui';

/** Where the browser does not say when it is idle, how long the page is left alone, in milliseconds. */
const LEFT_ALONE = 30_000;

/** Watches for new releases while somebody is signed in, from the first idle moment on: what does so comes only then. */
export function useReleaseWatch() {
  const toasts = useToast();
  useEffect(() => {
    let stop: () => void = () => undefined;
    let isWanted = true;
    const start = () =>
      void import('./release-watch').then(
        ({ watchReleases }) => isWanted && (stop = watchReleases(toasts)),
        // The next page may have more luck; nobody asked for it.
        () => undefined,
      );
    const hasIdle = 'requestIdleCallback' in window;
    const waiting = hasIdle ? requestIdleCallback(start) : setTimeout(start, LEFT_ALONE);
    return () => {
      isWanted = false;
      if (hasIdle) cancelIdleCallback(waiting as number);
      else clearTimeout(waiting);
      stop();
    };
  }, [toasts]);
}
