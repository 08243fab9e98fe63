/** A conversation by turns: what the person said, and all that one run of the agent wrote and used for it. */
import type { Message } from './conversation';

/** One or more messages in a row from the same side. A person's messages are a turn each. */
export interface Turn {
  readonly key: string;
  readonly from: 'You' | 'Agent';
  readonly messages: readonly Message[];
}

/** The turns of a conversation, in its order. A reply that has not started yet is in no turn. */
export function turnsOf(messages: readonly Message[]): readonly Turn[] {
  const turns: { key: string; from: Turn['from']; messages: Message[] }[] = [];
  for (const message of messages) {
    if (isBlank(message)) continue;
    const last = turns.at(-1);
    const from = message.role === 'user' ? 'You' : 'Agent';
    if (from === 'Agent' && last?.from === 'Agent') last.messages.push(message);
    else turns.push({ key: message.key, from, messages: [message] });
  }
  return turns;
}

const isBlank = ({ role, content, tool_calls = [] }: Message) =>
  role === 'assistant' && content === '' && tool_calls.length === 0;

/** The text of a turn, as markdown: without the tools. */
export const wordsOf = ({ messages }: Turn): string =>
  messages.flatMap(({ role, content }) => (role === 'tool' || content === '' ? [] : [content])).join('\n\n');

/** A whole conversation as markdown; `agent` names the agent. */
export const asMarkdown = (messages: readonly Message[], agent: string): string =>
  turnsOf(messages)
    .map((turn) => `**${turn.from === 'You' ? 'You' : agent}**\n\n${wordsOf(turn)}`)
    .join('\n\n---\n\n');
