import { connectionNoun } from 'contract/company/connections';
import { NOUNS } from 'contract/nouns';
import { inGroup, useCurrentUser } from 'shared-auth';
import { formatDateTime, LoadFailure, Spinner } from 'shared-ui';
import { Link } from 'shared-ui/router';
import './company-connections.css';
import { stateText } from './connection-words';
import { connectionCalls } from './connections.api';

const { labels: sources } = connectionNoun.properties.source;
const [...openers] = NOUNS.connection.writers;

/** The sources that a company is connected with, and how that goes; a link for whom the list of connections is open to (DECISIONS §13). */
export default function CompanyConnections({ companyId }: { companyId: number }) {
  const { currentData, error, refetch } = connectionCalls.list.useQuery({ company_id: companyId, sort_by: 'source' });
  const isOpener = inGroup(useCurrentUser(), ...openers);
  if (error && !currentData)
    return <LoadFailure message="Failed to load connections" error={error} onRetry={() => void refetch()} />;
  if (!currentData) return <Spinner />;
  const { items } = currentData;
  return (
    <div className="company-connections">
      {items.length === 0 && <span>Nothing</span>}
      <ul>
        {items.map((connection) => (
          <li key={connection.id}>
            {sources[connection.source]}
            <small dir="auto">{stateText(connection, new Date())}</small>
            <small>
              {connection.last_success_at === null
                ? 'Never read'
                : `Last read ${formatDateTime(connection.last_success_at)}`}
            </small>
          </li>
        ))}
      </ul>
      {isOpener && <Link to={`/company/connections?company_id=${companyId}`}>Open connections</Link>}
    </div>
  );
}
