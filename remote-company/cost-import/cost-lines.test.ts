import { COGS_EXPORT_COLUMNS } from 'contract/company/cogs-export';
import { readFileAs } from 'shared-ui/testing';
import { costImport } from './cost-import';

const rolesOf = (text: string) => readFileAs(costImport, text).roles;
const readAs = (text: string, channel?: string) => readFileAs(costImport, text, channel).lines;
const items = (text: string, channel?: string) => readAs(text, channel).map(({ item, msg }) => msg ?? item);

test('a table says by its titles, else by its values, which column is what', () => {
  const byTitle = rolesOf('Unit cost,Variant SKU,Effective end date,Valid from,Note,Channel\n1.50,A-1,,,x,shopify');
  expect(byTitle).toEqual([
    'cogs_amount',
    'product_variant_identifier',
    'effective_end_date',
    'effective_start_date',
    null,
    'sales_channel',
  ]);
  const exported = Object.values(COGS_EXPORT_COLUMNS).map(({ title }) => title);
  expect(rolesOf(`${exported.join(',')}\nshopify,A-1,4.5,,,Tee,Small,Anna`)).toEqual([
    'sales_channel',
    'product_variant_identifier',
    'cogs_amount',
    'effective_start_date',
    'effective_end_date',
    null,
    null,
    null,
  ]);
  expect(rolesOf('TikTok,A-1,4.50,2026-01-01,2026-02-01\nAmazon,B-2,5.25,2026-01-01,2026-03-01')).toEqual([
    'sales_channel',
    'product_variant_identifier',
    'cogs_amount',
    'effective_start_date',
    'effective_end_date',
  ]);
});

test('an identifier that ends in two figures is no amount', () => {
  expect(rolesOf('A-1.50,4.50,Shopify\nA-2.75,5.25,Shopify')).toEqual([
    'product_variant_identifier',
    'cogs_amount',
    'sales_channel',
  ]);
});

describe('the lines', () => {
  const TITLES = 'SKU,Channel,Cost,From,To\n';

  test('are costs of a variant by its channel and identifier', () => {
    expect(items(`${TITLES}A-1,Shopify,"1,234.50",2026-11-01,2026-11-30\n'=B,amazon,3,,`)).toEqual([
      {
        sales_channel: 'shopify',
        product_variant_identifier: 'A-1',
        cogs_amount: 1234.5,
        line: 2,
        effective_start_date: '2026-11-01',
        effective_end_date: '2026-11-30',
      },
      {
        sales_channel: 'amazon',
        product_variant_identifier: '=B',
        cogs_amount: 3,
        line: 3,
        effective_start_date: null,
        effective_end_date: null,
      },
    ]);
    expect(items('SKU,Cost\nA-1,3.00', 'tiktok')).toMatchObject([{ sales_channel: 'tiktok' }]);
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
});
