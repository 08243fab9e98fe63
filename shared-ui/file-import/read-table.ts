/** A table of a file or of a spreadsheet's clipboard, line by line; pure. */
import { cellText } from 'contract/csv';
import { parse } from 'papaparse';

/** A row as it stands in the file. */
export interface TableLine {
  /** Its row in a spreadsheet, from 1. */
  readonly line: number;
  readonly cells: readonly string[];
}

/** The titles of the columns, 'Column 1' and so on where the first line has none, and the lines that hold something. */
export interface Table {
  readonly titles: readonly string[];
  readonly lines: readonly TableLine[];
}

// The library looks at all lines, where commas may be decimals.
function delimiterOf(text: string): string {
  const [first = ''] = /\S.*/.exec(text) ?? [];
  const count = (sign: string) => first.split(sign).length;
  return ['\t', ';', '|', ','].reduce((most, sign) => (count(sign) > count(most) ? sign : most));
}

/**
 * Reads the lines; the first is the titles where none of its cells has a figure, but for a span of days.
 *
 * @returns a sentence in place of the table where the text is not one
 */
export function readTable(text: string): Table | string {
  const plain = text.replace(/^\uFEFF/, '');
  const { data, errors } = parse<string[]>(plain, { delimiter: delimiterOf(plain) });
  const broken = errors.find(({ type }) => type === 'Quotes');
  if (broken) return `Line ${(broken.row ?? 0) + 1} has a quotation mark without its partner.`;
  const lines = data
    .map((cells, at) => ({ line: at + 1, cells: cells.map((cell) => cellText(cell.trim()).trim()) }))
    .filter(({ cells }) => cells.some(Boolean));
  const [first] = lines;
  if (!first) return 'There is no line in it.';
  // A span of days is in titles too: '28d Spend'.
  const isTitle = (cell: string) => !/\d/.test(cell.replace(/\b\d{1,2} ?d(ays?)?\b/gi, ''));
  const isTitled = first.cells.every(isTitle) && lines.length > 1;
  const width = Math.max(...lines.slice(0, 100).map(({ cells }) => cells.length));
  const titles = Array.from({ length: width }, (_, at) => (isTitled && first.cells[at]) || `Column ${at + 1}`);
  return { titles, lines: isTitled ? lines.slice(1) : lines };
}
