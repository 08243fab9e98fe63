import { useEffect, type ReactElement } from 'react';
import { ConfirmModal } from '../dialog/confirm-modal';
import { isLeaving, useBlocker } from '../router';

interface Leaving {
  /** Whether there is input that would be lost. */
  changed: boolean;
  /** The person wants to close the form itself and is to be asked. */
  closing: boolean;
  onDiscard(): void;
  onKeep(): void;
}

/**
 * Asks before a changed form is closed or its page is left, Back to another state of its list among that. What the list
 * itself does to its address under the form is no leaving.
 *
 * @returns the question while it is asked, else null
 */
export function useLeaveQuestion({ changed, closing, onDiscard, onKeep }: Leaving): ReactElement | null {
  const leaving = useBlocker(
    ({ action, from, to }) => changed && (action === 'POP' || from.pathname !== to.pathname || isLeaving(to)),
  );
  useEffect(() => {
    if (!changed) return undefined;
    const ask = (event: BeforeUnloadEvent) => event.preventDefault();
    window.addEventListener('beforeunload', ask);
    return () => window.removeEventListener('beforeunload', ask);
  }, [changed]);
  if (!closing && !leaving) return null;
  return (
    <ConfirmModal
      title="Discard changes?"
      danger
      confirmLabel="Discard changes"
      cancelLabel="Keep editing"
      onConfirm={() => {
        leaving?.proceed();
        onDiscard();
      }}
      onClose={() => (leaving ? leaving.reset() : onKeep())}
    >
      What you have entered has not been saved.
    </ConfirmModal>
  );
}
