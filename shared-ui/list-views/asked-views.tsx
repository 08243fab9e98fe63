import { ONCE_A_MINUTE } from 'shared-auth';
import { useEffect, type ReactNode } from 'react';
import { useSpareTime } from '../use-spare-time';
import { isSame, type ListViews } from './use-list-views';
import { viewCalls } from './views.api';

interface AskedViewsProps extends Pick<ListViews, 'list' | 'views' | 'learn'> {
  /** The rows are there. */
  ready: boolean;
  /** Drawn with whether the views are those of the service, not only remembered ones. */
  children: (known: boolean) => ReactNode;
}

/** Asks the service for a list's views where its rows are there already, out of their way. */
export function AskedViews({ list, views, learn, ready, children }: AskedViewsProps) {
  const isSpare = useSpareTime(ready);
  const { data } = viewCalls.list.useQuery(list, { skip: !isSpare, ...ONCE_A_MINUTE });
  useEffect(() => {
    if (data) learn(data.items);
  }, [data, learn]);
  return children(data !== undefined && isSame(views, data.items));
}
