import { useCallback, useEffect, useRef, useState, type KeyboardEvent as ReactKeyboardEvent } from 'react';
import { useCurrentUser } from 'shared-auth';
import { Button, DownIcon, useDialog } from 'shared-ui';

const loadAccount = () => import(/* webpackChunkName: 'user-dialogs' */ '../account/account-dialog');

/** The dialogs of the menu, by their entries. */
const DIALOGS = {
  'My account': loadAccount,
  'Keyboard shortcuts': () => import(/* webpackChunkName: 'user-dialogs' */ '../commands/shortcuts-dialog'),
  'About this console': () => import(/* webpackChunkName: 'user-dialogs' */ '../about/about-dialog'),
};

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

  const openFrom = useCallback(
    (load: (typeof DIALOGS)[keyof typeof DIALOGS]) =>
      void open(async () => {
        const { default: Dialog } = await load();
        return <Dialog onClosed={close} />;
      }),
    [open, close],
  );
  const show = (load: Parameters<typeof openFrom>[0]) => {
    button.current?.focus();
    setOpen(false);
    openFrom(load);
  };
  useEffect(() => {
    // It is all that they may do (DECISIONS §15).
    if (user.must_set_up_factor) openFrom(loadAccount);
  }, [user.must_set_up_factor, openFrom]);
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
          {Object.entries(DIALOGS).map(([entry, load], at) => (
            <button
              key={entry}
              type="button"
              role="menuitem"
              tabIndex={-1}
              autoFocus={at === 0}
              onClick={() => show(load)}
            >
              {entry}
            </button>
          ))}
        </div>
      )}
      {dialog}
    </div>
  );
}
