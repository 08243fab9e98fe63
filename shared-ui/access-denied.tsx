import type { ReactNode } from 'react';
import { LockIcon } from './icons';

/**
 * The Access Denied panel (specification 1 §4).
 *
 * @param role the group that the route asks for; gives the guard's sentence
 * @param children a screen's own sentence, below the guard's
 */
export const AccessDenied = ({ role, children }: { role?: string; children?: ReactNode }) => (
  <section className="c-panel" role="alert">
    <LockIcon />
    <h1>Access Denied</h1>
    {role && <p>{`You do not have permission to access this page. Required role: ${role}.`}</p>}
    {children && <p>{children}</p>}
  </section>
);
