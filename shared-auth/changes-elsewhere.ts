/** Data changed in one tab of this browser is fetched again in the others, each when it gets the focus. */

const channel = typeof BroadcastChannel === 'undefined' ? null : new BroadcastChannel('console-changes');

/** Says in the other tabs which tags were invalidated here. */
export const tellOtherTabs = (tags: readonly unknown[]): void => channel?.postMessage(tags);

/** Calls `invalidate`, once each time this tab gets the focus, with all tags that were invalidated elsewhere meanwhile. */
export function onChangesElsewhere(invalidate: (tags: unknown[]) => void): void {
  const stale = new Set<unknown>();
  channel?.addEventListener('message', ({ data }: MessageEvent<unknown[]>) => data.forEach((tag) => stale.add(tag)));
  window.addEventListener('focus', () => {
    if (stale.size > 0) invalidate([...stale]);
    stale.clear();
  });
}
