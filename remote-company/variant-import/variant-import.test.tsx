import { screen, waitFor, within } from '@testing-library/react';
import type { ImportProductVariants } from 'contract/ingest/import';
import type { Service } from 'shared-auth/testing';
import { dialog, readFileAs, user } from 'shared-ui/testing';
import { openVariants, row, serviceOfVariants } from '../product-variants/testing/variants';
import { variantImport } from './variant-import';

const IMPORT = 'POST /product-variants/bulk/import';
let service: Service;

beforeEach(async () => {
  service = await serviceOfVariants();
});
afterEach(() => service.close());

const read = (text: string, channel?: string) => readFileAs(variantImport, text, channel);

test('columns are recognised, and each line is a variant or says why not', () => {
  const { roles, lines } = read(
    'Variant SKU,Product,Variant,Sales channel,Status\nA-1,Tee,Small,TikTok,active\n,Tee,Big,amazon,\nA-3,Tee,Big,eBay,\nA-4,,,amazon,perhaps\nA-5,,,amazon,draft',
  );
  expect(roles).toEqual([
    'product_variant_identifier',
    'cached_product_name',
    'cached_product_variant_name',
    'sales_channel',
    'is_active',
  ]);
  expect(lines.map(({ item, msg }) => item ?? msg)).toEqual([
    {
      sales_channel: 'tiktok',
      product_variant_identifier: 'A-1',
      is_active: true,
      cached_product_name: 'Tee',
      cached_product_variant_name: 'Small',
    },
    'Product Variant ID is required',
    '“eBay” is no sales channel',
    'Active “perhaps” is neither yes nor no',
    { sales_channel: 'amazon', product_variant_identifier: 'A-5', is_active: false },
  ]);
});

test('lines say what they would do, and those that can be saved are saved', async () => {
  service.on(IMPORT, ({ body }) => {
    const { records } = body as ImportProductVariants;
    const counts = { success_count: records.length, error_count: 0, created: 0, updated: 0, unchanged: 0, stale: 0 };
    const outcomes = records.map((_, at) => (at === 0 ? 'created' : 'unchanged'));
    return [200, { ...counts, errors: [], outcomes }];
  });
  openVariants();
  await row(/SKU-11/);
  await user.click(screen.getByRole('button', { name: 'Import' }));
  const form = await dialog('Import Costs');
  await user.click(form.getByRole('radio', { name: 'Variants' }));
  expect(screen.getByRole('heading', { name: 'Import Variants' })).toBeVisible();
  const file = new File(['ID,Product,Variant\nT-1,Tee,Small\nT-2,Tee,Big'], 'stock.csv');
  await user.upload(form.getByLabelText('File'), file);
  await user.selectOptions(await form.findByLabelText('Lines without a channel'), 'TikTok');
  const line = async (name: RegExp) => within(await form.findByRole('row', { name }));
  expect(await (await line(/T-1/)).findByText('Is new')).toBeVisible();
  expect((await line(/T-2/)).getByText('Is there already, the same')).toBeVisible();
  await user.click(form.getByRole('button', { name: 'Save 2 variants' }));
  expect(await screen.findByText('Saved 2 variants')).toBeVisible();
  await waitFor(() => expect(screen.queryByRole('button', { name: /^Undo/ })).toBeNull());
  expect(service.requestsTo(IMPORT).at(-1)?.body).toMatchObject({
    company_id: 3,
    file: 'stock.csv',
    records: [{ sales_channel: 'tiktok', product_variant_identifier: 'T-1' }, {}],
  });
});
