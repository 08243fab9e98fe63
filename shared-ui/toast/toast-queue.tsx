import { useEffect, useState, useSyncExternalStore } from 'react';
import { Button } from '../button';
import { AlertIcon, CheckIcon, CloseIcon, ErrorIcon, InfoIcon } from '../icons';
import { dismissToast, shownToasts, subscribeToToasts, type ToastEntry } from './toasts';
import './toast.css';

const LOOKS = {
  default: () => null,
  info: InfoIcon,
  success: CheckIcon,
  warning: AlertIcon,
  error: ErrorIcon,
  loading: () => <span className="c-spinner__ring" aria-hidden="true" />,
};

/** So many are shown at once; what is older waits until there is room again, and has all its time then. */
const MOST_AT_ONCE = 3;

/** Where toasts appear; the host draws one on every page. Pointing at them or moving the focus there stops their time. */
export function ToastQueue() {
  const toasts = useSyncExternalStore(subscribeToToasts, shownToasts).slice(-MOST_AT_ONCE);
  const [paused, setPaused] = useState(false);
  const pause = () => setPaused(true);
  const resume = () => setPaused(false);
  // The last toast goes from under the pointer without a mouseleave.
  if (paused && toasts.length === 0) setPaused(false);
  const urgent = (toast: ToastEntry) => toast.type === 'error' || toast.type === 'warning';
  const drawn = (toast: ToastEntry) => <Toast key={toast.id} toast={toast} paused={paused} />;
  return (
    <section
      className="c-toasts"
      aria-label="Notifications"
      onMouseEnter={pause}
      onMouseLeave={resume}
      onFocus={pause}
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

function Toast({ toast, paused }: { toast: ToastEntry; paused: boolean }) {
  const { id, type, message, detail, duration, action } = toast;
  useEffect(() => {
    if (paused || duration === null) return;
    const timer = setTimeout(() => dismissToast(id), duration);
    return () => clearTimeout(timer);
  }, [id, type, message, duration, paused]);
  const Look = LOOKS[type];
  return (
    <div className={`c-toast c-toast--${type}`}>
      <Look />
      <div className="c-toast__words">
        <div>{message}</div>
        {detail && <div className="c-toast__detail">{detail}</div>}
        {action && (
          <Button
            onClick={() => {
              dismissToast(id);
              action.onSelect();
            }}
          >
            {action.label}
          </Button>
        )}
      </div>
      <button
        type="button"
        className="c-toast__dismiss"
        aria-label="Dismiss notification"
        onClick={() => dismissToast(id)}
      >
        <CloseIcon />
      </button>
    </div>
  );
}
