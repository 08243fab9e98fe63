/** How values read on every screen: en-US, US dollars, the reader's own time zone; what is absent reads '-'. */

const ABSENT = '-';

// Made when they are first used: the first of all formatters costs a page some 15 ms, and the login needs none.
const onDemand = <Format>(make: () => Format) => {
  let made: Format | undefined;
  return () => (made ??= make());
};
const dollars = onDemand(() => new Intl.NumberFormat('en-US', { style: 'currency', currency: 'USD' }));
const plain = onDemand(() => new Intl.NumberFormat('en-US', { maximumFractionDigits: 20 }));
const day = onDemand(() => new Intl.DateTimeFormat('en-US', { dateStyle: 'medium' }));
const dayAlone = onDemand(() => new Intl.DateTimeFormat('en-US', { dateStyle: 'medium', timeZone: 'UTC' }));
const time = onDemand(() => new Intl.DateTimeFormat('en-US', { hour: '2-digit', minute: '2-digit' }));

/** Makes all of them ahead, while the page is idle. */
export function makeFormatters(): void {
  for (const make of [dollars, plain, day, dayAlone, time]) make();
}

type Absent = null | undefined;

const when = (value: string, ...formats: (() => Intl.DateTimeFormat)[]) => {
  const date = new Date(value);
  return Number.isNaN(date.getTime()) ? value : formats.map((format) => format().format(date)).join(', ');
};

/** US dollars with two decimals: `$1,234.50` (specification 1 §9). */
export const formatCurrency = (value: number | Absent): string => (value == null ? ABSENT : dollars().format(value));

/** A fraction as a percentage: 0.029 is `2.9 %`. */
export const formatPercent = (fraction: number | Absent): string =>
  // Of the product of a fraction and 100, the last digits may be noise.
  fraction == null ? ABSENT : `${formatNumber(Number((fraction * 100).toFixed(10)))}\u00a0%`;

/** A number with thousands separators and all its decimals. */
export function formatNumber(value: number | Absent): string {
  if (value == null) return ABSENT;
  // Every list counts: a count is written without a formatter.
  return Number.isSafeInteger(value) ? String(value).replace(/\B(?=(\d{3})+$)/g, ',') : plain().format(value);
}

/** The day of a moment in the reader's time zone, or a calendar date `YYYY-MM-DD` as that very day everywhere. */
export const formatDate = (value: string | Absent): string =>
  value ? when(value, /^\d{4}-\d{2}-\d{2}$/.test(value) ? dayAlone : day) : ABSENT;

/** A moment's time of day in the reader's time zone: `08:05 AM`. */
export const formatTime = (value: string | Absent): string => (value ? when(value, time) : ABSENT);

/** A moment's day and time in the reader's time zone: `Nov 22, 2026, 08:05 AM`. */
export const formatDateTime = (value: string | Absent): string => (value ? when(value, day, time) : ABSENT);

/** The first `length` characters, with an ellipsis when there was more. Counts code points, so no emoji is cut in two. */
export function truncate(value: string, length: number): string {
  if (value.length <= length) return value;
  const characters = [...value];
  return characters.length <= length ? value : `${characters.slice(0, length).join('').trimEnd()}…`;
}
