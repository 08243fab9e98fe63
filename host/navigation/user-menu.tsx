import { useEffect, useRef, useState, type KeyboardEvent as ReactKeyboardEvent, type ReactNode } from 'react';
import { useCurrentUser } from 'shared-auth';
import { Button, DownIcon, useDialog } from 'shared-ui';

async function accountDialog(onClosed: () => void) {
  const { AccountDialog } = await import(/* webpackChunkName: 'user-dialogs' */ '../account/account-dialog');
  return <AccountDialog onClosed={onClosed} />;
}

/** The header's menu, under the current user's name. Escape and a click beside it put it away. */
export function UserMenu() {
  const user = useCurrentUser();
  const [isOpen, setOpen] = useState(false);
  const place = useRef<HTMLDivElement>(null);
  const button = useRef<HTMLButtonElement>(null);
  const { dialog, open, close } = useDialog();

  useEffect(() => {
    if (!isOpen) return;
    const onKeyDown = ({ key }: KeyboardEvent) => {
      if (key !== 'Escape' && key !== 'Tab') return;
      button.current?.focus();
      setOpen(false);
    };
    const onPointerDown = ({ target }: Event) => {
      if (!place.current?.contains(target as Node)) setOpen(false);
    };
    document.addEventListener('keydown', onKeyDown);
    document.addEventListener('pointerdown', onPointerDown);
    return () => {
      document.removeEventListener('keydown', onKeyDown);
      document.removeEventListener('pointerdown', onPointerDown);
    };
  }, [isOpen]);

  const show = (draw: () => Promise<ReactNode>) => {
    button.current?.focus();
    setOpen(false);
    void open(draw);
  };
  const showShortcuts = async () => {
    const { ShortcutsDialog } = await import(/* webpackChunkName: 'user-dialogs' */ '../commands/shortcuts-dialog');
    return <ShortcutsDialog onClosed={close} />;
  };
  const showAbout = async () => {
    const { AboutDialog } = await import(/* webpackChunkName: 'user-dialogs' */ '../about/about-dialog');
    return <AboutDialog onClosed={close} />;
  };
  useEffect(() => {
    // It is all that they may do (DECISIONS §15).
    if (user.must_set_up_factor) void open(() => accountDialog(close));
  }, [user.must_set_up_factor, open, close]);
  const onMenuKey = (event: ReactKeyboardEvent<HTMLDivElement>) => {
    const items = [...event.currentTarget.querySelectorAll('button')];
    const at = items.findIndex((item) => item === document.activeElement);
    const to = { ArrowDown: (at + 1) % items.length, ArrowUp: at - 1, Home: 0, End: -1 }[event.key];
    if (to === undefined) return;
    event.preventDefault();
    items.at(to)?.focus();
  };

  return (
    <div ref={place} className="user-menu">
      <Button
        ref={button}
        tone="quiet"
        className="current-user"
        title={user.email}
        aria-haspopup="menu"
        aria-expanded={isOpen}
        onClick={() => setOpen(!isOpen)}
      >
        <span>{user.username}</span>
        <DownIcon />
      </Button>
      {isOpen && (
        <div className="user-menu__items" role="menu" aria-label={user.username} onKeyDown={onMenuKey}>
          <button
            type="button"
            role="menuitem"
            tabIndex={-1}
            autoFocus
            onClick={() => show(() => accountDialog(close))}
          >
            My account
          </button>
          <button type="button" role="menuitem" tabIndex={-1} onClick={() => show(showShortcuts)}>
            Keyboard shortcuts
          </button>
          <button type="button" role="menuitem" tabIndex={-1} onClick={() => show(showAbout)}>
            About this console
          </button>
        </div>
      )}
      {dialog}
    </div>
  );
}
