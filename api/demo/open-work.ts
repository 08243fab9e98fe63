/**
 * How much of a company asks for somebody: as on a well-run agency's Monday three to eight records of a kind, in two
 * companies none. Of the edge cases chance decides, and it is much.
 */
import { chanceOf } from './chance';
import type { DemonstrationPlace } from './companies';

/** Places of the companies in which there is nothing to do. */
const CALM = [4, 8];

const KINDS = [
  'posts in error',
  'posts pending',
  'profiles in error',
  'variants without a cost',
  'variants not synced',
  'ads whose spend moved',
] as const;

/**
 * The number, from 0, that the record at this place has among those that ask for somebody; null for all others.
 *
 * @param size how many records the company has of the kind, among which they are spread
 */
export function openTurn(
  { at: company }: DemonstrationPlace,
  kind: (typeof KINDS)[number],
  at: number,
  size: number,
): number | null {
  if (CALM.includes(company)) return null;
  const count = 3 + Math.floor(6 * chanceOf(company, 90_000)(KINDS.indexOf(kind)));
  const [stride, first] = [Math.floor(size / count), 2 + KINDS.indexOf(kind)];
  const turn = Math.floor((at - first) / stride);
  return (at - first) % stride === 0 && turn >= 0 && turn < count ? turn : null;
}
