import type { OwnSessions } from 'contract/people/account';
import { Button, formatDateTime, LoadFailure, Spinner } from 'shared-ui';
import { endOwnSessions, listOwnSessions } from './account.api';
import { browserName } from './browser-name';
import type { OwnChanges } from './use-own-changes';

type Session = OwnSessions['items'][number];

/** Where one is signed in; each session but the present one can be ended, or all of them. */
export function SessionsSection({ changes: { store, act, isBusy } }: { changes: OwnChanges }) {
  const { data, error, refetch } = listOwnSessions.useQuery();
  const others = data?.items.filter(({ is_current }) => !is_current) ?? [];
  const end = (session_id?: string) => {
    const body = session_id === undefined ? {} : { session_id };
    void act(() => store.dispatch(endOwnSessions.initiate(body, { track: false })).unwrap(), {
      done: session_id === undefined ? 'All other sessions ended' : 'Session ended',
    });
  };
  if (error && !data)
    return <LoadFailure message="Failed to load your sessions" error={error} onRetry={() => void refetch()} />;
  if (!data) return <Spinner />;
  return (
    <>
      <ul>
        {data.items.map((session) => (
          <SessionLine key={session.id} session={session} isBusy={isBusy} onEnd={() => end(session.id)} />
        ))}
      </ul>
      {others.length > 0 && (
        <Button tone="danger" disabled={isBusy} onClick={() => end()}>
          End All Others
        </Button>
      )}
    </>
  );
}

function SessionLine({ session, isBusy, onEnd }: { session: Session; isBusy: boolean; onEnd(): void }) {
  const { user_agent, address, created_at, last_used_at, is_current } = session;
  const name = browserName(user_agent);
  return (
    <li>
      <span title={user_agent ?? undefined}>
        {name}
        {is_current && <strong> · this one</strong>}
        <small>
          {address ?? 'Unknown address'} · signed in {formatDateTime(created_at)} · last used{' '}
          {last_used_at ? formatDateTime(last_used_at) : 'unknown'}
        </small>
      </span>
      {!is_current && (
        <Button disabled={isBusy} aria-label={`End the session of ${name}`} onClick={onEnd}>
          End
        </Button>
      )}
    </li>
  );
}
