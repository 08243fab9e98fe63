import { Button } from './button';
import { RetryIcon } from './icons';

interface RetryButtonProps {
  /** What asking ended with, as a call or a query's hook has it. */
  error: unknown;
  onRetry: () => void;
}

/** The way to ask again for what could not be loaded; none for what is not there (404), which asking again does not bring. */
export const RetryButton = ({ error, onRetry }: RetryButtonProps) =>
  (error as { status?: unknown } | undefined)?.status === 404 ? null : (
    <Button icon={<RetryIcon />} onClick={onRetry}>
      Retry
    </Button>
  );
