/** What a subject is: something that people ask about, its words, and how they become the call of a tool. */
import type { ResourceType } from 'contract/tags';
import type { FoundNames } from '../../tools/names';
import { entriesOf, type Labels, type Table } from '../lexicon';
import { Question } from '../question';
import { COMMON } from '../vocabulary';

/** A call of a tool, as a model makes it. */
export interface Call {
  readonly tool: string;
  readonly args: Readonly<Record<string, unknown>>;
}
/** What is made of a question: a call, or a sentence that says why there is none. */
export type Reading = Call | { readonly says: string };

/** A subject. */
export interface Subject {
  /** The tools that it calls: a follow-up goes on from the last call of one of them. */
  readonly tools: readonly string[];
  /** Questions that it reads, as they are offered to a person; `{company}` stands for one that the person reaches. */
  readonly examples: readonly string[];
  /** What it takes over from the call of another subject: 'and profiles?'. */
  readonly keeps?: readonly string[];
  /** A question in its words. */
  ask(text: string, names?: FoundNames): Question;
  /** Whether the question is about this subject; takes no words. */
  concerns(question: Question): boolean;
  /** Reads a question, taking what it understands; `before` is the call that a follow-up goes on from. */
  read(question: Question, before: Call | null): Reading;
}

interface Written extends Omit<Subject, 'ask'> {
  readonly words: Table;
  readonly labels: Labels;
  /** What its tags are on. */
  readonly on?: ResourceType | undefined;
}

/** A subject of these words. */
export function subject({ words, labels, on, ...rest }: Written): Subject {
  const entries = [...entriesOf(words, labels), ...entriesOf(COMMON)].sort((a, b) => b.words.length - a.words.length);
  return { ...rest, ask: (text, names) => new Question(text, names, entries, on) };
}

/** Arguments without those that say nothing, over those of the call before. */
export function argsOver(before: Call | null, said: Readonly<Record<string, unknown>>): Record<string, unknown> {
  const isSaid = ([, value]: [string, unknown]) =>
    value !== undefined && value !== null && value !== false && !(Array.isArray(value) && !value.length);
  const { page: _, ...kept } = before?.args ?? {};
  return { ...kept, ...Object.fromEntries(Object.entries(said).filter(isSaid)) };
}

/** What is said of flags of the contract, which may be false. */
export const flagsIn = (question: Question, ...keys: readonly string[]): Readonly<Record<string, boolean>> =>
  Object.fromEntries(
    keys.flatMap((key) => [question.pick(key)].flatMap((said) => (said ? [[key, said === 'true']] : []))),
  );

/**
 * The companies of a question; where it names none, those of the call before. With 'compare' those before stay beside the new
 * ones. `each`: they are wanted one by one.
 */
export function companiesAsked(question: Question, before: Call | null) {
  const earlier = (before?.args['companies'] ?? []) as readonly string[];
  const named = question.companies();
  const isComparison = question.take('compare');
  if (named.length > 1) question.take('than');
  if (question.everyCompany()) return { companies: named.length ? named : undefined, each: false };
  const companies = isComparison && named.length === 1 ? [...new Set([...earlier, ...named])] : named;
  if (named.length) return { companies, each: companies.length > 1 };
  const each = question.free('group', 'company').length > 0;
  return { companies: each || !earlier.length ? undefined : earlier, each };
}
