import { useEffect } from 'react';
import { Button, DownIcon, Spinner, VisuallyHidden } from 'shared-ui';
import type { ChatState } from './conversation';
import { MessageView } from './message-view';
import { useFollowing } from './use-following';

interface MessageListProps extends Pick<ChatState, 'messages' | 'loading'> {
  /** Whether there are messages is not known yet. */
  opening: boolean;
}

/** The conversation. It follows new text while the reader is at its end or has just sent; else it offers to jump there. */
export function MessageList({ messages, loading, opening }: MessageListProps) {
  const { frame, content, following, jump, onScroll, onClick } = useFollowing();
  const sent = messages.findLast(({ role }) => role === 'user')?.key;
  useEffect(jump, [sent, jump]);

  return (
    <div className="chat-list">
      <div
        className="chat-list__frame"
        ref={frame}
        onScroll={onScroll}
        onClick={onClick}
        tabIndex={0}
        role="region"
        aria-label="Conversation"
        aria-busy={loading || opening}
      >
        <div className="chat-list__content" ref={content}>
          {opening && <Spinner />}
          {messages.length === 0 && !loading && !opening && (
            <p className="chat-list__empty">
              No messages yet. Start a conversation by selecting an agent and typing a message.
            </p>
          )}
          <ol>
            {messages.map((message) => (
              <MessageView key={message.key} message={message} />
            ))}
          </ol>
          {loading && (
            <p className="chat-typing">
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
