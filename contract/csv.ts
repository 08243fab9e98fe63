/** CSV on the wire and in files (DECISIONS §4): RFC 4180, UTF-8, no cell that a spreadsheet would evaluate. */

const PLAIN_NUMBER = /^-?\d+(\.\d+)?(e[+-]?\d+)?$/i;
/** Tab and return count although they are white space; the rest counts behind white space and invisible characters. */
const FORMULA = /^(?:[\t\r]|[\s\p{Cf}\p{Cc}]*[=+\-@])/u;
const NEEDS_QUOTES = /[",\r\n]|^[\s'\uFEFF]|\s$/;

/** Texts that a spreadsheet would read as a number and write differently: of more than 15 digits, or with zeros in front. */
const LOSES_DIGITS = /^-?(0\d+|\d{16,})$/;

/** Full-width forms are folded first: spreadsheets read `＝` as `=`. */
const isFormula = (text: string) => !PLAIN_NUMBER.test(text) && FORMULA.test(text.normalize('NFKC'));

/** Most cells: a letter first, which no folding makes a sign of, and nothing that needs quotes. */
const PLAIN_TEXT = /^[A-Za-z](?:[^",\r\n]*[^",\s])?$/;

/** Whether a spreadsheet would make something else of it, so that an apostrophe goes before it. */
const isMarked = (text: string) => isFormula(text) || LOSES_DIGITS.test(text);

const cell = (value: unknown): string => {
  const plain = value === null || value === undefined ? '' : String(value);
  if (plain === '' || PLAIN_TEXT.test(plain)) return plain;
  // A leading apostrophe makes it text in every spreadsheet.
  const text = isMarked(plain) ? `'${plain}` : plain;
  return NEEDS_QUOTES.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
};

/** The first character of a CSV file: the byte-order mark, by which spreadsheets know UTF-8. */
export const CSV_START = '\uFEFF';

/** One line of a CSV file with its end; null and undefined are empty cells. */
export const csvLine = (values: readonly unknown[]): string => `${values.map(cell).join(',')}\r\n`;

/** The text of a cell that is read, without the apostrophe that `csvLine` puts before what a spreadsheet would change. */
export const cellText = (cell: string): string =>
  cell.startsWith("'") && isMarked(cell.slice(1)) ? cell.slice(1) : cell;
