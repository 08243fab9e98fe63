/** The ticks beside and below a drawing of costs; pure. */
import { dateOf, dayOf } from 'contract/calendar';
import { formatDate } from 'shared-ui';

/** A tick: what it reads, and where it stands in hundredths of the drawing's height or width. */
export interface Tick {
  text: string;
  place: number;
}

const MOST_AMOUNTS = 4;
const MOST_DATES = 8;
/** Days between ticks, where months are too long. */
const DAYS = [7, 14];
/** Months between ticks. */
const MONTHS = [1, 2, 3, 6, 12, 24, 60, 120, 240, 600, 1200];

/** The least of 1, 2, 2.5 and 5 times a power of ten that makes few enough steps; never below a cent. */
function amountStep(top: number): number {
  const least = Math.max(top / MOST_AMOUNTS, 0.01);
  const power = 10 ** Math.floor(Math.log10(least));
  const step = [1, 2, 2.5, 5, 10].find((factor) => factor * power >= least * (1 - 1e-9)) ?? 10;
  return step * power;
}

/**
 * Round amounts from 0 up, in US dollars.
 *
 * @param top the amount at the upper edge
 */
export function amountTicks(top: number): Tick[] {
  const step = amountStep(top);
  const cents = step < 1 || !Number.isInteger(step);
  const format = new Intl.NumberFormat('en-US', {
    style: 'currency',
    currency: 'USD',
    ...(step >= 1000
      ? { notation: 'compact', minimumFractionDigits: 0, maximumFractionDigits: 1 }
      : { minimumFractionDigits: cents ? 2 : 0, maximumFractionDigits: cents ? 2 : 0 }),
  });
  const count = Math.floor(top / step + 1e-9);
  return Array.from({ length: count + 1 }, (_, at) => ({
    text: format.format(at * step),
    place: ((at * step) / top) * 100,
  }));
}

const DAY_AND_MONTH = { month: 'short', day: 'numeric', timeZone: 'UTC' } as const;
const MONTH_AND_YEAR = { month: 'short', year: 'numeric', timeZone: 'UTC' } as const;

/** The days of the ticks, and how they read. */
function tickDays(from: number, to: number): { days: number[]; read: Intl.DateTimeFormat | null } {
  const span = to - from;
  const step = DAYS.find((each) => span / each <= MOST_DATES);
  if (step !== undefined) {
    const days = Array.from({ length: Math.floor(span / step) + 1 }, (_, at) => from + at * step);
    return { days, read: new Intl.DateTimeFormat('en-US', DAY_AND_MONTH) };
  }
  const [year = 0, month = 1] = dateOf(from).split('-').map(Number);
  const first = year * 12 + month - 1;
  const each = MONTHS.find((months) => span / (months * 30.4) <= MOST_DATES) ?? 1200;
  const days: number[] = [];
  for (let at = Math.ceil(first / each) * each; ; at += each) {
    const day = dayOf(`${String(Math.floor(at / 12)).padStart(4, '0')}-${String((at % 12) + 1).padStart(2, '0')}-01`);
    if (day > to) break;
    if (day >= from) days.push(day);
  }
  return { days, read: each < 12 ? new Intl.DateTimeFormat('en-US', MONTH_AND_YEAR) : null };
}

/** Between these, in hundredths, the words of a tick do not leave the drawing on a phone. */
const [FIRST, LAST] = [2, 95];

/** Weeks, first days of months or years between two dates, at most some eight of them. */
export function dateTicks(from: string, to: string): Tick[] {
  const [first, last] = [dayOf(from), dayOf(to)];
  const { days, read } = tickDays(first, last);
  return days
    .map((day) => ({
      text: read ? read.format(new Date(`${dateOf(day)}T00:00:00Z`)) : formatDate(dateOf(day)).slice(-4),
      place: ((day - first) / (last - first)) * 100,
    }))
    .filter(({ place }) => place >= FIRST && place <= LAST);
}
