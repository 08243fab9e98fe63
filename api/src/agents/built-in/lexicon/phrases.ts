/** Phrases: how the words of a question are written down. Every word of a phrase is a word that the grammar knows. */
import { isLike, wordsOf } from '../../tools/words';

/** A few words in a row, folded. */
export type Phrase = readonly string[];

const known = new Set<string>();

/** Phrases that mean the same, with commas between them: `phrases('ad set, ad sets')`. */
export function phrases(...texts: readonly string[]): readonly Phrase[] {
  const all = sayings(...texts);
  for (const phrase of all) for (const word of phrase) known.add(word);
  return all;
}

/** The same for what is said beside questions: its words may also be part of a name, such as a company's. */
export const sayings = (...texts: readonly string[]): readonly Phrase[] =>
  texts
    .flatMap((text) => text.split(',').map((one) => wordsOf(one).map((word) => word.text)))
    // Longer ones first: 'search term' is no 'search'.
    .sort((a, b) => b.length - a.length);

/** Whether some phrase has this word. */
export const isKnown = (word: string): boolean => known.has(word);

/** A word itself; of one that no phrase has, the one that it is a misspelling of, where there is just one. */
export function spelled(word: string): string {
  if (word.length < 5 || known.has(word)) return word;
  const meant = [...known].filter((one) => one.length >= 5 && isLike(word, one));
  // A word for one and for many is one word.
  const stems = new Set(meant.map((one) => one.replace(/s$/, '')));
  return stems.size === 1 ? (meant[0] ?? word) : word;
}

/** A text without the short forms that hide a word: 'haven't' has a 'not' in it. */
export const spelledOut = (text: string): string =>
  text
    .replace(/\bw\/o\b/gi, 'without')
    .replace(/\b(ca|wo)n['’]t\b/gi, (_, verb: string) => (verb.toLowerCase() === 'ca' ? 'can not' : 'will not'))
    .replace(/(?<=\p{L})n['’]t\b/gu, ' not');
