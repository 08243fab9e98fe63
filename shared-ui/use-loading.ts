import { useEffectEvent, useLayoutEffect, useReducer, useRef, useState } from 'react';

interface Loading<Failure> {
  /** Which code; for another one it starts again. */
  readonly key: string;
  /** The code is there, or is not wanted. */
  readonly isDone: boolean;
  /** Fetches it; `after` is the failure of the last try, where the person has pressed Retry. */
  readonly load: (after: Failure | null) => Promise<unknown>;
  /** Finds what the person is told of an error. */
  readonly explain: (error: unknown) => Failure | Promise<Failure>;
}

/**
 * The state machine of all code that is fetched when it is shown: on its way, there, or failed until Retry. Not by Suspense:
 * React holds back what follows a fallback for 300 ms, and with it a screen's first request.
 *
 * @returns `failure`, undefined unless it failed; `retry`, given the failure that was shown; `attempt` counts the retries
 */
export function useLoading<Failure>({ key, isDone, load, explain }: Loading<Failure>) {
  const [failed, setFailed] = useState<{ key: string; failure: Failure } | null>(null);
  const [attempt, again] = useReducer((count: number) => count + 1, 0);
  const [, render] = useReducer((count: number) => count + 1, 0);
  const retried = useRef<Failure | null>(null);
  const start = useEffectEvent((after: Failure | null) => load(after));
  const failureOf = useEffectEvent(async (error: unknown) => explain(error));
  useLayoutEffect(() => {
    if (isDone) return undefined;
    const after = retried.current;
    retried.current = null;
    let isAwaited = true;
    start(after).then(
      () => isAwaited && render(),
      async (error: unknown) => {
        const failure = await failureOf(error);
        if (isAwaited) setFailed({ key, failure });
      },
    );
    return () => {
      isAwaited = false;
      setFailed(null);
    };
  }, [key, isDone, attempt]);
  const retry = (failure: Failure) => {
    retried.current = failure;
    again();
  };
  return { failure: failed?.key === key ? failed.failure : undefined, retry, attempt };
}
