/** The lines of a bulk dialog: which of them are to be sent, and what is wrong with one before and after it was. */

/** A line that is not blank, without the white space around it. */
export interface Line {
  /** Its place in the box, from 1. */
  readonly at: number;
  readonly text: string;
}

/** A word about one line; what is only a warning is accepted all the same. */
export interface Remark extends Line {
  readonly type: 'error' | 'warning';
  readonly msg: string;
}

/** A line that the service rejected, and why. */
export interface RejectedLine {
  readonly text: string;
  readonly msg: string;
}

export interface JudgedLines {
  readonly filled: readonly Line[];
  readonly blank: number;
  readonly remarks: readonly Remark[];
}

export interface LineRules {
  /** The key that equal lines share. */
  readonly keyOf: (text: string) => string;
  /** The fault of a single line. */
  readonly remarkOn: (text: string) => Pick<Remark, 'type' | 'msg'> | null;
}

/**
 * Judges every line as it stands in the box.
 *
 * @param text the box, one line each
 * @param rejected the service's messages on lines that were sent and are still there
 */
export function judgeLines(
  text: string,
  { keyOf, remarkOn }: LineRules,
  rejected: readonly RejectedLine[],
): JudgedLines {
  const all = text.split(/\r\n|\r|\n/);
  const filled = all.flatMap((line, before) => (line.trim() ? [{ at: before + 1, text: line.trim() }] : []));
  // Of a line that was rejected twice, the first reason is that of the first; the second is judged here anyway.
  const reasons = new Map([...rejected].reverse().map((line) => [line.text, line.msg]));
  const firsts = new Map<string, number>();
  const remarks = filled.flatMap((line): Remark[] => {
    const key = keyOf(line.text);
    const first = firsts.get(key);
    if (first === undefined) firsts.set(key, line.at);
    const own = remarkOn(line.text);
    if (own?.type === 'error') return [{ ...line, ...own }];
    if (first !== undefined) return [{ ...line, type: 'warning', msg: `The same as line ${first}` }];
    const reason = reasons.get(line.text);
    if (reason !== undefined) return [{ ...line, type: 'error', msg: reason }];
    return own ? [{ ...line, ...own }] : [];
  });
  return { filled, blank: all.length - filled.length, remarks };
}

/** The text that stays in the box: the rejected lines, in their order, each as often as it was rejected. */
export function linesLeft(filled: readonly Line[], rejected: readonly RejectedLine[]): string {
  const times = new Map<string, number>();
  for (const { text } of rejected) times.set(text, (times.get(text) ?? 0) + 1);
  return filled
    .filter(({ text }) => {
      const left = times.get(text) ?? 0;
      times.set(text, left - 1);
      return left > 0;
    })
    .map(({ text }) => text)
    .join('\n');
}
