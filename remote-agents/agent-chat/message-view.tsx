import { memo } from 'react';
import { formatTime, WrenchIcon, shape } from 'shared-ui';
import type { Message } from './conversation';
import { AgentText } from './markdown/agent-text';
import { ToolCalls } from './tool-calls';

interface MessageViewProps {
  message: Message;
  /** The agent that leads its turn with this message; absent on the messages behind it. */
  agent?: string | undefined;
}

/** One message: who and when, a person's words as they are, an agent's as markdown, a tool's beside a wrench. */
export const MessageView = memo(function MessageView({ message, agent }: MessageViewProps) {
  const { role, content, tool_calls: calls = [] } = message;
  if (role === 'tool')
    return (
      <div className={`${shape.line} ${shape.quiet} chat-tool`}>
        <WrenchIcon />
        <span>{content || `Using tool: ${message.tool_name}`}</span>
        <SenderAndTime message={message} />
      </div>
    );
  return (
    <div className="chat-message">
      <SenderAndTime message={message} agent={agent} />
      {calls.length > 0 && <ToolCalls calls={calls} />}
      {role === 'assistant' ? <AgentText text={content} /> : <p className="chat-message__words">{content}</p>}
    </div>
  );
});

/** Leads a turn in a row of its own; on the messages behind, it stands quietly at their side. */
function SenderAndTime({ message: { role, timestamp }, agent }: MessageViewProps) {
  const time = <time dateTime={timestamp}>{formatTime(timestamp)}</time>;
  if (role === 'user' || agent !== undefined)
    return (
      <div className={`${shape.line} chat-message__head`}>
        <strong>{role === 'user' ? 'You' : 'Agent'}</strong>
        {time}
        {agent && <bdi className="chat-message__agent">{agent}</bdi>}
      </div>
    );
  return <span className="chat-message__side">Agent {time}</span>;
}
