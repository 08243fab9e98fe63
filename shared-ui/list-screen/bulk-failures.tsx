import { Alert } from '../alert';
import { Button } from '../button';
import { formatNumber } from '../format';
import type { BulkAction } from './actions';
import type { ListRow } from './list-definition';
import './bulk.css';

/** What a bulk action could not do. */
export interface BulkFailure<Row extends ListRow> {
  readonly action: BulkAction<Row>;
  readonly count: number;
  readonly of: number;
  /** What the whole call failed with, where it did. */
  readonly error?: unknown;
  /** Which rows failed, as far as the service named them. */
  readonly rows: readonly { readonly row: Row; readonly reason: string }[];
}

interface BulkFailuresProps<Row extends ListRow> {
  failure: BulkFailure<Row>;
  nameOf: (row: Row) => string;
  onRetry: () => void;
  onDismiss: () => void;
}

/** Which rows a bulk action failed for and why, with another try for just those. */
export function BulkFailures<Row extends ListRow>({ failure, nameOf, onRetry, onDismiss }: BulkFailuresProps<Row>) {
  const { action, count, of, rows, error } = failure;
  return (
    <Alert
      type="error"
      error={error}
      title={`${action.label}: ${formatNumber(count)} of ${formatNumber(of)} failed`}
      actions={
        <>
          {rows.length > 0 && <Button onClick={onRetry}>Retry failed</Button>}
          <Button tone="quiet" onClick={onDismiss}>
            Dismiss
          </Button>
        </>
      }
    >
      <ul className="list-failures">
        {rows.map(({ row, reason }) => (
          <li key={row.id}>
            <strong>{nameOf(row)}</strong>: {reason}
          </li>
        ))}
      </ul>
    </Alert>
  );
}
