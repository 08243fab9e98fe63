/** Lines as people type them into a bulk dialog. */

/** The lines without the white space around them; blank ones count nowhere. */
export const filledLines = (lines: readonly string[]): string[] => lines.map((line) => line.trim()).filter(Boolean);
