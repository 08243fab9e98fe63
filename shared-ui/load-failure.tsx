import { serverMessage } from 'shared-auth';
import { Alert } from './alert';
import { Button } from './button';
import { RetryIcon } from './icons';

interface LoadFailureProps {
  /** The screen's own, such as 'Failed to load companies' (specification 1 §8). */
  message: string;
  /** What the server said stands beside it, else why it said nothing. */
  error: unknown;
  onRetry: () => void;
}

/** What could not be loaded, and the way to try again; what is on the screen already stays where it is. */
export const LoadFailure = ({ message, error, onRetry }: LoadFailureProps) => (
  <Alert
    type="error"
    title={message}
    error={error}
    actions={
      <Button icon={<RetryIcon />} onClick={onRetry}>
        Retry
      </Button>
    }
  >
    {serverMessage(error)}
  </Alert>
);
