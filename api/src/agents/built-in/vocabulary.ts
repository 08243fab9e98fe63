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
    /\b(not have|not know|with no|not|no|without|missing|lack|lacking|except|excluding|ignoring|minus)\b( (any|an?|been|known|yet)\b)*/gi,
    'no',
  ],
];
export const plainOf = (text: string): string => PLAIN.reduce((all, [from, to]) => all.replace(from, to), text);

const amount = (...words: readonly string[]) => words.flatMap((word) => [`${word} {n}`, `${word} {n} dollar`]).join();
const span = (unit: string) =>
  ['', 'last ', 'past ', 'previous ', 'over ', 'this '].flatMap((one) => [`${one}${unit}`, `${one}{n} ${unit}`]).join();

/** The words of every subject. Days are so many, times the number in the phrase. */
export const COMMON: Table = {
  days: {
    1: `${span('day')}, 24 hour, 24h`,
    7: `${span('week')}, weekly, wk`,
    14: 'fortnight',
    30: `${span('month')}, monthly`,
    365: span('year'),
  },
  ago: {
    1: '{n} day ago',
    7: '{n} week ago, a week ago',
    30: '{n} month ago, a month ago',
    365: '{n} year ago, a year ago',
  },
  yesterday: { true: 'yesterday' },
  date: { true: '{date}, {month} {n} {year}, {n} {month} {year}, {month} {n}, {n} {month}' },
  today: { true: 'today' },
  now: { true: 'right now, currently, at present, at the moment, nowadays, now, current' },
  elsewhen: {
    true: `next {n} day, next {n} week, next week, next month, next year, will, tomorrow, upcoming, week before, day before, before last,
      day ago, week ago, week earlier, each day, by day, per day, daily, each week, per week, by week, by month, per month, quarter, q1, q2,
      q3, q4, {year}, ever, lifetime, so far, since, hour, decade, weekend, in {month}, last {month}, since {month}`,
  },
  rank: {
    most: 'most, top, highest, biggest, largest, best funded, best, max, maximum, most expensive, costliest, priciest, greatest',
    least: 'least, lowest, smallest, fewest, cheapest, bottom, minimum, least expensive',
  },
  age: {
    newest: 'newest, latest, most recent, most recently, last added, recently added',
    oldest: 'oldest, earliest, first added',
  },
  count: { true: 'how many, number of, count, count of, how often, how many times, total number of' },
  much: { true: 'how much' },
  total: { true: 'total, sum, combined, altogether, in all, overall' },
  average: { true: 'average, mean, avg' },
  compare: { true: 'compare, compared, comparison, versus, vs, against, side by side, difference' },
  than: { true: 'more, less, higher, lower, bigger, smaller, more than, less than, than, fewer, better, or' },
  min: { 1: amount('more than', 'over', 'above', 'at least', 'exceeding', 'greater than', 'higher than', 'from') },
  max: { 1: amount('less than', 'under', 'below', 'at most', 'up to', 'lower than', 'fewer than') },
  untagged: { true: 'untagged, no tag, no tagged at all, no tagged' },
  tagged: { true: 'tag, tagged' },
  group: { company: 'company, store, brand, client, shop' },
  every: { true: 'everywhere' },
  before: {
    true: 'them, those, these, they, that, it, there, same, the same, instead, again, what about, how about, break it down, split it, split',
  },
  table: { true: 'as a table, in a table, table, tabular' },
  page: { true: 'more, next, next page, show more, the rest, further' },
  named: {
    true: 'in the name, in the caption, in the text, about, named, called, containing, contain, mentioning, mention, matching, titled, with the word',
  },
};

// Words that no phrase has and that belong to no name.
entriesOf({ other: { true: [...FILLER, 'no', 'but', 'carrying'].join() } });
