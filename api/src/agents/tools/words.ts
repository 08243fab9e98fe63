/** The words of a text, as names are recognised in it: folded, so that case, accents and apostrophes do not matter. */

/** A word and where it stands in its text, in UTF-16 units. */
export interface Word {
  readonly text: string;
  readonly start: number;
  readonly end: number;
}

// A date, an amount, two numbers with a slash or a dash, an identifier such as HPO-0002, or letters and digits with apostrophes among them.
const WORD =
  /\d{4}-\d{2}-\d{2}|\d{1,3}(?:,\d{3})+(?:\.\d+)?|\d+\.\d+|\d+[/–-]\d+|\p{L}[\p{L}\d]*(?:[-_]\d{3,}[\p{L}\d]*)+|[\p{L}\p{M}\p{N}]+(?:['’][\p{L}\p{M}]+)*/gu;
const LETTERS: Readonly<Record<string, string>> = { ß: 'ss', ø: 'o', æ: 'ae', œ: 'oe', ł: 'l', đ: 'd' };

/** A word without case, accents, apostrophes and the `'s` of an owner. */
const folded = (word: string): string =>
  word
    .normalize('NFKD')
    .replace(/\p{M}/gu, '')
    .toLowerCase()
    .replace(/['’]s$/, '')
    .replace(/(?<=\d),(?=\d)/g, '')
    .replace(/['’]/g, '')
    .replace(/[ßøæœłđ]/g, (letter) => LETTERS[letter] ?? letter);

/** The words of a text in their order. */
export const wordsOf = (text: string): Word[] =>
  [...text.matchAll(WORD)].map((match) => ({
    text: folded(match[0]),
    start: match.index,
    end: match.index + match[0].length,
  }));

/**
 * Whether one word is a misspelling of another: one slip in words of four letters on, two from nine on, none at the
 * beginning.
 *
 * @param shortest how many letters a word with a slip must have
 */
export function isLike(word: string, meant: string, shortest = 4): boolean {
  if (word === meant) return true;
  const slips = Math.min(word.length, meant.length) >= 9 ? 2 : 1;
  if (Math.min(word.length, meant.length) < shortest || word[0] !== meant[0] || /\d/.test(word + meant)) return false;
  return Math.abs(word.length - meant.length) <= slips && slipsBetween(word, meant) <= slips;
}

/** How many letters are added, left out, changed or swapped with their neighbour. */
function slipsBetween(a: string, b: string): number {
  let beforeLast: number[] = [];
  let last = Array.from({ length: b.length + 1 }, (_, at) => at);
  for (let i = 1; i <= a.length; i += 1) {
    const row = [i];
    for (let j = 1; j <= b.length; j += 1) {
      const changed = (last[j - 1] ?? 0) + Number(a[i - 1] !== b[j - 1]);
      let least = Math.min(changed, (last[j] ?? 0) + 1, (row[j - 1] ?? 0) + 1);
      if (i > 1 && j > 1 && a[i - 1] === b[j - 2] && a[i - 2] === b[j - 1])
        least = Math.min(least, (beforeLast[j - 2] ?? 0) + 1);
      row.push(least);
    }
    [beforeLast, last] = [last, row];
  }
  return last[b.length] ?? 0;
}
