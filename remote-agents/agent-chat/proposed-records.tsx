import type { Proposal } from 'api/contract/agents/proposals';
import { useState } from 'react';
import { Button, formatNumber, LoadFailure, Spinner, VisuallyHidden } from 'shared-ui';
import { agentChatApi } from './agent-chat.api';

/** The records of a proposal and what would change of each: the first ones, all when they are asked for. */
export function ProposedRecords({ proposal }: { proposal: Proposal }) {
  const [showsAll, setShowsAll] = useState(false);
  const { id, records, record_count } = proposal;
  const hasMore = record_count > records.length;
  const all = agentChatApi.endpoints.getProposal.useQuery(id, { skip: !showsAll });
  const shown = (showsAll && all.data?.records) || records;
  return (
    <div className="proposal__records">
      <ul aria-label="Records" tabIndex={showsAll ? 0 : undefined}>
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
        <Button tone="quiet" aria-expanded={showsAll} onClick={() => setShowsAll(!showsAll)}>
          {showsAll ? 'Show less' : `Show all ${formatNumber(record_count)}`}
        </Button>
      )}
    </div>
  );
}
