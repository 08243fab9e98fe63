import { linesOf, columnWidths } from '../list-screen/table/column-widths';
import { resolved } from '../list-screen/table/resolved';
import { teaList } from '../list-screen/testing/teas';
import { shownColumns } from './shown-columns';

const { columns } = resolved(teaList);
const shown = (...chosen: string[]) => shownColumns(columns, chosen, {}, 0).map(({ key }) => key);
const facts = (...chosen: string[]) =>
  shownColumns(columns, chosen, {}, 0).flatMap(({ key, look }) => (look.includes('__fact') ? [key] : []));

test('without a choice the columns are those of the list, as it declares them', () => {
  expect(shownColumns(columns, [], { name: 'a' }, 0)).toEqual(columns);
});

test('chosen columns stand in the order of the choice, and one that the list does not have is left out', () => {
  expect(shown('updated_at', 'colour', 'name')).toEqual(['updated_at', 'name']);
});

test('an optional column is there while the list is filtered by what it belongs to, or where it was chosen', () => {
  const optional = columns.map((column) => (column.key === 'price' ? { ...column, besideFilters: ['sold'] } : column));
  const keys = (chosen: string[], filtered: string[]) =>
    shownColumns(optional, chosen, Object.fromEntries(filtered.map((name) => [name, 'a'])), 0).map(({ key }) => key);
  expect(keys([], ['name'])).toEqual(['name', 'updated_at']);
  expect(keys([], ['name', 'sold'])).toEqual(['name', 'price', 'updated_at']);
  expect(keys(['price'], [])).toEqual(['name', 'price']);
  expect(keys(['updated_at'], ['sold'])).toEqual(['name', 'updated_at']);
});

test('columns of wide windows go where there is no room for them, the last first, unless they were chosen', () => {
  const wide = columns.map((column) => (column.key === 'name' ? column : { ...column, wide: true as const }));
  const keys = (chosen: string[], crowded: number) => shownColumns(wide, chosen, {}, crowded).map(({ key }) => key);
  expect(keys([], 0)).toEqual(['name', 'price', 'updated_at']);
  expect(keys([], 1)).toEqual(['name', 'price']);
  expect(keys([], 2)).toEqual(['name']);
  expect(keys(['price'], 2)).toEqual(['name', 'price']);
});

test('what a row is known by is there in any case', () => {
  expect(shown('price')).toEqual(['name', 'price']);
  expect(shown('colour')).toEqual(['name']);
});

test('a card shows the first two that are chosen', () => {
  expect(facts()).toEqual(['price', 'updated_at']);
  expect(facts('name', 'updated_at')).toEqual(['updated_at']);
  const more = [...columns, { ...columns[2]!, key: 'later', look: 'list-table__day' }];
  const looks = shownColumns(more, ['later', 'name', 'updated_at', 'price'], {}, 0).map(({ look }) => look);
  expect(looks.map((look) => look.includes('__fact'))).toEqual([true, false, true, false]);
});

test('what is hidden leaves its room to the others, and the height of a row as it is', () => {
  const [name, price, updated] = columns.map((column) => ({ ...column, lines: 2 as const }));
  const all = [name!, price!, updated!];
  const two = shownColumns(all, ['name', 'price'], {}, 0);
  const [before, after] = [columnWidths(all, true), columnWidths(two, true, linesOf(all))];
  expect(before.least - after.least).toBe(68);
  expect(after.widths).toHaveLength(2);
});
