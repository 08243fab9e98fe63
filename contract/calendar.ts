/** Calendar dates, `YYYY-MM-DD`: whole days without a time of day or a time zone, so that none can shift by one. */

const DAY = 24 * 60 * 60 * 1000;

/** Whether this is a day of the calendar; February 30 is not. */
export const isDate = (text: string): boolean => /^\d{4}-\d\d-\d\d$/.test(text) && dateOf(dayOf(text)) === text;

/** Whether this is a moment: ISO 8601 with seconds and a time zone, of the years 1970 to 2199. */
export const isMoment = (text: string): boolean =>
  /^(19[7-9]|20\d|21\d)\d-\d\d-\d\dT([01]\d|2[0-3]):[0-5]\d:[0-5]\d(\.\d{1,9})?(Z|[+-]([01]\d|2[0-3]):[0-5]\d)$/.test(
    text,
  ) && isDate(text.slice(0, 10));

/** A date as the number of days since 1970-01-01, for reckoning; NaN for what is no date. */
export const dayOf = (date: string): number => Date.parse(`${date}T00:00:00Z`) / DAY;

/** The date of such a number; empty for NaN. */
export const dateOf = (day: number): string =>
  Number.isNaN(day) ? '' : new Date(day * DAY).toISOString().slice(0, 10);
