// The report of a table's growth: the medians, and what grew faster than the logarithm of the table.
import { table } from '../sections.mjs';

/** So many matches more are worth a word. */
const LEAST_MORE = 100;

const number = (value) => value.toLocaleString('en-US');
const ends = ({ points }) => [points[0], points.at(-1)];

/** How many times longer a line took at the end than at the beginning, and how many times the logarithm of its rows grew. */
export function growthOf(line) {
  const [first, last] = ends(line);
  return { times: last.ms / first.ms, logarithm: Math.log(last.rows) / Math.log(first.rows) };
}

/** The medians of each line by the sizes that are shown, with the matches of the last, and how much it grew. */
export function growthTable(lines, shown) {
  const head = ['ms', ...shown, 'matches at the end', 'grew', 'logarithm'];
  return table(
    head,
    lines.map((line) => {
      const { times, logarithm } = growthOf(line);
      const medians = line.points.map(({ ms }) => ms.toFixed(1));
      const matches = number(line.points.at(-1).total);
      return [
        `${line.company}: ${line.name}`,
        ...medians,
        matches,
        `${times.toFixed(1)} ×`,
        `${logarithm.toFixed(1)} ×`,
      ];
    }),
  );
}

/**
 * A sentence, and a list of the lines that grew faster than the logarithm of the table, each with what it read more: an
 * exact total counts every match, so a line whose matches grew grows with them.
 */
export function fasterThanLogarithm(lines) {
  const faster = lines.filter((line) => {
    const { times, logarithm } = growthOf(line);
    return times > logarithm;
  });
  if (faster.length === 0) return ['Nothing grew faster than the logarithm of the table.'];
  const items = faster.map((line) => {
    const [first, last] = ends(line);
    const { times } = growthOf(line);
    const more = last.total - first.total;
    const counted =
      more >= LEAST_MORE
        ? `its matches grew from ${number(first.total)} to ${number(last.total)}, ${(((last.ms - first.ms) / more) * 1000).toFixed(2)} ms for each thousand more that the exact total counts`
        : `its matches hardly grew (${number(first.total)}, ${number(last.total)}): what it reads of the table did`;
    return `- ${line.company}, ${line.name}: ${times.toFixed(1)} ×; ${counted}.`;
  });
  return ['Faster than the logarithm of the table grew:', items.join('\n')];
}
