import { COGS_EXPORT_COLUMNS } from 'contract/company/cogs-export';
import { csvLine } from 'contract/csv';
import fc from 'fast-check';
import { costLines, guessFormats, guessRoles, partsOf, type Reading } from './cost-lines';
import { amountOf, dayOfText, dayOrderOf, decimalsOf } from './formats';
import { readTable, type Table } from './read-table';

const tableOf = (text: string) => readTable(text) as Table;
const readAs = (text: string, changes: Partial<Reading> = {}) => {
  const table = tableOf(text);
  const roles = guessRoles(table);
  return costLines(table, { roles, ...guessFormats(table, roles, 'en-US'), channel: null, ...changes });
};
const items = (text: string, changes?: Partial<Reading>) => readAs(text, changes).map(({ item, msg }) => msg ?? item);

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

  test('says by its titles, else by its values, which column is what', () => {
    const byTitle = tableOf('Unit cost,Variant SKU,Effective end date,Valid from,Note,Channel\n1.50,A-1,,,x,shopify');
    expect(guessRoles(byTitle)).toEqual([
      ...['cogs_amount', 'product_variant_identifier', 'effective_end_date', 'effective_start_date', null],
      'sales_channel',
    ]);
    const exported = Object.values(COGS_EXPORT_COLUMNS).map(({ title }) => title);
    expect(guessRoles(tableOf(`${exported.join(',')}\nshopify,A-1,4.5,,,Tee,Small,Anna`))).toEqual([
      ...['sales_channel', 'product_variant_identifier', 'cogs_amount', 'effective_start_date', 'effective_end_date'],
      ...[null, null, null],
    ]);
    expect(guessRoles(tableOf('TikTok,A-1,4.50,2026-01-01,2026-02-01\nAmazon,B-2,5.25,2026-01-01,2026-03-01'))).toEqual(
      [...['sales_channel', 'product_variant_identifier', 'cogs_amount', 'effective_start_date', 'effective_end_date']],
    );
  });
});

describe('amounts and days', () => {
  test('are read as they are written', () => {
    expect(['$1,234.50', ' 12 ', '4.5 USD', "1'000.25"].map((text) => amountOf(text, 'point'))).toEqual([
      1234.5, 12, 4.5, 1000.25,
    ]);
    expect(['1.234,50', '4,5', '1 000,25'].map((text) => amountOf(text, 'comma'))).toEqual([1234.5, 4.5, 1000.25]);
    expect(['€4.50', '1,23,4', 'four', '', '(4.50)'].map((text) => amountOf(text, 'point'))).toEqual([
      null,
      null,
      null,
      null,
      null,
    ]);
    const days = ['2026-11-26', '2026/1/2', 'Nov 26, 2026', '26 November 2026', '11/26/2026', '3.4.26'];
    expect(days.map((text) => dayOfText(text, 'month first'))).toEqual([
      ...['2026-11-26', '2026-01-02', '2026-11-26', '2026-11-26', '2026-11-26', '2026-03-04'],
    ]);
    expect(dayOfText('3.4.2026', 'day first')).toBe('2026-04-03');
    expect(['2026-02-30', '26/11/2026', 'soon'].map((text) => dayOfText(text, 'month first'))).toEqual([
      null,
      null,
      null,
    ]);
  });

  test('say themselves how they are written; where none does, the reader’s way holds', () => {
    expect(decimalsOf(['12', '1.234,5'], 'en-US')).toBe('comma');
    expect(decimalsOf(['4,50'], 'en-US')).toBe('comma');
    expect(decimalsOf(['1,234.00'], 'de-DE')).toBe('point');
    expect(decimalsOf(['1,234,000'], 'de-DE')).toBe('point');
    expect([decimalsOf(['1,234'], 'en-US'), decimalsOf(['1,234'], 'de-DE')]).toEqual(['point', 'comma']);
    expect(dayOrderOf(['01/02/2026', '13/02/2026'], 'en-US')).toBe('day first');
    expect(dayOrderOf(['01/13/2026'], 'de-DE')).toBe('month first');
    expect([dayOrderOf(['1/2/2026'], 'en-US'), dayOrderOf(['1/2/2026'], 'de-DE')]).toEqual([
      'month first',
      'day first',
    ]);
  });

  test('come back as they were, whatever they are and however a spreadsheet writes them', () => {
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 999_999_999 }), fc.boolean(), fc.boolean(), (cents, isComma, isGrouped) => {
        const text = (cents / 100).toLocaleString(isComma ? 'de-DE' : 'en-US', {
          minimumFractionDigits: 2,
          useGrouping: isGrouped,
        });
        expect(amountOf(text, decimalsOf([text], 'en-US'))).toBe(cents / 100);
      }),
    );
  });
});

describe('the lines', () => {
  const TITLES = 'SKU,Channel,Cost,From,To\n';

  test('are costs of a variant by its channel and identifier', () => {
    expect(items(`${TITLES}A-1,Shopify,"1,234.50",2026-11-01,2026-11-30\n'=B,amazon,3,,`)).toEqual([
      {
        ...{ sales_channel: 'shopify', product_variant_identifier: 'A-1', cogs_amount: 1234.5, line: 2 },
        ...{ effective_start_date: '2026-11-01', effective_end_date: '2026-11-30' },
      },
      {
        ...{ sales_channel: 'amazon', product_variant_identifier: '=B', cogs_amount: 3, line: 3 },
        ...{ effective_start_date: null, effective_end_date: null },
      },
    ]);
    expect(items('SKU,Cost\nA-1,3.00', { channel: 'tiktok' })).toMatchObject([{ sales_channel: 'tiktok' }]);
  });

  test.each([
    [',Shopify,3,,', 'Product Variant ID is required'],
    ['A,eBay,3,,', '“eBay” is no sales channel'],
    ['A,,3,,', 'Choose the sales channel'],
    ['A,Shopify,€3,,', '“€3” is not an amount in US dollars'],
    ['A,Shopify,,,', /COGS amount is required/],
    ['A,Shopify,0,,', /COGS amount/],
    ['A,Shopify,1.005,,', /COGS amount/],
    ['A,Shopify,3,soon,', 'Start date “soon” is not a date'],
    ['A,Shopify,3,2026-11-02,2026-11-01', 'End date must be after start date'],
  ])('%s is wrong, and says why', (line, message) => {
    const [said] = readAs(TITLES + line);
    expect(said).toMatchObject({ item: null, line: 2 });
    if (typeof message === 'string') expect(said?.msg).toBe(message);
    else expect(said?.msg).toMatch(message);
  });

  test('are sent 500 at a time, all of a variant together and in their order', () => {
    const text = Array.from({ length: 1_200 }, (_, at) => `V-${at % 700},Shopify,${at + 1},2026-11-01,`).join('\n');
    const parts = partsOf(readAs(TITLES + text));
    expect(parts.flat()).toHaveLength(1_200);
    expect(Math.max(...parts.map((part) => part.length))).toBeLessThanOrEqual(500);
    const partOf = new Map<string, number>();
    parts.forEach((part, at) => {
      for (const { item } of part) {
        const key = item?.product_variant_identifier ?? '';
        expect(partOf.get(key) ?? at).toBe(at);
        partOf.set(key, at);
      }
    });
    const ofOne = parts.flat().filter(({ item }) => item?.product_variant_identifier === 'V-7');
    expect(ofOne.map(({ line }) => line)).toEqual([9, 709]);
  });
});
