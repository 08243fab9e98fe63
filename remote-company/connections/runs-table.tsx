import type { Run } from 'contract/company/connections';
import { Button, formatDateTime } from 'shared-ui';
import { countsText, hasFindings, runStateText } from './connection-words';

interface RunsTableProps {
  runs: readonly Run[];
  onFindings(run: Run): void;
}

/** The last runs, the newest first: when, how it ended, what was read and found, and why it failed. */
export function RunsTable({ runs, onFindings }: RunsTableProps) {
  if (!runs.length) return <p className="connection-quiet">It has not been read yet.</p>;
  return (
    <div className="connection-runs" role="region" aria-label="Last runs" tabIndex={0}>
      <table>
        <thead>
          <tr>
            <th scope="col">Started</th>
            <th scope="col">State</th>
            <th scope="col">Read</th>
            <th scope="col">Reason</th>
          </tr>
        </thead>
        <tbody>
          {runs.map((run) => (
            <tr key={run.id}>
              <th scope="row">{formatDateTime(run.started_at ?? run.created_at)}</th>
              <td>{runStateText(run, new Date())}</td>
              <td>
                {countsText(run)}
                {hasFindings(run) && (
                  <Button
                    tone="quiet"
                    aria-label={`Findings of ${formatDateTime(run.started_at ?? run.created_at)}`}
                    onClick={() => onFindings(run)}
                  >
                    Findings
                  </Button>
                )}
              </td>
              <td dir="auto">{run.message ?? '-'}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}
