/** A tool's result as the built-in model tells it: its sentence, its table, and nothing that is not in it. */
import type { ToolResult, ToolRow } from 'contract/agents/tool-results';
import { dollars } from '../tools/look-up';

/** The longest text in a cell, in code points. */
const LONGEST_CELL = 120;

/** A data tool's result: the sentence, and a table where it has rows to compare. */
export function told(result: ToolResult, wantsTable: boolean): string {
  const { summary, rows, columns, total, page } = result;
  if (!rows.length || (rows.length === 1 && !wantsTable && total === 1)) return escaped(summary);
  const head = `| ${columns.map(({ label }) => label).join(' | ')} |`;
  const line = `|${columns.map(({ unit }) => (isNumber(unit) ? ' ---: ' : ' --- ')).join('|')}|`;
  const cells = rows.map((row) => `| ${columns.map(({ key, unit }) => cellOf(row, key, unit)).join(' | ')} |`);
  const count = total.toLocaleString('en-US');
  const rest =
    page > 1
      ? `

Page ${page} of ${count} rows.`
      : total > rows.length
        ? `

Rows 1 to ${rows.length} of ${count}.`
        : '';
  return `${escaped(summary)}\n\n${[head, line, ...cells].join('\n')}${rest}`;
}

const isNumber = (unit: string) => unit === 'usd' || unit === 'count' || unit === 'percent';

function cellOf(row: ToolRow, key: string, unit: string): string {
  const value = row[key];
  if (value === null || value === undefined || value === '') return '–';
  if (unit === 'usd') return dollars(Number(value));
  if (unit === 'count') return Number(value).toLocaleString('en-US');
  if (unit === 'percent') return `${Number(value)} %`;
  const points = [...(Array.isArray(value) ? value.join(', ') : String(value))];
  return escaped(points.length > LONGEST_CELL ? `${points.slice(0, LONGEST_CELL).join('')}…` : points.join(''));
}

/** Words that somebody wrote, each in quotes. */
export const quoted = (words: readonly string[]): string => words.map((word) => `“${escaped(word)}”`).join(', ');

/** Where somebody else's text stands in markdown, it is only text. */
export const escaped = (text: string): string =>
  text
    .replace(/[\\`*_{}[\]<>|~#!]/g, '\\$&')
    .replace(/\s+/g, ' ')
    .trim();
