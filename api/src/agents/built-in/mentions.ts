/** What a question names: companies, tags, amounts, and parts of a text. */
import type { ResourceType } from 'contract/tags';
import { NAMED } from './lexicon/asking';
import { isKnown, phrases, type Phrase } from './lexicon/phrases';
import type { Place, Question } from './question';

/** Words behind which a company stands. */
const BEFORE_COMPANY = new Set(['did', 'does', 'has', 'for', 'at', 'of', 'by', 'from', 'and', 'vs']);
/** Words behind which a part of a text may stand. */
const PREPOSITIONS = new Set(['on', 'for', 'in', 'by']);
/** The same, for what is written with a capital or a number. */
const BEFORE_NAME = new Set([...PREPOSITIONS, 'with', 'from', 'of', 'to']);

/** The companies that are named, by their slugs. */
export function namedCompanies(question: Question): readonly string[] {
  const known = question.names.companies.flatMap(({ words, slug }) =>
    question.takePlaces(question.placesOf(words)) ? [slug] : [],
  );
  return [...new Set(known)];
}

/** Words in the place of a company that nobody knows. To be asked when everything else was taken. */
export function unknownCompany(question: Question, notBehind: readonly string[] = []): string | undefined {
  if (question.names.companies.length) return undefined;
  const run = question
    .unknownRuns()
    .find(
      ({ from, to }) =>
        (BEFORE_COMPANY.has(question.at(from - 1)) && !notBehind.includes(question.at(from - 1))) ||
        (from === 0 && isHeading(question, { from, to })) ||
        /['’]s$/.test(question.written({ from: to - 1, to })),
    );
  return run && takeText(question, run);
}

/** 'Acme: …', 'Acme Rockets spend …': what a question begins with. */
const isHeading = (question: Question, place: Place): boolean =>
  question.text
    .slice(question.text.indexOf(question.written(place)) + question.written(place).length)
    .startsWith(':') || /^\p{Lu}\S* \p{Lu}/u.test(question.written(place));

/**
 * What a text must contain: in quotes, behind 'about' or 'named', or unknown words right before these nouns or behind a
 * preposition.
 *
 * @param isLoose whether unknown words are what is meant wherever they stand
 */
export function searchText(
  question: Question,
  nouns: readonly (readonly Phrase[])[],
  isLoose = false,
): string | undefined {
  const quoted = question.takeQuoted();
  if (quoted !== undefined) {
    question.take(NAMED);
    return quoted;
  }
  const runs = question.unknownRuns();
  const isBehind = ({ from }: Place, [...phrase]: Phrase) =>
    phrase.every((word, nth) => question.at(from - phrase.length + nth) === word);
  const [only, ...others] = runs;
  const isBeside = ({ from, to }: Place) => {
    const before = /[\p{Lu}\d]/u.test(question.written({ from, to })) ? BEFORE_NAME : PREPOSITIONS;
    return (
      isLoose ||
      before.has(question.at(from - 1)) ||
      (question.isFiller(from - 1) && before.has(question.at(from - 2))) ||
      nouns.some((some) =>
        some.some((phrase) => phrase[0] === question.at(to) || phrase.at(-1) === question.at(from - 1)),
      )
    );
  };
  const named = runs.find((run) => NAMED.some((phrase) => isBehind(run, phrase)));
  const run = named ?? (only && !others.length && isBeside(only) ? only : undefined);
  if (!run) return undefined;
  question.take(NAMED);
  return takeText(question, run);
}

const SMALL = new Set([
  'the',
  'a',
  'an',
  'any',
  'with',
  'as',
  'ad',
  'ads',
  'those',
  'ones',
  'that',
  'are',
  'posts',
  'profiles',
  'post',
  'profile',
  'carrying',
]);
const TAG = new Set(['tag', 'tags', 'tagged']);
const NOT = new Set(['not', 'without', 'except', 'excluding', 'ignoring', 'minus', 'no']);
phrases([...TAG].join(), [...NOT].join(), 'carrying');

/** Names of tags that a record must have, and must not have. A name is one that the service knows, or stands behind 'tagged'. */
export function tagsIn(
  question: Question,
  on: ResourceType,
  ...names: (readonly Phrase[])[]
): { tags: readonly string[]; without_tags: readonly string[] } {
  const tags: string[] = [];
  const without_tags: string[] = [];
  const add = (place: Place, name: string) => {
    const { isUnwanted } = markBefore(question, place.from);
    question.takePlaces([place]);
    if (TAG.has(question.at(place.to))) question.takeAt(place.to);
    (isUnwanted ? without_tags : tags).push(name);
  };
  for (const tag of question.names.tags.filter((one) => one.on.includes(on))) {
    // A longer tag may have taken the words.
    const [place] = question.placesOf(tag.words);
    if (place && (isSaid(question, place) || isMeant(question, place, names))) add(place, tag.name);
  }
  const quoted = question.takeQuoted((word) => TAG.has(word));
  if (quoted !== undefined) {
    const place = question.spoken.findLastIndex((word, at) => TAG.has(word) && !question.isTaken(at));
    (markBefore(question, place + 1).isUnwanted ? without_tags : tags).push(quoted);
  }
  const unknown = question.unknownRuns().find((place) => isTagPlace(question, place));
  if (unknown) add(unknown, question.written(unknown));
  return { tags, without_tags };
}

/** Whether words that nobody knows stand where a tag does: 'tagged x', 'the x tag'. */
const isTagPlace = (question: Question, { from, to }: Place): boolean =>
  question.at(from - 1) === 'tagged' ||
  (question.at(to) === 'tag' && ['with', 'without', 'the', 'have', 'has'].includes(question.at(from - 1)));

/** The words before a tag that say whether it is wanted; they are taken with `takes`. */
function markBefore(question: Question, from: number, takes = true): { isTagged: boolean; isUnwanted: boolean } {
  let at = from - 1;
  while (at >= 0 && (SMALL.has(question.at(at)) || TAG.has(question.at(at)))) at -= 1;
  const isUnwanted = NOT.has(question.at(at));
  const places = Array.from({ length: from - at - 1 }, (_, nth) => at + 1 + nth);
  const isTagged = places.some((place) => TAG.has(question.at(place)));
  if (takes && (isUnwanted || isTagged))
    question.takeAt(...places.filter((place) => TAG.has(question.at(place))), ...(isUnwanted ? [at] : []));
  // 'tagged winner but not sale'
  if (takes && isUnwanted && question.at(at - 1) === 'but') question.takeAt(at - 1);
  return { isTagged, isUnwanted };
}

const isSaid = (question: Question, place: Place): boolean => {
  const { isTagged, isUnwanted } = markBefore(question, place.from, false);
  return isTagged || isUnwanted || TAG.has(question.at(place.to));
};

/** Whether a tag's name means the tag with no word that says so: not a part of a longer name, nor of a campaign's. */
function isMeant(question: Question, { from, to }: Place, names: readonly (readonly Phrase[])[]): boolean {
  const words = question.spoken.slice(from, to);
  const isPart = (at: number) =>
    at in question.spoken && !question.isTaken(at) && !isKnown(question.at(at)) && !question.isFiller(at);
  const isOfName = names.some((some) => some.some(([word]) => word === question.at(to)));
  return !words.every(isKnown) && !isPart(to) && !isPart(from - 1) && !isOfName;
}

const FROM = phrases('more than, over, above, at least, exceeding, greater than, higher than, from, beyond');
const UP_TO = phrases('less than, under, below, at most, up to, lower than, fewer than');
const MONEY = phrases('dollars, dollar, usd, bucks');

/** Amounts of money that are at least, or at most, wanted. To be asked when all other numbers were taken. */
export function amountsIn(question: Question): { min?: number; max?: number } {
  const behind = (some: readonly Phrase[]): number | undefined => {
    for (const phrase of some)
      for (const place of question.placesOf(phrase)) {
        const amount = question.isTaken(place.to) ? null : question.numberAt(place.to);
        if (amount === null) continue;
        question.takePlaces([{ from: place.from, to: place.to + 1 }]);
        question.take(MONEY);
        return amount;
      }
    return undefined;
  };
  const [min, max] = [behind(FROM), behind(UP_TO)];
  return { ...(min !== undefined && { min }), ...(max !== undefined && { max }) };
}

function takeText(question: Question, place: Place): string {
  question.takePlaces([place]);
  return question.written(place).replace(/['’]s$/, '');
}
