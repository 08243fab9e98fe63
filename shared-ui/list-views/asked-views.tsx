import { useEffect, useState } from 'react';
import { whenIdle } from '../when-idle';
import type { ListViews } from './use-list-views';
import { viewCalls } from './views.api';

/** How long a browser that always has something to do may put it off, in milliseconds. */
const LONGEST = 500;
/** Seconds in which they are not asked for again, from list to list; what is saved here is asked for anyway. */
const ONCE = { refetchOnMountOrArgChange: 60 };

/** Becomes true when the page has nothing more urgent to do. */
function useSpareTime(): boolean {
  const [isSpare, setSpare] = useState(false);
  useEffect(() => whenIdle(() => setSpare(true), LONGEST), []);
  return isSpare;
}

/** Asks the service for a list's views where its rows are there already, out of their way; draws nothing. */
export function AskedViews({ list, learn }: Pick<ListViews, 'list' | 'learn'>) {
  const isSpare = useSpareTime();
  const { data } = viewCalls.list.useQuery(list, { skip: !isSpare, ...ONCE });
  useEffect(() => {
    if (data) learn(data.items);
  }, [data, learn]);
  return null;
}
