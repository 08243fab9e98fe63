/**
 * Tags, the same for every resource that can carry them (specification 1 §3, §7 'Tags'; DECISIONS §6). Their calls are in
 * tag-calls, which no list of the browser carries.
 */
import { text } from './schema';

/** The resources that can be tagged. A tag belongs to one company and one of these. */
export const RESOURCE_TYPES = ['facebook_ad', 'social_media_profile', 'social_media_post'] as const;
export type ResourceType = (typeof RESOURCE_TYPES)[number];

/** The longest name, in code points, without the white space around it. */
export const MAX_TAG_LENGTH = 50;
/** The most tags one call adds, removes or filters by. */
export const MAX_TAGS = 50;
/** The most tags one record carries. */
export const MAX_TAGS_OF_RECORD = 100;
/** The message for a record that would carry more. */
export const TOO_MANY_TAGS = `A record can carry at most ${MAX_TAGS_OF_RECORD} tags`;

// Invisible characters, such as a zero-width space.
const INVISIBLE = '\\p{Default_Ignorable_Code_Point}';
const HOLLOW = `\\s\\p{Cc}${INVISIBLE}`;
const END = '[^\\s\\p{Cc}]';
// Something visible; between any white space no control character; not `.` or `..`, which no URL can carry. Every part
// begins where the one before cannot go on, so that a megabyte is rejected as fast as it is read.
const NAME = `^(?=[${HOLLOW}]*[^${HOLLOW}])\\s*(?!\\.\\.?\\s*$)${END}(?:\\P{Cc}{0,${MAX_TAG_LENGTH - 2}}${END})?\\s*$`;

/** A tag's name: the person's own text. White space around it is not a part of it. */
export const tagName = text('Tag', {
  minLength: 1,
  pattern: NAME,
  formatMessage: `Tag must be 1 to ${MAX_TAG_LENGTH} visible characters, without control characters, and not . or ..`,
});

const INVISIBLES = new RegExp(INVISIBLE, 'gu');

/** The key that all spellings of a tag share: Unicode NFKC, case folded, without invisible characters and the space around. */
export const tagKey = (name: string): string =>
  name
    .normalize('NFKC')
    .replace(INVISIBLES, '')
    // The way through upper case is what folding is in JavaScript: it makes ß and ss, σ and ς the same.
    .toUpperCase()
    .toLowerCase()
    .normalize('NFKC')
    .trim();

/** The sorts of tags. */
export const TAG_SORTS = ['name', 'usage_count'] as const;
/** The default sort. */
export const TAG_DEFAULT_SORT = 'name';
/** The default page size (specification 1 §9). */
export const TAG_PAGE_SIZE = 100;
