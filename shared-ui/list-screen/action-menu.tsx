import { useEffect, useLayoutEffect, useRef, useState, type KeyboardEvent } from 'react';
import type { DetailAction } from '../record-details';
import { Link, useOpenedFrom } from '../router';
import './action-menu.css';

/** An entry of a menu: an action, or a link, which may also be opened in a tab of its own. */
export interface MenuItem extends DetailAction {
  /** Where one of several is chosen. */
  readonly choice?: { readonly role: 'menuitemradio'; readonly 'aria-checked': boolean };
}

interface ActionMenuProps {
  label: string;
  /** The button that opened it: the menu hangs there and gives the focus back to it. */
  anchor: HTMLElement;
  items: readonly MenuItem[];
  onClose: () => void;
}

const GAP = 4;
const ITEMS = '[role^="menuitem"]';

/** Below the anchor's right end, above it where there is no room below, never outside the window. */
function placeOf(menu: HTMLElement, anchor: HTMLElement) {
  const at = anchor.getBoundingClientRect();
  const { width, height } = menu.getBoundingClientRect();
  const below = at.bottom + GAP;
  const fits = below + height <= window.innerHeight;
  return {
    left: Math.max(GAP, Math.min(at.right - width, window.innerWidth - width - GAP)),
    top: fits ? below : Math.max(GAP, at.top - GAP - height),
  };
}

/**
 * One menu for a whole list: rows carry plain buttons and no menu of their own, because a menu instance in each row
 * costs more than the row. Arrows, Home and End move, Enter and Space choose, Escape and Tab leave.
 */
export function ActionMenu({ label, anchor, items, onClose }: ActionMenuProps) {
  const menu = useRef<HTMLDivElement>(null);
  const openedFrom = useOpenedFrom();
  const [place, setPlace] = useState<ReturnType<typeof placeOf>>();

  useLayoutEffect(() => {
    if (menu.current) setPlace(placeOf(menu.current, anchor));
    menu.current?.querySelector<HTMLElement>(ITEMS)?.focus({ preventScroll: true });
  }, [anchor]);

  useEffect(() => {
    const outside = (event: Event) => {
      if (!menu.current?.contains(event.target as Node) && !anchor.contains(event.target as Node)) onClose();
    };
    const opened = anchor.getBoundingClientRect();
    // A scrolled page would leave the menu behind. The scroll that brought the button into view may be told of only now.
    const scrolled = () => {
      const { left, top } = anchor.getBoundingClientRect();
      if (left !== opened.left || top !== opened.top) onClose();
    };
    document.addEventListener('pointerdown', outside, true);
    window.addEventListener('scroll', scrolled, true);
    window.addEventListener('resize', onClose);
    return () => {
      document.removeEventListener('pointerdown', outside, true);
      window.removeEventListener('scroll', scrolled, true);
      window.removeEventListener('resize', onClose);
    };
  }, [anchor, onClose]);

  const leave = () => {
    anchor.focus({ preventScroll: true });
    onClose();
  };

  const onKeyDown = (event: KeyboardEvent<HTMLDivElement>) => {
    const elements = [...event.currentTarget.querySelectorAll<HTMLElement>(ITEMS)];
    const at = elements.indexOf(document.activeElement as HTMLElement);
    const moves: Record<string, number> = { ArrowDown: at + 1, ArrowUp: at - 1 + elements.length, Home: 0, End: -1 };
    if (event.key in moves) {
      event.preventDefault();
      elements.at((moves[event.key] ?? 0) % elements.length)?.focus();
    } else if (event.key === ' ' && elements[at] instanceof HTMLAnchorElement) {
      event.preventDefault();
      elements[at].click();
    } else if (event.key === 'Escape' || event.key === 'Tab') {
      event.preventDefault();
      event.stopPropagation();
      leave();
    }
  };

  return (
    <div ref={menu} className="list-menu" role="menu" aria-label={label} style={place} onKeyDown={onKeyDown}>
      {items.map((item, at) => {
        const shared = {
          role: 'menuitem',
          tabIndex: -1,
          className: 'c-frame list-menu__item',
          'data-danger': item.danger,
          onPointerEnter: item.onPoint,
          onFocus: item.onPoint,
          ...item.choice,
        };
        if (item.to !== undefined)
          return (
            <Link key={at} {...shared} to={item.to} state={openedFrom} onClick={onClose}>
              {item.icon}
              {item.label}
            </Link>
          );
        const choose = () => {
          leave();
          item.onSelect?.();
        };
        return (
          <button key={at} {...shared} type="button" onClick={choose}>
            {item.icon}
            {item.label}
          </button>
        );
      })}
    </div>
  );
}
