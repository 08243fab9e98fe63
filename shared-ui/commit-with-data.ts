/** How long a click waits for its data, in milliseconds: one paint instead of two, and too short to be noticed. */
const COMMIT_TIMEOUT = 50;

/**
 * Commits once the data is there, and after 50 ms in any case.
 *
 * @param data never rejects
 * @returns `flush` commits at once, `cancel` never; after the commit neither does anything
 */
export function commitWithData(data: Promise<void>, commit: () => void): { flush(): void; cancel(): void } {
  let isOver = false;
  const cancel = () => {
    isOver = true;
    clearTimeout(timer);
  };
  const flush = () => {
    if (isOver) return;
    cancel();
    commit();
  };
  const timer = setTimeout(flush, COMMIT_TIMEOUT);
  void data.then(flush);
  return { flush, cancel };
}
