/** Texts that others wrote, in markdown. */

/** Where somebody else's text stands in markdown, it is only text. */
export const escaped = (text: string): string =>
  text
    .replace(/[\\`*_{}[\]<>|~#!]/g, '\\$&')
    .replace(/\s+/g, ' ')
    .trim();
