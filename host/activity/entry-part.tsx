import type { HistoryEntry } from 'contract/history';
import { hasHistory } from 'contract/history-kinds';
import { formatNumber, shape } from 'shared-ui';
import { EntryChanges, UndoEntry } from 'shared-ui/record-details';
import { Link } from 'shared-ui/router';

const activityOf = (filters: Readonly<Record<string, string>>) => `/activity?${new URLSearchParams(filters)}`;

/** Changes of an entry, field by field, and Undo, or why it cannot be taken back. */
export function EntryPart({ entry }: { entry: HistoryEntry }) {
  const { changes, can_undo, undo_obstacle } = entry;
  return (
    <div className="activity-entry">
      {changes.length > 0 ? <EntryChanges changes={changes} /> : <p>No field of a record was changed.</p>}
      <UndoEntry entry={entry} />
      {!can_undo && undo_obstacle !== null && <p>{undo_obstacle}</p>}
    </div>
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
