import { memo } from 'react';
import { CopyButton, WrenchIcon } from 'shared-ui';
import type { Message } from './conversation';
import { AgentText } from './markdown/agent-text';
import { ToolCalls } from './tool-calls';

const clock = new Intl.DateTimeFormat('en-US', { hour: '2-digit', minute: '2-digit' });

/** One message: who and when, a person's words as they are, an agent's as markdown, a tool's beside a wrench. */
export const MessageView = memo(function MessageView({ message }: { message: Message }) {
  const { role, content, timestamp, status, tool_calls: calls = [] } = message;
  if (role === 'tool')
    return (
      <li className="chat-tool">
        <WrenchIcon />
        {content || `Using tool: ${message.tool_name}`}
      </li>
    );
  const isAgent = role === 'assistant';
  // Of an answer that has only begun, the typing indicator tells.
  if (isAgent && !content && calls.length === 0 && status !== 'interrupted') return null;
  return (
    <li className={`chat-message chat-message--${isAgent ? 'agent' : 'you'}`}>
      <div className="chat-message__head">
        <strong>{isAgent ? 'Agent' : 'You'}</strong>
        <time dateTime={timestamp}>{clock.format(new Date(timestamp))}</time>
        {status === 'unsent' && <span className="chat-message__mark">Not sent</span>}
        {status === 'interrupted' && <span className="chat-message__mark">Interrupted</span>}
        {content && status !== 'running' && (
          <CopyButton className="chat-message__copy" label="Copy message" text={content} />
        )}
      </div>
      {calls.length > 0 && <ToolCalls calls={calls} />}
      {isAgent ? <AgentText text={content} /> : <p className="chat-message__words">{content}</p>}
    </li>
  );
});
