import { useEffect, useLayoutEffect, useRef, useState, type ReactNode } from 'react';
import type { ConsolePath } from 'api/contract/console-paths';
import { inGroup, useCurrentUser } from 'shared-auth';
import { signOut } from 'shared-auth/host';
import { Button, CloseIcon, MenuIcon, SignOutIcon } from 'shared-ui';
import { Link, useLocation } from 'shared-ui/router';
import { useConfig } from '../console-config';
import { preloadScreen } from '../remotes/remotes';
import { MENU, routeOf } from '../route-table';
import { Logo } from './logo';
import { ThemeSwitch } from './theme-switch';
import './navigation.css';

/** The header that every screen shows, with the current user and Logout, and the menu of the person's groups. */
export function Navigation({ children }: { children: ReactNode }) {
  const user = useCurrentUser();
  const { brand } = useConfig();
  const { pathname } = useLocation();
  const [open, setOpen] = useState(false);
  const sections = MENU.filter((section) => inGroup(user, section.group));
  const toggle = useRef<HTMLButtonElement>(null);

  // On a narrow screen the menu lies over the page: going somewhere, also by Back, or Escape puts it away.
  const close = () => setOpen(false);
  const [drawn, setDrawn] = useState(pathname);
  if (drawn !== pathname) {
    setDrawn(pathname);
    close();
  }
  useEffect(() => {
    if (!open) return;
    const button = toggle.current;
    const onKeyDown = (event: KeyboardEvent) => event.key === 'Escape' && close();
    document.addEventListener('keydown', onKeyDown);
    return () => {
      document.removeEventListener('keydown', onKeyDown);
      // Else the focus is lost with the entry that has it.
      button?.focus();
    };
  }, [open]);
  // Before a screen that is there already gives the tab its own title.
  useLayoutEffect(() => {
    const entry = MENU.flatMap((section) => section.paths).find((path) => path === pathname);
    document.title = entry ? `${routeOf(entry).entry} · ${brand}` : pathname === '/' ? `${brand} Dashboard` : brand;
  }, [pathname, brand]);

  return (
    <div className="console" data-menu={sections.length > 0}>
      <a className="skip-link" href="#content">
        Skip to content
      </a>
      <header className="console-header">
        {sections.length > 0 && (
          <Button
            ref={toggle}
            tone="quiet"
            className="header-button menu-toggle"
            icon={open ? <CloseIcon /> : <MenuIcon />}
            aria-expanded={open}
            aria-controls="menu"
            aria-label={open ? 'Close menu' : 'Open menu'}
            onClick={() => setOpen(!open)}
          />
        )}
        <Link to="/" className="brand">
          <Logo />
          <span>{brand}</span>
        </Link>
        <span className="console-header-end">
          <ThemeSwitch />
          <span className="current-user" title={user.email}>
            {user.username}
          </span>
          <Button tone="quiet" icon={<SignOutIcon />} onClick={() => signOut()}>
            <span className="logout-word">Logout</span>
          </Button>
        </span>
      </header>
      {sections.length > 0 && (
        <>
          <nav id="menu" className="menu" aria-label="Main" data-open={open}>
            {sections.map(({ title, paths }) => (
              <section key={title}>
                <h2>{title}</h2>
                <ul>
                  {paths.map((path) => (
                    <MenuEntry key={path} path={path} current={pathname === path} onChoose={close} />
                  ))}
                </ul>
              </section>
            ))}
          </nav>
          {open && <div className="menu-backdrop" onClick={close} />}
        </>
      )}
      <main id="content" tabIndex={-1}>
        {children}
      </main>
    </div>
  );
}

interface MenuEntryProps {
  path: ConsolePath;
  current: boolean;
  onChoose(): void;
}

function MenuEntry({ path, current, onChoose }: MenuEntryProps) {
  const route = routeOf(path);
  const preload = () => preloadScreen(route.area, path);
  return (
    <li>
      <Link
        to={path}
        aria-current={current ? 'page' : undefined}
        onPointerEnter={preload}
        onFocus={preload}
        onClick={onChoose}
      >
        {route.entry}
      </Link>
    </li>
  );
}
