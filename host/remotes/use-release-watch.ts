import { useEffect } from 'react';
import { useToast } from 'shared-ui';
import { watchReleases } from './release-watch';

/** Where the browser does not say when it is idle, how long the page is left alone, in milliseconds. */
const LEFT_ALONE = 30_000;

/** Watches for new releases while somebody is signed in, from the first idle moment on. */
export function useReleaseWatch() {
  const toasts = useToast();
  useEffect(() => {
    let stop: () => void = () => undefined;
    const start = () => {
      stop = watchReleases(toasts);
    };
    const hasIdle = 'requestIdleCallback' in window;
    const waiting = hasIdle ? requestIdleCallback(start) : setTimeout(start, LEFT_ALONE);
    return () => {
      if (hasIdle) cancelIdleCallback(waiting as number);
      else clearTimeout(waiting);
      stop();
    };
  }, [toasts]);
}
