/** Pseudo-random choices of the demonstration data, the same every time. */

/** The value at this place of the list, 0 being its begin and 1 its end. */
export const pick = <T>(values: readonly T[], chance: number): T => values[Math.floor(chance * values.length)] as T;

/** A number from 0 to 1 for each thing that is left to chance, the same every time. */
export const chanceOf = (company: number, at: number) => (of: number) => {
  let bits = Math.imul(company * 1_000_003 + at * 1009 + of, 0x9e3779b1);
  bits = Math.imul(bits ^ (bits >>> 15), 0x85ebca6b);
  bits = Math.imul(bits ^ (bits >>> 13), 0xc2b2ae35);
  return ((bits ^ (bits >>> 16)) >>> 0) / 2 ** 32;
};
