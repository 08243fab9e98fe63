/** Days of the reader. Pure but for the reader's time zone. */
import { formatDate } from 'shared-ui';

/** A span of days, `YYYY-MM-DD`, both ends included; what is absent is open. */
export interface Days {
  since?: string | undefined;
  until?: string | undefined;
}

/** The beginning of the day that is so many days after a day, in the reader's time zone, as ISO 8601 in UTC. */
function beginning(day: string, later: number): string {
  const [year = 0, month = 1, date = 1] = day.split('-').map(Number);
  const moment = new Date(2000, 0, 1);
  // Not by the constructor, which takes the years 0 to 99 for those of a century.
  moment.setFullYear(year, month - 1, date + later);
  return moment.toISOString();
}

/** From the beginning of the first day to that of the day after the last one. */
export const timesOf = ({ since, until }: Days): Days => ({
  ...(since && { since: beginning(since, 0) }),
  ...(until && { until: beginning(until, 1) }),
});

/** The day of a moment as a heading: 'Today, Nov 27, 2026', and the same for yesterday. */
export function dayHeading(moment: string, now = new Date()): string {
  const day = new Date(moment).toDateString();
  const yesterday = new Date(now);
  yesterday.setDate(now.getDate() - 1);
  const name = day === now.toDateString() ? 'Today, ' : day === yesterday.toDateString() ? 'Yesterday, ' : '';
  return name + formatDate(moment);
}
