/** How people ask, whatever they ask about. What the values of a filter are called stands in the contract. */
import { entriesOf, wordSet, type Table } from './lexicon';

/** Words that add nothing to what is asked. What says no is not among them: it must be understood. */
export const FILLER =
  wordSet(`a an the this these those that of for at in on to from with and also than then so by per is are was were be
  been am do does did done has have had we i you he she they it our my us me your their its there here what which who whom whose how
  please can could would will tell show give list display get got after see know want like need let find look check up out about
  some any just only really actually currently right much many number figure amount data now overall altogether all together whole
  entire if when where between among across within during over past last recent previous ok okay well hey hi hello dear exactly roughly
  anything something thing one each every go went come came make made single into use using different distinct unique
  separate various rank ranked ranking sort sorted ordered both split still yet already im put turn break down breakdown form pls plz`);

/** Texts in which a word is hidden, and what is read in their place. What is not wanted is always behind 'no'. */
const PLAIN: readonly (readonly [RegExp, string])[] = [
  [/\bw\/o\b/gi, 'no'],
  [/(?<=\p{L})n['’]t\b/gu, ' not'],
  [/\bsynchroni[sz]ed\b/gi, 'synced'],
  [/\bsynchroni[sz](e|ation)\b/gi, 'sync'],
  [
    /\b(not have|not know|with no|not|no|without|missing|lack|lacking|except|excluding|ignoring|minus)\b( (any|an?|been)\b)*/gi,
    'no',
  ],
];
/** A text with them, but for what stands in quotes. */
export const plainOf = (text: string): string =>
  text.replace(/["“”][^"“”]+["“”]|[^"“”]+/g, (part) =>
    /^["“”]/.test(part) ? part : PLAIN.reduce((all, [from, to]) => all.replace(from, to), part),
  );

const each = (befores: string, behind: string) =>
  befores
    .split('|')
    .map((one) => `${one} ${behind}`.trim())
    .join();
const MORE = 'more than|over|above|at least|exceeding|greater than|higher than|from';
const LESS = 'less than|under|below|at most|up to|lower than|fewer than';
const NO_SPAN = 'more than|at least|less than|at most|under';
const span = (unit: string) =>
  `${each('|last|past|previous|this', unit)},${each('|last|past|previous|over|from|up to', `{n} ${unit}`)}`;

/** The words of every subject. Days are so many, times the number in the phrase. */
export const COMMON: Table = `
  days 1: ${span('day')}, 24 hour, 24h
  days 7: ${span('week')}, weekly, wk
  days 14: fortnight
  days 30: ${span('month')}, monthly
  days 365: ${span('year')}
  ago 1: {n} day ago
  ago 7: {n} week ago, a week ago
  ago 30: {n} month ago, a month ago
  ago 365: {n} year ago, a year ago
  yesterday: yesterday
  date: {date}, {month} {n} {year}, {n} {month} {year}, {month} {n}, {n} {month}
  today: today
  now: right now, currently, at present, at the moment, nowadays, now, current
  elsewhen: ${each('next {n}|next|by|per|each', 'day')}, ${each('next {n}|next|by|per|each', 'week')}, ${each(NO_SPAN, '{n} day')}, ${each(NO_SPAN, '{n} week')}, next month, next year, will,
    tomorrow, upcoming, week before, day before, before last, day ago, week ago, by month, per month, daily, quarter, q1, q2, q3, q4,
    {year}, ever, lifetime, so far, since, hour, decade, weekend, ${each('in|last|since', '{month}')}
  rank most: most, top, highest, biggest, largest, best funded, best, maximum, most expensive, costliest, priciest, greatest
  rank least: least, lowest, smallest, fewest, cheapest, bottom, minimum, least expensive
  age newest: newest, latest, most recent, most recently, last added, recently added
  age oldest: oldest, earliest, first added
  count: how many, number of, count, count of, how often, how many times, total number of
  much: how much
  total: total, sum, combined, altogether, in all, overall
  average: average, mean, avg
  compare: compare, compared, comparison, versus, vs, against, side by side, difference
  than: more, less, higher, lower, bigger, smaller, more than, less than, than, fewer, better, or
  min 1: ${each(MORE, '{n}')}, ${each(MORE, '{n} dollar')}
  max 1: ${each(LESS, '{n}')}, ${each(LESS, '{n} dollar')}
  untagged: untagged, no tag, no tagged at all, no tagged
  tagged: tag, tagged
  group company: company, store, brand, client, shop
  every: everywhere
  before: them, those, these, they, that, it, there, same, the same, instead, again, what about, how about, break it down, split it, split
  table: as a table, in a table, table, tabular
  page: more, next, next page, show more, the rest, further
  named: in the name, in the caption, in the text, about, named, called, containing, contain, mentioning, mention, matching, titled, with the word, with the text
`;

// Words that no phrase has and that belong to no name.
entriesOf(`other: ${[...FILLER, 'no', 'but', 'carrying'].join()}`);
