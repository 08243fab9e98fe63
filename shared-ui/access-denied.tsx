import type { ReactNode } from 'react';
import { LockIcon } from './icons';
import { Panel } from './panel';

/**
 * The Access Denied panel (specification 1 §4).
 *
 * @param role the group that the route asks for; gives the guard's message
 * @param children a screen's own message, below the guard's
 */
export const AccessDenied = ({ role, children }: { role?: string; children?: ReactNode }) => (
  <Panel icon={<LockIcon />} title="Access Denied" alerting>
    {role && <p>{`You do not have permission to access this page. Required role: ${role}.`}</p>}
    {children && <p>{children}</p>}
  </Panel>
);
