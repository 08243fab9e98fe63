import { useEffect, useRef, useState } from 'react';
import { useCurrentUser } from 'shared-auth';
import { Button, DownIcon, useDialog } from 'shared-ui';

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

  const showAbout = () => {
    button.current?.focus();
    setOpen(false);
    void open(async () => {
      const { AboutDialog } = await import('../about/about-dialog');
      return <AboutDialog onClosed={close} />;
    });
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
        <div className="user-menu__items" role="menu" aria-label={user.username}>
          <button type="button" role="menuitem" autoFocus onClick={showAbout}>
            About this console
          </button>
        </div>
      )}
      {dialog}
    </div>
  );
}
