/** Texts that others wrote, in markdown. */

/** Words that somebody wrote, each in quotes. */
export const quoted = (words: readonly string[]): string => words.map((word) => `“${escaped(word)}”`).join(', ');

/** Where somebody else's text stands in markdown, it is only text. */
export const escaped = (text: string): string =>
  text
    .replace(/[\\`*_{}[\]<>|~#!]/g, '\\$&')
    .replace(/\s+/g, ' ')
    .trim();
