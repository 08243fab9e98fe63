import type { HistoryEntry } from 'contract/history';
import { hasHistory } from 'contract/history-kinds';
import { formatNumber, LoadFailure, shape, Spinner } from 'shared-ui';
import { EntryChanges, recordOf, UndoEntry } from 'shared-ui/record-details';
import { Link } from 'shared-ui/router';
import { listAlike } from './activity.api';
import { isGroup } from './entry-words';

const activityOf = (filters: Readonly<Record<string, string>>) => `/activity?${new URLSearchParams(filters)}`;

/** Changes of an entry, field by field, and Undo, or why it cannot be taken back. */
export function EntryPart({ entry }: { entry: HistoryEntry }) {
  const { changes, can_undo, undo_obstacle } = entry;
  return (
    <div className="activity-entry">
      {isGroup(entry) && (
        <p>
          Of the first, <bdi>{recordOf(entry)}</bdi>:
        </p>
      )}
      {changes.length > 0 ? <EntryChanges changes={changes} /> : <p>No field of a record was changed.</p>}
      <UndoEntry entry={entry} />
      {!can_undo && undo_obstacle !== null && <p>{undo_obstacle}</p>}
    </div>
  );
}

/** The records that a line stands for: the first of them, and the way to all. */
export function AlikeRecords({ entry }: { entry: HistoryEntry }) {
  const { operation_id, action, resource, company_id, group_size } = entry;
  const kind = { operation_id: operation_id ?? '', action, resource };
  const alike = company_id === null ? kind : { ...kind, company_id };
  const { data, error, refetch } = listAlike.useQuery(alike);
  if (error) return <LoadFailure message="Failed to load records" error={error} onRetry={() => void refetch()} />;
  if (!data) return <Spinner label="Loading records" />;
  return (
    <ul className="activity-alike">
      {data.items.map((one) => (
        <li key={one.id}>
          <bdi>{recordOf(one)}</bdi>
        </li>
      ))}
      {group_size > data.items.length && (
        <li>
          <Link
            to={activityOf({ ...kind, ...(company_id !== null && { company_id: String(company_id) }) })}
          >{`All ${formatNumber(group_size)}`}</Link>
        </li>
      )}
    </ul>
  );
}

/** The ways to what else was done: to the record, by the person, with the request. */
export function MoreOf({ entry }: { entry: HistoryEntry }) {
  const { resource, record_id, username, operation_id, operation_size } = entry;
  return (
    <ul className={`${shape.wrap} activity-more`}>
      {hasHistory(resource) && (
        <li>
          <Link to={activityOf({ resource, record_id })}>All of this record</Link>
        </li>
      )}
      <li>
        <Link to={activityOf({ person: username })}>
          All by <bdi>{username}</bdi>
        </Link>
      </li>
      {operation_id !== null && operation_size > 1 && (
        <li>
          <Link to={activityOf({ operation_id })}>{`All ${formatNumber(operation_size)} changes of this request`}</Link>
        </li>
      )}
    </ul>
  );
}
