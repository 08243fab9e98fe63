import { Button } from './button';
import { RetryIcon } from './icons';

interface RetryButtonProps {
  /** Error of the request, as a call or a query's hook has it. */
  error: unknown;
  onRetry: () => void;
}

/** Whether it is not there; a 404 in words and not in JSON is that of a server before the service, and says nothing of it. */
const isNotThere = (error: unknown) => {
  const { status, body, data } = (error ?? {}) as { status?: unknown; body?: unknown; data?: unknown };
  return status === 404 && typeof (body ?? data) !== 'string';
};

/** The way to ask again for what could not be loaded; none for what is not there (404), which asking again does not bring. */
export const RetryButton = ({ error, onRetry }: RetryButtonProps) =>
  isNotThere(error) ? null : (
    <Button icon={<RetryIcon />} onClick={onRetry}>
      Retry
    </Button>
  );
