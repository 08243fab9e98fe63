/** What the built-in model does next: it calls a tool, or it answers with what its tools have returned. Pure. */
import type { ProposalResult } from 'contract/agents/proposals';
import type { ToolResult } from 'contract/agents/tool-results';
import type { FoundPassage } from '../knowledge-search.queries';
import { howMany } from '../tools/look-up';
import type { FoundNames } from '../tools/names';
import { conversationOf, type Conversation, type Returned } from './conversation';
import type { Call } from './intents/intent';
import { CAN_DO, isDecision, READS_ONLY, talkOf } from './intents/talk';
import { orderExamples, orderIn, proposalOf } from './proposals/orders';
import { firstStep, readingOf, wantsTable } from './reading';
import { escaped, quoted } from './markdown';
import { told } from './telling';
import type { LanguageModelV3Prompt } from '@ai-sdk/provider';

/** The tools that the model itself knows. */
export const SEARCH = 'search_knowledge';
export const NAMES = 'find_names';

/** What is done next. */
export type Next = Call | { readonly says: string };

const MOST_PASSAGES = 2;
// A passage that answers a question for a figure, in words that no subject understood, must cover this much of it.
const SURE_SCORE = 0.6;
/** As long as the arguments of these tools may be. */
const LONGEST_ARGUMENT = 1000;
const YOU_DECIDE =
  'That is yours to decide: press Apply or Dismiss on the card of the proposal. I change nothing myself.';
const NO_TOOLS = 'I could not look anything up now. Please try again.';
const AGAIN = 'Could you ask in other words?';
const NOT_UNDERSTOOD = `I found nothing about this in this agent’s knowledge. Nor is it a question about the console’s data that I understand. ${AGAIN}`;

/**
 * The next step of an answer.
 *
 * @param tools the tools that may be called now
 */
export function nextOf(prompt: LanguageModelV3Prompt, tools: ReadonlySet<string>): Next {
  const conversation = conversationOf(prompt);
  const proposed = proposingStep(conversation, tools);
  const next = proposed ?? stepOf(conversation);
  return 'tool' in next && !tools.has(next.tool) ? { says: NO_TOOLS } : next;
}

const isProposing = (tool: string) => tool.startsWith('propose_');

/** The next step of an answer to an order; null for a question, and for an agent that may propose nothing. */
function proposingStep(conversation: Conversation, tools: ReadonlySet<string>): Next | null {
  const { question, returned, before } = conversation;
  const last = returned.at(-1);
  if (last && isProposing(last.tool))
    return { says: 'failure' in last ? escaped(last.failure) : toldProposal(last.value as ProposalResult) };
  if (![...tools].some(isProposing)) return null;
  const order = orderIn(question);
  if (!last && !order) return talkOfProposals(conversation, tools);
  if (!order) return null;
  if (!last) return call(NAMES, { text: argument(question) });
  if (last.tool !== NAMES || 'failure' in last) return null;
  const next = proposalOf(order, last.value as FoundNames, before);
  return 'tool' in next && !tools.has(next.tool) ? { says: NOT_ALLOWED } : next;
}

const NOT_ALLOWED =
  'This agent may not propose that, and I change nothing. Whoever manages the agents can allow it in its definition.';

/** What is said of orders that were not understood, and of what can be ordered; null for everything else. */
function talkOfProposals(conversation: Conversation, tools: ReadonlySet<string>): Next | null {
  if (conversation.hasProposed && isDecision(conversation.question)) return { says: YOU_DECIDE };
  const said = talkOf(conversation.question);
  if (said !== CAN_DO && said !== READS_ONLY) return null;
  const examples = orderExamples(tools)
    .map((example) => `“${example}”`)
    .join(', ');
  const ordering = `Behind a list you can say ${examples}: I propose that, and nothing is changed until you apply it.`;
  const says =
    said === CAN_DO
      ? `${CAN_DO}\n\n${ordering}`
      : `I do not understand which change you mean. ${ordering} Which one is it?`;
  return { says };
}

/** What was proposed, in a sentence or two. */
function toldProposal({ proposal: { summary, company_name, unchanged_count } }: ProposalResult): string {
  const same = unchanged_count
    ? ` ${howMany(unchanged_count, 'other')} ${unchanged_count === 1 ? 'needs' : 'need'} no change.`
    : '';
  return `My proposal for ${escaped(company_name)}: ${escaped(summary)}.${same} Nothing is changed until you apply it.`;
}

function stepOf(conversation: Conversation): Next {
  const { question, returned, before } = conversation;
  const last = returned.at(-1);
  if (!last) {
    const first = firstStep(question, before);
    if ('says' in first) return first;
    return 'needsNames' in first ? call(NAMES, { text: argument(question) }) : searchFor(question);
  }
  if ('failure' in last) return { says: escaped(last.failure) };
  if (last.tool === NAMES) {
    const step = readingOf(question, last.value as FoundNames, before);
    if ('says' in step || 'tool' in step) return step;
    return searchFor(question);
  }
  if (last.tool !== SEARCH) return afterData(last.value as ToolResult, conversation);
  return {
    says: passages(conversation, (last.value as { items: FoundPassage[] }).items) ?? notUnderstood(conversation),
  };
}

const call = (tool: string, args: Call['args']): Call => ({ tool, args });
const searchFor = (question: string): Call => call(SEARCH, { query: argument(question) });
const argument = (text: string) => [...text].slice(0, LONGEST_ARGUMENT).join('');

/** The figures; words that were taken for a part of a name and are in none may be about something in the knowledge. */
function afterData(result: ToolResult, { question }: Conversation): Next {
  return result.total === 0 && takenForName(result).length
    ? searchFor(question)
    : { says: told(result, wantsTable(question)) };
}

/** What a look-up had to find in names. */
const takenForName = ({ filters }: ToolResult): readonly string[] =>
  filters.flatMap(({ label, value }) => (['Search', 'Campaign', 'Ad set'].includes(label) ? [value] : []));

/** What is said when the knowledge has nothing either: which words were not understood, or are in no name. */
function notUnderstood(conversation: Conversation): string {
  const nothing = conversation.returned.find(isData);
  const unread = nothing ? takenForName(nothing.value as ToolResult) : unreadIn(conversation);
  if (!unread.length) return NOT_UNDERSTOOD;
  const words = quoted(unread);
  const { companies } = nothing ? (nothing.value as ToolResult) : namesIn(conversation);
  const where = companies.length ? ` of ${companies.map(({ name }) => escaped(name)).join(', ')}` : '';
  if (!nothing)
    return `I do not understand ${words} in this question${where.replace(' of ', ' about ')}, and give no figure that may be wrong. ${AGAIN}`;
  return `I do not understand ${words}: nothing${where} has it in its name, and I give no figure that may be wrong. ${AGAIN}`;
}

/** The names that were recognised in the question. */
function namesIn({ returned }: Conversation): FoundNames {
  const names = returned.find(({ tool }) => tool === NAMES);
  return names && 'value' in names ? (names.value as FoundNames) : { companies: [], unclear: [], tags: [] };
}

/** The words that were not understood in a question for a figure. */
function unreadIn(conversation: Conversation): readonly string[] {
  const { question, returned, before } = conversation;
  const hasNames = returned.some(({ tool }) => tool === NAMES);
  const step = hasNames ? readingOf(question, namesIn(conversation), before) : null;
  return (step && 'searches' in step && step.unread) || [];
}

const isData = (one: Returned): one is Extract<Returned, { value: unknown }> =>
  'value' in one && one.tool !== NAMES && one.tool !== SEARCH;

function passages(conversation: Conversation, items: readonly FoundPassage[]): string | null {
  const best = items.slice(0, MOST_PASSAGES);
  const isUnsure = unreadIn(conversation).length > 0 || conversation.returned.some(isData);
  if (!best.length || (isUnsure && (best[0]?.score ?? 0) < SURE_SCORE)) return null;
  const sources = [...new Set(best.map(({ name }) => `**${escaped(name)}**`))];
  return `${best.map(({ content }) => content).join('\n\n')}\n\nSource${sources.length > 1 ? 's' : ''}: ${sources.join(', ')}`;
}
