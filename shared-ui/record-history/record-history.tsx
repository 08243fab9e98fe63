import { COGS_KIND } from 'contract/history-kinds';
import { inGroup, useCurrentUser } from 'shared-auth';
import { useId, useState } from 'react';
import { Button } from '../button';
import { CopyButton } from '../copy-button';
import { VisuallyHidden } from '../field';
import { formatDateTime } from '../format';
import { LoadFailure } from '../load-failure';
import { Link } from '../router';
import { Spinner } from '../spinner';
import { EntryChanges } from './entry-changes';
import { actionOf, kindOf, recordOf, type ShownEntry } from './entry-words';
import { historyApi, type HistoryOf } from './history.api';
import { UndoEntry } from './undo-entry';

interface RecordHistoryProps {
  of: HistoryOf;
}

/** Who changed what of a record and when, field by field, newest first, in pages. */
export default function RecordHistory({ of }: RecordHistoryProps) {
  const [pages, setPages] = useState(1);
  const seesAll = inGroup(useCurrentUser(), 'AaasAdmin');
  const { isLoading } = historyApi.useReadHistoryQuery({ ...of, page: 1 });
  return (
    <div className="history">
      {Array.from({ length: pages }, (_, at) => (
        <HistoryPage
          key={at}
          of={of}
          page={at + 1}
          onEarlier={at + 1 === pages ? () => setPages(pages + 1) : undefined}
        />
      ))}
      {/* Not before the entries are there: they would push it away from under the pointer. */}
      {seesAll && !isLoading && <AllActivity of={of} />}
    </div>
  );
}

/** The way to the whole log's part about this record. Periods of a variant are records of their own there: all of them. */
function AllActivity({ of: { kind, id } }: { of: HistoryOf }) {
  const isRecord = kind !== COGS_KIND;
  const address = new URLSearchParams({ resource: kind, ...(isRecord && { record_id: String(id) }) });
  return (
    <Link className="history-all" to={`/activity?${address}`}>
      All activity
    </Link>
  );
}

/** So many fields of a record that began or ended are shown at once. */
const FOLDED = 4;

interface HistoryPageProps extends RecordHistoryProps {
  page: number;
  /** Shows the page after this one; absent: it is shown already. */
  onEarlier: (() => void) | undefined;
}

function HistoryPage({ of, page, onEarlier }: HistoryPageProps) {
  const { data, error, isFetching, refetch } = historyApi.useReadHistoryQuery({ ...of, page });
  if (!data && error && !isFetching)
    return <LoadFailure message="Failed to load history" error={error} onRetry={() => void refetch()} />;
  if (!data) return <Spinner lines />;
  const lastRead = page === 1 && <LastRead from={data.read_from} at={data.read_at} />;
  if (page === 1 && data.total === 0)
    return (
      <>
        {lastRead}
        <p className="history-none">Nothing has been changed since history is kept.</p>
      </>
    );
  return (
    <>
      {lastRead}
      <ol className="history-entries">
        {data.items.map((entry) => (
          <Entry key={entry.id} entry={entry} isOfMany={of.kind === 'product_variant_cogs'} />
        ))}
      </ol>
      {onEarlier && page < data.total_pages && <Button onClick={onEarlier}>Show earlier changes</Button>}
    </>
  );
}

/** From which source the record was read last, and when: what is read has no entries of its own. */
function LastRead({ from, at }: { from: string | null | undefined; at: string | null | undefined }) {
  if (!from || !at) return null;
  return (
    <p className="history-none">
      Read from <bdi>{from}</bdi>,{' '}
      <time dateTime={at} title={at}>
        {formatDateTime(at)}
      </time>
    </p>
  );
}

interface EntryProps {
  entry: ShownEntry;
  /** The history is of several records: each entry says which. */
  isOfMany: boolean;
}

function Entry({ entry, isOfMany }: EntryProps) {
  const id = useId();
  const { at, username, agent, operation_id, changes } = entry;
  return (
    <li aria-labelledby={id}>
      <p className="c-row history-head" id={id}>
        <strong>{actionOf(entry)}</strong>
        {isOfMany && <span>{`${kindOf(entry)} ${entry.record_id}`}</span>}
        <span>
          by <bdi>{username}</bdi>
          {agent && (
            <>
              , proposed by <bdi>{agent}</bdi>
            </>
          )}
        </span>
        {operation_id !== null && <RequestOf id={operation_id} name={recordOf(entry)} />}
        <time dateTime={at} title={at}>
          {formatDateTime(at)}
        </time>
      </p>
      <EntryChanges changes={changes} folded={FOLDED} />
      <UndoEntry entry={entry} />
    </li>
  );
}

/** The request that made the change, by the beginning of its id; the button copies all of it. */
const RequestOf = ({ id, name }: { id: string; name: string }) => (
  <span className="history-request">
    <VisuallyHidden>Request of this change to {name} </VisuallyHidden>
    <code title={id}>{id.slice(0, 8)}</code>
    <CopyButton label="Copy request id" text={id} />
  </span>
);
