/** The differences between two texts, line by line, and word by word within the lines that were changed. Pure. */
import { diffLines, diffWordsWithSpace } from 'diff';

/** A part of a line. */
export interface Piece {
  readonly text: string;
  /** It is what differs within a line that is otherwise the same. */
  readonly isMarked: boolean;
}

/** A line of either text, or of both. */
export interface DiffLine {
  readonly kind: 'same' | 'removed' | 'added';
  readonly pieces: readonly Piece[];
}

/** Lines that are the same, so many that they are folded away. */
export interface Fold {
  readonly kind: 'fold';
  readonly lines: readonly DiffLine[];
}

/** So many lines that are the same stand around what differs. */
const CONTEXT = 3;
/** So many edits are looked for, lest two texts that have nothing in common take seconds. */
const MOST_EDITS = 1000;
/** Of two lines that have less than this share in common, no words are marked: they are not one line that was changed. */
const LEAST_IN_COMMON = 0.3;

/** The lines of a text; an end of line at its very end begins no other. */
const linesOf = (text: string): string[] => text.replace(/\n$/, '').split('\n');

const whole = (kind: DiffLine['kind'], text: string): DiffLine => ({ kind, pieces: [{ text, isMarked: false }] });

/** Every line of the two texts in order; where lines were changed, first what was there and then what came. */
export function diffOf(before: string, after: string): readonly DiffLine[] {
  const options = { stripTrailingCr: true, ignoreNewlineAtEof: true, maxEditLength: MOST_EDITS };
  const parts = diffLines(before, after, options) ?? [
    { value: before, removed: true, added: false },
    { value: after, removed: false, added: true },
  ];
  return parts.flatMap(({ value, removed, added }, at) => {
    const lines = linesOf(value);
    if (!removed && !added) return lines.map((line) => whole('same', line));
    const other = parts[removed ? at + 1 : at - 1];
    const isReplaced = removed ? other?.added : other?.removed;
    const others = isReplaced && other ? linesOf(other.value) : [];
    return lines.map((line, row) => {
      const counterpart = others[row];
      const kind = removed ? 'removed' : 'added';
      if (counterpart === undefined) return whole(kind, line);
      return { kind, pieces: removed ? piecesOf(line, counterpart, 'removed') : piecesOf(counterpart, line, 'added') };
    });
  });
}

/** One side of a line that was changed, with what differs marked. */
function piecesOf(before: string, after: string, side: 'removed' | 'added'): readonly Piece[] {
  const unmarked = [{ text: side === 'removed' ? before : after, isMarked: false }];
  const words = diffWordsWithSpace(before, after, { maxEditLength: MOST_EDITS });
  if (!words) return unmarked;
  const common = words.filter(({ added, removed }) => !added && !removed).map(({ value }) => value);
  if (common.join('').length < Math.max(before.length, after.length) * LEAST_IN_COMMON) return unmarked;
  return words
    .filter(({ added, removed }) => (side === 'removed' ? !added : !removed))
    .map(({ value, added, removed }) => ({ text: value, isMarked: added || removed }));
}

/** The same lines, those far from any difference folded. */
export function foldedDiff(lines: readonly DiffLine[]): readonly (DiffLine | Fold)[] {
  const isNear = lines.map((_, at) =>
    lines.slice(Math.max(0, at - CONTEXT), at + CONTEXT + 1).some(({ kind }) => kind !== 'same'),
  );
  const rows: (DiffLine | Fold)[] = [];
  for (const [at, line] of lines.entries()) {
    const last = rows.at(-1);
    if (isNear[at]) rows.push(line);
    else if (last?.kind === 'fold') rows[rows.length - 1] = { kind: 'fold', lines: [...last.lines, line] };
    else rows.push({ kind: 'fold', lines: [line] });
  }
  // A line that is folded alone would be a line of its own anyway.
  return rows.flatMap<DiffLine | Fold>((row) => (row.kind === 'fold' && row.lines.length === 1 ? row.lines : [row]));
}
