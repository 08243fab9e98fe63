import { Alert } from '../alert';
import { Button } from '../button';
import { formatNumber } from '../format';
import type { BulkAction } from './actions';
import type { ListRow } from './list-definition';
import './bulk.css';

/** What a bulk action could not do. */
export interface BulkFailure<Row extends ListRow> {
  readonly action: BulkAction<Row>;
  readonly of: number;
  /** What the whole call failed with, where it did. */
  readonly error?: unknown;
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
  const { action, of, rows, error } = failure;
  return (
    <Alert
      type="error"
      error={error}
      title={`${action.label}: ${formatNumber(rows.length)} of ${formatNumber(of)} failed`}
      actions={
        <>
          <Button onClick={onRetry}>Retry failed</Button>
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
