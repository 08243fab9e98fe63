/**
 * Days of spend as they are stored (migration 0090): a block of 32 days is one number in cents, of which the n-th sixteen
 * digits from the right are the n-th day's. Sums of blocks are blocks.
 */

/** How many days a block has. */
export const BLOCK_DAYS = 32;
const DIGITS = 16;
/** An ad's day has ten digits of dollars, so that the sum of a million of them has its sixteen. */
const MOST_CENTS = 1e12;

/** The sums of some ads in one block of days. */
export interface Block {
  /** Days since 1970-01-01, divided by 32. */
  readonly block: number;
  /** Of as many digits as it takes. */
  readonly cents: string;
}

/** Days since 1970-01-01, both ends included. */
export interface DayRange {
  readonly first: number;
  readonly last: number;
}

/** The blocks that have a day of the range. */
export function blocksOf({ first, last }: DayRange): number[] {
  const [from, to] = [Math.floor(first / BLOCK_DAYS), Math.floor(last / BLOCK_DAYS)];
  return Array.from({ length: to - from + 1 }, (_, at) => from + at);
}

/** All the days of a block. */
export const daysOfBlock = (block: number): DayRange => ({
  first: block * BLOCK_DAYS,
  last: (block + 1) * BLOCK_DAYS - 1,
});

/**
 * The number of a block, of the cents of each of its days in order. Throws RangeError for what is no day's spend, which
 * would be digits of other days.
 */
export function packed(cents: readonly number[]): string {
  const wrong = cents.find((day) => !Number.isSafeInteger(day) || day < 0 || day >= MOST_CENTS);
  if (wrong !== undefined) throw new RangeError(`A day's spend is ${wrong} cents.`);
  return cents.reduceRight((digits, day) => digits + String(day).padStart(DIGITS, '0'), '').replace(/^0+(?=.)/, '');
}

/** Cents of each day of the range, in order, added up over the blocks. */
export function centsByDay(blocks: readonly Block[], { first, last }: DayRange): number[] {
  const days = new Array<number>(last - first + 1).fill(0);
  for (const { block, cents } of blocks) {
    const start = block * BLOCK_DAYS;
    for (let day = Math.max(first, start); day <= Math.min(last, start + BLOCK_DAYS - 1); day += 1) {
      const end = cents.length - (day - start) * DIGITS;
      // Beyond the first digit nothing was spent any more.
      if (end <= 0) break;
      days[day - first] = (days[day - first] ?? 0) + Number(cents.slice(Math.max(0, end - DIGITS), end));
    }
  }
  return days;
}
