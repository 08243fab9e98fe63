import { Alert } from '../../alert';
import { Button } from '../../button';
import { formatNumber } from '../../format';
import type { BulkAction, Entered } from '../actions';
import type { ListRow } from '../list-definition';
import './bulk.css';

/** So many rows are named; of more, their number is said. */
const MOST_NAMED = 100;

/** Failures of a bulk action. */
export interface BulkFailure<Row extends ListRow> {
  readonly action: BulkAction<Row>;
  /** Its run. */
  readonly entered: Entered;
  readonly count: number;
  readonly of: number;
  /** Error of the whole call, where it failed. */
  readonly error?: unknown;
  /** Which rows failed, as far as the service named them. */
  readonly rows: readonly { readonly row: Row; readonly reason: string }[];
  /** Those that nothing was sent for: it was stopped, or the service was gone. */
  readonly left: readonly Row[];
  /** Names of the rows that failed, by their ids. */
  readonly names: ReadonlyMap<number, string>;
}

/** Counts by outcome. */
export function outcomeText<Row extends ListRow>({ action, count, of, left }: BulkFailure<Row>): string {
  const failed = `${formatNumber(count)} of ${formatNumber(of)} failed`;
  if (left.length === 0) return `${action.label}: ${failed}`;
  const done = `${formatNumber(of - count - left.length)} of ${formatNumber(of)} done`;
  const others = `${formatNumber(left.length)} not begun`;
  return `${action.label}: ${[done, count > 0 && `${formatNumber(count)} failed`, others].filter(Boolean).join(', ')}`;
}

interface BulkFailuresProps<Row extends ListRow> {
  failure: BulkFailure<Row>;
  /** Runs the action again, for these. */
  onRetry: (rows: readonly Row[]) => void;
  onDismiss: () => void;
}

/** Which rows a bulk action failed for and why, with another try for just those and for what it has not come to. */
export function BulkFailures<Row extends ListRow>({ failure, onRetry, onDismiss }: BulkFailuresProps<Row>) {
  const { rows, error, left, names } = failure;
  const again = [...rows.map(({ row }) => row), ...left];
  return (
    <Alert
      type={rows.length > 0 || error !== undefined ? 'error' : 'warning'}
      error={error}
      title={outcomeText(failure)}
      actions={
        <>
          {again.length > 0 && (
            <Button onClick={() => onRetry(again)}>
              {left.length > 0 ? `Continue with the remaining ${formatNumber(again.length)}` : 'Retry failed'}
            </Button>
          )}
          <Button tone="quiet" onClick={onDismiss}>
            Dismiss
          </Button>
        </>
      }
    >
      {rows.length > 0 && (
        <ul className="list-failures">
          {rows.slice(0, MOST_NAMED).map(({ row, reason }) => (
            <li key={row.id}>
              <strong>{names.get(row.id)}</strong>: {reason}
            </li>
          ))}
          {rows.length > MOST_NAMED && <li>{`and ${formatNumber(rows.length - MOST_NAMED)} more`}</li>}
        </ul>
      )}
    </Alert>
  );
}
