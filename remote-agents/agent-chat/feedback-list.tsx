import { useState } from 'react';
import { Badge, formatDateTime, shape } from 'shared-ui';
import { agentChatApi } from './agent-chat.api';
import './feedback-list.css';
import { AgentText } from './markdown/agent-text';
import { PagedDialog } from './paged-dialog';

/** People's feedback on agents' answers, for administrators, the newest first (DECISIONS §9). */
export function FeedbackList({ onClosed }: { onClosed(): void }) {
  const [page, setPage] = useState(1);
  const list = agentChatApi.endpoints.listFeedback.useQuery(page);
  return (
    <PagedDialog
      title="Feedback on Answers"
      page={page}
      onPage={setPage}
      list={list}
      failure="Failed to load feedback"
      empty="Nobody has rated an answer yet."
      onClosed={onClosed}
    >
      <ul className={`${shape.ruled} chat-feedback`} aria-busy={list.isFetching}>
        {list.data?.items.map(({ id, up, username, agent, question, answer, comment, created_at }) => (
          <li key={id}>
            <div className={`${shape.row} chat-feedback__head`}>
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
    </PagedDialog>
  );
}
