import { whenIdle } from 'shared-ui';

/** How long nothing must have been fetched, in milliseconds; whoever works on all the while is waited for no longer. */
export const QUIET = 1500;
export const LONGEST = 3000;
/** The same where the browser does not say when it has nothing to do. */
export const LEFT_ALONE = 30_000;

/**
 * Runs background work, once: when nothing has been fetched for a while, and the browser has nothing else to do.
 *
 * @returns calls it off
 */
export function whenNetworkIdle(run: () => void): () => void {
  const patience = 'requestIdleCallback' in window ? QUIET : LEFT_ALONE;
  const latest = performance.now() + Math.max(patience, LONGEST);
  let timer: ReturnType<typeof setTimeout>;
  let callOff: () => void = () => undefined;
  const wait = () => {
    clearTimeout(timer);
    timer = setTimeout(
      () => {
        observer?.disconnect();
        callOff = whenIdle(run);
      },
      Math.min(patience, latest - performance.now()),
    );
  };
  const observer = typeof PerformanceObserver === 'undefined' ? null : new PerformanceObserver(wait);
  observer?.observe({ type: 'resource' });
  wait();
  return () => {
    clearTimeout(timer);
    observer?.disconnect();
    callOff();
  };
}
