import { useState } from 'react';
import { Badge, Button, formatDateTime, LoadFailure, Spinner } from 'shared-ui';
import { Dialog } from 'shared-ui/dialog';
import { agentChatApi } from './agent-chat.api';
import './feedback-list.css';
import { AgentText } from './markdown/agent-text';

/** What people say of agents' answers, for administrators, the newest first (DECISIONS §9). */
export function FeedbackList({ onClosed }: { onClosed(): void }) {
  const [open, setOpen] = useState(true);
  const [page, setPage] = useState(1);
  const { data, error, isFetching, refetch } = agentChatApi.endpoints.listFeedback.useQuery(page);
  const close = () => setOpen(false);
  return (
    <Dialog
      title="Feedback on Answers"
      size="wide"
      open={open}
      onCloseRequest={close}
      onClosed={onClosed}
      footer={
        <>
          {data && data.total_pages > 1 && (
            <>
              <Button disabled={page === 1 || isFetching} onClick={() => setPage(page - 1)}>
                Newer
              </Button>
              <Button disabled={page >= data.total_pages || isFetching} onClick={() => setPage(page + 1)}>
                Older
              </Button>
            </>
          )}
          <Button onClick={close}>Close</Button>
        </>
      }
    >
      {error !== undefined && !isFetching && (
        <LoadFailure message="Failed to load feedback" error={error} onRetry={() => void refetch()} />
      )}
      {isFetching && !data && <Spinner lines />}
      {data?.total === 0 && <p>Nobody has rated an answer yet.</p>}
      <ul className="chat-feedback" aria-busy={isFetching}>
        {data?.items.map(({ id, up, username, agent, question, answer, comment, created_at }) => (
          <li key={id}>
            <div className="chat-feedback__head">
              <Badge tone={up ? 'success' : 'danger'}>{up ? 'Helped' : 'Did not help'}</Badge>
              <bdi>{username}</bdi>
              <span>
                {agent} · {formatDateTime(created_at)}
              </span>
            </div>
            {comment && <p className="chat-feedback__comment">{comment}</p>}
            <details>
              <summary>
                <bdi>{question}</bdi>
              </summary>
              <AgentText text={answer} />
            </details>
          </li>
        ))}
      </ul>
    </Dialog>
  );
}
