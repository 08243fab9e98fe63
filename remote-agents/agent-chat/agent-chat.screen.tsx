import type { Agent } from 'contract/agents/agent-chat';
import { inGroup, useCurrentUser } from 'shared-auth';
import { useCallback, useId, useLayoutEffect, useRef } from 'react';
import {
  Alert,
  Button,
  CopyButton,
  fetchEarly,
  LoadFailure,
  PageTitle,
  RetryIcon,
  Select,
  useDialog,
  VisuallyHidden,
  shape,
} from 'shared-ui';
import { agentChatApi } from './agent-chat.api';
import './agent-chat.css';
import { ChatActions } from './chat-actions';
import type { Outgoing } from './conversation';
import { spokenText } from './markdown/spoken-text';
import { MessageInput } from './message-input';
import { MessageList } from './message-list';
import { ModelNotice } from './model-notice';
import { asMarkdown } from './turns';
import { useAgentChat } from './use-agent-chat';

const loadFeedback = () => import('./feedback-list');
const loadUsage = () => import('./usage-list');
const loadEarlier = () => import('./earlier-conversations');
const fetchEarlier = fetchEarly(loadEarlier);

/** Agent Chat (specification 2 §2.5). */
export default function AgentChatScreen() {
  const chat = useAgentChat();
  const { state, chosen } = chat;
  const { agent, messages, loading, elsewhere, error, tabId, finished } = state;
  const agents = agentChatApi.endpoints.listAgents.useQuery();
  const earlier = useDialog();
  const select = useId();
  const input = useId();
  const lastKey = useRef('');
  // A stable one, so that a turn of the conversation is not rendered again with each word of another.
  const newestSend = useRef(chat.send);
  useLayoutEffect(() => {
    newestSend.current = chat.send;
  }, [chat.send]);
  const send = useCallback((outgoing: Outgoing) => void newestSend.current(outgoing), []);
  const openEarlier = () =>
    earlier.open(async () => {
      const { EarlierConversations } = await loadEarlier();
      return (
        <EarlierConversations currentTab={tabId} onChoose={(tab) => void chat.reopen(tab)} onClosed={earlier.close} />
      );
    });
  const choose = async (key: string) => {
    // Who walks through the agents by arrow keys or letters has not come to the one that is meant.
    const isWalking = /^(Arrow|Home|End|Page|.$)/.test(lastKey.current);
    const hasMoved = await chat.choose(offered.find((one) => one.key === key) ?? null);
    if (hasMoved && !isWalking && key) document.getElementById(input)?.focus();
  };
  const reading = useDialog();
  const isAdministrator = inGroup(useCurrentUser(), 'AaasAdmin');
  const openFeedback = () =>
    reading.open(async () => {
      const { FeedbackList } = await loadFeedback();
      return <FeedbackList onClosed={reading.close} />;
    });
  const openUsage = () =>
    reading.open(async () => {
      const { UsageList } = await loadUsage();
      return <UsageList onClosed={reading.close} />;
    });
  const administration = [
    { label: 'Feedback', onSelect: () => void openFeedback() },
    { label: 'Token Usage', onSelect: () => void openUsage() },
  ];
  const offered = withCurrent(agents.data?.items ?? [], agent);

  return (
    <div className="agent-chat">
      <PageTitle
        title="Agent Chat"
        actions={
          <ChatActions
            canStart={tabId !== null}
            onStart={() => void chat.startNew()}
            onEarlier={() => void openEarlier()}
            onEarlierPointed={fetchEarlier}
            administration={isAdministrator ? administration : []}
          />
        }
      />
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
      <div className={`${shape.stack} agent-chat__card`}>
        <div className={`${shape.row} agent-chat__choice`}>
          <label htmlFor={select}>Select an Agent:</label>
          <Select
            id={select}
            value={chosen}
            onKeyDown={({ key }) => (lastKey.current = key)}
            onPointerDown={() => (lastKey.current = '')}
            onChange={({ target }) => void choose(target.value)}
          >
            <option value="">-- Choose an agent --</option>
            {offered.map(({ key, display_name }) => (
              <option key={key} value={key}>
                {display_name}
              </option>
            ))}
          </Select>
          {messages.length > 0 && (
            <CopyButton
              className="agent-chat__copy"
              label="Copy conversation"
              text={asMarkdown(messages, agent?.display_name ?? 'Agent')}
            />
          )}
        </div>
        {agents.data?.model_configured === false && <ModelNotice />}
        <MessageList
          messages={messages}
          loading={loading}
          elsewhere={elsewhere}
          tabId={tabId}
          agent={agent}
          opening={tabId === null && error === null}
          hasFailed={error !== null}
          onSend={send}
        />
        <MessageInput
          id={input}
          draft={chat.draft}
          hasAgent={agent !== null}
          loading={loading}
          canStop={loading || elsewhere}
          waiting={chat.switching}
          onChange={chat.changeDraft}
          onSend={send}
          onStop={chat.stop}
        />
      </div>
      <VisuallyHidden as="div" aria-live="polite">
        {finished && `Agent: ${spokenText(finished.content)}`}
      </VisuallyHidden>
      {earlier.dialog}
      {reading.dialog}
    </div>
  );
}

/** The agent of a restored conversation is shown before the list has come. */
const withCurrent = (agents: readonly Agent[], current: Agent | null): readonly Agent[] =>
  current && !agents.some(({ key }) => key === current.key) ? [...agents, current] : agents;
