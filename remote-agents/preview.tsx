import { truncate } from 'shared-ui';

/** So much of a prompt or a content is shown in a list, in characters (specification 1 §9). */
const LONGEST_PREVIEW = 80;
/** And so much of it in the title. */
const LONGEST_TITLE = 1000;

/** The first line of a text, cut. */
export function preview(text: string): string {
  const [line = '', ...more] = text.trim().split('\n');
  const short = truncate(line.trimEnd(), LONGEST_PREVIEW);
  return more.length > 0 && !short.endsWith('…') ? `${short}…` : short;
}

/** The same in a row, on two lines at most; the whole of the first lines in its title. */
export const previewCell = (text: string) => (
  <span className="list-lines" title={truncate(text.trim(), LONGEST_TITLE)} dir="auto">
    {preview(text)}
  </span>
);
