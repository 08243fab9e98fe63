import { useEffect, type ReactElement } from 'react';
import { useLocation, useRoutes, type Location, type To } from 'react-router-dom';
import { PageRouter } from '../router';
import { pageHistory } from '../router/history';

/** An entry of the browser's history: an address, and what a link carries beside it. */
type Entry = string | { address: string; state: unknown };

/** The page's address in a test, and the ways to change it. */
export interface PageAddress {
  readonly state: { readonly location: Location };
  /** Opens an address as a link does, or goes so many steps in the history; resolves when the page is there. */
  navigate(to: To | number, state?: unknown): Promise<void>;
  /** Calls back with each address that is rendered, the first as well. */
  subscribe(listener: (state: { location: Location }) => void): void;
}

interface PagesProps {
  pages: Readonly<Record<string, ReactElement>>;
  onDrawn(location: Location): void;
}

function Pages({ pages, onDrawn }: PagesProps) {
  const location = useLocation();
  useEffect(() => onDrawn(location), [location, onDrawn]);
  return useRoutes(Object.entries(pages).map(([path, element]) => ({ path, element })));
}

/**
 * Pages under their paths as the host renders them, over the browser's own history.
 *
 * @param entries the addresses that were opened, the last of which the browser is at
 */
export function pagesAt(pages: Readonly<Record<string, ReactElement>>, ...entries: Entry[]) {
  entries.forEach((entry, at) => {
    const { address, state } = typeof entry === 'string' ? { address: entry, state: null } : entry;
    const known = { usr: state, key: `entry-${at}`, idx: at };
    // Absolute: the service of a test is the base of the page's addresses.
    const url = window.location.origin + address;
    if (at === 0) window.history.replaceState(known, '', url);
    else window.history.pushState(known, '', url);
  });
  const listeners: Parameters<PageAddress['subscribe']>[0][] = [];
  const drawn = (location: Location) => {
    for (const listener of listeners) listener({ location });
  };
  const router: PageAddress = {
    state: {
      get location() {
        return pageHistory.location;
      },
    },
    navigate: (to, state) =>
      new Promise((resolve) => {
        if (typeof to === 'number') {
          // After the page's own listener.
          window.addEventListener('popstate', () => setTimeout(resolve), { once: true });
          pageHistory.go(to);
        } else {
          pageHistory.push(to, state);
          resolve();
        }
      }),
    subscribe: (listener) => void listeners.push(listener),
  };
  const page = (
    <PageRouter>
      <Pages pages={pages} onDrawn={drawn} />
    </PageRouter>
  );
  return { page, router };
}
