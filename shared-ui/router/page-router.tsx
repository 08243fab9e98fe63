import { startTransition, useLayoutEffect, useState, type ReactNode } from 'react';
import { Router, type NavigationType } from 'react-router-dom';
import { pageHistory } from './history';

/** Draws what is inside by the page's address, and follows it. One in a page. */
export function PageRouter({ children }: { children: ReactNode }) {
  const [{ location, action }, setArrived] = useState(() => ({ location: pageHistory.location, action: 'POP' }));
  useLayoutEffect(
    () => pageHistory.listen(({ to, action }) => startTransition(() => setArrived({ location: to, action }))),
    [],
  );
  return (
    <Router location={location} navigationType={action as NavigationType} navigator={pageHistory}>
      {children}
    </Router>
  );
}
