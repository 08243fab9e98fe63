import { PROPOSAL_KINDS, proposalKind, type ProposalKind } from 'contract/agents/proposals';
import type { CustomFieldProps } from 'shared-ui/record-form';
import './allowed-proposals.css';

const LABELS = proposalKind.labels;

/** The kinds that are allowed, as a person reads them. */
export const allowedInWords = (kinds: readonly ProposalKind[]): readonly string[] => kinds.map((kind) => LABELS[kind]);

/** The proposals that an agent may make: a box for each kind, none ticked by default (DECISIONS §9). */
export function AllowedProposals({ control, value, onChange }: CustomFieldProps) {
  const { id, disabled, 'aria-describedby': describedBy } = control;
  const allowed = Array.isArray(value) ? (value as readonly ProposalKind[]) : [];
  const change = (kind: ProposalKind, isAllowed: boolean) =>
    onChange(PROPOSAL_KINDS.filter((one) => (one === kind ? isAllowed : allowed.includes(one))));
  return (
    <div
      id={id}
      role="group"
      aria-label="Allowed Proposals"
      aria-describedby={describedBy}
      className="allowed-proposals"
    >
      {PROPOSAL_KINDS.map((kind) => (
        <label key={kind}>
          <input
            type="checkbox"
            disabled={disabled}
            checked={allowed.includes(kind)}
            onChange={({ target }) => change(kind, target.checked)}
          />
          {LABELS[kind]}
        </label>
      ))}
    </div>
  );
}
