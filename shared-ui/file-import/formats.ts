/** Amounts and days as people write them, and how to tell in which way a column is written; pure. */
import { isDate } from 'contract/calendar';

/** The sign before the cents. */
export type Decimals = 'point' | 'comma';
/** The order of day and month where a date is not written as in ISO 8601. */
export type DayOrder = 'month first' | 'day first';

const MONTHS = ['jan', 'feb', 'mar', 'apr', 'may', 'jun', 'jul', 'aug', 'sep', 'oct', 'nov', 'dec'];
const DAY = /^(\d{1,2})[/.-](\d{1,2})[/.-](\d{4}|\d{2})$/;
const bare = (text: string) => text.replace(/^(US\$|USD|\$)|USD$/i, '').replace(/[\s\u00A0\u202F'’]/g, '');

/** The amount in US dollars, or null. */
export function amountOf(text: string, decimals: Decimals): number | null {
  const plain = decimals === 'comma' ? bare(text).replace(/[.,]/g, (sign) => (sign === ',' ? '.' : ',')) : bare(text);
  return /^-?(\d+|\d{1,3}(,\d{3})+)(\.\d*)?$/.test(plain) ? Number(plain.replaceAll(',', '')) : null;
}

/** The day as `2026-11-26`, or null. */
export function dayOfText(text: string, order: DayOrder): string | null {
  const [, year, month, day] =
    /^(\d{4})[-/.](\d{1,2})[-/.](\d{1,2})([T ].*)?$/.exec(text) ?? named(text) ?? figures(text);
  if (year === undefined) return null;
  const date = `${year.length === 2 ? `20${year}` : year}-${month!.padStart(2, '0')}-${day!.padStart(2, '0')}`;
  return isDate(date) ? date : null;

  function figures(written: string): string[] {
    const [, one, other, last] = DAY.exec(written) ?? [];
    if (one === undefined) return [];
    return order === 'day first' ? ['', last!, other!, one] : ['', last!, one, other!];
  }
  // 'Nov 26, 2026' and '26 November 2026'
  function named(written: string): string[] | null {
    const [, before, name, after, last] =
      /^(\d{1,2})?\.? ?([a-z]{3})[a-z]*\.? ?(\d{1,2})?,? (\d{4})$/i.exec(written) ?? [];
    const month = MONTHS.indexOf(name?.toLowerCase() ?? '') + 1;
    const day = before ?? after;
    return month === 0 || day === undefined ? null : ['', last!, String(month), day];
  }
}

/** Whether a text is a day in either order. */
export const isDay = (text: string): boolean =>
  dayOfText(text, 'day first') !== null || dayOfText(text, 'month first') !== null;

/** Whether a text is an amount with cents, which can be read in one way alone. */
export const isCents = (text: string): boolean =>
  /[.,]\d{2}$/.test(text) && amountOf(text, 'point') !== amountOf(text, 'comma');

/** The sign that the values' own form says; where none does, the reader's. */
export function decimalsOf(values: readonly string[], locale: string): Decimals {
  for (const value of values.map(bare)) {
    const last = /[.,](?=\d*$)/.exec(value)?.[0];
    if (last === undefined) continue;
    const others = value.slice(0, -1).split(last).length - 1;
    // Thousands are three by three, and may come twice; cents are neither.
    const isCents = !new RegExp(`\\${last}\\d{3}$`).test(value) || (/[.,].*[.,]/.test(value) && others === 1);
    if (isCents) return last === ',' ? 'comma' : 'point';
    if (others > 1) return last === ',' ? 'point' : 'comma';
  }
  return new Intl.NumberFormat(locale).format(1.5).includes(',') ? 'comma' : 'point';
}

/** The order that a day above 12 says; where none does, the reader's. */
export function dayOrderOf(values: readonly string[], locale: string): DayOrder {
  for (const value of values) {
    const [, one, other] = DAY.exec(value) ?? [];
    if (Number(one) > 12) return 'day first';
    if (Number(other) > 12) return 'month first';
  }
  const parts = new Intl.DateTimeFormat(locale).formatToParts(new Date(2026, 0, 1)).map(({ type }) => type);
  return parts.indexOf('day') < parts.indexOf('month') ? 'day first' : 'month first';
}
