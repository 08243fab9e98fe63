/** The built-in model's prompt: the question, what tools have returned for it, and what was asked before. */
import type { LanguageModelV3Prompt } from '@ai-sdk/provider';
import type { ToolResult } from 'contract/agents/tool-results';
import type { FoundNames } from '../tools/names';
import type { Call } from './subjects/subject';
import { SUBJECTS } from './subjects/subjects';

/** The tools that the model itself knows. */
export const SEARCH = 'search_knowledge';
export const NAMES = 'find_names';

const DATA_TOOLS = new Set(SUBJECTS.flatMap(({ tools }) => tools));
type Returned = { readonly tool: string } & ({ readonly value: unknown } | { readonly failure: string });

/** Reads the prompt of a model. */
export function conversationOf(prompt: LanguageModelV3Prompt) {
  const at = prompt.findLastIndex(({ role }) => role === 'user');
  const [before, now] = [prompt.slice(0, Math.max(at, 0)), prompt.slice(Math.max(at, 0))];
  const returned = resultsIn(now);
  const valueOf = (isMeant: (tool: string) => boolean) =>
    returned.flatMap((one) => ('value' in one && isMeant(one.tool) ? [one.value] : []))[0];
  return {
    question: partsOf(now.slice(0, 1))
      .map((part) => (part.type === 'text' ? part.text : ''))
      .join('\n'),
    /** The last result for this question, or the message of its failure. */
    last: returned.at(-1),
    /** The names in it, once they are known, and the figures. */
    names: valueOf((tool) => tool === NAMES) as FoundNames | undefined,
    data: valueOf((tool) => DATA_TOOLS.has(tool)) as ToolResult | undefined,
    /** The last call of a data tool that found something, of an earlier question. */
    before: lastCall(before),
    hasProposed: resultsIn(before).some(({ tool }) => tool.startsWith('propose_')),
  };
}
export type Conversation = ReturnType<typeof conversationOf>;

type Part = Exclude<LanguageModelV3Prompt[number], { role: 'system' }>['content'][number];
const partsOf = (messages: LanguageModelV3Prompt): Part[] =>
  messages.flatMap((message): Part[] => (message.role === 'system' ? [] : message.content));

const resultsIn = (messages: LanguageModelV3Prompt) =>
  partsOf(messages).flatMap((part): (Returned & { readonly id: string })[] => {
    if (part.type !== 'tool-result') return [];
    const { toolCallId: id, toolName: tool, output } = part;
    if (output.type === 'json') return [{ id, tool, value: output.value }];
    const isText = output.type === 'error-text' || output.type === 'text';
    return [{ id, tool, failure: isText ? output.value : 'The look-up failed.' }];
  });

function lastCall(messages: LanguageModelV3Prompt): Call | null {
  const found = new Set(resultsIn(messages).flatMap((one) => ('value' in one ? [one.id] : [])));
  const call = partsOf(messages).findLast(
    (part) => part.type === 'tool-call' && DATA_TOOLS.has(part.toolName) && found.has(part.toolCallId),
  );
  return call?.type === 'tool-call' ? { tool: call.toolName, args: (call.input ?? {}) as Call['args'] } : null;
}
