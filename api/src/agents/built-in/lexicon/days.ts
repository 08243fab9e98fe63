/** Days as people name them: the four periods of spend, a date, and how far back something reaches. */
import type { Question } from '../question';
import { phrases } from './phrases';

/** The periods that spend is known for. */
export const SPEND_PERIODS = {
  '1d': phrases('yesterday, yesterdays, last day, past day, 1 day, one day, a day, 1d, 24 hours, 24h'),
  '7d': phrases(
    'last 7 days, last 7, past 7 days, past 7, 7 days, seven days, last week, past week, this week, 1 week, one week, week, 7d, 7 day, seven day, weekly, wk',
  ),
  '14d': phrases(
    'last 14 days, last 14, past 14 days, past 14, 14 days, fourteen days, two weeks, 2 weeks, fortnight, 14d, 14 day, fourteen day, two week, 2 week, couple of weeks',
  ),
  '28d': phrases(
    'last 28 days, last 28, past 28 days, past 28, 28 days, twenty eight days, four weeks, 4 weeks, 28d, 28 day, twenty eight day, four week, 4 week',
  ),
} as const;
/** What is not past, or further back. */
const ELSEWHEN = phrases(
  'next week, next 7 days, next two weeks, next month, next year, next days, will, tomorrow, upcoming, week before, weeks before',
  'before last, days ago, weeks ago, week ago, day before, days before, weeks earlier, each day, by day, per day, daily, each week',
  'per week, by week, by month, per month, in q1, in q2, in q3, in q4, last q1, last q2, last q3, last q4',
);

const MONTHS = [
  ...['january', 'february', 'march', 'april', 'may', 'june', 'july', 'august', 'september', 'october', 'november'],
  'december',
];
const OTHER_TIMES = phrases(
  'month, months, monthly, quarter, quarters, year, years, yearly, today, ever, lifetime, so far, since, hour, hours, week',
  'weeks, day, days, tomorrow, next week, in three weeks, decade, weekend, before last',
  ...MONTHS.filter((month) => month !== 'may'),
);
const UNITS: Readonly<Record<string, number>> = {
  day: 1,
  days: 1,
  week: 7,
  weeks: 7,
  month: 30,
  months: 30,
  year: 365,
};

/** The period of spend that is asked for. `other`: one that is not known is. */
export function spendPeriod(question: Question): { period?: keyof typeof SPEND_PERIODS; isOther: boolean } {
  const isElsewhen = [takeAgo(question) !== null, question.take(ELSEWHEN)].some(Boolean);
  const period = question.pick(SPEND_PERIODS);
  const { spoken } = question;
  const years = spoken.flatMap((word, at) =>
    !question.isTaken(at) && /^(19|20)\d\d(-\d\d-\d\d)?$/.test(word) ? [at] : [],
  );
  const counted = spoken.flatMap((word, at) => (word in UNITS && !question.isTaken(at) ? [at - 1] : []));
  question.takeAt(...years, ...counted.filter((at) => question.numberAt(at) !== null));
  const isOther = question.take(OTHER_TIMES) || years.length > 0 || isElsewhen;
  return { ...(period && { period }), isOther };
}

const TODAY = phrases('today, right now, currently, at present, at the moment, nowadays, todays');
const NOW = phrases('now, current');
const YESTERDAY = phrases('yesterday');
phrases('ago', ...Object.keys(UNITS));

const dayOf = (time: number) => new Date(time).toISOString().slice(0, 10);
const DAY = 86_400_000;

/**
 * The date that is asked for, `YYYY-MM-DD`; undefined for today, and where none is named. `isToday`: today is named.
 * `isOther`: one that cannot be read.
 *
 * @param now milliseconds
 */
export function dateIn(question: Question, now: number): { date?: string; isToday?: boolean; isOther: boolean } {
  const { spoken } = question;
  const at = spoken.findIndex((word, place) => !question.isTaken(place) && /^\d{4}-\d{2}-\d{2}$/.test(word));
  if (at >= 0) {
    question.takeAt(at);
    const date = spoken[at] ?? '';
    return Number.isNaN(Date.parse(date)) ? { isOther: true } : { date, isOther: false };
  }
  const ago = takeAgo(question);
  if (ago !== null) return { date: dayOf(now - ago * DAY), isOther: false };
  if (question.take(YESTERDAY)) return { date: dayOf(now - DAY), isOther: false };
  const isToday = question.take(TODAY);
  question.take(NOW);
  return { ...dateByMonth(question, now), isToday, ...(question.has(OTHER_TIMES) && { isOther: true }) };
}

/** How many days ago, in 'three weeks ago', which is taken; null where nothing like it stands. */
function takeAgo(question: Question): number | null {
  const { spoken } = question;
  const ago = spoken.indexOf('ago');
  const isOne = spoken[ago - 2] === 'a' || spoken[ago - 2] === 'an';
  const [count, unit] = [isOne ? 1 : question.numberAt(ago - 2), UNITS[spoken[ago - 1] ?? '']];
  if (ago < 2 || count === null || unit === undefined) return null;
  question.takeAt(ago - 2, ago - 1, ago);
  return count * unit;
}

/** '3 March', 'March 3rd, 2026': without a year the last such day. */
function dateByMonth(question: Question, now: number): { date?: string; isOther: boolean } {
  const { spoken } = question;
  const at = spoken.findIndex((word, place) => MONTHS.includes(word) && !question.isTaken(place));
  if (at < 0) return { isOther: false };
  const day = [at - 1, at + 1].find((place) => /^\d{1,2}(st|nd|rd|th)?$/.test(spoken[place] ?? ''));
  // 'may' alone is no month.
  if (day === undefined) return { isOther: spoken[at] !== 'may' };
  const year = [day + 1, at + 1].find((place) => /^20\d\d$/.test(spoken[place] ?? ''));
  const make = (of: number) => Date.UTC(of, MONTHS.indexOf(spoken[at] ?? ''), parseInt(spoken[day] ?? '', 10));
  const thisYear = new Date(now).getUTCFullYear();
  const time = make(year === undefined ? thisYear : Number(spoken[year]));
  question.takeAt(at, day, ...(year === undefined ? [] : [year]));
  return { date: dayOf(year === undefined && time > now ? make(thisYear - 1) : time), isOther: false };
}

const LATELY = phrases('lately, recently, recent, of late');
const SPANS = {
  7: phrases('week, this week, last week'),
  30: phrases('month, this month, last month'),
} as const;

/** How many days back is asked for; undefined where it is not said. */
export function daysBack(question: Question): number | undefined {
  const { spoken } = question;
  const at = spoken.findIndex((word, place) => UNITS[word] !== undefined && question.numberAt(place - 1) !== null);
  if (at > 0) {
    question.takeAt(at - 1, at);
    return (question.numberAt(at - 1) ?? 1) * (UNITS[spoken[at] ?? ''] ?? 1);
  }
  const span = question.pick({ 7: SPANS[7], 30: SPANS[30] });
  if (span !== undefined) return Number(span);
  return question.take(LATELY) ? 30 : undefined;
}
