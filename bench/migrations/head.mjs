// The line at a migration's head that says what it holds at a million rows, and for how long.
const LINE = /^-- Measured at 1,000,000 rows: .*$/m;
const LOCK = /(\w+) (\w+Lock) ([\d,]+) ms/g;

/** The text with the line in it, behind what has to come first. */
export function withMeasured(text, milliseconds, locks) {
  const held = locks.map(({ table, mode, ms }) => `${table} ${mode} ${ms.toLocaleString('en-US')} ms`);
  const line = `-- Measured at 1,000,000 rows: ${milliseconds.toLocaleString('en-US')} ms; ${held.join(', ') || 'no lock that people wait for'}.`;
  if (LINE.test(text)) return text.replace(LINE, line);
  const [first, ...rest] = text.split('\n');
  return first === '-- outside a transaction' ? [first, line, ...rest].join('\n') : `${line}\n${text}`;
}

/** The locks that the line names, each with its milliseconds; null where there is no such line. */
export function measuredLocks(text) {
  const [line] = LINE.exec(text) ?? [];
  if (line === undefined) return null;
  return [...line.matchAll(LOCK)].map(([, table, mode, ms]) => ({ table, mode, ms: Number(ms.replaceAll(',', '')) }));
}
