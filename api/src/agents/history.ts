/** A conversation as a model reads it. */
import type { AssistantModelMessage, ModelMessage, ToolModelMessage } from 'ai';
import type { ToolCall } from 'contract/agents/agent-chat';
import { interruptedCall, type MessageRow } from './agent-sessions.queries';

type HistoryMessage = Pick<MessageRow, 'role' | 'content' | 'tool_calls'>;

/** How much of a conversation a model reads, in UTF-16 units of text and JSON. */
const LONGEST_HISTORY = 120_000;

/**
 * The newest exchanges that fit, each beginning with what the person wrote; the last one always. Every tool call has its
 * result, as models demand.
 *
 * @param history oldest first
 */
export function modelMessages(history: readonly HistoryMessage[], longest = LONGEST_HISTORY): ModelMessage[] {
  const exchanges: HistoryMessage[][] = [];
  for (const said of history) {
    if (said.role === 'user') exchanges.push([said]);
    else exchanges.at(-1)?.push(said);
  }
  let length = 0;
  const fitting = exchanges.reverse().filter((exchange, at) => {
    length += exchange.reduce((sum, said) => sum + sizeOf(said), 0);
    return at === 0 || length <= longest;
  });
  return fitting.reverse().flat().flatMap(messagesOf);
}

const sizeOf = ({ content, tool_calls }: HistoryMessage) => content.length + JSON.stringify(tool_calls).length;

function messagesOf({ role, content, tool_calls }: HistoryMessage): ModelMessage[] {
  if (role === 'user') return [{ role, content }];
  // A tool message repeats its call.
  if (role === 'tool' || (!content && !tool_calls.length)) return [];
  const said: AssistantModelMessage['content'] = [
    ...(content ? [{ type: 'text' as const, text: content }] : []),
    ...tool_calls.map(({ id, name, args }) => ({
      type: 'tool-call' as const,
      toolCallId: id,
      toolName: name,
      input: typeof args === 'object' && args !== null ? args : {},
    })),
  ];
  const message: ModelMessage = { role, content: said };
  return tool_calls.length ? [message, { role: 'tool', content: tool_calls.map(resultOf) }] : [message];
}

function resultOf(call: ToolCall): ToolModelMessage['content'][number] {
  const { id, name, status, result } = call.status === 'running' ? interruptedCall(call) : call;
  const output =
    status === 'failed'
      ? { type: 'error-text' as const, value: String(result) }
      : { type: 'json' as const, value: result as null };
  return { type: 'tool-result', toolCallId: id, toolName: name, output };
}
