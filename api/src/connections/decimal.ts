/** Amounts as sources write them: decimal text, never a float. */

/**
 * Cents of a decimal text, half up: '12.345' is 1235. Null for anything but digits with at most one point (`12`, `12.5`,
 * `.5`), and for what is beyond a whole number of JavaScript; a source that writes signs, commas or exponents is not
 * guessed at.
 */
export function centsOf(decimal: unknown): number | null {
  if (typeof decimal !== 'string') return null;
  const [, whole = '', fraction = ''] = /^(\d*)(?:\.(\d*))?$/.exec(decimal) ?? [];
  if (!whole && !fraction) return null;
  const digits = fraction.padEnd(3, '0');
  const cents = BigInt(whole + digits.slice(0, 2)) + (digits[2]! >= '5' ? 1n : 0n);
  return cents <= BigInt(Number.MAX_SAFE_INTEGER) ? Number(cents) : null;
}
