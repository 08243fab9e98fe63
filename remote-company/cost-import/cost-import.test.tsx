import { screen, waitFor, within } from '@testing-library/react';
import type { CogsBulkCreate } from 'contract/company/cogs-bulk';
import type { Answer, Service } from 'shared-auth/testing';
import { dialog, user } from 'shared-ui/testing';
import { openVariants, row, serviceOfVariants } from '../product-variants/testing/variants';

const SAVE = 'POST /product-variant-cogs/bulk/create';
const OPERATION = '7b6a9a34-1f0e-4a43-9a0f-6d2f6f5c1a01';
const NO_VARIANT = 'No such product variant';

let service: Service;
/** Identifiers that the service does not know. */
let unknown: string[];

/** Forecasts or saves as the service does, each in place of a cost without an end. */
const save = (body: unknown): Answer => {
  const { items, dry_run } = body as CogsBulkCreate;
  const isKnown = ({ product_variant_identifier = '' }) => !unknown.includes(product_variant_identifier);
  const errors = items.flatMap((item, index) => (isKnown(item) ? [] : [{ index, msg: NO_VARIANT }]));
  const changes = { records_updated: 0, records_ended: 1, records_removed: 0 };
  const counts = { success_count: items.length - errors.length, error_count: errors.length, errors, ...changes };
  if (!dry_run) return [200, counts, { 'x-operation-id': OPERATION }];
  const forecast = items.flatMap((item, index) => {
    const { cogs_amount, effective_start_date = null, effective_end_date = null } = item;
    const old = { cogs_amount: 4, effective_start_date: '2026-01-01' };
    return isKnown(item)
      ? [
          {
            index,
            product_variant_id: 11,
            cogs_amount,
            ...changes,
            periods_before: [{ ...old, effective_end_date: null }],
            periods_after: [
              { cogs_amount, effective_start_date, effective_end_date },
              { ...old, effective_end_date: '2026-10-31' },
            ],
          },
        ]
      : [];
  });
  return [200, { ...counts, forecast }];
};
const sent = (isDryRun: boolean) =>
  service
    .requestsTo(SAVE)
    .map(({ body }) => body as CogsBulkCreate)
    .filter(({ dry_run = false }) => dry_run === isDryRun);

beforeEach(async () => {
  service = await serviceOfVariants();
  unknown = [];
  service.on(SAVE, ({ body }) => save(body));
});
afterEach(() => service.close());

async function open() {
  openVariants();
  await row(/SKU-11/);
  await user.click(screen.getByRole('button', { name: 'Import' }));
  return dialog('Import Costs');
}
type Form = Awaited<ReturnType<typeof open>>;
const choose = (form: Form, text: string, name = 'costs.csv') =>
  user.upload(form.getByLabelText('File'), new File([text], name, { type: 'text/csv' }));
const checked = (form: Form, words: string) => waitFor(() => expect(form.getByText(words)).toBeVisible());
const lineOf = (form: Form, name: RegExp) => within(form.getByRole('row', { name }));

const CSV = 'SKU,Channel,Cost,From\nSKU-11,Shopify,5.00,2026-11-01\nSKU-99,Shopify,6,2026-11-01\nSKU-12,TikTok,cheap,';

test('a file’s lines say what they would do before anything is saved; those that can be saved are one operation', async () => {
  unknown = ['SKU-99'];
  const form = await open();
  await choose(form, CSV);
  await checked(form, '1 can be saved, 2 cannot');
  expect(
    lineOf(form, /SKU-11/).getByText('Adds $5.00 from Nov 1; $4.00 ends Oct 31 instead of being ongoing.'),
  ).toBeVisible();
  expect(lineOf(form, /SKU-99/).getByText(NO_VARIANT)).toBeVisible();
  expect(lineOf(form, /SKU-12/).getByText('“cheap” is not an amount in US dollars')).toBeVisible();
  expect(sent(false)).toEqual([]);
  await user.click(form.getByRole('button', { name: 'Save 1 cost' }));
  const toast = await screen.findByText('Saved 1 cost');
  expect(toast).toBeVisible();
  expect(screen.getByRole('button', { name: /^Undo/ })).toBeVisible();
  expect(sent(false)).toEqual([
    {
      company_id: 3,
      file: 'costs.csv',
      items: [
        {
          sales_channel: 'shopify',
          product_variant_identifier: 'SKU-11',
          cogs_amount: 5,
          line: 2,
          effective_start_date: '2026-11-01',
          effective_end_date: null,
        },
      ],
    },
  ]);
  // A line that was not saved stays, to be mended and read again.
  await checked(form, '0 can be saved, 2 cannot');
  expect(form.queryByRole('row', { name: /SKU-11/ })).toBeNull();
});

test('columns and formats are recognised, and can be changed', async () => {
  const form = await open();
  await user.click(form.getByLabelText('Or paste it from a spreadsheet'));
  await user.paste('Code\tEK\tab\nSKU-11\t1.234,50\t03.04.2026');
  await user.click(form.getByRole('button', { name: 'Read what is pasted' }));
  expect(form.getByLabelText('Amounts are written')).toHaveValue('comma');
  await user.selectOptions(form.getByLabelText('Lines without a channel'), 'Shopify');
  await user.selectOptions(form.getByLabelText('Dates are written'), '26/11/2026');
  await checked(form, '1 can be saved');
  expect(lineOf(form, /SKU-11/).getByText('$1,234.50')).toBeVisible();
  expect(lineOf(form, /SKU-11/).getByText('Apr 3, 2026')).toBeVisible();
  await user.selectOptions(form.getByLabelText('EK'), 'Left out');
  expect(form.getByText('Choose the column of: COGS amount.')).toBeVisible();
  expect(form.getByRole('button', { name: 'Save 0 costs' })).toBeDisabled();
});

test('a table with the same titles is read as it was the last time', async () => {
  const form = await open();
  await choose(form, 'Code,Other,Cost\nSKU-11,SKU-12,3');
  await user.selectOptions(await form.findByLabelText('Other'), 'Product Variant ID');
  await user.selectOptions(form.getByLabelText('Lines without a channel'), 'TikTok');
  await choose(form, 'Code,Other,Cost\nSKU-21,SKU-22,4', 'next.csv');
  await waitFor(() =>
    expect(sent(true).at(-1)).toMatchObject({
      file: 'next.csv',
      items: [{ sales_channel: 'tiktok', product_variant_identifier: 'SKU-22', cogs_amount: 4 }],
    }),
  );
});

test('what cannot be read says why, and nothing is lost when the service is away', async () => {
  jest.spyOn(console, 'error').mockImplementation();
  const form = await open();
  await choose(form, ' \n');
  expect(await form.findByText('There is no line in it.')).toBeVisible();
  service.on(SAVE, [503, { detail: 'The database is away' }]);
  await choose(form, CSV);
  expect(await form.findByText('Failed to check the costs')).toBeVisible();
  service.on(SAVE, ({ body }) => save(body));
  await user.click(form.getByRole('button', { name: 'Retry' }));
  await checked(form, '2 can be saved, 1 cannot');
  service.on(SAVE, [503, { detail: 'The database is away' }]);
  await user.click(form.getByRole('button', { name: 'Save 2 costs' }));
  expect(await screen.findByText(/Failed to save the costs/)).toBeVisible();
  service.on(SAVE, ({ body }) => save(body));
  await user.click(form.getByRole('button', { name: 'Save 2 costs' }));
  expect(await screen.findByText('Saved 2 costs')).toBeVisible();
});

test('the costs that are there are a file to begin with', async () => {
  service.on('POST /product-variant-cogs/export', [503, { detail: 'The database is away' }]);
  const form = await open();
  await user.click(form.getByRole('button', { name: 'Download all costs' }));
  expect(await screen.findByText('Failed to download the costs')).toBeVisible();
  expect(service.requestsTo('POST /product-variant-cogs/export')[0]?.body).toEqual({ company_id: 3 });
});

test('closing with a table that is not saved asks first', async () => {
  const form = await open();
  await choose(form, CSV);
  await checked(form, '2 can be saved, 1 cannot');
  await user.click(form.getByRole('button', { name: 'Cancel' }));
  await user.click(await screen.findByRole('button', { name: 'Keep editing' }));
  await user.click(form.getByRole('button', { name: 'Cancel' }));
  await user.click(await screen.findByRole('button', { name: 'Discard changes' }));
  await waitFor(() => expect(screen.queryByRole('dialog', { name: /Import Costs/ })).toBeNull());
  expect(sent(false)).toEqual([]);
});
