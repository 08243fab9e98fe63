/** Where days and amounts stand in a plot, in hundredths of its width and height; pure. */
import { dateOf, dayOf } from 'contract/calendar';

/** A tick: how it reads, and where it stands. */
export interface Tick {
  readonly text: string;
  readonly place: number;
}

const MOST_AMOUNTS = 4;

/** The least of 1, 2, 2.5 and 5 times a power of ten that makes few enough steps up to `top`; never below a cent. */
function amountStep(top: number): number {
  const least = Math.max(top / MOST_AMOUNTS, 0.01);
  const power = 10 ** Math.floor(Math.log10(least));
  return ([1, 2, 2.5, 5].find((factor) => factor * power >= least * (1 - 1e-9)) ?? 10) * power;
}

/** The amount at the upper edge of a plot whose greatest is `most`: round, and never 0. */
export function topOf(most: number): number {
  const step = amountStep(most);
  return Math.max(Math.ceil(most / step - 1e-9), 1) * step;
}

/** Round amounts from 0 up to the upper edge, which is `top`, in US dollars. */
export function amountTicks(top: number): Tick[] {
  const step = amountStep(top);
  const isWhole = Number.isInteger(step);
  const format = new Intl.NumberFormat('en-US', {
    style: 'currency',
    currency: 'USD',
    ...(step >= 1000
      ? { notation: 'compact', minimumFractionDigits: 0, maximumFractionDigits: 1 }
      : { minimumFractionDigits: isWhole ? 0 : 2, maximumFractionDigits: isWhole ? 0 : 2 }),
  });
  return Array.from({ length: Math.floor(top / step + 1e-9) + 1 }, (_, at) => ({
    text: format.format(at * step),
    place: ((at * step) / top) * 100,
  }));
}

const MOST_DATES = 7;
const DAYS = [1, 2, 7, 14, 28, 56];

/** Days between two dates that are named below the plot, at most seven, the last one among them. */
export function dayTicks(from: string, to: string): Tick[] {
  const [first, last] = [dayOf(from), dayOf(to)];
  const count = last - first;
  const step = DAYS.find((days) => count / days < MOST_DATES) ?? 70;
  const format = new Intl.DateTimeFormat('en-US', { month: 'short', day: 'numeric', timeZone: 'UTC' });
  const ticks: Tick[] = [];
  for (let day = last; day >= first; day -= step)
    ticks.unshift({
      text: format.format(new Date(`${dateOf(day)}T00:00:00Z`)),
      place: placeOf(day - first, count + 1),
    });
  return ticks;
}

/** Where the day of this place stands among so many. */
export const placeOf = (at: number, count: number): number => (count > 1 ? (at / (count - 1)) * 100 : 50);

/** The line through amounts, one a day, as a path in a plot of 100 by 100. */
export const lineThrough = (amounts: readonly number[], top: number): string =>
  amounts
    .map((amount, at) => `${at === 0 ? 'M' : 'L'}${placeOf(at, amounts.length)} ${100 - (amount / top) * 100}`)
    .join('');
