import type { ReactNode } from 'react';
import { AlertIcon, CheckIcon, ErrorIcon, InfoIcon } from './icons';
import { RequestIdOf } from './request-id';
import './alert.css';

const LOOKS = { info: InfoIcon, success: CheckIcon, warning: AlertIcon, error: ErrorIcon };

interface AlertProps {
  type: keyof typeof LOOKS;
  title?: string | undefined;
  /** The error, so that its request can be named. */
  error?: unknown;
  /** Buttons that act on what the alert says. */
  actions?: ReactNode;
  children?: ReactNode;
}

/** A banner inside a page. Errors are read out at once, the others when the reader is idle. */
export function Alert({ type, title, error, actions, children }: AlertProps) {
  const Look = LOOKS[type];
  return (
    <div className={`c-alert c-tone--${type}`} role={type === 'error' ? 'alert' : 'status'}>
      <Look />
      <div className="c-alert__words">
        {title && <div className="c-alert__title">{title}</div>}
        {children}
        <RequestIdOf error={error} />
      </div>
      {actions}
    </div>
  );
}
