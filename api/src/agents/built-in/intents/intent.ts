/** What an intent is: a subject that people ask about, and the tool that answers. See `intents.ts` for how to add one. */
import type { Question } from '../question';

/** A call of a tool, as a model makes it. */
export interface Call {
  readonly tool: string;
  readonly args: Readonly<Record<string, unknown>>;
}

/** What an intent makes of a question: a call, or a sentence that says why there is none. */
export type Reading = Call | { readonly says: string };

/** A subject. */
export interface Intent {
  /** The tools that it calls: a follow-up goes on from the last call of one of them. */
  readonly tools: readonly string[];
  /** Questions that it reads, as they are offered to a person; `{company}` stands for one that the person reaches. */
  readonly examples: readonly string[];
  /** What it takes over from the call of another subject when a follow-up names its own: 'and profiles?'. Absent: the companies. */
  readonly keeps?: readonly string[];
  /** Whether the question is about this subject; takes no words. */
  concerns(question: Question): boolean;
  /**
   * Reads a question, taking every word that it understands.
   *
   * @param before the call that a follow-up goes on from; what the question says is put over its arguments
   */
  read(question: Question, before: Call | null): Reading;
}

/** Arguments without those that say nothing, over those of the call before. */
export function argsOver(before: Call | null, said: Readonly<Record<string, unknown>>): Record<string, unknown> {
  const isSaid = ([, value]: [string, unknown]) =>
    value !== undefined && value !== null && value !== false && !(Array.isArray(value) && value.length === 0);
  const { page: _, ...kept } = before?.args ?? {};
  return { ...kept, ...Object.fromEntries(Object.entries(said).filter(isSaid)) };
}
