import { inGroup, useCurrentUser } from 'shared-auth';
import { memo, useState } from 'react';
import { Button, CopyButton, EditIcon, RetryIcon, shape } from 'shared-ui';
import { Link } from 'shared-ui/router';
import type { Outgoing } from './conversation';
import { EditMessage } from './edit-message';
import { MessageView } from './message-view';
import { RateAnswer } from './rate-answer';
import { ProposalCard } from './proposal-card';
import { leadsOf, proposalOf } from './tool-results';
import { wordsOf, type Turn } from './turns';
import { editOf } from './use-kept-text';
import './turn-view.css';

interface TurnViewProps {
  turn: Turn;
  /** The agent's name. */
  agent: string;
  /** Something follows it. */
  isFollowed: boolean;
  /** The question that Regenerate sends again; absent without one. */
  again: Outgoing | undefined;
  /** Its buttons are reached by Tab; those of the others by the arrow keys from there. */
  isTabStop: boolean;
  /** Nothing can be sent while an answer is being written. */
  loading: boolean;
  onSend(outgoing: Outgoing): void;
  /** The form that the end of the session closed, by its name. */
  reopened: string | null;
  /** One of its buttons has the focus. */
  onReached(key: string): void;
}

/** One turn of the conversation, and what can be done with it. */
export const TurnView = memo(function TurnView(props: TurnViewProps) {
  const { turn, agent, isFollowed, again, isTabStop, loading, reopened, onSend, onReached } = props;
  const last = turn.messages.at(-1);
  const [isEditing, setEditing] = useState(turn.from === 'You' && editOf(last?.id) === reopened);
  const words = wordsOf(turn);
  const readsKnowledge = inGroup(useCurrentUser(), 'AaasAdmin');
  const calls = turn.messages.flatMap(({ tool_calls = [] }) => tool_calls);
  const leads = leadsOf(words, calls, readsKnowledge);
  const proposals = calls.flatMap((call) => proposalOf(call) ?? []);
  const answered = turn.messages.findLast(({ role, content }) => role === 'assistant' && content !== '');
  const isWritten = !turn.messages.some(({ status }) => status === 'running');
  const stop = { tabIndex: isTabStop ? 0 : -1 };
  const canEdit = turn.from === 'You' && !loading && last?.id !== undefined;
  if (isEditing && last)
    return (
      <li className="chat-turn chat-turn--you chat-turn--edited">
        <EditMessage
          messageId={last.id}
          text={last.content}
          isFollowed={isFollowed}
          onClose={() => setEditing(false)}
          onSend={(text) => {
            setEditing(false);
            onSend({ text, replaces: last.id });
          }}
        />
      </li>
    );
  return (
    <li className={`chat-turn chat-turn--${turn.from.toLowerCase()}`}>
      <div className={`${shape.stack} chat-turn__messages`}>
        {turn.messages.map((message, at) => (
          <MessageView
            key={message.key}
            message={message}
            agent={at === 0 && turn.from === 'Agent' ? agent : undefined}
          />
        ))}
      </div>
      {proposals.map((proposal) => (
        <ProposalCard key={proposal.id} proposal={proposal} />
      ))}
      {isWritten && leads.length > 0 && (
        <nav className={`${shape.wrap} chat-turn__leads`} aria-label="What the answer rests on">
          {leads.map(({ label, address }) => (
            <Link key={address} to={address}>
              {label}
            </Link>
          ))}
        </nav>
      )}
      {isWritten && (
        <div className="chat-turn__actions" onFocus={() => onReached(turn.key)}>
          {last?.status === 'unsent' && <span className="chat-turn__mark">Not sent</span>}
          {last?.status === 'interrupted' && <span className="chat-turn__mark">Interrupted</span>}
          {words && <CopyButton label="Copy message" text={words} {...stop} />}
          {canEdit && (
            <Button
              tone="quiet"
              className="chat-turn__button"
              icon={<EditIcon />}
              aria-label="Edit message"
              title="Edit and send again"
              {...stop}
              onClick={() => setEditing(true)}
            />
          )}
          {answered?.id !== undefined && (
            <RateAnswer messageId={answered.id} tabIndex={stop.tabIndex} reopened={reopened} />
          )}
          {again && (
            <Button tone="quiet" icon={<RetryIcon />} {...stop} onClick={() => onSend(again)}>
              Regenerate
            </Button>
          )}
        </div>
      )}
    </li>
  );
}, isSame);

/** While an answer streams, only its own turn renders again. */
function isSame(before: TurnViewProps, after: TurnViewProps): boolean {
  return (
    before.turn.messages.length === after.turn.messages.length &&
    before.turn.messages.every((message, at) => message === after.turn.messages[at]) &&
    before.agent === after.agent &&
    before.isFollowed === after.isFollowed &&
    before.again?.text === after.again?.text &&
    before.again?.replaces === after.again?.replaces &&
    before.isTabStop === after.isTabStop &&
    before.loading === after.loading &&
    before.onSend === after.onSend
  );
}
