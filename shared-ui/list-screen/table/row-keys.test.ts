import type { AnyRow } from '../list-definition';
import { placed, type Placed } from './row-keys';

const rowsOf = (...ids: number[]): AnyRow[] => ids.map((id) => ({ id }));
const first: Placed = { rows: rowsOf(1, 2, 3, 4), keys: [0, 1, 2, 3], next: 4 };

test('the rows of another page take the places of those that went', () => {
  expect(placed(first, rowsOf(5, 6, 7, 8, 9), false)).toMatchObject({ keys: [0, 1, 2, 3, 4], next: 5 });
  expect(placed(first, rowsOf(5, 6), false).keys).toEqual([0, 1]);
});

test('a record that stays keeps its place, and nobody else is given it', () => {
  expect(placed(first, rowsOf(4, 5, 6), false).keys).toEqual([3, 0, 1]);
  expect(placed(first, rowsOf(4, 3, 2, 1), false).keys).toEqual([3, 2, 1, 0]);
});

test('where most stay, or the focus stands in a row, a place goes with its record', () => {
  expect(placed(first, rowsOf(2, 3, 4, 5), false)).toMatchObject({ keys: [1, 2, 3, 4], next: 5 });
  expect(placed(first, rowsOf(5, 6, 7, 8), true)).toMatchObject({ keys: [4, 5, 6, 7], next: 8 });
});

test('placeholders keep no place', () => {
  expect(placed(first, undefined, false)).toEqual({ rows: undefined, keys: [], next: 4 });
});
