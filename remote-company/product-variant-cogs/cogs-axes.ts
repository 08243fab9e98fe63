/** The dates below a drawing of costs; pure. */
import { dateOf, dayOf } from 'contract/calendar';
import { formatDate } from 'shared-ui';
import type { Tick } from 'shared-ui/plot';

const MOST_DATES = 8;
/** Days between ticks, where months are too long. */
const DAYS = [7, 14];
/** Months between ticks. */
const MONTHS = [1, 2, 3, 6, 12, 24, 60, 120, 240, 600, 1200];

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
