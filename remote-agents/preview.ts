import { truncate } from 'shared-ui';

/** So much of a prompt or a content is shown in a list, in characters (specification 1 §9). */
const LONGEST_PREVIEW = 80;

/** The first line of a text, cut. */
export function preview(text: string): string {
  const [line = '', ...more] = text.trim().split('\n');
  const short = truncate(line.trimEnd(), LONGEST_PREVIEW);
  return more.length > 0 && !short.endsWith('…') ? `${short}…` : short;
}
