import type { ToolResult } from 'contract/agents/tool-results';
import { told } from './telling';

const result = (changes: Partial<ToolResult>): ToolResult => ({
  summary: 'Lumen: 2 ads.',
  companies: [],
  filters: [],
  total: 2,
  page: 1,
  columns: [
    { key: 'ad', label: 'Ad', unit: 'text' },
    { key: 'spend', label: 'Spend', unit: 'usd' },
  ],
  rows: [
    { ad: '| [x](https://sink.example) <img src=x>', spend: 1234.5 },
    { ad: 'two\nlines', spend: null },
  ],
  hint: '',
  ...changes,
});

it('a result is its sentence and a table; names that others wrote are only text in it', () => {
  expect(told(result({}), false)).toBe(
    [
      'Lumen: 2 ads.\n',
      '| Ad | Spend |',
      '| --- | ---: |',
      '| \\| \\[x\\](https://sink.example) \\<img src=x\\> | $1,234.50 |',
      '| two lines | – |',
    ].join('\n'),
  );
});

it('one row is told by its sentence alone, unless a table is asked for', () => {
  const one = result({ total: 1, rows: [{ ad: 'one', spend: 1 }] });
  expect(told(one, false)).toBe('Lumen: 2 ads.');
  expect(told(one, true)).toContain('| one | $1.00 |');
});

it('of a page it says which rows they are', () => {
  expect(told(result({ total: 5 }), false)).toContain('Rows 1 to 2 of 5.');
  expect(told(result({ total: 5, page: 3, rows: [{ ad: 'last', spend: 1 }] }), false)).toContain('Page 3 of 5 rows.');
});
