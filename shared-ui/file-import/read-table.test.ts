import { csvLine } from 'contract/csv';
import { readTable, type Table } from './read-table';

const tableOf = (text: string) => readTable(text) as Table;

describe('a table', () => {
  test('is read from a file with commas, semicolons or tabs, with or without titles, and keeps the numbers of its lines', () => {
    expect(tableOf('\uFEFFSKU;Cost\r\n\r\nA-1;4,50\r\n"B;2";1.234,00\r\n')).toEqual({
      titles: ['SKU', 'Cost'],
      lines: [
        { line: 3, cells: ['A-1', '4,50'] },
        { line: 4, cells: ['B;2', '1.234,00'] },
      ],
    });
    expect(tableOf('A-1\t4.50\nB-2\t5')).toEqual({
      titles: ['Column 1', 'Column 2'],
      lines: [
        { line: 1, cells: ['A-1', '4.50'] },
        { line: 2, cells: ['B-2', '5'] },
      ],
    });
  });

  test('of an export has its texts as they were, those too that a spreadsheet would change', () => {
    const texts = ['73000735012345678', '007', '=1+1', '-5', 'it’s', "'quoted'", ' =B'];
    const [line] = tableOf(`${csvLine(texts.map(() => 'Title'))}${csvLine(texts)}`).lines;
    expect(line?.cells).toEqual(texts.map((text) => text.trim()));
  });

  test('that is none says why', () => {
    expect(readTable(' \n\n')).toBe('There is no line in it.');
    expect(readTable('SKU,Cost\nA,1\n"B,2\nC,3')).toBe('Line 3 has a quotation mark without its partner.');
  });
});
