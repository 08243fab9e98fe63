/** The effects of a save on the other periods, in words with dates; pure. */
import { dayOf } from 'contract/calendar';
import type { PlannedCogsEntry } from 'contract/company/product-variant-cogs';
import { formatCurrency, formatDate, formatNumber } from 'shared-ui';

/** The period that is saved: its record, null of a new one, and the dates that it has then. */
export interface SavedPeriod {
  recordId: number | null;
  start: string | null;
  end: string | null;
}

/** So many changes are told one by one. */
const MOST_TOLD = 6;

/** The day as text: 'Nov 20', with the year where it is not that of today. */
export const dayText = (date: string, today: string) => {
  const text = formatDate(date);
  return date.slice(0, 4) === today.slice(0, 4) ? text.replace(/, \d+$/, '') : text;
};

const days = (from: string, to: string) => {
  const count = dayOf(to) - dayOf(from);
  return `${formatNumber(count)} ${count === 1 ? 'day' : 'days'}`;
};

function rangeText({ period_start, period_end }: PlannedCogsEntry, today: string): string {
  const from = period_start === null ? 'from the beginning of time' : `from ${dayText(period_start, today)}`;
  return period_end === null ? from : `${from} to ${dayText(period_end, today)}`;
}

/** How the beginning moves, or null. */
function startMove(before: string | null, after: string | null, today: string): string | null {
  if (before === after) return null;
  if (after === null) return 'is stretched back to the beginning of time';
  if (before !== null && after < before) return `is stretched back to ${dayText(after, today)}: ${days(after, before)}`;
  const instead = before === null ? 'reaching back to the beginning of time' : dayText(before, today);
  return `starts ${dayText(after, today)} instead of ${instead}`;
}

/** How the end moves, or null. */
function endMove(before: string | null, after: string | null, today: string): string | null {
  if (before === after) return null;
  if (after === null) return 'is stretched on without an end';
  if (before !== null && after > before) return `is stretched on to ${dayText(after, today)}: ${days(before, after)}`;
  return `ends ${dayText(after, today)} instead of ${before === null ? 'being ongoing' : dayText(before, today)}`;
}

/**
 * The changes to the other periods, oldest first: '$31.36 ends Nov 20 instead of Dec 20'.
 *
 * @param before the timeline as it is, newest first
 * @param after as a dry run returns it, newest first
 * @param today the day that it is for the company; its year is left out
 */
export function effectsOf(
  before: readonly PlannedCogsEntry[],
  after: readonly PlannedCogsEntry[],
  { recordId, start, end }: SavedPeriod,
  today: string,
): string[] {
  const isSaved = ({ cogs_record: { id }, period_start, period_end }: PlannedCogsEntry) =>
    id === recordId && (id !== null || (period_start === start && period_end === end));
  const others = after.filter((entry) => !isSaved(entry));
  const changes = before
    .filter(({ cogs_record: { id } }) => id !== recordId)
    .map((entry) => {
      const now = others.find(({ cogs_record: { id } }) => id === entry.cogs_record.id);
      const moves = now
        ? [
            startMove(entry.period_start, now.period_start, today),
            endMove(entry.period_end, now.period_end, today),
          ].filter(Boolean)
        : [`${rangeText(entry, today)} is removed`];
      return moves.length > 0 && `${formatCurrency(entry.cogs_record.cogs_amount)} ${moves.join(' and ')}`;
    });
  // The rest after the saved period is a new record by then.
  const resumed = others
    .filter(({ cogs_record: { id } }) => id === null)
    .map((entry) => `${formatCurrency(entry.cogs_record.cogs_amount)} is resumed ${rangeText(entry, today)}`);
  return [...resumed, ...changes].filter((change) => change !== false).reverse();
}

/** The changes as one sentence; null without changes. */
export function effectText(effects: readonly string[]): string | null {
  if (effects.length === 0) return null;
  const told = effects.length > MOST_TOLD ? effects.slice(0, MOST_TOLD - 1) : effects;
  const more = effects.length - told.length;
  return `${[...told, ...(more > 0 ? [`${formatNumber(more)} more change`] : [])].join('; ')}.`;
}
