// The README's figures: which cells of bench/results.md they are.
import { sectionsOf, tablesOf } from './sections.mjs';

const BEGIN = '<!-- Figures of bench/results.md, written by the benches -->';
const END = '<!-- End of the figures -->';

/** The README's figures, and their places in results.md: the section, the beginning of the row's name, the column. */
const FIGURES = [
  ['JavaScript to a usable login', 'In a browser', 'JavaScript to a usable login', 'console'],
  ['JavaScript to the first list', 'In a browser', 'JavaScript to the first list', 'console'],
  ['requests to the first list', 'In a browser', 'requests to the first list', 'console'],
  ['the first list beside a plain React table, cold', 'In a browser', 'first list, cold', 'ratio'],
  ['the same, reloaded', 'In a browser', 'first list, reload in the same tab', 'ratio'],
  ['the same, warm, in a new tab', 'In a browser', 'first list, warm, in a new tab', 'ratio'],
  ['main-thread CPU of the next page, beside the same', 'In a browser', 'main-thread CPU: next page', 'ratio'],
  ['a page of 50,000 ads, a million in the table, with exact total and sums', 'Ads', 'the first page', 'median'],
  ['the same by common tags, a search and spend', 'Ads', 'the worst filter', 'median'],
  ['an export of 50,000 ads', 'Ads', 'the export', 'median'],
  ['a page of 100,000 posts, a million in the table, with its exact total', 'Posts', 'the first page', 'median'],
  ['the same by a common word', 'Posts', 'a common word (', 'median'],
  ['a page of 100,000 variants, a million in the table', 'Variants', 'the first page', 'median'],
];

/** A cell of results.md's sections; undefined where nothing was measured yet. The first table that has the row counts. */
function cellOf(section, row, column) {
  for (const { head, rows } of tablesOf(section)) {
    const found = rows.find(([name]) => name.startsWith(row));
    if (!found || !head.includes(column)) continue;
    const cell = found[head.indexOf(column)];
    return head[0] === 'milliseconds' ? `${cell} ms` : cell;
  }
  return undefined;
}

/** The README's figures that results.md has so far: rows of name, figure and the command that measured it. */
export function figuresOf(results) {
  const sections = sectionsOf(results);
  return FIGURES.flatMap(([name, heading, row, column]) => {
    const section = sections.get(heading) ?? '';
    const figure = cellOf(section, row, column);
    const [command] = /`[^`]+`/.exec(section) ?? [];
    return figure ? [[name, figure, command]] : [];
  });
}

/** The rows that stand between the README's marks. */
export const figuresIn = (readme) => tablesOf(partsOf(readme)[1]).flatMap(({ rows }) => rows);

/** The README with the figures of results.md in place of those it has; throws where it has no place for them. */
export function withFigures(readme, results) {
  const [before, , after] = partsOf(readme);
  const rows = figuresOf(results).map((cells) => `| ${cells.join(' | ')} |`);
  return `${before}${BEGIN}\n\n${['| | figure | by |', '| --- | ---: | --- |', ...rows].join('\n')}\n\n${END}${after}`;
}

function partsOf(readme) {
  const [before, rest = ''] = readme.split(BEGIN);
  const [between, after] = rest.split(END);
  if (after === undefined) throw new Error(`README.md lacks the place for figures: ${BEGIN} … ${END}`);
  return [before, between, after];
}
