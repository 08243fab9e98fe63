/** Lines as people type them into a bulk dialog. */
import { InvalidInput } from '../http/errors';

/**
 * The lines of a body's `field` without the white space around them; blank ones count nowhere. Throws InvalidInput with
 * the message when there are no others.
 */
export function filledLines(lines: readonly string[], field: string, msg: string): string[] {
  const filled = lines.map((line) => line.trim()).filter(Boolean);
  if (!filled.length) throw new InvalidInput([{ loc: ['body', field], msg, type: 'blank' }]);
  return filled;
}
