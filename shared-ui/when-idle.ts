/**
 * Runs background work when the browser has nothing else to do, and where it always has, after `longest`
 * milliseconds. Returns the way to call it off.
 */
export function whenIdle(run: () => void, longest?: number): () => void {
  if (!('requestIdleCallback' in window)) {
    const timer = setTimeout(run);
    return () => clearTimeout(timer);
  }
  const idle = requestIdleCallback(run, longest === undefined ? {} : { timeout: longest });
  return () => cancelIdleCallback(idle);
}
