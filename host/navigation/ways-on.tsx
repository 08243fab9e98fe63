import { Link } from 'shared-ui/router';
import { useOpenScreens } from './open-screens';
import { ScreenIcon } from './screen-icon';
import { ScreenLink } from './screen-link';
import './ways-on.css';

/** Where somebody who may not open a page can go instead: the dashboard, and every screen that they may open. */
export function WaysOn() {
  const screens = useOpenScreens();
  return (
    <nav className="ways-on" aria-label="You may open">
      <ul>
        <li>
          <Link to="/">
            <ScreenIcon path="/" />
            Dashboard
          </Link>
        </li>
        {screens.map(({ path, name }) => (
          <li key={path}>
            <ScreenLink path={path}>
              <ScreenIcon path={path} />
              {name}
            </ScreenLink>
          </li>
        ))}
      </ul>
    </nav>
  );
}
