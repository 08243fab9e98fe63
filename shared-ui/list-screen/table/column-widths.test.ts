import { teaList } from '../testing/teas';
import { columnsFor, resolved } from './resolved';
import { linesOf, columnWidths } from './column-widths';

const [name, price, updated] = columnsFor(resolved(teaList), null);
if (!name || !price || !updated) throw new Error('Teas have three columns.');

/** A width in px in a frame that has so much more than the table needs. */
function widthsWith(rest: number, columns: Parameters<typeof columnWidths>[0]): number[] {
  const { least, first, rest: left, bounded, widths } = columnWidths(columns, true);
  const counted = (css: string, variables: Record<string, number>): number => {
    const plain = css
      .replaceAll(/var\((--[\w-]+)\)/g, (_, variable: string) => String(variables[variable]))
      .replaceAll('100cqi', String(least + rest))
      .replaceAll('px', '')
      .replaceAll('calc', '')
      .replaceAll(/min|max/g, 'Math.$&');
    // Widths of our own making, in the one language that a test has for counting them.
    return Number(new Function(`return ${plain}`)());
  };
  const room = { '--list-first': counted(first, {}), '--list-rest': counted(left, {}) };
  const both = { ...room, '--list-bounded': counted(bounded, room) };
  return widths.map((width) => counted(width, both));
}

test('a column is at least as wide as it says, else as values of its kind need', () => {
  expect(columnWidths([name, price, updated], true).least).toBe(36 + 120 + 84 + 108 + 44);
  expect(columnWidths([{ ...name, width: 200 }, price, updated], false).least).toBe(200 + 84 + 108 + 44);
  expect(widthsWith(0, [name, { ...price, width: 70 }, updated])).toEqual([120, 70, 108]);
});

test('what the frame has beyond goes half to what wants little, as far as it wants it, and else to free text', () => {
  expect(widthsWith(20, [name, price, updated])).toEqual([130, 84 + (10 * 26) / 48, 108 + (10 * 22) / 48].map(rounded));
  const wide = widthsWith(1000, [name, price, updated]);
  expect(wide).toEqual([120 + 1000 - 48, 110, 130].map(rounded));
});

test('a column that has some first has it before any other has more than its least', () => {
  const columns = [{ ...name, first: 60 }, price, { ...updated, first: 20 }];
  expect(widthsWith(40, columns)).toEqual([120 + 30, 84, 108 + 10].map(rounded));
  expect(widthsWith(100, columns)).toEqual(
    [120 + 60 + 10, 84 + (10 * 26) / 48, 108 + 20 + (10 * 22) / 48].map(rounded),
  );
});

test('all widths add up to the frame, whatever its width', () => {
  for (const rest of [0, 7, 150, 2000]) {
    const columns = [{ ...name, flexible: true as const, first: 40 }, price, { ...name, width: 90 }, updated];
    const sum = widthsWith(rest, columns).reduce((total, width) => total + width, 36 + 44);
    expect(sum).toBeCloseTo(columnWidths(columns, true).least + rest, 0);
  }
});

test('a list has as many lines as its highest column, and then a day takes two', () => {
  expect(linesOf([name, price, updated])).toBe(1);
  const tall = [{ ...name, lines: 2 as const }, price, updated];
  expect(linesOf(tall)).toBe(2);
  expect(widthsWith(0, tall)).toEqual([120, 84, 68]);
});

const rounded = (width: number) => expect.closeTo(width, 1) as number;

test('a column is as wide as its longest number, in a row or in the totals, so that none is cut', () => {
  const widthWith = (numbers: Parameters<typeof columnWidths>[3]) =>
    columnWidths([price], false, 1, numbers).least - columnWidths([price], false, 1).least;
  const rows = (...prices: (number | null)[]) => prices.map((value, id) => ({ id, [price.key]: value }));
  expect(widthWith({ rows: rows(3.5, null, 9999.99) })).toBe(0);
  const long = widthWith({ rows: rows(3.5, 1_234_567_890, null) });
  expect(long).toBeGreaterThan(0);
  const total = widthWith({ rows: rows(3.5), totals: { [price.key]: 1_234_567_890 } });
  expect(total).toBeGreaterThan(0);
  expect(total).toBeLessThan(long);
  const broken = [{ id: 1, [price.key]: 'none' }, { id: 2 }];
  expect(widthWith({ rows: broken, totals: {} })).toBe(0);
  expect(widthWith({ rows: [...broken, ...rows(1_234_567_890)] })).toBe(long);
});
