/** How people ask, whatever they ask about. */
import { phrases } from './phrases';

/** Words that add nothing to what is asked. What says no ('not', 'without') is not among them: it must be understood. */
export const FILLER = phrases(
  'a, an, the, this, these, those, that, of, for, at, in, on, to, from, with, and, also, than, then, so, by, per, is, are, was, were, be',
  'been, am, do, does, did, done, has, have, had, we, i, you, he, she, they, it, our, my, us, me, your, their, its, there, here, what',
  'which, who, whom, whose, how, please, can, could, would, will, tell, show, give, list, display, get, got, gets, after, see, know',
  'want, like, need, let, lets, find, look, check, up, out, about, some, any, just, only, really, actually, currently, right, much',
  'many, number, figure, amount, data, now, overall, altogether, all, together, whole, entire, if, when, where, between, among',
  'across, within, during, over, past, last, recent, previous, ok, okay, well, hey, hi, hello, dear, exactly, roughly, anything',
  'something, things, ones, one, each, every, go, went, goes, come, came, make, made, single, into, use, uses, using, different',
  'distinct, unique, separate, various, rank, ranked, ranking, sort, sorted, ordered, both, split, still, yet, already, whats',
  'hows, theres, im, hwo, put, turn, break, down, breakdown, form, waht, teh, adn, whcih, wich, pls, plz',
);

/** The highest. */
export const MOST = phrases(
  'most, top, highest, biggest, largest, best funded, more than all others, max, maximum, leading',
  'most expensive, costliest, priciest, dearest, best, greatest, heaviest',
);
/** The lowest. */
export const LEAST = phrases(
  'least, lowest, smallest, fewest, cheapest, bottom, minimum, least expensive, worst funded',
);
/** A count is wanted. */
export const HOW_MANY = phrases(
  'how many, number of, count, count of, how often, how many times, total number of, quantity of',
);
/** A sum or a price is wanted. */
export const HOW_MUCH = phrases('how much');
/** A sum is wanted. */
export const TOTAL = phrases('total, totals, in total, sum, in all, all together, overall, combined');
/** The average is wanted. */
export const AVERAGE = phrases('average, mean, avg, on average');
/** Those that came last. */
export const NEWEST = phrases('newest, latest, most recent, most recently, last added, recently added, youngest');
/** Those that came first. */
export const OLDEST = phrases('oldest, earliest, first added');
/** Why something is so. */
export const WHY = phrases(
  'why, reason, reasons, what is wrong, whats wrong, what went wrong, cause, causes, which errors, what errors, which error',
  'what error, what are the errors, what kind of errors, error messages, what is the error',
);
/** Beside each other. */
export const COMPARE = phrases(
  'compare, compared, comparison, versus, vs, against, side by side, beside each other, difference',
);
const COMPANY_NOUNS = ['companies', 'stores', 'brands', 'clients', 'shops'];
const COMPANY_NOUN = ['company', 'store', 'brand', 'client', 'shop'];
const each = (nouns: readonly string[], befores: string) =>
  nouns.flatMap((noun) => befores.split(',').map((before) => `${before.trim()} ${noun}`));

/** Which of two is more. */
export const MORE_OR_LESS = phrases(
  'more, less, higher, lower, bigger, smaller, more than, less than, than, fewer, better, or',
);
/** Every company there is. */
export const EVERY_COMPANY = phrases(
  ...each(
    COMPANY_NOUNS,
    'all, all my, all our, all of my, all of our, all the, all of the, my, our, across, across the',
  ),
  'every company, any company, everywhere, companies together',
);
/** Company by company. */
export const BY_COMPANY = phrases(
  ...each(
    [...COMPANY_NOUN, ...COMPANY_NOUNS],
    'which, which of my, which of our, which of the, which of all, what, by, per, each, every',
  ),
  ...each(COMPANY_NOUN, 'for each, for every, by each'),
);
/** What was found before. */
export const AS_BEFORE = phrases(
  'them, those, these, they, that, it, there, same, the same, instead, again, what about, how about, break it down, break that down, broken down, split it, split',
);
/** Without what was left out before. */
export const OVERALL = phrases(
  'overall, in all, altogether, in total, all of them, all ads, all posts, all together, as a whole',
);
/** Another look at what was found. */
export const AS_TABLE = phrases('as a table, in a table, table, tabular, table please, as table');
/** The page behind. */
export const MORE = phrases('more, next, next page, show more, the rest, further, next ones');

/** What the words behind it are a part of a text. */
export const NAMED = phrases(
  'in the name, in its name, in their name, in the caption, in their caption, in the text, in the title, about, named, called, containing, contain, contains, mentioning, mention, mentions, matching, titled',
  'with the word, with the text, name contains, with the words, concerning',
);

/** Small numbers in words. */
export const NUMBERS: Readonly<Record<string, number>> = {
  ...{
    one: 1,
    two: 2,
    three: 3,
    four: 4,
    five: 5,
    six: 6,
    seven: 7,
    eight: 8,
    nine: 9,
    ten: 10,
    dozen: 12,
    fifteen: 15,
  },
  ...{ twenty: 20, thirty: 30, fifty: 50, hundred: 100 },
};
phrases(...Object.keys(NUMBERS));
