import { startTransition, useLayoutEffect, useState, type ReactNode } from 'react';
import { Router, type Location, type NavigationType } from 'react-router-dom';
import { drawTogether } from '../draw-together';
import { pageHistory } from './history';

interface PageRouterProps {
  /**
   * Hears of another page before that is drawn, and may have it wait for a moment, until what it draws is there (never
   * rejects). Stays the same as long as the router does.
   */
  onPage?: (to: Location) => Promise<void> | null;
  children: ReactNode;
}

/** Draws what is inside by the page's address, and follows it. One in a page. */
export function PageRouter({ onPage, children }: PageRouterProps) {
  const [{ location, action }, setArrived] = useState(() => ({ location: pageHistory.location, action: 'POP' }));
  useLayoutEffect(() => {
    let callOff = (): void => undefined;
    const stop = pageHistory.listen(({ from, to, action }) => {
      // Only where the person has come to at last is drawn.
      callOff();
      const arrive = () => setArrived({ location: to, action });
      // Another page is what the person waits for; parameters follow what is on the screen already.
      if (from.pathname === to.pathname) {
        startTransition(arrive);
        return;
      }
      const isThere = onPage?.(to);
      if (isThere) callOff = drawTogether(isThere, arrive);
      else arrive();
    });
    return () => {
      callOff();
      stop();
    };
  }, [onPage]);
  return (
    <Router location={location} navigationType={action as NavigationType} navigator={pageHistory}>
      {children}
    </Router>
  );
}
