import type { ReactNode } from 'react';
import { LockIcon } from './icons';
import { Panel } from './panel';

interface AccessDeniedProps {
  role?: string | undefined;
  children?: ReactNode;
  actions?: ReactNode;
}

/**
 * The Access Denied panel (specification 1 §4).
 *
 * @param role the group that the route asks for; gives the guard's message
 * @param children a screen's own message, below the guard's
 * @param actions ways on: links to what the person may open
 */
export const AccessDenied = ({ role, children, actions }: AccessDeniedProps) => (
  <Panel icon={<LockIcon />} title="Access Denied" alerting actions={actions}>
    {role && <p>{`You do not have permission to access this page. Required role: ${role}.`}</p>}
    {children && <p>{children}</p>}
  </Panel>
);
