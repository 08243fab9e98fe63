import { PROPOSAL_HOURS, type Proposal } from 'contract/agents/proposals';
import { useId, useRef, useState } from 'react';
import { serverMessage } from 'shared-auth';
import { Alert, Badge, Button, CheckIcon, formatDateTime, formatNumber, type BadgeTone, shape } from 'shared-ui';
import { Link } from 'shared-ui/router';
import { agentChatApi } from './agent-chat.api';
import './proposal-card.css';
import { ProposedRecords } from './proposed-records';
import { leadOf } from './tool-results';

const { decideProposal, undoProposal } = agentChatApi.endpoints;

/** The failure, in the service's words. */
interface Failure {
  readonly words: string;
  readonly error: unknown;
}

/**
 * An agent's proposal, for a person to decide on (DECISIONS §9): nothing is written before Apply. What becomes of it
 * stays here, also after a reload, and what was applied can be undone as from its history.
 */
export function ProposalCard({ proposal: made }: { proposal: Proposal }) {
  const [decided, setDecided] = useState<Proposal | null>(null);
  const [failure, setFailure] = useState<Failure | null>(null);
  const [undone, setUndone] = useState<string | null>(null);
  const [decide, deciding] = decideProposal.useMutation();
  const [undo, undoing] = undoProposal.useMutation();
  const [look] = agentChatApi.useLazyGetProposalQuery();
  const title = useId();
  const told = useRef<HTMLDivElement>(null);
  const proposal = decided ?? made;
  const isOpen = proposal.status === 'open';
  const isBusy = deciding.isLoading || undoing.isLoading;

  /** The button that was pressed goes: who works by keyboard goes on where the outcome is told. */
  const tellOutcome = () => told.current?.focus();

  const attempt = async (act: () => Promise<void>, failed: string) => {
    if (isBusy) return;
    setFailure(null);
    try {
      await act();
      tellOutcome();
    } catch (error) {
      console.error(failed, error);
      setFailure({ words: `${failed}: ${serverMessage(error)}`, error });
      // Somebody has decided meanwhile, or its time is over: then that is shown.
      const now = await look(proposal.id)
        .unwrap()
        .catch(() => null);
      if (now) setDecided(now);
    }
  };
  const decideBy = (how: 'apply' | 'dismiss') =>
    attempt(
      async () => setDecided(await decide({ id: proposal.id, how }).unwrap()),
      how === 'apply' ? 'Failed to apply' : 'Failed to dismiss',
    );
  const undoIt = (operation: string) =>
    attempt(async () => {
      const { success_count, error_count, errors } = await undo(operation).unwrap();
      const left = error_count > 0 ? ` ${formatNumber(error_count)} left as they are: ${errors[0]?.msg ?? ''}` : '';
      const back = success_count === 1 ? '1 is as it was' : `${formatNumber(success_count)} are as they were`;
      setUndone(`Undone: ${back}.${left}`);
    }, 'Failed to undo');

  return (
    <section className="proposal" data-status={standing(proposal, undone).word} aria-labelledby={title}>
      <div className={`${shape.wrap} proposal__head`}>
        <Badge tone={standing(proposal, undone).tone}>{standing(proposal, undone).word}</Badge>
        <strong id={title}>{proposal.summary}</strong>
      </div>
      <p className={`${shape.wrap} ${shape.quiet} proposal__facts`}>
        <bdi>{proposal.company_name}</bdi>
        {proposal.unchanged_count > 0 && (
          <span>
            {formatNumber(proposal.unchanged_count)} {proposal.unchanged_count === 1 ? 'other needs' : 'others need'} no
            change
          </span>
        )}
        {isOpen && <span>Until {formatDateTime(endOf(proposal))}</span>}
      </p>
      <ProposedRecords proposal={proposal} />
      {failure && (
        <div className="proposal__failure">
          <Alert type="error" error={failure.error}>
            {failure.words}
          </Alert>
        </div>
      )}
      <div ref={told} tabIndex={-1} role="status" className="proposal__outcome">
        <Outcome proposal={proposal} undone={undone} />
      </div>
      <div className={`${shape.row} proposal__actions`}>
        {isOpen && (
          <>
            <Button tone="primary" icon={<CheckIcon />} aria-disabled={isBusy} onClick={() => void decideBy('apply')}>
              Apply: {proposal.action}
            </Button>
            <Button aria-disabled={isBusy} onClick={() => void decideBy('dismiss')}>
              Dismiss
            </Button>
          </>
        )}
        {proposal.outcome && <After proposal={proposal} undone={undone} isBusy={isBusy} onUndo={undoIt} />}
      </div>
    </section>
  );
}

const endOf = ({ created_at }: Proposal) => new Date(Date.parse(created_at) + PROPOSAL_HOURS * 3_600_000).toISOString();

/** How it stands, in one word. */
function standing({ status, outcome }: Proposal, undone: string | null): { word: string; tone: BadgeTone } {
  if (undone !== null || outcome?.is_undone) return { word: 'Undone', tone: 'secondary' };
  if (status === 'applied') return { word: 'Applied', tone: outcome?.error_count ? 'warning' : 'success' };
  if (status === 'dismissed') return { word: 'Dismissed', tone: 'secondary' };
  return status === 'expired' ? { word: 'Expired', tone: 'warning' } : { word: 'Proposal', tone: 'info' };
}

/** Its outcome. */
function Outcome({ proposal, undone }: { proposal: Proposal; undone: string | null }) {
  const { status, outcome, record_count } = proposal;
  if (undone !== null) return <p>{undone}</p>;
  if (status === 'dismissed') return <p>Dismissed. Nothing was changed.</p>;
  if (status === 'expired') return <p>Nobody decided in time. Nothing was changed; ask for it once more.</p>;
  if (!outcome) return null;
  const { success_count, error_count, errors, is_undone } = outcome;
  const more = error_count - errors.length;
  return (
    <>
      <p>
        {is_undone
          ? 'This has been undone.'
          : error_count === 0
            ? `Done: ${formatNumber(success_count)} changed.`
            : `${formatNumber(success_count)} of ${formatNumber(record_count)} changed, ${formatNumber(error_count)} left as ${error_count === 1 ? 'it is' : 'they are'}:`}
      </p>
      {errors.length > 0 && !is_undone && (
        <ul>
          {errors.map(({ id, name, msg }) => (
            <li key={id}>
              <bdi>{name}</bdi>: {msg}
            </li>
          ))}
          {more > 0 && <li>and {formatNumber(more)} more</li>}
        </ul>
      )}
    </>
  );
}

interface AfterProps {
  proposal: Proposal;
  undone: string | null;
  isBusy: boolean;
  onUndo(operation: string): Promise<void>;
}

/** Where one goes on from what was applied. */
function After({ proposal: { outcome, open }, undone, isBusy, onUndo }: AfterProps) {
  const lead = leadOf(open);
  const mayUndo = outcome && outcome.success_count > 0 && !outcome.is_undone && undone === null;
  return (
    <>
      {mayUndo && (
        <Button aria-disabled={isBusy} onClick={() => void onUndo(outcome.operation_id)}>
          Undo
        </Button>
      )}
      {lead && <Link to={lead.address}>{lead.label}</Link>}
    </>
  );
}
