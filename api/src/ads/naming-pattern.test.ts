import { readPattern, tagsOfName } from './naming-pattern';

const tagsIn = (pattern: string, name: string) => {
  const read = readPattern(pattern);
  if (typeof read === 'string') throw new Error(read);
  const found = tagsOfName(read, name);
  return found && [...found.tags.values()];
};
const CONVENTION = '{product} – {angle} v{n} | {audience}';

test.each([
  [CONVENTION, 'Linen Shirt – Comfort v3 | Women 25–44', ['Linen Shirt', 'Comfort', 'v3', 'Women 25–44']],
  // Without case, with any dash and white space.
  [CONVENTION, '  linen shirt -  Comfort V12 |Women', null],
  [CONVENTION, 'linen shirt -  Comfort V12 | Women ', ['linen shirt', 'Comfort', 'v12', 'Women']],
  // The first " v" has no number behind it.
  [CONVENTION, 'Shirt – Big value v2 | Men', ['Shirt', 'Big value', 'v2', 'Men']],
  [CONVENTION, 'Shirt – Big value vX | Men', null],
  [CONVENTION, 'Shirt – Comfort v2', null],
  // A part is never empty, and is as short as it can be.
  [CONVENTION, ' – Comfort v2 | Men', null],
  ['{a}_{b}', 'x_y_z', ['x', 'y_z']],
  ['{a}_{b}_{c}', 'x_y', null],
  ['Q4_{product}_US', 'q4_Tea_us', ['Tea']],
  ['Q4_{product}_US', 'Q4_US', null],
  // Without a name a part is no tag; of one that stands twice one is left.
  ['{}|{audience}', 'whatever|Women', ['Women']],
  ['{a} {b}', 'Tea TEA', ['TEA']],
  ['{a}', 'İstanbul – ẞ', ['İstanbul – ẞ']],
  ['{a} – {b}', 'İİİ – ẞẞ', ['İİİ', 'ẞẞ']],
])('%s reads the tags off “%s”', (pattern, name, tags) => {
  expect(tagsIn(pattern, name)).toEqual(tags);
});

test('a part that can be no tag is counted and left', () => {
  const pattern = readPattern('{a} | {b}');
  if (typeof pattern === 'string') throw new Error(pattern);
  expect(tagsOfName(pattern, `${'x'.repeat(51)} | short`)).toEqual({ tags: new Map([['short', 'short']]), unfit: 1 });
});

test.each([
  ['{product – x', 'Pattern must close each brace, such as {product} – {angle}'],
  ['product} – x', 'Pattern must close each brace, such as {product} – {angle}'],
  ['{a{b}}', 'Pattern must close each brace, such as {product} – {angle}'],
  ['{a}{b}', 'Pattern must have text between two parts, which tells them apart'],
  [Array.from({ length: 21 }, (_, at) => `{p${at}}`).join('-'), 'Pattern can have at most 20 parts'],
])('%s is no pattern', (pattern, message) => {
  expect(readPattern(pattern)).toBe(message);
});

test('a name that nearly matches takes no long time (DOS-11)', () => {
  const pattern = readPattern(Array.from({ length: 20 }, (_, at) => `{p${at}}`).join(' ') + '!');
  if (typeof pattern === 'string') throw new Error(pattern);
  const name = `${'a '.repeat(4000)}?`;
  // Each way to divide it would be tried for years.
  expect(tagsOfName(pattern, name)).toBeNull();
});
