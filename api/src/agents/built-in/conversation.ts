/** What the built-in model finds in its prompt: the question, what tools have returned for it, and what was asked before. */
import type { LanguageModelV3Message, LanguageModelV3Prompt, LanguageModelV3ToolResultPart } from '@ai-sdk/provider';
import type { Call } from './intents/intent';
import { INTENTS } from './intents/intents';

/** What a tool returned, or the message of its failure. */
export type Returned =
  { readonly tool: string; readonly value: unknown } | { readonly tool: string; readonly failure: string };

/** A conversation up to now. */
export interface Conversation {
  readonly question: string;
  /** What was looked up for this question, oldest first. */
  readonly returned: readonly Returned[];
  /** The last call of a data tool that found something, of an earlier question. */
  readonly before: Call | null;
  /** Something was proposed before. */
  readonly hasProposed: boolean;
}

const DATA_TOOLS = new Set(INTENTS.flatMap(({ tools }) => tools));

/** Reads the prompt of a model. */
export function conversationOf(prompt: LanguageModelV3Prompt): Conversation {
  const at = prompt.findLastIndex(({ role }) => role === 'user');
  const [earlier, now] = [prompt.slice(0, Math.max(at, 0)), prompt.slice(at + 1)];
  const question = prompt[at];
  return {
    question: question ? textOf(question) : '',
    returned: resultsIn(now).map(returnedBy),
    before: lastCall(earlier),
    hasProposed: resultsIn(earlier).some(({ toolName }) => toolName.startsWith('propose_')),
  };
}

const textOf = ({ content }: LanguageModelV3Message): string =>
  typeof content === 'string' ? content : content.map((part) => (part.type === 'text' ? part.text : '')).join('\n');

const resultsIn = (messages: LanguageModelV3Prompt): LanguageModelV3ToolResultPart[] =>
  messages.flatMap((message) =>
    message.role === 'tool' ? message.content.filter((part) => part.type === 'tool-result') : [],
  );

const returnedBy = ({ toolName: tool, output }: LanguageModelV3ToolResultPart): Returned => {
  if (output.type === 'json') return { tool, value: output.value };
  return {
    tool,
    failure: output.type === 'error-text' || output.type === 'text' ? output.value : 'The look-up failed.',
  };
};

function lastCall(messages: LanguageModelV3Prompt): Call | null {
  const successful = new Set(
    resultsIn(messages).flatMap(({ toolCallId, output }) => (output.type === 'json' ? [toolCallId] : [])),
  );
  const calls = messages.flatMap((message) =>
    message.role === 'assistant' ? message.content.filter((part) => part.type === 'tool-call') : [],
  );
  const call = calls.findLast(({ toolName, toolCallId }) => DATA_TOOLS.has(toolName) && successful.has(toolCallId));
  return call ? { tool: call.toolName, args: (call.input ?? {}) as Call['args'] } : null;
}
