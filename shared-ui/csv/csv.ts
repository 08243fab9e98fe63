/** CSV files (DECISIONS §4): RFC 4180, UTF-8 with a byte-order mark, no cell that a spreadsheet would evaluate. */
import Papa from 'papaparse';

const PLAIN_NUMBER = /^-?\d+(\.\d+)?(e[+-]?\d+)?$/i;
/** Tab and return count although they are white space; the rest counts behind white space and characters that nobody sees. */
const FORMULA = /^(?:[\t\r]|[\s\p{Cf}]*[=+\-@])/u;

/** Full-width forms are folded first: spreadsheets read `＝` as `=`. */
const isFormula = (text: string) => !PLAIN_NUMBER.test(text) && FORMULA.test(text.normalize('NFKC'));

const cell = (value: unknown): string => {
  const text = value === null || value === undefined ? '' : String(value);
  // A leading apostrophe makes it text in every spreadsheet.
  return isFormula(text) ? `'${text}` : text;
};

/**
 * The text of a CSV file, byte-order mark included.
 *
 * @param header the titles of the columns
 * @param rows a row's values in the columns' order; null and undefined are empty cells
 */
export const toCsv = (header: readonly string[], rows: readonly (readonly unknown[])[]): string =>
  `\uFEFF${Papa.unparse(
    [header, ...rows].map((row) => row.map(cell)),
    {
      newline: '\r\n',
      quotes: (value: unknown) => typeof value === 'string' && value.startsWith("'"),
    },
  )}\r\n`;

/**
 * The name of an export: `companies_export_2026-11-20.csv`.
 *
 * @param resource plural, lowercase; never data
 * @param date its day in the reader's time zone
 */
export const csvFileName = (resource: string, date: Date): string => {
  const parts = [date.getFullYear(), date.getMonth() + 1, date.getDate()];
  return `${resource}_export_${parts.map((part) => String(part).padStart(2, '0')).join('-')}.csv`;
};

/** Hands a CSV text to the browser as a file to save. */
export function downloadCsv(fileName: string, csv: string): void {
  const url = URL.createObjectURL(new Blob([csv], { type: 'text/csv;charset=utf-8' }));
  const link = document.createElement('a');
  link.href = url;
  link.download = fileName;
  link.click();
  // Some browsers read the blob after the click has returned.
  setTimeout(() => URL.revokeObjectURL(url), 60_000);
}
