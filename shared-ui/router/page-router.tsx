import { startTransition, useLayoutEffect, useState, type ReactNode } from 'react';
import { Router, type NavigationType } from 'react-router-dom';
import { pageHistory } from './history';

/** Draws what is inside by the page's address, and follows it. One in a page. */
export function PageRouter({ children }: { children: ReactNode }) {
  const [{ location, action }, setArrived] = useState(() => ({ location: pageHistory.location, action: 'POP' }));
  useLayoutEffect(
    () =>
      pageHistory.listen(({ from, to, action }) => {
        const arrive = () => setArrived({ location: to, action });
        // Another page is what the person waits for; parameters follow what is on the screen already.
        if (from.pathname === to.pathname) startTransition(arrive);
        else arrive();
      }),
    [],
  );
  return (
    <Router location={location} navigationType={action as NavigationType} navigator={pageHistory}>
      {children}
    </Router>
  );
}
