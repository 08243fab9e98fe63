// The content of a right answer: figures and names from SQL, never from the tools that the agent uses.

/** A condition on `company_id`. */
export const of = (slug) => `company_id = (select id from companies where slug = '${slug}')`;

const expecting = (sql, read) => ({ sql, read });
/** Money: one row with `figure`. */
export const sum = (sql) => expecting(sql, ([row]) => ({ figures: [Number(row.figure)], names: [] }));
/** How many: one row with `figure`. */
export const count = sum;
/** Each row's `name`, and its `figure` where it has one. */
export const rows = (sql) =>
  expecting(sql, (found) => ({
    figures: found.filter(({ figure }) => figure !== undefined).map(({ figure }) => Number(figure)),
    names: found.map(({ name }) => String(name)),
  }));
/** The same expectation, of a question that comes first in its conversation although it reads as if it did not. */
export const one = (expected) => expected;
/** Words that the answer holds, and no figure that it must not invent. */
export const says = (...names) => expecting(null, () => ({ figures: [], names, isFree: true }));
/** The answer says that it does not know this, and gives no figure. */
export const nothing = (...names) => expecting(null, () => ({ figures: [], names, isEmpty: true }));

const NUMBER = /-?\d[\d,]*(?:\.\d+)?/g;
const numbersIn = (text) => [...text.matchAll(NUMBER)].map(([digits]) => Number(digits.replaceAll(',', '')));
// A figure may be rounded to whole dollars.
const isSame = (said, figure) => Math.abs(said - figure) < 0.006 || said === Math.round(figure);

// As a person reads it: what markdown escapes is there, its marks are not.
const plain = (text) =>
  text
    .replaceAll(/\\([!-/:-@[-`{-~])/g, '$1')
    .replaceAll(/[*_`]/g, '')
    .toLowerCase();

/**
 * Judges an answer: 'right', 'wrong figure' (it names figures, and not the right ones) or 'no answer'. `also` are texts that
 * must be there too, such as a table's bar.
 */
export function judge(answer, { figures, names, isFree, isEmpty }, also = []) {
  const text = plain(answer);
  const said = numbersIn(text);
  const hasNames = [...names, ...also].every((name) => text.includes(plain(name)));
  if (isEmpty) return hasNames && !/\$\d/.test(text) ? 'right' : /\$\d/.test(text) ? 'wrong figure' : 'no answer';
  if (isFree) return hasNames ? 'right' : 'no answer';
  if (hasNames && figures.every((figure) => said.some((number) => isSame(number, figure)))) return 'right';
  // Periods, dates and how many rows are shown are no figures of an answer.
  return said.some((number) => !Number.isInteger(number)) || /\b\d+ (ads|posts|profiles|variants|terms)\b/.test(text)
    ? 'wrong figure'
    : 'no answer';
}
