/** How words are written down for the reader: in tables of phrases by what they say. Labels of the contract are phrases too. */
import type { PropertySchema } from 'contract/schema';
import { isLike, wordsOf } from '../tools/words';

/**
 * Phrases, a line for each value of a key: `rank most: most, top`; a value may be left out (`count: how many`), and a line
 * without a colon goes on from the one before. `{n}` is a number, the other braces are in WILD.
 */
export type Table = string;
/** The same of the contract: the phrases of the values of a filter. */
export type Labels = Readonly<Record<string, Readonly<Record<string, string>>>>;

/** A phrase and what it says; its words are stems. */
export interface Entry {
  readonly key: string;
  readonly value: string;
  readonly words: readonly string[];
}

const WILD: Readonly<Record<string, RegExp>> = {
  '{n}':
    /^(\d{1,9}(\.\d+)?|\d+(st|nd|rd|th)|one|two|three|four|five|six|seven|eight|nine|ten|twelve|twenty|thirty|fifty)$/,
  '{date}': /^\d{4}-\d{2}-\d{2}$/,
  '{year}': /^(19|20)\d\d$/,
  '{month}': /^((jan|febr)uary|march|april|may|june|july|august|(sept|nov|dec)ember|october)$/,
  '{id}': /^(?=(?:.*\d){2})(?=.*[a-z])[a-z0-9_-]{5,}$|^\d{6,}$/,
};
const NUMBERS = 'zero one two three four five six seven eight nine ten eleven twelve'.split(' ');
const TENS: Readonly<Record<string, number>> = { twenty: 20, thirty: 30, fifty: 50 };

/** The number that a word is; undefined for none. */
export const numberOf = (word: string): number | undefined =>
  !WILD['{n}']?.test(word) ? undefined : /^\d/.test(word) ? parseFloat(word) : (TENS[word] ?? NUMBERS.indexOf(word));

/** Whether a stem is the word of a phrase. */
export const isWord = (stem: string, word: string): boolean => stem === word || WILD[word]?.test(stem) === true;

/** A word without the ending for many, so that 'ads' and 'ad' are one. */
export const stem = (word: string): string =>
  /.[^s]s$/.test(word) ? word.replace(/(?:(i)e)?s$/, (_, i) => (i ? 'y' : '')) : word;

const stems = (text: string): string[] =>
  (text.match(/\{\w+\}|[^\s/_]+/g) ?? []).flatMap((word) =>
    word in WILD ? [word] : wordsOf(word).map((one) => stem(one.text)),
  );

/** A set of single words. */
export const wordSet = (text: string): ReadonlySet<string> => new Set(stems(text));

const known = new Set<string>();

/** The phrases of a table, the longest first. Their words are known from now on, unless they may be part of a name. */
export function entriesOf(table: Table, labels: Labels = {}, isKept = true): readonly Entry[] {
  const lines = table.replace(/\n(?![^\n]*:)/g, ' ').matchAll(/^ *(\w+) ?(\S*): (.*)$/gm);
  const written = [...lines].map(([, key = '', value = '', texts = '']) => ({ key, value: value || 'true', texts }));
  const ofContract = Object.entries(labels).flatMap(([key, values]) =>
    Object.entries(values).map(([value, texts]) => ({ key, value, texts })),
  );
  const entries = [...written, ...ofContract].flatMap(({ texts, ...said }) =>
    texts.split(',').flatMap((text) => (text.trim() ? [{ ...said, words: stems(text) }] : [])),
  );
  if (isKept) for (const { words } of entries) for (const word of words) known.add(word);
  return entries.sort((a, b) => b.words.length - a.words.length);
}

/** The values of a choice or a flag of the contract by their labels, and by other words that people have for them. */
export const labelled = (
  { enum: values, labels = {} }: PropertySchema,
  also: Readonly<Record<string, string>> = {},
): Labels[string] => {
  const names = values?.flatMap((value) => value ?? []).map(String) ?? Object.keys(labels);
  return Object.fromEntries(names.map((value) => [value, [labels[value] ?? value, also[value] ?? []].flat().join()]));
};

/** Whether some table has this stem. */
export const isKnown = (word: string): boolean => known.has(word);

/** A stem itself; of one that no table has, the one that it is a misspelling of, where there is just one. */
export function spelled(word: string): string {
  if (word.length < 5 || known.has(word)) return word;
  const [meant = word, ...others] = [...known].filter((one) => one.length >= 5 && isLike(word, one));
  return others.length ? word : meant;
}
