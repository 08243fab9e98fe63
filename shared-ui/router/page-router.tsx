import { startTransition, useLayoutEffect, useState, type ReactNode } from 'react';
import { Router, type Location, type NavigationType } from 'react-router-dom';
import { commitWithData } from '../commit-with-data';
import { pageHistory } from './history';

interface PageRouterProps {
  /**
   * Called with another page's location before it is rendered; the render waits a moment for the data that it returns
   * (never rejects). Stays the same as long as the router does.
   */
  onPage?: (to: Location) => Promise<void> | null;
  children: ReactNode;
}

/** Draws what is inside by the page's address, and follows it. One in a page. */
export function PageRouter({ onPage, children }: PageRouterProps) {
  const [{ location, action }, setArrived] = useState(() => ({ location: pageHistory.location, action: 'POP' }));
  useLayoutEffect(() => {
    let cancel = (): void => undefined;
    const stop = pageHistory.listen(({ from, to, action }) => {
      // Only the last location is rendered.
      cancel();
      const arrive = () => setArrived({ location: to, action });
      // Another page is what the person waits for; parameters follow what is on the screen already.
      if (from.pathname === to.pathname) {
        startTransition(arrive);
        return;
      }
      const data = onPage?.(to);
      if (data) ({ cancel } = commitWithData(data, arrive));
      else arrive();
    });
    return () => {
      cancel();
      stop();
    };
  }, [onPage]);
  return (
    <Router location={location} navigationType={action as NavigationType} navigator={pageHistory}>
      {children}
    </Router>
  );
}
