/** How the periods of a variant's cost read, and where they lie in a drawing; pure. */
import { dateOf, dayOf } from 'contract/calendar';
import type { CogsPatch, PlannedCogsEntry } from 'contract/company/product-variant-cogs';
import { COST_ENDS_WITHIN } from 'contract/company/product-variants';
import { formatCurrency, formatDate } from 'shared-ui';
import { amountTicks, type Tick } from 'shared-ui/plot';
import { dateTicks } from './cogs-axes';

export type PeriodStatus = 'Current' | 'Historical' | 'Upcoming';

/** A period is current today, upcoming when it starts later, historical otherwise (DECISIONS §5). */
export function statusOf({ is_current, period_start }: PlannedCogsEntry, today: string): PeriodStatus {
  if (is_current) return 'Current';
  return period_start !== null && period_start > today ? 'Upcoming' : 'Historical';
}

/** A date of a period; an empty one reads 'Ongoing' (specification 1 §2). */
export const dateText = (date: string | null): string => (date === null ? 'Ongoing' : formatDate(date));

/** A whole period in words: '$4.50 from Jan 1, 2026, ongoing'. */
export const periodText = (entry: PlannedCogsEntry): string =>
  `${formatCurrency(entry.cogs_record.cogs_amount)} ${rangeText(entry)}`;

/** Its days in words: 'from Jan 1, 2026, ongoing'. */
export function rangeText({ period_start, period_end }: PlannedCogsEntry): string {
  const from = period_start === null ? 'from the beginning of time' : `from ${formatDate(period_start)}`;
  const to = period_end === null ? ', ongoing' : ` to ${formatDate(period_end)}`;
  return `${from}${to}`;
}

/** Days about today that no cost covers. */
export interface Gap {
  /** 'No cost since Nov 21'. */
  readonly text: string;
  /** It is there today; else it comes within 30 days. */
  readonly isNow: boolean;
  /** Those of a period that closes it. */
  readonly dates: Required<Pick<CogsPatch, 'effective_start_date' | 'effective_end_date'>>;
}

/** The year only where it is another than today's. */
const dayText = (date: string, today: string) => formatDate(date).replace(`, ${today.slice(0, 4)}`, '');

/** The days before the costs or after them, where today is one of these or soon will be; the costs themselves have no gaps. */
export function gapOf(entries: readonly PlannedCogsEntry[], today: string): Gap | null {
  const [first, last] = [entries.at(-1)?.period_start ?? null, entries[0]?.period_end ?? null];
  if (first !== null && first > today)
    return {
      text: `No cost until ${dayText(first, today)}`,
      isNow: true,
      dates: { effective_start_date: null, effective_end_date: dateOf(dayOf(first) - 1) },
    };
  if (last === null || dayOf(last) > dayOf(today) + COST_ENDS_WITHIN) return null;
  const start = dateOf(dayOf(last) + 1);
  return {
    text: start <= today ? `No cost since ${dayText(start, today)}` : `No cost from ${dayText(start, today)} on`,
    isNow: start <= today,
    dates: { effective_start_date: start, effective_end_date: null },
  };
}

/** A period in the drawing; lengths are hundredths of its width and height, counted from the bottom left. */
export interface Step {
  entry: PlannedCogsEntry;
  status: PeriodStatus;
  left: number;
  width: number;
  height: number;
}

interface Drawing {
  /** Oldest first. */
  steps: readonly Step[];
  /** Where today is, at its middle. */
  today: number;
  /** Round amounts, from the bottom up. */
  amounts: readonly Tick[];
  /** Round dates, from left to right. */
  dates: readonly Tick[];
}

/** Days on both sides of what is known, so that an open period has somewhere to run to. */
const MARGIN = 0.06;
const SHORTEST_MARGIN = 15;
/** The highest step leaves room for its amount above it. */
const HIGHEST = 84;

/** The steps of a timeline, today always among them. */
export function drawingOf(entries: readonly PlannedCogsEntry[], today: string): Drawing {
  const days = [dayOf(today), dayOf(today) + 1];
  for (const { period_start, period_end } of entries) {
    if (period_start !== null) days.push(dayOf(period_start));
    if (period_end !== null) days.push(dayOf(period_end) + 1);
  }
  const [first, last] = [Math.min(...days), Math.max(...days)];
  const margin = Math.max(SHORTEST_MARGIN, Math.round((last - first) * MARGIN));
  const [from, to] = [first - margin, last + margin];
  const placeOf = (day: number) => ((day - from) / (to - from)) * 100;
  const highest = Math.max(...entries.map(({ cogs_record }) => cogs_record.cogs_amount));
  const steps = entries.map((entry): Step => {
    const left = entry.period_start === null ? 0 : placeOf(dayOf(entry.period_start));
    const right = entry.period_end === null ? 100 : placeOf(dayOf(entry.period_end) + 1);
    const height = (entry.cogs_record.cogs_amount / highest) * HIGHEST;
    return { entry, status: statusOf(entry, today), left, width: right - left, height };
  });
  return {
    steps: steps.reverse(),
    today: placeOf(dayOf(today) + 0.5),
    amounts: amountTicks((highest / HIGHEST) * 100),
    dates: dateTicks(dateOf(from), dateOf(to)),
  };
}
