/** A knowledge item in passages: pieces that a search can rank and a model can read whole. */

/** The longest passage, in UTF-16 units. */
export const LONGEST_PASSAGE = 1500;

/**
 * Splits a text at its paragraphs, joining short ones and breaking long ones at a sentence, else at a space. Together
 * the passages hold every word of the text.
 */
export function passagesOf(content: string): string[] {
  const passages: string[] = [];
  for (const part of content.split(/\n\s*\n/).flatMap((paragraph) => pieces(paragraph.trim()))) {
    const last = passages.at(-1);
    if (last !== undefined && last.length + part.length + 2 <= LONGEST_PASSAGE)
      passages[passages.length - 1] = `${last}\n\n${part}`;
    else passages.push(part);
  }
  return passages;
}

function pieces(paragraph: string): string[] {
  const found: string[] = [];
  let rest = paragraph;
  while (rest.length > LONGEST_PASSAGE) {
    const end = breakIn(rest.slice(0, LONGEST_PASSAGE));
    found.push(rest.slice(0, end).trimEnd());
    rest = rest.slice(end).trimStart();
  }
  return rest ? [...found, rest] : found;
}

/** Where to break: behind the last sentence, else the last space, else before half a character. */
function breakIn(text: string): number {
  const sentence = Math.max(...['. ', '! ', '? ', '\n'].map((end) => text.lastIndexOf(end)));
  if (sentence > text.length / 2) return sentence + 1;
  const space = text.lastIndexOf(' ');
  if (space > text.length / 2) return space;
  return /[\ud800-\udbff]$/.test(text) ? text.length - 1 : text.length;
}
