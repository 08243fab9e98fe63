import { serverMessage } from 'shared-auth';
import { useEffect } from 'react';
import { Alert } from './alert';
import { RetryButton } from './retry-button';
import { useTell } from './toast/use-tell';

interface LoadFailureProps {
  /** The screen's own, such as 'Failed to load companies' (specification 1 §8). */
  message: string;
  /** The server's message stands beside it, else why it is missing. */
  error: unknown;
  /** Whether a toast says it as well, where the specification lists one. */
  isTold?: boolean;
  onRetry: () => void;
}

/** A failure to load, and the way to try again where that may help; what is on the screen already stays where it is. */
export function LoadFailure({ message, error, isTold = false, onRetry }: LoadFailureProps) {
  const tell = useTell();
  useEffect(() => {
    if (isTold) tell.failure(message, error);
  }, [isTold, message, error, tell]);
  const reason = serverMessage(error);
  return (
    <Alert type="error" title={message} error={error} actions={<RetryButton error={error} onRetry={onRetry} />}>
      {reason !== message && reason}
    </Alert>
  );
}
