import { postNoun, type Post } from 'contract/social/posts';
import { truncate } from 'shared-ui';
import { cellClass, labelOf } from 'shared-ui/list-screen';

const LONGEST_URL = 50;
const LONGEST_CAPTION = 100;
const { platform: platforms } = postNoun.properties;

/** An address as a row shows it (specification 2 §9). */
export const shortUrl = (url: string) => truncate(url, LONGEST_URL);

/** Only http and https are links, whatever else is stored: a `javascript:` address must not run. */
const postLink = (url: string, text: string, dir: 'ltr' | 'auto') =>
  /^https?:\/\//i.test(url) ? (
    <a
      className={`${cellClass('line')} social-link`}
      href={url}
      title={url}
      target="_blank"
      rel="noopener noreferrer"
      dir={dir}
    >
      {text}
    </a>
  ) : (
    text
  );

export const urlCell = ({ url }: Pick<Post, 'url'>) => postLink(url, shortUrl(url), 'ltr');

type Headed = Pick<Post, 'url' | 'platform' | 'cached_caption' | 'cached_author_username'>;

/** A post as a person would call it, for the head of a card: by its caption, else by who wrote it, else its address. */
export function headCell({ url, platform, cached_caption, cached_author_username: author }: Headed) {
  if (cached_caption) return postLink(url, truncate(cached_caption, LONGEST_CAPTION), 'auto');
  return author ? postLink(url, `${labelOf(platforms, platform)} post by ${author}`, 'auto') : urlCell({ url });
}

/** A caption's beginning, in the direction of its own script; it is text, whatever is in it. */
export const captionCell = ({ cached_caption }: Pick<Post, 'cached_caption'>) =>
  cached_caption ? (
    <span className={cellClass('lines')} title={cached_caption} dir="auto">
      {truncate(cached_caption, LONGEST_CAPTION)}
    </span>
  ) : (
    <span className={cellClass('quiet')}>No caption</span>
  );
