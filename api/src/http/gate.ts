/** How much works at once: of everything, and of each key; what comes then waits for its turn. */

/** Lets work begin, in the order it came. */
export interface Gate {
  /**
   * Resolves when it is this key's turn, with what ends the turn. Rejects with the gate's refusal when the key's own
   * work, or all work together, keeps it waiting for too long.
   */
  enter(key: string): Promise<() => void>;
  /** Does `work` in its turn. */
  run<T>(key: string, work: () => Promise<T>): Promise<T>;
}

/** The limits of a gate. */
export interface GateLimits {
  /** How much works at once. */
  readonly all: number;
  /** How much of it with one key. */
  readonly each: number;
  /** How long one waits for its turn, in milliseconds. */
  readonly patience: number;
  /** Why one is refused; `isOwn` where its own key's work was in the way. */
  refusal(isOwn: boolean): Error;
}

interface Waiting {
  readonly key: string;
  readonly begin: () => void;
}

/** Opens a gate. */
export function openGate({ all, each, patience, refusal }: GateLimits): Gate {
  const working = new Map<string, number>();
  const queue = new Set<Waiting>();
  let count = 0;

  const isOpenFor = (key: string) => count < all && (working.get(key) ?? 0) < each;
  const begin = (key: string) => {
    count += 1;
    working.set(key, (working.get(key) ?? 0) + 1);
  };
  const leave = (key: string) => {
    count -= 1;
    const left = (working.get(key) ?? 0) - 1;
    if (left > 0) working.set(key, left);
    else working.delete(key);
    for (const waiting of queue) {
      if (count === all) return;
      if (!isOpenFor(waiting.key)) continue;
      queue.delete(waiting);
      begin(waiting.key);
      waiting.begin();
    }
  };
  const turn = (key: string) =>
    new Promise<void>((resolve, reject) => {
      const waiting = {
        key,
        begin: () => {
          clearTimeout(timer);
          resolve();
        },
      };
      const timer = setTimeout(() => {
        queue.delete(waiting);
        reject(refusal((working.get(key) ?? 0) >= each));
      }, patience);
      queue.add(waiting);
    });

  const enter = async (key: string) => {
    if (isOpenFor(key)) begin(key);
    else await turn(key);
    let isOver = false;
    return () => {
      if (!isOver) leave(key);
      isOver = true;
    };
  };
  return {
    enter,
    async run(key, work) {
      const end = await enter(key);
      try {
        return await work();
      } finally {
        end();
      }
    },
  };
}
