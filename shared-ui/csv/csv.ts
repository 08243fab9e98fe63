/** CSV files (DECISIONS §4): RFC 4180, UTF-8 with a byte-order mark, no cell that a spreadsheet would evaluate. */
import { CSV_START, csvLine } from 'contract/csv';

/**
 * The text of a CSV file, byte-order mark included.
 *
 * @param header the titles of the columns
 * @param rows a row's values in the columns' order; null and undefined are empty cells
 */
export const toCsv = (header: readonly string[], rows: readonly (readonly unknown[])[]): string =>
  CSV_START + [header, ...rows].map(csvLine).join('');

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
