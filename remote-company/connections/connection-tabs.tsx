import { NavLink } from 'shared-ui/router';
import './connection-tabs.css';

/** The way between connections and the credentials that they sign in with. */
export const ConnectionTabs = () => (
  <nav className="connection-tabs" aria-label="Connections and credentials">
    <NavLink to="/company/connections" end>
      Connections
    </NavLink>
    <NavLink to="/company/connections/credentials">Credentials</NavLink>
  </nav>
);
