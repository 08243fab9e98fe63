/** Calendar dates, `YYYY-MM-DD`: whole days without a time of day or a time zone, so that none can shift by one. */

const DAY = 24 * 60 * 60 * 1000;

/** Whether this is a day of the calendar; February 30 is none. */
export const isDate = (text: string): boolean => /^\d{4}-\d\d-\d\d$/.test(text) && dateOf(dayOf(text)) === text;

/** A date as the number of days since 1970-01-01, for reckoning; NaN for what is no date. */
export const dayOf = (date: string): number => Date.parse(`${date}T00:00:00Z`) / DAY;

/** The date of such a number; empty for NaN. */
export const dateOf = (day: number): string =>
  Number.isNaN(day) ? '' : new Date(day * DAY).toISOString().slice(0, 10);
