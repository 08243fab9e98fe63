import { truncate } from 'shared-ui';
import { cellClass } from 'shared-ui/list-screen';

/** So much of a prompt or a content is shown in a list, in characters (specification 1 §9). */
const LONGEST_PREVIEW = 80;
/** And so much of it in the title. */
const LONGEST_TITLE = 1000;

/** The first line of a text, with an ellipsis where it was cut. */
export const preview = (text: string): string =>
  truncate((text.trim().split('\n')[0] ?? '').trimEnd(), LONGEST_PREVIEW);

/** The same in a row, on two lines at most; the whole of the first lines in its title. */
export const previewCell = (text: string) => (
  <span className={cellClass('lines')} title={truncate(text.trim(), LONGEST_TITLE)} dir="auto">
    {preview(text)}
  </span>
);
