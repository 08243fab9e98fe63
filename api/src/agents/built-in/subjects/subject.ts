/** A subject: records that people ask about, the words for them, and how a question becomes the call of a tool. */
import type { ResourceType } from 'contract/tags';
import type { FoundNames } from '../../tools/names';
import { COMMON, phrasesOf, phrasesOfInputs, type Inputs } from '../phrases';
import { Question } from '../question';

/** A call of a tool, as a model makes it. */
export interface Call {
  readonly tool: string;
  readonly args: Readonly<Record<string, unknown>>;
}
/** A question as it was read: a call, or a sentence that says why there cannot be one. */
export type Reading = Call | { readonly says: string };

/** A subject. */
export interface Subject {
  /** The tools that it calls: a follow-up goes on from the last call of one of them. */
  readonly tools: readonly string[];
  /** Input of its look-up, whose choices and filters are understood by their labels. */
  readonly inputs: Inputs;
  /** A question in its words. */
  ask(text: string, names?: FoundNames): Question;
  /** Whether a question is about this subject; takes no words. */
  concerns(question: Question): boolean;
  /** Reads a question, taking what it understands; `before` is the call that a follow-up goes on from. */
  read(question: Question, before: Call | null): Reading;
}

/** Arguments that a question says in the words of every subject. */
export interface Arguments extends Record<string, unknown> {
  /** The group by which records are counted or added up. */
  readonly by?: string | undefined;
}

interface Written extends Omit<Subject, 'ask' | 'read'> {
  /** Other words for the filters' values, the noun, and what the subject reads itself (phrases.ts). */
  readonly words: string;
  /** The records whose tags are meant. */
  readonly on?: ResourceType | undefined;
  /** The call, `said` being the arguments in the words of every subject. */
  callOf(question: Question, said: Arguments, before: Call | null): Reading;
}

/** A subject of these words. */
export function subject({ words, on, callOf, ...written }: Written): Subject {
  const { inputs } = written;
  const phrases = [...phrasesOf(words), ...phrasesOfInputs(inputs), ...COMMON];
  return {
    ...written,
    ask: (text, names) => new Question(text, phrases, names, on),
    read: (question, before) => callOf(question, saidIn(question, inputs, before), before),
  };
}

function saidIn(question: Question, inputs: Inputs, before: Call | null): Arguments {
  const said: Record<string, unknown> & { by?: string } = {};
  const tags = question.tags();
  for (const [name, { kind, items }] of Object.entries(inputs)) {
    const group = groupOf(name);
    // 'Compare video and image ads' is a question by type.
    if (/^(min|max)_/.test(name)) said[name] = question.number(name.slice(0, 3));
    else if (question.values(name).length > 1 && question.take('compare', 'than') && hasGroup(inputs, group)) {
      question.take(name);
      said.by = group;
    } else if (name !== 'by' || said.by === undefined) {
      const value = items ? undefined : question.value(name);
      said[name] = kind === 'flag' && value !== undefined ? value === 'true' : value;
    }
  }
  const limit = question.limit(Object.keys(inputs));
  const { companies, each } = companiesIn(question, before);
  const by = said.by ?? question.group() ?? (each && hasGroup(inputs, 'company') ? 'company' : undefined);
  const { text, part = 'search' } = 'search' in inputs ? question.text() : {};
  return { ...said, ...tags, ...companies, limit, by, [part]: text };
}

const groupOf = (filter: string): string => (filter === 'is_active' ? 'activity' : filter.replace(/^.*_type$/, 'type'));
const hasGroup = ({ by }: Inputs, group: string): boolean => by?.enum?.includes(group) ?? false;

/** The companies that are meant, absent where the question before says them. `each`: they are compared. */
function companiesIn(question: Question, before: Call | null) {
  const named = question.values('company');
  question.take('company');
  const isComparison = question.take('compare');
  if (named.length > 1) question.take('than');
  if (question.take('every')) return { companies: { companies: null }, each: isComparison };
  const earlier = (before?.args['companies'] ?? []) as readonly string[];
  const companies = isComparison ? [...new Set([...earlier, ...named])] : named;
  return { companies: named.length ? { companies } : {}, each: companies.length > 1 };
}

/** Arguments over those of the call before: undefined, false and nothing leave them, null takes one away. */
export function argsOver(before: Call | null, said: Readonly<Record<string, unknown>>): Record<string, unknown> {
  const { page: _, ...args } = { ...before?.args };
  for (const [name, value] of Object.entries(said)) {
    if (value === null) delete args[name];
    else if (value !== undefined && !(Array.isArray(value) && !value.length)) args[name] = value;
  }
  return args;
}
