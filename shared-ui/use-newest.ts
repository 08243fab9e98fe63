import { useLayoutEffect, useRef, type RefObject } from 'react';

/** A value as it was rendered last, for handlers that run later than the render they were made in. */
export function useNewest<Value>(value: Value): RefObject<Value> {
  const newest = useRef(value);
  useLayoutEffect(() => {
    newest.current = value;
  }, [value]);
  return newest;
}
