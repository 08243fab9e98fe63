import type { Connection, Run, RunFinding } from 'contract/company/connections';
import { NOUNS } from 'contract/nouns';
import { inGroup, useCurrentUser } from 'shared-auth';
import { useId, useState } from 'react';
import { Button, formatDateTime, formatNumber, LoadFailure, Spinner, useTell } from 'shared-ui';
import { Dialog } from 'shared-ui/dialog';
import { useCall } from 'shared-ui/list-screen';
import { findingsTitle } from './connection-words';
import { connectionCalls } from './connections.api';
import './run-findings.css';

/** The record of ours that a doubtful one is; null: a new one. */
type Choices = ReadonlyMap<string, number | null>;

interface RunFindingsProps {
  connection: Connection;
  run: Run;
  onClose(): void;
}

/** The findings of a run (DECISIONS §13): the doubtful ones, each matched here once, those that were refused, and those that are gone. */
export function RunFindings({ connection, run, onClose }: RunFindingsProps) {
  const [open, setOpen] = useState(true);
  const [choices, setChoices] = useState<Choices>(new Map());
  const [isBusy, setIsBusy] = useState(false);
  const user = useCurrentUser();
  const call = useCall();
  const tell = useTell();
  const { data, isError, error, refetch } = connectionCalls.run.useQuery({ id: connection.id, runId: run.id });
  const may = NOUNS.connection.writers.some((group) => inGroup(user, group));
  const close = () => setOpen(false);
  const findings = data?.findings ?? [];
  const ofKind = (kind: RunFinding['kind']) => findings.filter((one) => one.kind === kind);
  const doubtful = ofKind('doubtful');

  const save = async () => {
    setIsBusy(true);
    const left = new Map(choices);
    try {
      for (const [key, record_id] of choices) {
        await call.change(connectionCalls.match, { id: connection.id, key, record_id });
        left.delete(key);
      }
      tell.success(`Matched ${formatNumber(choices.size)}`, 'It counts from the next run on.');
      close();
    } catch (failure) {
      tell.failure('Failed to match', failure);
    }
    setChoices(left);
    setIsBusy(false);
  };

  return (
    <Dialog
      title={`Findings of ${formatDateTime(run.started_at ?? run.created_at)}`}
      about={<bdi>{connection.external_name}</bdi>}
      open={open}
      onCloseRequest={close}
      onClosed={onClose}
      footer={
        <>
          <Button onClick={close}>Close</Button>
          {may && doubtful.length > 0 && (
            <Button tone="primary" disabled={isBusy || choices.size === 0} onClick={() => void save()}>
              Save matches
            </Button>
          )}
        </>
      }
    >
      {data ? (
        <div className="run-findings">
          {doubtful.length > 0 && (
            <section>
              <h3>{findingsTitle('doubtful', run, doubtful.length)}</h3>
              <p className="connection-quiet">
                They are left as they are until they are matched. A match holds for good, and counts from the next run
                on.
              </p>
              {doubtful.map((finding) => (
                <Doubt
                  key={`${finding.key} ${finding.message}`}
                  finding={finding}
                  chosen={chosenOf(finding, choices)}
                  isTaken={(id) => doubtful.some((one) => one.key !== finding.key && chosenOf(one, choices) === id)}
                  onChoose={may ? (choice) => setChoices(withChoice(choices, finding, choice)) : undefined}
                />
              ))}
            </section>
          )}
          <Told title={findingsTitle('failed', run, ofKind('failed').length)} findings={ofKind('failed')} />
          <Told title={findingsTitle('gone', run, ofKind('gone').length)} findings={ofKind('gone')} />
          {findings.length === 0 && <p className="connection-quiet">Nothing of this run was kept.</p>}
        </div>
      ) : isError ? (
        <LoadFailure message="Failed to load findings" error={error} onRetry={() => void refetch()} />
      ) : (
        <Spinner />
      )}
    </Dialog>
  );
}

/** The choice made here, else the match that it has; undefined: it is left. */
const chosenOf = ({ key, match }: RunFinding, choices: Choices): number | null | undefined =>
  choices.has(key) ? choices.get(key) : match?.record_id;

/** Choices with another one, or without one that changes nothing. */
function withChoice(choices: Choices, { key, match }: RunFinding, choice: number | null | undefined): Choices {
  const next = new Map(choices);
  if (choice === undefined || choice === match?.record_id) next.delete(key);
  else next.set(key, choice);
  return next;
}

interface DoubtProps {
  finding: RunFinding;
  chosen: number | null | undefined;
  /** Whether another one has been matched to this record. */
  isTaken(id: number): boolean;
  /** Absent: the person may not. */
  onChoose: ((choice: number | null | undefined) => void) | undefined;
}

/** A doubtful record and what it may be. */
function Doubt({ finding, chosen, isTaken, onChoose }: DoubtProps) {
  const { label, message, candidates, can_be_new, match } = finding;
  const id = useId();
  const choice = (value: number | null | undefined, text: string, isOff = false) => (
    <label key={text}>
      <input
        type="radio"
        name={id}
        checked={chosen === value}
        disabled={isOff || !onChoose}
        onChange={() => onChoose?.(value)}
      />
      <span dir="auto">{text}</span>
    </label>
  );
  return (
    <fieldset className="run-findings__doubt" aria-describedby={`${id}-why`}>
      <legend dir="auto">{label}</legend>
      <p id={`${id}-why`} className="connection-quiet" dir="auto">
        {message}
      </p>
      {candidates.map((one) => choice(one.id, one.label, isTaken(one.id)))}
      {can_be_new && choice(null, 'None of these: make a new one')}
      {/* One that is matched is asked about no more. */}
      {match === null && choice(undefined, 'Leave it')}
    </fieldset>
  );
}

/** Findings that there is nothing to decide about. */
function Told({ title, findings }: { title: string; findings: readonly RunFinding[] }) {
  if (findings.length === 0) return null;
  return (
    <section>
      <h3>{title}</h3>
      <ul>
        {findings.map(({ key, label, message }) => (
          <li key={`${key} ${message}`} dir="auto">
            {label}
            <span className="connection-quiet">{message}</span>
          </li>
        ))}
      </ul>
    </section>
  );
}
