import { startTransition, useLayoutEffect, useState, type ReactNode } from 'react';
import { Router, type Location, type NavigationType } from 'react-router-dom';
import { pageHistory } from './history';

interface PageRouterProps {
  /** Hears of another page before that is drawn. Stays the same as long as the router does. */
  onPage?: (to: Location) => void;
  children: ReactNode;
}

/** Draws what is inside by the page's address, and follows it. One in a page. */
export function PageRouter({ onPage, children }: PageRouterProps) {
  const [{ location, action }, setArrived] = useState(() => ({ location: pageHistory.location, action: 'POP' }));
  useLayoutEffect(
    () =>
      pageHistory.listen(({ from, to, action }) => {
        const arrive = () => setArrived({ location: to, action });
        // Another page is what the person waits for; parameters follow what is on the screen already.
        if (from.pathname === to.pathname) {
          startTransition(arrive);
          return;
        }
        onPage?.(to);
        arrive();
      }),
    [onPage],
  );
  return (
    <Router location={location} navigationType={action as NavigationType} navigator={pageHistory}>
      {children}
    </Router>
  );
}
