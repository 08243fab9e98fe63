import { useCallback, useEffect, useRef, useState, type RefObject } from 'react';

/** So near to the end is at the end, in pixels. */
const NEAR = 32;

export interface Following {
  /** Whether new text moves the frame: the reader is at its end. */
  following: boolean;
  /** Goes to the end and follows from there. */
  jump(): void;
  onScroll(): void;
}

/**
 * Keeps the end of a growing content in view for as long as the reader is there (DECISIONS §9): scrolling up ends it,
 * coming back to the end begins it again.
 */
export function useFollowing(frame: RefObject<HTMLElement | null>, content: RefObject<HTMLElement | null>): Following {
  const [following, setFollowing] = useState(true);
  const atEnd = useRef(true);
  const lastTop = useRef(0);

  const toEnd = useCallback(() => {
    if (frame.current) frame.current.scrollTop = frame.current.scrollHeight;
  }, [frame]);

  useEffect(() => {
    const grown = new ResizeObserver(() => atEnd.current && toEnd());
    for (const { current } of [frame, content]) if (current) grown.observe(current);
    return () => grown.disconnect();
  }, [frame, content, toEnd]);

  const decide = (now: boolean) => {
    atEnd.current = now;
    setFollowing(now);
  };
  return {
    following,
    jump: useCallback(() => {
      atEnd.current = true;
      setFollowing(true);
      toEnd();
    }, [toEnd]),
    onScroll() {
      const { scrollTop = 0, scrollHeight = 0, clientHeight = 0 } = frame.current ?? {};
      // Content that has grown since is no movement of the reader: only upwards leaves the end.
      if (scrollHeight - scrollTop - clientHeight <= NEAR) decide(true);
      else if (scrollTop < lastTop.current) decide(false);
      lastTop.current = scrollTop;
    },
  };
}
