import type { Agent } from 'api/contract/agents/agent-chat';
import { useId } from 'react';
import {
  AddIcon,
  Alert,
  Button,
  fetchEarly,
  LoadFailure,
  PageTitle,
  RetryIcon,
  Select,
  useDialog,
  VisuallyHidden,
} from 'shared-ui';
import { agentChatApi } from './agent-chat.api';
import './agent-chat.css';
import { spokenText } from './markdown/spoken-text';
import { MessageInput } from './message-input';
import { MessageList } from './message-list';
import { useAgentChat } from './use-agent-chat';

const loadEarlier = () => import('./earlier-conversations');
const fetchEarlier = fetchEarly(loadEarlier);

/** Agent Chat (specification 2 §2.5). */
export default function AgentChatScreen() {
  const chat = useAgentChat();
  const { state, chosen } = chat;
  const { agent, messages, loading, error, tabId, finished } = state;
  const agents = agentChatApi.endpoints.listAgents.useQuery();
  const earlier = useDialog();
  const select = useId();
  const openEarlier = () =>
    earlier.open(async () => {
      const { EarlierConversations } = await loadEarlier();
      return (
        <EarlierConversations currentTab={tabId} onChoose={(tab) => void chat.reopen(tab)} onClosed={earlier.close} />
      );
    });
  const offered = withCurrent(agents.data?.items ?? [], agent);

  return (
    <div className="agent-chat">
      <PageTitle
        title="Agent Chat"
        actions={
          <>
            <Button onPointerEnter={fetchEarlier} onFocus={fetchEarlier} onClick={() => void openEarlier()}>
              Earlier Conversations
            </Button>
            <Button icon={<AddIcon />} disabled={tabId === null} onClick={() => void chat.startNew()}>
              New Conversation
            </Button>
          </>
        }
      />
      <div className="agent-chat__choice">
        <label htmlFor={select}>Select an Agent:</label>
        <Select
          id={select}
          value={chosen}
          onChange={({ target }) => void chat.choose(offered.find(({ key }) => key === target.value) ?? null)}
        >
          <option value="">-- Choose an agent --</option>
          {offered.map(({ key, display_name }) => (
            <option key={key} value={key}>
              {display_name}
            </option>
          ))}
        </Select>
      </div>
      {agents.error !== undefined && !agents.isFetching && (
        <LoadFailure message="Failed to load agents" error={agents.error} onRetry={() => void agents.refetch()} />
      )}
      {error && (
        <Alert
          type="error"
          error={error.cause}
          actions={
            (error.retry !== undefined || tabId === null) && (
              <Button icon={<RetryIcon />} onClick={chat.retry}>
                Retry
              </Button>
            )
          }
        >
          {error.message}
        </Alert>
      )}
      <MessageList messages={messages} loading={loading} opening={tabId === null && error === null} />
      <MessageInput
        draft={chat.draft}
        hasAgent={agent !== null}
        loading={loading}
        waiting={chat.switching}
        onChange={chat.changeDraft}
        onSend={(text) => void chat.send(text)}
        onStop={chat.stop}
      />
      <VisuallyHidden as="div" aria-live="polite">
        {finished && `Agent: ${spokenText(finished.content)}`}
      </VisuallyHidden>
      {earlier.dialog}
    </div>
  );
}

/** The agent of a restored conversation is shown before the list has come. */
const withCurrent = (agents: readonly Agent[], current: Agent | null): readonly Agent[] =>
  current && !agents.some(({ key }) => key === current.key) ? [...agents, current] : agents;
