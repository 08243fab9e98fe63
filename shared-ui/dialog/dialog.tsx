import { Modal } from 'antd';
import { forgetTries } from 'shared-auth';
import { useEffect, useLayoutEffect, useRef, useState, type ReactNode, type RefObject } from 'react';
import { ConsoleTheme } from '../theme/console-theme';
import './dialog.css';

interface DialogProps {
  title: ReactNode;
  /** Its subject and company, below the title. */
  about?: ReactNode;
  /** Start with true; false plays the closing transition and gives the focus back to what opened the dialog. */
  open: boolean;
  /** Asked for by X, Escape or a click beside the dialog; the caller sets `open` to false, or does nothing. */
  onCloseRequest(): void;
  /** The closing transition has ended: the dialog may be taken out of the tree. */
  onClosed(): void;
  /** 'small' for a question (416 px), 'normal' for one column (640 px), 'wide' for two (880 px), 'tall' (880 px) and 'large' (1,240 px) for an editor as high as the window lets it be. In a window up to 640 px all but a small one fill the screen. */
  size?: 'small' | 'normal' | 'wide' | 'tall' | 'large';
  /** Gets the focus first; absent: the dialog itself, so that its title is read out. */
  initialFocus?: RefObject<HTMLElement | null>;
  /** A question is open over it, which then has the focus. */
  covered?: boolean;
  /** The buttons in reading order; they stay in view while the content scrolls. */
  footer: ReactNode;
  children: ReactNode;
}

const WIDTHS = { small: 416, normal: 640, wide: 880, tall: 880, large: 1240 } as const;

/**
 * The one frame of everything modal: the focus stays inside and goes back when it closes, the page behind does not
 * scroll, the panel takes 300 ms and the backdrop 150 ms (specification 1 §9), neither any time for those who want no
 * motion.
 */
export function Dialog(props: DialogProps) {
  const {
    title,
    about,
    footer,
    children,
    open,
    onCloseRequest,
    onClosed,
    size = 'normal',
    initialFocus,
    covered = false,
  } = props;
  const [opener] = useState(() => document.activeElement);
  // A failed action of a dialog is tried again in it. A question is only a step of something, and of its next try.
  const [beginsAnew] = useState(() => size !== 'small' && !document.querySelector('.dialog'));
  useEffect(() => {
    if (beginsAnew) forgetTries();
  }, [beginsAnew]);
  // At once, and not when it has faded away: what is typed meanwhile is meant for what is seen again.
  // A dialog that closes together with this one gives it back itself, to what opened the two.
  useEffect(() => {
    if (!open && opener instanceof HTMLElement && !opener.closest('.dialog--closing'))
      opener.focus({ preventScroll: true });
  }, [open, opener]);
  const [gutter] = useState(scrollBarGutter);
  useLayoutEffect(() => {
    document.documentElement.style.scrollbarGutter = gutter;
  }, [gutter]);
  return (
    <ConsoleTheme>
      <Modal
        open={open}
        title={<h2 className="dialog-title">{title}</h2>}
        footer={<div className="c-wrap dialog-footer">{footer}</div>}
        width={WIDTHS[size]}
        className={`dialog dialog-${size}${open ? '' : ' dialog--closing'}`}
        transitionName="dialog-panel"
        maskTransitionName="dialog-backdrop"
        destroyOnHidden
        // Named, it is there from the start; antd's own place joins the page only after the first focus was given.
        getContainer={() => document.body}
        // antd would put a measured style into the page's head.
        scrollLock={false}
        // antd looks for the opener only after the first focus has already moved inside.
        focusable={{ focusTriggerAfterClose: false, trap: open && !covered }}
        // The second click of a double click was meant for what opened the dialog, and falls beside it.
        onCancel={({ detail, target }) => {
          if (detail < 2 || (target instanceof Element && target.closest('button'))) onCloseRequest();
        }}
        afterClose={onClosed}
      >
        <FocusInside target={initialFocus} />
        {about && <p className="dialog-about">{about}</p>}
        {children}
      </Modal>
    </ConsoleTheme>
  );
}

/** The stylesheet stops the page from scrolling; the place of its scroll bar is kept, so that nothing jumps. */
function scrollBarGutter(): string {
  const { clientWidth, style } = document.documentElement;
  // Over another dialog the page scrolls no more and shows nothing of itself.
  if (document.querySelector('.dialog')) return style.scrollbarGutter;
  return window.innerWidth > clientWidth ? 'stable' : '';
}

/** Takes the focus before the transition ends, which is when antd would; and again when the control that has it goes. */
function FocusInside({ target }: { target: RefObject<HTMLElement | null> | undefined }) {
  const place = useRef<HTMLSpanElement>(null);
  useEffect(() => {
    const dialog = place.current?.closest<HTMLElement>('[role="dialog"]');
    const first = target ? target.current : dialog;
    first?.focus({ preventScroll: true });
    if (!dialog) return undefined;
    const observer = new MutationObserver(() => {
      if (document.activeElement === document.body) dialog.focus({ preventScroll: true });
    });
    observer.observe(dialog, { childList: true, subtree: true });
    return () => observer.disconnect();
  }, [target]);
  return <span ref={place} hidden />;
}
