/** Phrases that the built-in model knows, as stems: the contract's labels and choices, and tables of other words for them. */
import type { PropertySchema } from 'contract/schema';
import { isLike, wordsOf } from '../tools/words';

/** A phrase that gives a key a value. */
export interface Phrase {
  readonly key: string;
  readonly value: string;
  readonly words: readonly string[];
}
/** The properties of a tool's input. */
export type Inputs = Readonly<Record<string, PropertySchema>>;

/** A word without the ending of the plural. */
export const stem = (word: string): string =>
  /.[^s]s$/.test(word) ? word.replace(/(?:(i)e)?s$/, (_, i) => (i ? 'y' : '')) : word;
const stems = (text: string): string[] =>
  (text.match(/\{\w+\}|[^\s/_]+/g) ?? []).flatMap((word) =>
    word.startsWith('{') ? [word] : wordsOf(word).map((one) => stem(one.text)),
  );

/** Words that say nothing: phrases are found across them. */
export const FILLER: ReadonlySet<string> = new Set(
  stems(`a an the of in on for to from with and also is are was were be been am do does did done has have had can could would
  we i you he she our us my me your its their here this please pls plz tell show give list display get got see want like need
  let find look check up out some any just only really actually exactly roughly data figure amount if when where
  between among across within during last past previous ok okay hello hey hi well dear so then already still anything
  something thing go went come came make made put turn break breakdown down form into use using different distinct separate
  various single rank ranked ranking sort sorted ordered both split whole entire one as good morning`),
);

const NUMBERS = 'zero one two three four five six seven eight nine ten'.split(' ');
const WILD: Readonly<Record<string, RegExp>> = {
  '{n}': new RegExp(`^(\\d{1,9}(\\.\\d+)?|${NUMBERS.slice(2).join('|')})$`),
  '{date}': /^\d{4}-\d{2}-\d{2}$/,
  '{year}': /^(19|20)\d\d$/,
  '{id}': /^(?=(?:.*\d){2})(?=.*[a-z])[a-z0-9_-]{5,}$|^\d{6,}$/,
};

/** The number that a word is; undefined for any other word. */
export const numberOf = (word: string): number | undefined =>
  !WILD['{n}']?.test(word) ? undefined : /^\d/.test(word) ? parseFloat(word) : NUMBERS.indexOf(word);

/** Whether a stem is the word of a phrase. */
export const isWord = (one: string, word: string): boolean => one === word || WILD[word]?.test(one) === true;

const known = new Set<string>();

/** Whether a stem is in some phrase, and so in no name. */
export const isKnown = (word: string): boolean => FILLER.has(word) || known.has(word);

/** A stem; in the place of an unknown one the only known one that it resembles. */
export function spelled(word: string): string {
  if (word.length < 5 || isKnown(word)) return word;
  const [meant = word, ...others] = [...known].filter((one) => one.length >= 5 && isLike(word, one));
  return others.length ? word : meant;
}

function phrase(key: string, value: string, text: string): Phrase {
  const words = stems(text).filter((word) => !FILLER.has(word));
  for (const word of words) known.add(word);
  return { key, value, words };
}

/** Phrases of a table with a line `key value: phrase, phrase`; without a value it is `true`. For wildcards see WILD. */
export const phrasesOf = (table: string): Phrase[] =>
  [...table.replace(/\n(?![^\n]*:)/g, ' ').matchAll(/^ *(\w+) ?(\S*): (.*)$/gm)].flatMap(
    ([, key = '', value = '', texts = '']) => texts.split(',').map((text) => phrase(key, value || 'true', text)),
  );

/** Phrases of the contract: labels of choices and flags, titles of flags without labels, and groups by their names. */
export const phrasesOfInputs = (inputs: Inputs): Phrase[] =>
  Object.entries(inputs).flatMap(([name, { kind, title = '', enum: values, labels }]) => {
    if (name === 'by') return values?.map((value) => phrase('group', String(value), String(value))) ?? [];
    const said = labels ?? (kind === 'flag' ? { true: title } : {});
    return Object.entries(said).map(([value, label]) => phrase(name, value, label));
  });

/** Phrases of every subject. Days are the value times the number in the phrase; `small` is understood and changes nothing. */
export const COMMON = phrasesOf(`
  days 1: {n} day, over {n} day, day, 24 hour
  days 7: {n} week, over {n} week, week
  days 14: fortnight
  days 30: {n} month, month
  days 365: {n} year, year
  ago 1: {n} day ago
  ago 7: {n} week ago, week ago
  date: {date}
  yesterday: yesterday
  today: today
  now: now, right now, current, currently, at the moment
  elsewhen: ago, next, will, tomorrow, since, ever, quarter, {year}, by day, by week, per day, per week,
    more than {n} day, less than {n} day, at least {n} day
  rank most: most, top, highest, biggest, largest, best, maximum
  rank least: least, lowest, smallest, fewest, cheapest, bottom, minimum
  age newest: newest, latest, most recent
  age oldest: oldest, earliest
  count: how many, number, count, how often
  total: total, sum, combined, altogether, together, overall
  average: average, mean, avg
  compare: compare, compared, comparison, versus, vs, difference
  than: more, less, higher, lower, than, or, fewer, better
  min 1: more than {n}, above {n}, over {n}, at least {n}
  max 1: less than {n}, below {n}, under {n}, at most {n}
  untagged: no tag
  tagged: tagged, tag
  no: no, but no
  group company: company, store, brand, client, shop
  every: all company, every company, everywhere
  before: them, those, these, they, that, it, there, same, again, instead
  table: table
  next: more, next, further, next page, the rest
  named: named, called, about, containing, contain, mentioning, matching, with the word
  small: which, what, who, whose, how, much, many, yet, by, per, each, every, all, know, known, at, right
`);
