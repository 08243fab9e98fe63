import { takeClosedForm } from 'shared-auth';
import { useEffect, useMemo, useState, type KeyboardEvent } from 'react';
import type { Agent } from 'contract/agents/agent-chat';
import { Button, DownIcon, RetryIcon, Spinner, VisuallyHidden, shape } from 'shared-ui';
import type { ChatState, Outgoing } from './conversation';
import './message-list.css';
import { SuggestedQuestions } from './suggested-questions';
import { TurnView } from './turn-view';
import { turnsOf } from './turns';
import { useFollowing } from './use-following';

interface MessageListProps extends Pick<ChatState, 'messages' | 'loading' | 'elsewhere' | 'tabId'> {
  agent: Agent | null;
  /** Whether there are messages is not known yet. */
  opening: boolean;
  /** Nothing can be asked again: a failure offers that already. */
  hasFailed: boolean;
  onSend(outgoing: Outgoing): void;
}

/** The conversation. It follows new text while the reader is at its end or has just sent; else it offers to jump there. */
export function MessageList(props: MessageListProps) {
  const { messages, loading, elsewhere, tabId, agent, opening, hasFailed, onSend } = props;
  const { frame, content, following, jump, onScroll, onClick } = useFollowing();
  const turns = useMemo(() => turnsOf(messages), [messages]);
  const [stop, setStop] = useState<string | null>(null);
  // Taken once: nothing is opened again on another day.
  const [reopened] = useState(() => takeClosedForm('/agent-chat'));
  useEffect(jump, [tabId, jump]);
  useEffect(() => {
    if (loading) jump();
  }, [loading, jump]);

  const last = turns.at(-1);
  const asked = turns.findLast(({ from }) => from === 'You')?.messages[0];
  const canAsk = !loading && !elsewhere && !hasFailed;
  const again = canAsk && asked?.status === 'complete' ? { text: asked.content, replaces: asked.id } : undefined;
  // Of all buttons in the conversation, Tab reaches the last turn's: the others are a few arrow keys away from there.
  const tabStop = turns.some(({ key }) => key === stop) ? stop : last?.key;

  return (
    <div className="chat-list">
      <div
        className={`${shape.frame} chat-list__frame`}
        ref={frame}
        onScroll={onScroll}
        onClick={onClick}
        onKeyDown={moveBetweenTurns}
        tabIndex={0}
        role="region"
        aria-label="Conversation"
        aria-busy={loading || opening}
      >
        <div className="chat-list__content" ref={content}>
          {opening && <Spinner />}
          {turns.length === 0 && !loading && !opening && (
            <p className="chat-list__empty">
              No messages yet. Start a conversation by selecting an agent and typing a message.
            </p>
          )}
          <ol>
            {turns.map((turn) => (
              <TurnView
                key={turn.key}
                turn={turn}
                agent={agent?.display_name ?? ''}
                isFollowed={turn !== last}
                again={turn === last && turn.from === 'Agent' ? again : undefined}
                isTabStop={turn.key === tabStop}
                loading={loading}
                reopened={reopened}
                onSend={onSend}
                onReached={setStop}
              />
            ))}
          </ol>
          {agent && tabId && !opening && canAsk && (
            <SuggestedQuestions
              key={agent.key}
              tabId={tabId}
              turn={turns.filter(({ from }) => from === 'You').length}
              onAsk={(text) => onSend({ text })}
            />
          )}
          {again && last?.from === 'You' && (
            <p className={`${shape.row} ${shape.quiet} chat-list__none`}>
              No answer was written.
              <Button icon={<RetryIcon />} onClick={() => onSend(again)}>
                Regenerate
              </Button>
            </p>
          )}
          {elsewhere && (
            <p className={`${shape.row} ${shape.quiet} chat-list__none`} role="status">
              This answer is still being written, for another tab or before this page was loaded. It is shown as far as
              it has come.
            </p>
          )}
          {loading && (
            <p className={`${shape.line} chat-typing`}>
              <VisuallyHidden>Agent is typing</VisuallyHidden>
              <span aria-hidden="true" />
              <span aria-hidden="true" />
              <span aria-hidden="true" />
            </p>
          )}
        </div>
      </div>
      {!following && (
        <Button className="chat-list__jump" icon={<DownIcon />} onClick={jump}>
          Jump to latest
        </Button>
      )}
    </div>
  );
}

/** From the buttons of one turn to those of the one before or after. */
function moveBetweenTurns(event: KeyboardEvent<HTMLElement>): void {
  const step = { ArrowUp: -1, ArrowDown: 1 }[event.key];
  const here = event.target instanceof Element && event.target.closest('.chat-turn__actions');
  if (step === undefined || !here) return;
  const rows = [...event.currentTarget.querySelectorAll('.chat-turn__actions:has(button)')];
  const next = rows[rows.indexOf(here) + step]?.querySelector('button');
  if (!next) return;
  event.preventDefault();
  next.focus();
}
