import { useState } from 'react';
import { Button, formatDateTime, LoadFailure, Spinner } from 'shared-ui';
import { Dialog } from 'shared-ui/dialog';
import { agentChatApi } from './agent-chat.api';
import './earlier-conversations.css';

interface EarlierConversationsProps {
  /** The conversation on the screen, which is not offered. */
  currentTab: string | null;
  onChoose(tabId: string): void;
  onClosed(): void;
}

/** The person's last conversations, from whichever tab and device, to go on with. */
export function EarlierConversations({ currentTab, onChoose, onClosed }: EarlierConversationsProps) {
  const [open, setOpen] = useState(true);
  const { data, error, isFetching, refetch } = agentChatApi.endpoints.listConversations.useQuery();
  const conversations = data?.items.filter(({ tab_id }) => tab_id !== currentTab);
  const close = () => setOpen(false);
  return (
    <Dialog
      title="Earlier Conversations"
      open={open}
      onCloseRequest={close}
      onClosed={onClosed}
      footer={<Button onClick={close}>Close</Button>}
    >
      {error !== undefined && !isFetching && (
        <LoadFailure message="Failed to load conversations" error={error} onRetry={() => void refetch()} />
      )}
      {isFetching && <Spinner />}
      {conversations?.length === 0 && (
        <p>No earlier conversations. They are kept for 30 days; New Conversation clears the one that it replaces.</p>
      )}
      <ul className="chat-earlier">
        {conversations?.map(({ tab_id, agent, title, last_used_at }) => (
          <li key={tab_id}>
            <button
              type="button"
              onClick={() => {
                close();
                onChoose(tab_id);
              }}
            >
              <bdi>{title}</bdi>
              <small>
                {agent?.display_name ?? 'No agent'} · {formatDateTime(last_used_at)}
              </small>
            </button>
          </li>
        ))}
      </ul>
    </Dialog>
  );
}
