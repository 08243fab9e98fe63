import type { Post } from 'contract/social/posts';
import { truncate } from 'shared-ui';
import { cellClass } from 'shared-ui/list-screen';

const LONGEST_URL = 50;
const LONGEST_CAPTION = 100;

/** An address as a row shows it (specification 2 §9). */
export const shortUrl = (url: string) => truncate(url, LONGEST_URL);

/** Only http and https are links, whatever else is stored: a `javascript:` address must not run. */
export const urlCell = ({ url }: Pick<Post, 'url'>) =>
  /^https?:\/\//i.test(url) ? (
    <a
      className={`${cellClass('line')} social-link`}
      href={url}
      title={url}
      target="_blank"
      rel="noopener noreferrer"
      dir="ltr"
    >
      {shortUrl(url)}
    </a>
  ) : (
    shortUrl(url)
  );

/** A caption's beginning, in the direction of its own script; it is text, whatever is in it. */
export const captionCell = ({ cached_caption }: Pick<Post, 'cached_caption'>) =>
  cached_caption ? (
    <span className={cellClass('lines')} title={cached_caption} dir="auto">
      {truncate(cached_caption, LONGEST_CAPTION)}
    </span>
  ) : (
    <span className={cellClass('quiet')}>No caption</span>
  );
