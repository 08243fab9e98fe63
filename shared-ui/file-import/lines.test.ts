import { partsOf } from './lines';

const line = (at: number, item: string) => ({ line: at + 1, cells: [item], name: item, item, msg: null });
const keyOf = (item: string) => item;

test('lines are sent 500 at a time, all of a record together and in their order', () => {
  const lines = Array.from({ length: 1_200 }, (_, at) => line(at, `V-${at % 700}`));
  const parts = partsOf(lines, { keyOf, mostOfOne: 1_000 });
  expect(parts.flat()).toHaveLength(1_200);
  expect(Math.max(...parts.map((part) => part.length))).toBeLessThanOrEqual(500);
  const partsWith = parts.filter((part) => part.some(({ item }) => item === 'V-7'));
  expect(partsWith).toHaveLength(1);
  expect(parts.flat().flatMap((one) => (one.item === 'V-7' ? one.line : []))).toEqual([8, 708]);
});

test('a record with more lines than a call takes of one comes once in each of several', () => {
  const lines = Array.from({ length: 10 }, (_, at) => line(at, at < 7 ? 'A' : 'B'));
  const sent = partsOf(lines, { keyOf, mostOfOne: 3 }).map((part) => part.map(({ line: at }) => at).join(' '));
  expect(sent).toEqual(['1 2 3 8 9 10', '4 5 6', '7']);
});
