/** A text as parts, one behind the other: names, phrases of a subject's tables, small words and unknown ones. */
import { wordsOf } from '../tools/words';
import { isKnown, isWord, numberOf, spelled, stem, wordSet, type Entry } from './lexicon';
import { FILLER, plainOf } from './vocabulary';

/** A part. Its keys are those of a table, or `quoted`, `small`, `known` (to another subject) and `unknown`. */
export interface Span {
  readonly facts: readonly Pick<Entry, 'key' | 'value'>[];
  /** As it is written, and as stems. */
  readonly text: string;
  readonly stems: readonly string[];
  isTaken: boolean;
}

const JOINING = wordSet('and of the to for in');

/**
 * The parts of a text.
 *
 * @param names names that were recognised, which are found before phrases
 * @param entries the phrases that are looked for, the longest first
 */
export function spansOf(written: string, names: readonly Entry[], entries: readonly Entry[]): Span[] {
  const text = plainOf(written);
  const words = wordsOf(text);
  const ofNames = new Set(names.flatMap((name) => name.words));
  const stems = words.map((word) => (ofNames.has(stem(word.text)) ? stem(word.text) : spelled(stem(word.text))));
  const at = (place: number) => stems[place] ?? '';
  const longest = (some: readonly Entry[], place: number) => {
    const fits = some.filter((entry) => entry.words.every((word, nth) => isWord(at(place + nth), word)));
    return fits.filter((entry) => entry.words.length === fits[0]?.words.length);
  };
  const isNamed = new Set(
    stems.flatMap((_, place) => longest(names, place).flatMap((name) => name.words.map((_, nth) => place + nth))),
  );
  const phrasesAt = (place: number) =>
    [names, entries].map((some) => longest(some, place)).find(({ length }) => length) ?? [];
  const isUnknown = (place: number) =>
    at(place) !== '' &&
    !isNamed.has(place) &&
    !FILLER.has(at(place)) &&
    !isKnown(at(place)) &&
    numberOf(at(place)) === undefined &&
    !phrasesAt(place).length;
  /** A number in a name, and a word with a capital beside an unknown one: 'Women 25–44', 'the Past Buyers'. */
  const isOfName = (place: number) => {
    const [before, behind] = [text.slice(0, words[place]?.start), text.slice(words[place]?.end)];
    if (/^\d/.test(at(place))) return /^([-–]\d|%|\+)/.test(behind) || /\d[-–]$/.test(before) || isUnknown(place - 1);
    const isLarge = /^\p{Lu}/u.test(text.slice(words[place]?.start));
    return place > 0 && isLarge && isUnknown(place + 1) && !longest(names, place).length;
  };
  const isName = (place: number) => place < stems.length && (isUnknown(place) || isOfName(place));
  const quoted = /["“”]([^"“”]+)["“”]/.exec(text);
  const end = quoted ? quoted.index + quoted[0].length : 0;
  const isQuoted = (place: number) =>
    quoted !== null && (words[place]?.start ?? end) >= quoted.index && (words[place]?.end ?? end) < end;
  const spans: Span[] = [];
  for (let from = 0; from < stems.length;) {
    let to = from + 1;
    let facts: Span['facts'] = [{ key: FILLER.has(at(from)) ? 'small' : 'known', value: '' }];
    if (isQuoted(from)) {
      while (isQuoted(to)) to += 1;
      facts = [{ key: 'quoted', value: '' }];
    } else if (isName(from)) {
      while (isName(to) || (JOINING.has(at(to)) && isUnknown(to + 1))) to += 1;
      facts = [{ key: 'unknown', value: '' }];
    } else if (phrasesAt(from).length) {
      facts = phrasesAt(from);
      to = from + (phrasesAt(from)[0]?.words.length ?? 1);
    }
    spans.push({
      facts,
      text: text.slice(words[from]?.start, words[to - 1]?.end),
      stems: stems.slice(from, to),
      isTaken: false,
    });
    from = to;
  }
  return spans;
}
