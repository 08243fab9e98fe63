import { useEffect, useState } from 'react';
import { whenIdle } from './when-idle';

/** How long a browser that always has something to do may put it off, in milliseconds. */
const LONGEST = 500;

/** Becomes true when the page, once it is ready, has nothing more urgent to do. */
export function useSpareTime(isReady = true): boolean {
  const [isSpare, setSpare] = useState(false);
  useEffect(() => (isReady ? whenIdle(() => setSpare(true), LONGEST) : undefined), [isReady]);
  return isSpare;
}
