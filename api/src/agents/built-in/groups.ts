/** What a question wants things counted or added up by: 'by campaign', 'which five tags', 'the platform with the most posts'. */
import { LEAST, MOST } from './lexicon/asking';
import { phrases, type Phrase } from './lexicon/phrases';
import type { Question } from './question';

/** Words that always make a group of the noun behind them, and those that do where something is asked of each. */
const BY = new Set(['by', 'per', 'each', 'every', 'top', 'split']);
const WHICH = new Set(['which', 'what', 'whose']);
const BETWEEN = new Set(['the', 'of', 'my', 'our', 'different', 'single', 'kind', 'kinds', 'type', 'types']);
/** What the groups of every subject are called. */
export const GROUP_NOUNS = {
  tag: phrases('tag, tags'),
  type: phrases('type, types, ad type, ad types, post type, post types, format, formats, kind, kinds'),
  status: phrases('status, statuses, state, states'),
  platform: phrases('platform, platforms, network, networks'),
} as const;

/**
 * The first of these groups that is asked for; its noun is taken.
 *
 * @param isAsked whether 'which' makes a group too: something is asked of each
 */
export function groupIn<G extends string>(
  question: Question,
  groups: Readonly<Record<G, readonly Phrase[]>>,
  isAsked: boolean,
): G | undefined {
  const isRanked = question.has(MOST) || question.has(LEAST);
  const all = (Object.entries(groups) as [G, readonly Phrase[]][]).flatMap(([group, some]) =>
    some.flatMap((phrase) => question.placesOf(phrase).map((place) => ({ group, place }))),
  );
  const marked = all.filter(({ place }) => {
    const marker = markerBefore(question, place.from);
    return BY.has(marker) || (isAsked && WHICH.has(marker));
  });
  const sorted = (isRanked && !marked.length && all.length === 1 ? all : marked).sort(
    (a, b) => b.place.to - b.place.from - (a.place.to - a.place.from),
  );
  const [found] = sorted;
  if (!found) return undefined;
  question.takePlaces([found.place]);
  return found.group;
}

/** The first of these groups that stands right behind 'by', and before no name: 'the Spring campaigns by ad set'. */
export function groupBehindBy<G extends string>(
  question: Question,
  groups: Readonly<Record<G, readonly Phrase[]>>,
): G | undefined {
  const named = question.unknownRuns().map(({ from }) => from);
  for (const [group, some] of Object.entries(groups) as [G, readonly Phrase[]][])
    for (const place of some.flatMap((phrase) => question.placesOf(phrase))) {
      if (!['by', 'per'].includes(question.at(place.from - 1)) || named.includes(place.to)) continue;
      question.takePlaces([place]);
      return group;
    }
  return undefined;
}

/** The word before a noun, without small words, numbers and the highest or lowest between them. */
function markerBefore(question: Question, from: number): string {
  let at = from - 1;
  while (at > 0 && (BETWEEN.has(question.at(at)) || question.numberAt(at) !== null)) at -= 1;
  return question.at(at);
}
