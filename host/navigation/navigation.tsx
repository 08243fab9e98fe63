import {
  memo,
  useCallback,
  useEffect,
  useLayoutEffect,
  useRef,
  useState,
  type ReactNode,
  type SyntheticEvent,
} from 'react';
import { inGroup, useCurrentUser } from 'shared-auth';
import { signOut } from 'shared-auth/host';
import { Button, CloseIcon, MenuIcon, SignOutIcon, useFocusKeeping, type ScreenPath, shape } from 'shared-ui';
import { Link, matchPath, useLocation } from 'shared-ui/router';
import { Commands } from '../commands/commands';
import { useConfig } from '../config/console-config';
import { useAddedScreens } from '../remotes/added-screens';
import { isOpenTo } from '../config/is-open-to';
import { MENU, ROUTES, routeOf } from '../config/route-table';
import { Logo } from './logo';
import { useQuietWork } from '../remotes/use-quiet-work';
import { ScreenIcon } from './screen-icon';
import { ScreenLink } from './screen-link';
import { ThemeSwitch } from './theme-switch';
import { UserMenu } from './user-menu';
import './header.css';
import './menu.css';
import './navigation.css';

/** The header that every screen shows, with the current user and Logout, and the menu of the person's groups. */
export function Navigation({ children }: { children: ReactNode }) {
  const user = useCurrentUser();
  const { brand } = useConfig();
  const { pathname } = useLocation();
  const [open, setOpen] = useState(false);
  const added = useAddedScreens();
  const sections = MENU.filter((section) => inGroup(user, section.group)).map(({ title, paths }) => ({
    title,
    // Entries that remotes add stand after the console's own (DECISIONS §2).
    entries: [
      ...paths.map((path) => ({ path, words: routeOf(path).entry })),
      ...added
        .filter((screen) => screen.section === title && isOpenTo(user, screen.groups))
        .map((screen) => ({ path: screen.path, words: screen.title })),
    ],
  }));
  useQuietWork();
  const toggle = useRef<HTMLButtonElement>(null);
  // A tile or a link goes with the screen that it leads away from.
  const { keeper, onFocus } = useFocusKeeping<HTMLElement>();

  // On a narrow screen the menu lies over the page: going somewhere, also by Back, or Escape puts it away.
  const close = useCallback(() => setOpen(false), []);
  const [rendered, setRendered] = useState(pathname);
  if (rendered !== pathname) {
    setRendered(pathname);
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
  }, [open, close]);
  const route = ROUTES.find(({ path }) => path === pathname);
  const screen = route ? route.entry : added.find((one) => matchPath(one.path, pathname))?.title;
  const title = screen ? `${screen} · ${brand}` : pathname === '/' ? `${brand} Dashboard` : brand;
  // Before a screen that is there already gives the tab its own title, and not again when others are added.
  useLayoutEffect(() => {
    document.title = title;
  }, [pathname, title]);

  return (
    <div className="console" data-menu={sections.length > 0}>
      <a className="skip-link" href="#content">
        Skip to content
      </a>
      <header className={`${shape.line} console-header`}>
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
        <span className={`${shape.line} console-header-end`}>
          <Commands />
          <ThemeSwitch />
          <UserMenu />
          <Button tone="quiet" icon={<SignOutIcon />} onClick={() => signOut()}>
            <span className="logout-word">Logout</span>
          </Button>
        </span>
      </header>
      {sections.length > 0 && (
        <>
          <nav id="menu" className="menu" aria-label="Main" data-open={open}>
            {sections.map(({ title, entries }) => (
              <section key={title}>
                <h2>{title}</h2>
                <ul>
                  {entries.map((entry) => (
                    <MenuEntry key={entry.path} {...entry} current={pathname === entry.path} onChoose={close} />
                  ))}
                </ul>
              </section>
            ))}
          </nav>
          {open && <div className="menu-backdrop" onClick={close} />}
        </>
      )}
      <main id="content" tabIndex={-1} ref={keeper} onFocus={onFocus}>
        {children}
      </main>
    </div>
  );
}

interface MenuEntryProps {
  path: ScreenPath;
  words: string | undefined;
  current: boolean;
  onChoose(): void;
}

/** On a rail of icons the name is a tooltip, which leaves the scrolling menu: it has to be told how far down it stands. */
const placeName = ({ currentTarget }: SyntheticEvent<HTMLElement>) =>
  currentTarget.style.setProperty('--name-top', `${currentTarget.getBoundingClientRect().top}px`);

/** Rendered again where it becomes the current one or ceases to be, not with every page of a list. */
const MenuEntry = memo(({ path, words, current, onChoose }: MenuEntryProps) => (
  <li>
    <ScreenLink
      path={path}
      aria-current={current ? 'page' : undefined}
      onPointerEnter={placeName}
      onFocus={placeName}
      onClick={onChoose}
    >
      <ScreenIcon path={path} />
      <span>{words}</span>
    </ScreenLink>
  </li>
));
