import fc from 'fast-check';
import Papa from 'papaparse';
import { csvFileName, toCsv } from './csv';

const cellsOf = (csv: string) => Papa.parse<string[]>(csv.slice(1).replace(/\r\n$/, ''), { newline: '\r\n' }).data;
const exported = (value: unknown) => cellsOf(toCsv(['Name', 'Next'], [[value, 'next']]))[1];

test.each(['=1+1', '+1', '-1+1', '@SUM(A1)', '\t=1', '\r=1', '\tx', '\rx'])(
  'a cell that starts like %j gets an apostrophe, inside quotes',
  (name) => {
    expect(exported(name)).toEqual([`'${name}`, 'next']);
    expect(toCsv(['Name'], [[name]])).toContain(`\r\n"'`);
  },
);

test.each([
  ' =1',
  '\uFEFF=1',
  '＝1',
  '＠x',
  '＋1',
  '－1',
  '\n=1',
  '\u200B=1',
  '\u00A0@x',
  ' \uFEFF ＝1',
  '\u0085=1',
  '\u2028+x',
  '\u3000@x',
  '\u0000=1',
  '\u001F-x',
  ' \u0085\u007F=1',
])(
  'a formula behind white space, control characters, a byte-order mark or in full-width form gets an apostrophe: %j',
  (name) => expect(exported(name)).toEqual([`'${name}`, 'next']),
);

test.each(['"=1', 'a","=1', 'a\r\n=1'])('quotes and line ends in %j do not begin another cell', (name) => {
  expect(exported(name)).toEqual([name, 'next']);
});

test.each([[-1], ['-1'], ['-1.50'], [0.015], [-1e-7]])('a plain number stays a number: %j', (value) => {
  expect(exported(value)?.[0]).toBe(String(value));
});

test.each(['73000735012345678', '-1234567890123456', '007'])(
  'an id whose digits a spreadsheet would not keep is text: %s',
  (id) => expect(exported(id)?.[0]).toBe(`'${id}`),
);

test('what is absent is an empty cell', () => expect(exported(null)).toEqual(['', 'next']));

test('any text comes back as it was, but for the apostrophe, in as many rows', () => {
  fc.assert(
    fc.property(
      fc.array(fc.tuple(fc.string({ unit: 'binary' }), fc.string({ unit: 'grapheme' })), { minLength: 1 }),
      (rows) => {
        const cells = cellsOf(toCsv(['One', 'Other'], rows));
        expect(cells).toHaveLength(rows.length + 1);
        const withoutApostrophe = cells
          .slice(1)
          .map((row, at) => row.map((text, column) => (text === rows[at]?.[column] ? text : text.replace(/^'/, ''))));
        expect(withoutApostrophe).toEqual(rows);
      },
    ),
  );
});

test('no cell begins like a formula, whatever is put before it (CSV-01, CSV-02)', () => {
  const ahead = fc.string({
    unit: fc.constantFrom(' ', '\t', '\n', '\uFEFF', '\u200B', '\u00A0', '\u0085', '\u2029', '\u0001'),
  });
  const start = fc.constantFrom('=', '+', '@', '＝', '＋', '＠');
  fc.assert(
    fc.property(ahead, start, fc.string(), (before, sign, after) => {
      expect(exported(before + sign + after)?.[0]?.startsWith("'")).toBe(true);
    }),
  );
});

test('long cells, emoji and Arabic survive (CSV-03)', () => {
  const long = 'ب😀,"'.repeat(8192);
  expect(exported(long)).toEqual([long, 'next']);
});

test('the file is UTF-8 with a byte-order mark, a header row and RFC 4180 line ends (CSV-03)', () => {
  expect(toCsv(['Company Name', 'Slug'], [['Acme, Inc.', 'acme']])).toBe(
    '\uFEFFCompany Name,Slug\r\n"Acme, Inc.",acme\r\n',
  );
});

test('the file is named companies_export_{date}.csv with the local date (CSV-05)', () => {
  expect(csvFileName('companies', new Date(2026, 0, 5, 23, 59))).toBe('companies_export_2026-01-05.csv');
});
