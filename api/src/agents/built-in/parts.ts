/** A text as its parts in their order: names, phrases, quotes, and words that no phrase has. */
import { wordsOf } from '../tools/words';
import { FILLER, isKnown, isWord, numberOf, spelled, stem, type Phrase } from './phrases';

/** A part and what it says. Beside the keys of phrases there are `company`, `tag`, `quoted`, `number` and `unknown`. */
export interface Part {
  readonly facts: readonly Pick<Phrase, 'key' | 'value'>[];
  /** As it is written, and as stems. */
  readonly text: string;
  readonly stems: readonly string[];
  isTaken: boolean;
}

const NO =
  /^(no|not|none|nothing|without|missing|lack|lacking|except|excluding|minus|(have|ha|do|doe|did|is|are|wa|were)nt)$/;
const JOINING = new Set(['and', 'of', 'the', 'to', 'for']);

/**
 * The parts of a text, without words that say nothing.
 *
 * @param names recognised names, by their words as they are written
 * @param phrases the phrases that are looked for
 */
export function partsOf(written: string, names: readonly Phrase[], phrases: readonly Phrase[]): Part[] {
  const text = written.replace(/synchroni[sz]ed/gi, 'synced');
  const words = wordsOf(text).map(({ text: word, ...place }) => {
    const short = stem(word);
    return { ...place, word, stem: NO.test(short) ? 'no' : spelled(short) };
  });
  const stems = words.map((one) => one.stem);
  const at = (place: number) => stems[place] ?? '';

  /** The place behind a phrase that begins here, words that say nothing being passed over; 0 where it does not. */
  const endOf = (phrase: Phrase, from: number): number => {
    let to = from;
    for (const word of phrase.words) {
      while (to > from && FILLER.has(at(to))) to += 1;
      if (!isWord(at(to), word)) return 0;
      to += 1;
    }
    return to > from ? to : 0;
  };
  const endOfName = (name: Phrase, from: number): number =>
    name.words.every((word, nth) => words[from + nth]?.word === word) ? from + name.words.length : 0;
  const longest = (found: readonly Phrase[], ends: (phrase: Phrase, from: number) => number, from: number) => {
    const to = Math.max(0, ...found.map((one) => ends(one, from)));
    return to ? { to, facts: found.filter((one) => ends(one, from) === to) } : undefined;
  };
  const nameAt = (from: number) => longest(names, endOfName, from);
  const phraseAt = (from: number) => longest(phrases, endOf, from);

  const isUnknown = (place: number) =>
    place < stems.length &&
    !isKnown(at(place)) &&
    numberOf(at(place)) === undefined &&
    !nameAt(place) &&
    !phraseAt(place);
  /** A capital in front of an unknown word makes one name with it: 'the Past Buyers'. */
  const isOfName = (place: number) =>
    isUnknown(place) ||
    (place > 0 && isUnknown(place + 1) && !nameAt(place) && /^\p{Lu}/u.test(text.slice(words[place]?.start)));

  const quote = /["“”]([^"“”]+)["“”]/.exec(text);
  const [opened, closed] = quote ? [quote.index, quote.index + quote[0].length] : [0, 0];
  const isQuoted = (place: number) => {
    const start = words[place]?.start ?? closed;
    return start >= opened && start < closed;
  };

  const partAt = (from: number): { to: number; facts: Part['facts'] } => {
    let to = from + 1;
    if (isQuoted(from)) {
      while (isQuoted(to)) to += 1;
      return { to, facts: [{ key: 'quoted', value: '' }] };
    }
    const name = nameAt(from);
    if (name) return name;
    if (isOfName(from)) {
      while (isOfName(to) || (JOINING.has(at(to)) && isUnknown(to + 1))) to += 1;
      return { to, facts: [{ key: 'unknown', value: '' }] };
    }
    const isNumber = numberOf(at(from)) !== undefined;
    return phraseAt(from) ?? { to, facts: isNumber ? [{ key: 'number', value: '1' }] : [] };
  };
  const parts: Part[] = [];
  for (let from = 0; from < stems.length;) {
    const { to, facts } = partAt(from);
    if (facts.length || !FILLER.has(at(from)))
      parts.push({
        facts,
        text: text.slice(words[from]?.start, words[to - 1]?.end),
        stems: stems.slice(from, to),
        isTaken: false,
      });
    from = to;
  }
  return parts;
}
