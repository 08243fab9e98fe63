import type { ReactNode } from 'react';
import { Alert } from 'shared-ui';
import { Link } from 'shared-ui/router';
import { Logo } from '../navigation/logo';

interface LoginEndedProps {
  title: string;
  /** The sentence that says why. */
  children: ReactNode;
  actions?: ReactNode;
}

/** A way of signing in that leads no further: why, and to the login. */
export const LoginEnded = ({ title, children, actions }: LoginEndedProps) => (
  <section className="login-ended">
    <Logo size={40} />
    <h1>{title}</h1>
    <Alert type="error" actions={actions}>
      {children}
    </Alert>
    <Link to="/login" replace>
      Go to login
    </Link>
  </section>
);
