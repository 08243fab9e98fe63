/** So much of a tool's arguments or result is shown at first, and at most (UTF-16 units). */
export const FIRST_PART = 600;
export const MOST = 20_000;

const DEEPEST = 6;

/** A value as a person reads it: text as it is, a record as `name: value` lines, a list as lines with a dash. */
export function readableText(value: unknown): string {
  const text = readable(value, 0);
  return text.length > MOST ? `${text.slice(0, MOST)}…` : text;
}

function readable(value: unknown, depth: number): string {
  if (value === null || value === undefined || value === '') return '-';
  if (typeof value !== 'object') return String(value);
  if (depth >= DEEPEST) return JSON.stringify(value);
  const entries = Array.isArray(value)
    ? value.map((item: unknown) => below('- ', readable(item, depth + 1)))
    : Object.entries(value).map(([name, item]) => {
        const text = readable(item, depth + 1);
        return typeof item === 'object' && item !== null ? `${name}:\n${below('  ', text)}` : `${name}: ${text}`;
      });
  return entries.join('\n') || '-';
}

/** Lines under a first one that has the mark. */
const below = (mark: string, text: string) =>
  text
    .split('\n')
    .map((line, at) => (at === 0 ? mark : ' '.repeat(mark.length)) + line)
    .join('\n');
