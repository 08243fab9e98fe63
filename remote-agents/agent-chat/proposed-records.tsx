import type { Proposal } from 'contract/agents/proposals';
import { useState } from 'react';
import { Button, formatNumber, LoadFailure, Spinner, VisuallyHidden, shape } from 'shared-ui';
import { agentChatApi } from './agent-chat.api';

/**
 * The records of a proposal and what would change of each: the first ones while it is open, none once it was decided on,
 * all when they are asked for.
 */
export function ProposedRecords({ proposal }: { proposal: Proposal }) {
  const [showsAll, setShowsAll] = useState(false);
  const { id, record_count } = proposal;
  const records = proposal.status === 'open' ? proposal.records : [];
  const hasMore = record_count > records.length;
  const all = agentChatApi.endpoints.getProposal.useQuery(id, { skip: !showsAll });
  // One whose time is over may be gone from the service.
  const shown = showsAll ? (all.data?.records ?? proposal.records) : records;
  return (
    <div className="proposal__records">
      <ul
        className={shape.ruled}
        aria-label="Records"
        data-all={showsAll}
        tabIndex={showsAll ? 0 : undefined}
        hidden={!shown.length}
      >
        {shown.map(({ id, name, changes }) => (
          <li key={id}>
            <bdi className="proposal__name">{name}</bdi>
            {changes.map(({ label, before, after }) => (
              <span key={label} className="proposal__change">
                {label}: <bdi>{before ?? 'none'}</bdi> <span aria-hidden="true">→</span>
                <VisuallyHidden>becomes</VisuallyHidden> <bdi>{after ?? 'none'}</bdi>
              </span>
            ))}
          </li>
        ))}
      </ul>
      {showsAll && all.isFetching && <Spinner />}
      {showsAll && all.error !== undefined && !all.isFetching && (
        <LoadFailure message="Failed to load the records" error={all.error} onRetry={() => void all.refetch()} />
      )}
      {hasMore && (
        <Button tone="quiet" className="proposal__more" aria-expanded={showsAll} onClick={() => setShowsAll(!showsAll)}>
          {showsAll ? 'Show less' : `Show all ${formatNumber(record_count)}`}
        </Button>
      )}
    </div>
  );
}
