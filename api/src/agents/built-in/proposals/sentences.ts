/**
 * How the sentences that order a change are written down: words, `a|b` for either, `[a|b]` for what may be left out, `a_b`
 * for two words, and `{which}` for a part that is read further.
 */

/** The parts of a sentence by their names. */
export type Parts = Readonly<Record<string, string>>;

/** A sentence, ready to be compared with a text. */
export type Sentence = (text: string) => Parts | null;

/** Sentences of the same meaning; the first that fits a text says its parts. */
export function sentences(...written: readonly string[]): Sentence {
  const patterns = written.map(patternOf);
  return (text) => {
    for (const pattern of patterns) {
      const parts = pattern.exec(text)?.groups;
      if (parts) return parts;
    }
    return null;
  };
}

function patternOf(sentence: string): RegExp {
  const words = sentence.split(' ').map((word) => {
    if (word.startsWith('{')) return `(?<${word.slice(1, -1)}>\\S.*?) `;
    const either = (some: string) => `(?:${some.replaceAll('_', ' ')})`;
    return word.startsWith('[') ? `(?:${either(word.slice(1, -1))} )?` : `${either(word)} `;
  });
  return new RegExp(`^${words.join('')}$`, 'i');
}

const POLITE =
  /^(?:please|kindly|can you|could you|would you|will you|i want you to|i would like you to|lets|let's|just|now|then|and|ok|okay|so|great|good|thanks)[, ]+/i;
const POLITE_END = /[,\s]*(?:please|for me|now|thanks|thank you)$/i;

/** An order as sentences are compared with it: without politeness, with one space behind each word. */
export function orderOf(text: string): string {
  let order = text
    .replace(/\s+/g, ' ')
    .trim()
    .replace(/[.!?\s]+$/, '');
  while (POLITE.test(order)) order = order.replace(POLITE, '');
  while (POLITE_END.test(order)) order = order.replace(POLITE_END, '');
  return `${order} `;
}

/** What stands in quotes, else the text itself. */
export const unquoted = (text: string): string => /^["“”'‘](.+)["“”'’]$/.exec(text.trim())?.[1]?.trim() ?? text.trim();
