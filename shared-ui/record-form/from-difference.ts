/** So much of a text stands before its first difference, and so much of it is shown in all; in UTF-16 units. */
const BEFORE = 40;
const SHOWN = 400;

/**
 * Two long texts from where they begin to differ, so that what differs is seen; what is short, or no text, stays.
 *
 * @returns both, cut at the same place, with an ellipsis where something was cut
 */
export function fromDifference(one: unknown, other: unknown): readonly [unknown, unknown] {
  if (typeof one !== 'string' || typeof other !== 'string') return [one, other];
  let same = 0;
  while (same < one.length && one[same] === other[same]) same += 1;
  const from = same > BEFORE * 2 ? one.lastIndexOf(' ', same - BEFORE) + 1 || same - BEFORE : 0;
  const part = (text: string) =>
    `${from > 0 ? '…' : ''}${text.slice(from, from + SHOWN)}${text.length > from + SHOWN ? '…' : ''}`;
  return [part(one), part(other)];
}
