/** Which companies a question is about, the same for every subject. */
import { COMPARE, EVERY_COMPANY, MORE_OR_LESS } from '../lexicon/asking';
import { COMPANIES } from '../lexicon/subjects';
import { namedCompanies, unknownCompany } from '../mentions';
import type { Question } from '../question';
import type { Call } from './intent';

/** The companies that are asked for, and whether one by one. */
export interface Asked {
  /** Absent: every company. */
  readonly companies: readonly string[] | undefined;
  readonly each: boolean;
}

/**
 * The companies of a question; where it names none, those of the call before. With 'compare' those before stay beside the
 * new ones.
 */
export function companiesAsked(question: Question, before: Call | null): Asked {
  const earlier = (before?.args['companies'] ?? []) as readonly string[];
  const { every, each } = question.everyCompany();
  const named = namedCompanies(question);
  const isComparison = question.take(COMPARE);
  if (named.length > 1) question.take(MORE_OR_LESS);
  if (!named.length && question.take(COMPANIES)) return { companies: undefined, each: true };
  if (every || question.take(EVERY_COMPANY)) return { companies: named.length ? named : undefined, each };
  if (named.length) {
    const companies = isComparison && named.length === 1 ? [...new Set([...earlier, ...named])] : named;
    return { companies, each: companies.length > 1 };
  }
  return { companies: earlier.length ? earlier : undefined, each: false };
}

/**
 * A company that the question names and nobody knows, once all other words are taken: the tool says that there is none.
 *
 * @param notBehind words behind which this subject's own names stand
 */
export const orUnknown = (
  asked: Asked,
  question: Question,
  notBehind: readonly string[] = [],
): readonly string[] | undefined => {
  const unknown = unknownCompany(question, notBehind);
  return unknown === undefined ? asked.companies : [unknown];
};
