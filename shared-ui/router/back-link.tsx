import type { ReactNode } from 'react';
import { Link, useLocation, type To } from 'react-router-dom';
import { PreviousIcon } from '../icons';

/** The state of an address that was opened from a list, for `BackLink`. */
export interface OpenedFrom {
  from: string;
}

/** State of a link so that `BackLink` leads back to where it stands, its filters and page included. */
export function useOpenedFrom(): OpenedFrom {
  const { pathname, search } = useLocation();
  return { from: pathname + search };
}

/**
 * Leads back to the list that this page was opened from, as it was left, or to the list's beginning where the page was
 * opened by itself.
 *
 * @param to the list's path
 */
export function BackLink({ to, children }: { to: string; children: ReactNode }) {
  const { from } = (useLocation().state ?? {}) as Partial<OpenedFrom>;
  const left: To = typeof from === 'string' && from.startsWith(`${to}?`) ? from : to;
  return (
    <Link className="c-button c-button--quiet" to={left}>
      <PreviousIcon />
      {children}
    </Link>
  );
}
