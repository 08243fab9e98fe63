import { useCallback, useEffect, useRef, useState, type MouseEvent, type RefObject } from 'react';

/** So near to the end is at the end, in pixels. */
const NEAR = 32;

export interface Following {
  /** For the element that scrolls. */
  frame: RefObject<HTMLDivElement | null>;
  /** For what grows in it. */
  content: RefObject<HTMLDivElement | null>;
  /** Whether new text moves the frame: the reader is at its end. */
  following: boolean;
  /** Goes to the end and follows from there. */
  jump(): void;
  onScroll(): void;
  /** Content that the reader unfolds is read where it is: that growth is not followed. */
  onClick(event: MouseEvent): void;
}

/**
 * Keeps the end of a growing content in view for as long as the reader is there (DECISIONS §9): scrolling up ends it,
 * coming back to the end begins it again.
 */
export function useFollowing(): Following {
  const frame = useRef<HTMLDivElement>(null);
  const content = useRef<HTMLDivElement>(null);
  const [following, setFollowing] = useState(true);
  const atEnd = useRef(true);
  const lastTop = useRef(0);

  const toEnd = useCallback(() => {
    if (frame.current) frame.current.scrollTop = frame.current.scrollHeight;
  }, []);

  const decide = useCallback((now: boolean) => {
    atEnd.current = now;
    setFollowing(now);
  }, []);

  useEffect(() => {
    const grown = new ResizeObserver(() => (atEnd.current ? toEnd() : decide(isNearEnd(frame.current))));
    for (const { current } of [frame, content]) if (current) grown.observe(current);
    return () => grown.disconnect();
  }, [toEnd, decide]);

  return {
    frame,
    content,
    following,
    jump: useCallback(() => {
      decide(true);
      toEnd();
    }, [decide, toEnd]),
    onScroll() {
      const scrollTop = frame.current?.scrollTop ?? 0;
      // Content that has grown since is no movement of the reader: only upwards leaves the end.
      if (isNearEnd(frame.current)) decide(true);
      else if (scrollTop < lastTop.current) decide(false);
      lastTop.current = scrollTop;
    },
    onClick({ target }) {
      if (target instanceof Element && target.closest('[aria-expanded]')) atEnd.current = false;
    },
  };
}

const isNearEnd = (frame: HTMLElement | null) =>
  frame === null || frame.scrollHeight - frame.scrollTop - frame.clientHeight <= NEAR;
