import type { Run } from 'contract/company/connections';
import { Alert, Button, formatNumber } from 'shared-ui';
import { countsText, hasFindings, progressText } from './connection-words';

interface OpenRunProps {
  run: Run;
  /** Absent: the person may not. */
  onConfirm: ((run: Run) => void) | undefined;
  onStop: ((run: Run) => void) | undefined;
  onFindings(run: Run): void;
  disabled: boolean;
}

/** A run that is not over: how far it is, and, where it asks, its question with the two answers. */
export function OpenRun({ run, onConfirm, onStop, onFindings, disabled }: OpenRunProps) {
  const { status, message, is_preview, gone } = run;
  const stop = onStop && (
    <Button disabled={disabled} onClick={() => onStop(run)}>
      Stop
    </Button>
  );
  if (status === 'asking')
    return (
      <Alert
        type="warning"
        title={is_preview ? 'Is this right?' : 'More than usual would be gone'}
        actions={
          <>
            {onConfirm && (
              <Button tone="primary" disabled={disabled} onClick={() => onConfirm(run)}>
                {is_preview ? 'Confirm and read' : `Confirm ${formatNumber(gone)} gone`}
              </Button>
            )}
            {hasFindings(run) && <Button onClick={() => onFindings(run)}>Look at them</Button>}
            {stop}
          </>
        }
      >
        <p>{countsText(run)}.</p>
        {message !== null && <p dir="auto">{message}</p>}
        {is_preview && <p>Nothing is written before you confirm it. What is doubtful is left as it is.</p>}
      </Alert>
    );
  return (
    <div className="connection-progress">
      <progress
        aria-label={is_preview ? 'Preview' : 'Sync'}
        {...(run.expected ? { max: run.expected, value: Math.min(run.read, run.expected) } : {})}
      />
      <span role="status">{status === 'queued' ? 'Queued' : progressText(run)}</span>
      {message !== null && <span dir="auto">{message}</span>}
      {stop}
    </div>
  );
}
