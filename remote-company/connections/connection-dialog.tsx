import { connectionNoun, type Connection, type ConnectionTest, type Run } from 'contract/company/connections';
import { NOUNS } from 'contract/nouns';
import { inGroup, useCurrentUser } from 'shared-auth';
import { useEffect, useRef, useState, type ReactNode } from 'react';
import { Button, formatDateTime, LoadFailure, Spinner, useTell } from 'shared-ui';
import { Dialog } from 'shared-ui/dialog';
import { useCall, type Mutation, type RowViewProps } from 'shared-ui/list-screen';
import { DetailSteps, HistoryPart } from 'shared-ui/record-details';
import { isOpen, stateText } from './connection-words';
import './connection-dialog.css';
import { connectionCalls, type RunOf } from './connections.api';
import { OpenRun } from './open-run';
import { RunFindings } from './run-findings';
import { RunsTable } from './runs-table';
import { TestResult } from './test-result';

// A run counts its rows page by page; nothing else of a connection moves so fast.
const OPEN_EVERY_MS = 2000;
const ELSE_EVERY_MS = 30_000;

const { labels: sources } = connectionNoun.properties.source;

/** One connection: how it stands, its test, preview and reading, and its last 20 runs with the reason of each failure. */
export default function ConnectionDialog({ row, steps, onClose }: RowViewProps<Connection>) {
  const [open, setOpen] = useState(true);
  const [found, setFound] = useState<Run | null>(null);
  const close = () => setOpen(false);
  return (
    <>
      <Dialog
        title={<bdi>{row.external_name}</bdi>}
        about={
          <>
            {sources[row.source]} · <bdi>{row.company_name}</bdi>
          </>
        }
        size="wide"
        open={open}
        onCloseRequest={close}
        onClosed={onClose}
        covered={found !== null}
        footer={
          <>
            <DetailSteps steps={steps} name={row.external_name} idle={!open || found !== null} />
            <Button onClick={close}>Close</Button>
          </>
        }
      >
        <ConnectionPanel key={row.id} listed={row} onFindings={setFound} />
        <HistoryPart of={{ kind: 'connection', id: row.id, companyId: row.company_id }} />
      </Dialog>
      {found && <RunFindings connection={row} run={found} onClose={() => setFound(null)} />}
    </>
  );
}

/** A connection and its runs, which are asked after while it is open. */
function useFollowed(id: number) {
  const call = useCall();
  const runs = connectionCalls.runs.useQuery(id);
  const openRun = runs.data?.items.find(isOpen);
  const isMoving = openRun !== undefined && openRun.status !== 'asking';
  const pollingInterval = isMoving ? OPEN_EVERY_MS : ELSE_EVERY_MS;
  connectionCalls.runs.useQuery(id, { pollingInterval });
  const connection = connectionCalls.get.useQuery(id, { pollingInterval });
  const wasMoving = useRef(isMoving);
  useEffect(() => {
    // The list behind the dialog shows how a run has ended, too.
    if (wasMoving.current && !isMoving) void call.change(connectionCalls.reread, undefined);
    wasMoving.current = isMoving;
  }, [call, isMoving]);
  return { connection, runs, openRun };
}

function ConnectionPanel({ listed, onFindings }: { listed: Connection; onFindings: (run: Run) => void }) {
  const { connection, runs, openRun } = useFollowed(listed.id);
  const user = useCurrentUser();
  const may = NOUNS.connection.writers.some((group) => inGroup(user, group));
  const [test, setTest] = useState<ConnectionTest | null>(null);
  const { isBusy, press } = usePresses();
  const now = connection.data ?? listed;
  const { id, state } = now;
  const isStopped = state === 'paused' || state === 'reconnect';

  const actions = !may ? null : (
    <div className="connection-actions" role="group" aria-label="Actions">
      <Button
        disabled={isBusy}
        onClick={() => void press('Failed to test', async (send) => setTest(await send(connectionCalls.test, id)))}
      >
        Test
      </Button>
      <Button
        disabled={isBusy || isStopped || openRun !== undefined}
        onClick={() => void press('Failed to preview', (send) => send(connectionCalls.preview, id))}
      >
        Preview
      </Button>
      <Button
        disabled={isBusy || isStopped || state === 'new' || openRun !== undefined}
        onClick={() => void press('Failed to sync', (send) => send(connectionCalls.sync, id))}
      >
        Sync now
      </Button>
      {isStopped ? (
        <Button
          disabled={isBusy}
          onClick={() => void press('Failed to resume', (send) => send(connectionCalls.resume, id))}
        >
          Resume
        </Button>
      ) : (
        <Button
          disabled={isBusy}
          onClick={() => void press('Failed to pause', (send) => send(connectionCalls.pause, id))}
        >
          Pause
        </Button>
      )}
    </div>
  );

  const decide = (mutation: Mutation<RunOf, unknown>, failure: string) => (run: Run) =>
    void press(failure, (send) => send(mutation, { id, runId: run.id }));

  return (
    <div className="connection-panel">
      <dl className="connection-facts">
        <Fact label="State">{stateText(now, new Date())}</Fact>
        <Fact label="Last read">{now.last_success_at === null ? 'Never' : formatDateTime(now.last_success_at)}</Fact>
        <Fact label="Next run">{now.next_run_at === null ? 'Not planned' : formatDateTime(now.next_run_at)}</Fact>
        <Fact label="Signs in with">{credentialText(now)}</Fact>
        {now.currency !== null && <Fact label="Currency">{now.currency}</Fact>}
        {now.zone !== null && <Fact label="Time zone">{now.zone}</Fact>}
      </dl>
      {actions}
      {test && <TestResult test={test} />}
      {openRun && (
        <OpenRun
          run={openRun}
          onConfirm={may ? decide(connectionCalls.confirm, 'Failed to confirm') : undefined}
          onStop={may ? decide(connectionCalls.stop, 'Failed to stop') : undefined}
          onFindings={onFindings}
          disabled={isBusy}
        />
      )}
      <h3>Last runs</h3>
      {runs.data ? (
        <RunsTable runs={runs.data.items} onFindings={onFindings} />
      ) : runs.isError ? (
        <LoadFailure message="Failed to load runs" error={runs.error} onRetry={() => void runs.refetch()} />
      ) : (
        <Spinner />
      )}
    </div>
  );
}

const Fact = ({ label, children }: { label: string; children: ReactNode }) => (
  <div>
    <dt>{label}</dt>
    <dd dir="auto">{children}</dd>
  </div>
);

function credentialText({ credential_label, credential_expires_at, source }: Connection): string {
  const label = credential_label ?? (source === 'shopify' ? 'The company’s own key' : 'No credential');
  return credential_expires_at === null ? label : `${label}, until ${formatDateTime(credential_expires_at)}`;
}

/** One press of a button at a time; a failure is told by the service's words. */
function usePresses() {
  const [isBusy, setIsBusy] = useState(false);
  const call = useCall();
  const tell = useTell();
  const press = async (failure: string, act: (send: typeof call.change) => Promise<unknown>) => {
    setIsBusy(true);
    try {
      await act(call.change);
    } catch (error) {
      tell.failure(failure, error);
    }
    setIsBusy(false);
  };
  return { isBusy, press };
}
