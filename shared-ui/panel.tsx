import type { ReactNode } from 'react';
import './panel.css';

interface PanelProps {
  icon: ReactNode;
  title: string;
  /** Read out at once: the page is not what the person asked for. */
  alerting?: boolean;
  /** Buttons below the words. */
  actions?: ReactNode;
  children?: ReactNode;
}

/** A panel in the place of a page that cannot be shown, with the reason. */
export const Panel = ({ icon, title, alerting = false, actions, children }: PanelProps) => (
  <section className="c-card c-panel" role={alerting ? 'alert' : 'status'}>
    {icon}
    <h1>{title}</h1>
    {children}
    {actions && <div className="c-wrap c-panel__actions">{actions}</div>}
  </section>
);
