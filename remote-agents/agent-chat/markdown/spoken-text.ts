import { truncate } from 'shared-ui';

/** The most that is read out of an answer in one go (code points); the rest is on the page. */
const LONGEST = 1500;

/** An answer without the marks of markdown and HTML, to be read out. */
export const spokenText = (answer: string): string =>
  truncate(
    answer
      .slice(0, 4 * LONGEST)
      .replace(/<[^<>]{0,500}>/g, '')
      .replace(/!?\[([^\]]{0,200})\]\([^)\s]{0,500}\)/g, '$1')
      .replace(/^[ \t]{0,3}(?:#{1,6}|>|[-+*]|```\S*)(?=[ \t\n]|$)/gm, '')
      .replace(/\*\*|__|`|~~/g, '')
      .replace(/(^|[\s(])[*_](?=\S)/g, '$1')
      .replace(/(\S)[*_](?=[\s).,;:!?]|$)/g, '$1')
      .replace(/\s+/g, ' ')
      .trim(),
    LONGEST,
  );
