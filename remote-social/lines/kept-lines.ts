/** Unsent lines, kept. */
interface Lines<P extends string> {
  platform: P | null;
  text: string;
  /** The value of the dialog's other field. */
  other?: string | undefined;
}

/** As text; null: there is nothing to be kept. */
export const keptLines = (lines: Lines<string>): string | null =>
  lines.text.trim() === '' ? null : JSON.stringify(lines);

/** The lines that a text holds; null where it holds none, as after another release. */
export function readLines<P extends string>(kept: string | undefined, platforms: readonly P[]): Lines<P> | null {
  try {
    const { platform, text, other } = JSON.parse(kept ?? '') as Lines<P>;
    if (typeof text !== 'string') return null;
    return { platform: platforms.find((one) => one === platform) ?? null, text, other };
  } catch {
    return null;
  }
}
