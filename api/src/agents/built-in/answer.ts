/** The built-in model's next step: it calls a tool, or it answers with what its tools have returned. Pure. */
import type { LanguageModelV3Prompt } from '@ai-sdk/provider';
import type { ProposalResult } from 'contract/agents/proposals';
import type { ToolResult } from 'contract/agents/tool-results';
import type { FoundPassage } from '../knowledge-search.queries';
import { howMany } from '../tools/look-up';
import type { FoundNames } from '../tools/names';
import { conversationOf, NAMES, SEARCH, type Conversation } from './conversation';
import { orderExamples, orderIn, proposalOf } from './orders';
import { firstStep, readingOf, wantsTable, type Search } from './reading';
import type { Call, Reading } from './subjects/subject';
import { CAN_DO, isDecision, READS_ONLY, talkOf } from './talk';
import { escaped, quoted, told } from './telling';

const MOST_PASSAGES = 2;
// A passage that answers a question for a figure, in words that no subject understood, must cover this much of it.
const SURE_SCORE = 0.6;
/** As long as the arguments of these tools may be. */
const LONGEST_ARGUMENT = 1000;
const YOU_DECIDE =
  'That is yours to decide: press Apply or Dismiss on the card of the proposal. I change nothing myself.';
const NOT_ALLOWED =
  'This agent may not propose that, and I change nothing. Whoever manages the agents can allow it in its definition.';
const AGAIN = 'Could you ask in other words?';
const NOT_UNDERSTOOD = `I found nothing about this in this agent’s knowledge. Nor is it a question about the console’s data that I understand. ${AGAIN}`;
const NO_NAMES: FoundNames = { companies: [], unclear: [], tags: [] };

const ask = (tool: string, name: string, text: string): Call => ({
  tool,
  args: { [name]: [...text].slice(0, LONGEST_ARGUMENT).join('') },
});
const findNames = (question: string) => ask(NAMES, 'text', question);
const searchFor = (question: string) => ask(SEARCH, 'query', question);

/**
 * The next step of an answer: a call, or what is said.
 *
 * @param tools the tools that may be called now
 */
export function nextOf(prompt: LanguageModelV3Prompt, tools: ReadonlySet<string>): Reading {
  const conversation = conversationOf(prompt);
  const next = proposingStep(conversation, tools) ?? stepOf(conversation);
  return 'says' in next || tools.has(next.tool)
    ? next
    : { says: 'I could not look anything up now. Please try again.' };
}

/** The next step of an answer to an order; null for a question, and for an agent that may propose nothing. */
function proposingStep(conversation: Conversation, tools: ReadonlySet<string>): Reading | null {
  const { question, last, names, before } = conversation;
  if (last?.tool.startsWith('propose_'))
    return { says: 'failure' in last ? escaped(last.failure) : toldProposal(last.value as ProposalResult) };
  if (!orderExamples(tools).length) return null;
  const order = orderIn(question);
  if (!order) return last ? null : talkOfProposals(conversation, tools);
  if (!last) return findNames(question);
  if (last.tool !== NAMES || !names) return null;
  const next = proposalOf(order, names, before);
  return 'says' in next || tools.has(next.tool) ? next : { says: NOT_ALLOWED };
}

/** The sentence for an order that was not understood, and for a question of what can be ordered; null for everything else. */
function talkOfProposals({ question, hasProposed }: Conversation, tools: ReadonlySet<string>): Reading | null {
  if (hasProposed && isDecision(question)) return { says: YOU_DECIDE };
  const said = talkOf(question, false);
  const examples = orderExamples(tools).map((example) => `“${example}”`);
  const ordering = `Behind a list you can say ${examples.join(', ')}: I propose that, and nothing is changed until you apply it.`;
  if (said === CAN_DO) return { says: `${CAN_DO}\n\n${ordering}` };
  if (said !== READS_ONLY) return null;
  return { says: `I do not understand which change you mean. ${ordering} Which one is it?` };
}

/** A proposal in a sentence or two. */
function toldProposal({ proposal: { summary, company_name, unchanged_count: same } }: ProposalResult): string {
  const others = same ? ` ${howMany(same, 'other')} ${same === 1 ? 'needs' : 'need'} no change.` : '';
  return `My proposal for ${escaped(company_name)}: ${escaped(summary)}.${others} Nothing is changed until you apply it.`;
}

function stepOf(conversation: Conversation): Reading {
  const { question, last, data, before } = conversation;
  if (!last) {
    const first = firstStep(question, before);
    if ('says' in first) return first;
    return 'needsNames' in first ? findNames(question) : searchFor(question);
  }
  if ('failure' in last) return { says: escaped(last.failure) };
  if (last.tool === SEARCH)
    return { says: toldPassages(conversation, (last.value as { items: FoundPassage[] }).items) };
  const reading = readingIn(conversation);
  if (!data) return 'searches' in reading ? searchFor(question) : reading;
  // Words that were taken for a part of a name and are in none may be about something in the knowledge.
  return data.total === 0 && inNames(data).length ? searchFor(question) : { says: told(data, wantsTable(question)) };
}

const readingIn = ({ question, names, before }: Conversation): Reading | Search =>
  readingOf(question, names ?? NO_NAMES, before);

/** Texts that a look-up searched names for. */
const inNames = ({ filters }: ToolResult): readonly string[] =>
  filters.flatMap(({ label, value }) => (['Search', 'Campaign', 'Ad set'].includes(label) ? [value] : []));

/** The passages found; without any, which words were not understood, or are in no name. */
function toldPassages(conversation: Conversation, items: readonly FoundPassage[]): string {
  const { names, data } = conversation;
  const reading = names && readingIn(conversation);
  const unread = data ? inNames(data) : (reading && 'searches' in reading && reading.unread) || [];
  const best = items.slice(0, MOST_PASSAGES);
  if (best[0] && (!unread.length || best[0].score >= SURE_SCORE)) {
    const sources = [...new Set(best.map(({ name }) => `**${escaped(name)}**`))];
    return `${best.map(({ content }) => content).join('\n\n')}\n\nSource${sources.length > 1 ? 's' : ''}: ${sources.join(', ')}`;
  }
  if (!unread.length) return NOT_UNDERSTOOD;
  const of = (data ?? names ?? NO_NAMES).companies.map(({ name }) => escaped(name)).join(', ');
  const where = data
    ? `: there is no such company in reach, and nothing${of && ` of ${of}`} has it in its name,`
    : ` in this question${of && ` about ${of}`},`;
  return `I do not understand ${quoted(unread)}${where} and ${data ? 'I ' : ''}give no figure that may be wrong. ${AGAIN}`;
}
