import { useEffect, useRef, useState, useSyncExternalStore, type FocusEvent } from 'react';
import { Button } from '../button';
import { AlertIcon, CheckIcon, CloseIcon, ErrorIcon, InfoIcon } from '../icons';
import { dismissToast, drawnToasts, shownToasts, subscribeToToasts, type ToastEntry } from './toasts';
import './toast.css';

const LOOKS = {
  default: () => null,
  info: InfoIcon,
  success: CheckIcon,
  warning: AlertIcon,
  error: ErrorIcon,
  loading: () => <span className="c-spinner__ring" aria-hidden="true" />,
};

/** The keys that press Undo, as the person finds them on their keyboard (undo-keys). */
const UNDO_KEYS = /mac|iphone|ipad/i.test(navigator.platform) ? '⌘Z' : 'Ctrl+Z';

/** Where toasts appear; the host renders one on every page. Hovering over them or focusing one stops their time. */
export function ToastQueue() {
  const toasts = drawnToasts(useSyncExternalStore(subscribeToToasts, shownToasts));
  const [paused, setPaused] = useState(false);
  const pause = () => setPaused(true);
  const resume = () => setPaused(false);
  const before = useRef<HTMLElement | null>(null);
  const onFocus = ({ relatedTarget, currentTarget }: FocusEvent<HTMLElement>) => {
    if (relatedTarget instanceof HTMLElement && !currentTarget.contains(relatedTarget)) before.current = relatedTarget;
    pause();
  };
  // Who has come here by keyboard goes back to where they were.
  const dismiss = (id: number) => {
    const returns = document.activeElement?.closest('.c-toasts');
    dismissToast(id);
    if (returns) before.current?.focus({ preventScroll: true });
  };
  // The last toast goes from under the pointer without a mouseleave.
  if (paused && toasts.length === 0) setPaused(false);
  const urgent = (toast: ToastEntry) => toast.type === 'error' || toast.type === 'warning';
  const drawn = (toast: ToastEntry) => <Toast key={toast.id} toast={toast} paused={paused} onDismiss={dismiss} />;
  return (
    <section
      className="c-toasts"
      aria-label="Notifications"
      onMouseEnter={pause}
      onMouseLeave={resume}
      onFocus={onFocus}
      onBlur={resume}
    >
      <div role="status" aria-atomic="false">
        {toasts.filter((toast) => !urgent(toast)).map(drawn)}
      </div>
      <div role="alert" aria-atomic="false">
        {toasts.filter(urgent).map(drawn)}
      </div>
    </section>
  );
}

interface ToastProps {
  toast: ToastEntry;
  paused: boolean;
  onDismiss: (id: number) => void;
}

function Toast({ toast, paused, onDismiss }: ToastProps) {
  const { id, type, message, detail, duration, action } = toast;
  useEffect(() => {
    if (paused || duration === null) return;
    const timer = setTimeout(() => dismissToast(id), duration);
    return () => clearTimeout(timer);
  }, [id, type, message, duration, paused]);
  const Look = LOOKS[type];
  const button = action && (
    <Button
      aria-keyshortcuts={action.undoes && 'Control+Z Meta+Z'}
      onClick={() => {
        if (!action.stays) onDismiss(id);
        action.onSelect();
      }}
    >
      {action.label}
      {action.undoes && <kbd>{UNDO_KEYS}</kbd>}
    </Button>
  );
  return (
    <div className={`c-toast c-tone--${type}`}>
      <Look />
      <div className="c-toast__words">
        <div>{message}</div>
        {detail && <div className="c-toast__detail">{detail}</div>}
        {!action?.undoes && button}
      </div>
      {action?.undoes && button}
      {!action?.stays && (
        <button
          type="button"
          className="c-toast__dismiss"
          aria-label="Dismiss notification"
          onClick={() => onDismiss(id)}
        >
          <CloseIcon />
        </button>
      )}
    </div>
  );
}
