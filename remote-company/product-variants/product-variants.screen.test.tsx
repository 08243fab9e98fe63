import { screen, waitFor, within } from '@testing-library/react';
import type { Service } from 'shared-auth/testing';
import { choose, dialog, user } from 'shared-ui/testing';
import { period, today } from '../product-variant-cogs/testing/open-cogs';
import { sencha } from './testing/sencha';
import { openVariants, row, serviceOfVariants } from './testing/variants';

let service: Service;
beforeEach(async () => {
  service = await serviceOfVariants();
});
afterEach(() => service.close());

const lastQuery = () => Object.fromEntries(service.requestsTo('GET /product-variants').at(-1)?.query ?? []);

test("without a company it reads 'Please select a company to view product variants.' and nothing loads", () => {
  openVariants('/product-variants');
  expect(screen.getByText('Please select a company to view product variants.')).toBeVisible();
  expect(service.requestsTo('GET /product-variants')).toEqual([]);
});

test('columns are identifier, names, channel, Active and Sync Status, sorted by identifier', async () => {
  openVariants();
  await row(/SKU-11/);
  expect(screen.getAllByRole('columnheader').map((cell) => cell.textContent)).toEqual([
    '',
    'Product Variant ID',
    'Product Name',
    'Variant Name',
    'Sales Channel',
    'Active',
    'Sync Status',
    'Actions',
  ]);
  expect(lastQuery()).toEqual({
    company_id: '3',
    page: '1',
    page_size: '25',
    sort_by: 'product_variant_identifier',
  });
});

const titles = () => screen.getAllByRole('columnheader').map((cell) => cell.textContent);

test("'Cost Today' is a column by itself while the list is filtered by costs, before Sync Status, which keeps its place", async () => {
  openVariants();
  await row(/SKU-11/);
  expect(titles()).not.toContain('Cost Today');
  await user.click(screen.getByRole('button', { name: 'More filters' }));
  const filter = screen.getByRole('combobox', { name: 'Cost today' });
  expect(
    within(filter)
      .getAllByRole('option')
      .map((option) => option.textContent),
  ).toEqual(['All', 'Active with cost', 'Active without cost', 'Ends within 30 days']);
  await user.selectOptions(filter, 'Ends within 30 days');
  await waitFor(() => expect(lastQuery()).toMatchObject({ cost: 'ending' }));
  expect(titles().slice(-4)).toEqual(['Active', 'Cost Today', 'Sync Status', 'Actions']);
  expect(within(await row(/SKU-11/)).getByText('$5.25')).toBeVisible();
  await user.selectOptions(filter, 'All');
  await waitFor(() => expect(titles()).not.toContain('Cost Today'));
});

test("'Cost Today' is offered among the columns, and Reset hides it again", async () => {
  openVariants();
  await row(/SKU-11/);
  const columns = async () => {
    await user.click(screen.getByRole('button', { name: 'Views' }));
    await user.click(await screen.findByRole('menuitem', { name: 'Columns' }));
    return dialog('Columns');
  };
  const shown = await columns();
  const box = shown.getByRole('checkbox', { name: 'Cost Today' });
  expect(box).not.toBeChecked();
  await user.click(box);
  await user.click(shown.getByRole('button', { name: 'Apply' }));
  await waitFor(() => expect(titles()).toContain('Cost Today'));
  const again = await columns();
  expect(again.getByRole('checkbox', { name: 'Cost Today' })).toBeChecked();
  await user.click(again.getByRole('button', { name: 'Reset' }));
  expect(again.getByRole('checkbox', { name: 'Cost Today' })).not.toBeChecked();
  await user.click(again.getByRole('button', { name: 'Apply' }));
  await waitFor(() => expect(titles()).not.toContain('Cost Today'));
});

test("rows have 'Overridden', Active or Inactive, and the age of the last synchronisation", async () => {
  openVariants();
  const first = within(await row(/SKU-11/));
  for (const text of ['Sencha', 'Overridden', 'Shopify', 'Active', '3h ago'])
    expect(first.getByText(text)).toBeVisible();
  const second = within(await row(/SKU-12/));
  for (const text of ['Green Tea', 'TikTok', 'Inactive', 'Never synced']) expect(second.getByText(text)).toBeVisible();
  expect(second.queryByText('Overridden')).toBeNull();
});

test('filters are the company, four searches of names, channel, exact identifier and status', async () => {
  openVariants();
  await row(/SKU-11/);
  await user.click(screen.getByRole('button', { name: 'More filters' }));
  const search = (name: string) => screen.getByRole('searchbox', { name });
  await user.type(search('Product name'), 'a{Enter}');
  await user.type(search('Override product name'), 'b{Enter}');
  await user.type(search('Variant name'), 'c{Enter}');
  await user.type(search('Override variant name'), 'd{Enter}');
  await user.type(search('Product variant ID'), 'SKU-11{Enter}');
  await user.selectOptions(screen.getByRole('combobox', { name: 'Sales channel' }), 'Amazon');
  await user.selectOptions(screen.getByRole('combobox', { name: 'Status' }), 'Inactive');
  await waitFor(() =>
    expect(lastQuery()).toMatchObject({
      company_id: '3',
      cached_product_name: 'a',
      override_product_name: 'b',
      cached_product_variant_name: 'c',
      override_product_variant_name: 'd',
      product_variant_identifier: 'SKU-11',
      sales_channel: 'amazon',
      is_active: 'false',
    }),
  );
});

test("a list that could not be loaded reads 'Failed to load product variants'", async () => {
  service.on('GET /product-variants', [403, { detail: 'You are no Company Admin any more' }]);
  openVariants();
  expect(await screen.findByText('Failed to load product variants')).toBeVisible();
  expect(screen.getByText('You are no Company Admin any more')).toBeVisible();
});

test('row actions are view, edit, Manage COGS and Quick Override', async () => {
  const { router } = openVariants();
  await row(/SKU-11/);
  await user.click(screen.getByRole('button', { name: 'Actions for SKU-11' }));
  const items = screen.getAllByRole('menuitem');
  expect(items.map((item) => item.textContent)).toEqual(['View Details', 'Edit', 'Manage COGS', 'Quick Override']);
  await user.click(screen.getByRole('menuitem', { name: 'Manage COGS' }));
  expect(router.state.location.pathname).toBe('/product-variants/11/cogs');
});

test('details are display names, product and variant name details, metadata and system information', async () => {
  openVariants();
  await choose('SKU-11', 'View Details');
  const details = await dialog('SKU-11');
  expect(details.getAllByRole('heading', { level: 3 }).map((heading) => heading.textContent)).toEqual([
    'Display Names',
    'Product Name Details',
    'Variant Name Details',
    'Metadata',
    'System Information',
    'History',
  ]);
  expect(details.getByText('Overridden')).toBeVisible();
  expect(details.getByText('Failed')).toBeVisible();
  expect(details.getByText('The shop did not answer')).toBeVisible();
});

test.each([
  [
    [period(3, 7, '2027-02-01', null), period(2, 6, '2027-01-01', '2027-01-31'), period(1, 5.25, null, '2026-12-31')],
    'Next: $6.00 from Jan 1, 2027',
  ],
  [[period(1, 5.25, null, '2027-12-31')], 'Until Dec 31, 2027'],
  [[period(1, 5.25, null, '2026-11-10')], 'No cost since Nov 11'],
])('details have the cost today, and what comes after it', async (items, text) => {
  service.on('GET /product-variant-cogs/timeline/11', [200, { items, total: items.length, today }]);
  openVariants();
  await choose('SKU-11', 'View Details');
  const details = await dialog('SKU-11');
  const line = details.getByText('Cost Today').parentElement as HTMLElement;
  await waitFor(() => expect(line).toHaveTextContent(`Cost Today$5.25${text}`));
});

test('a long override is truncated in the details, beside its label', async () => {
  const items = [{ ...sencha, override_product_name: 'Long '.repeat(50) }];
  service.on('GET /product-variants', [200, { items, total: 1, page: 1, page_size: 25, total_pages: 1 }]);
  openVariants();
  await choose('SKU-11', 'View Details');
  const details = await dialog('SKU-11');
  const override = within(details.getByText('Overridden').closest('dd') as HTMLElement);
  await user.click(override.getByRole('button', { name: 'Show full text' }));
  expect(override.getByRole('button', { name: 'Show less' })).toBeVisible();
});

test('identifier and sales channel are read-only in edit mode, company always, and none of them is sent', async () => {
  service.on('PUT /product-variants/11', [200, sencha]);
  openVariants();
  await choose('SKU-11', 'Edit');
  const form = await dialog('Edit Product Variant');
  expect(form.getByRole('textbox', { name: /Product Variant ID/ })).toHaveAttribute('readonly');
  expect(form.getByRole('combobox', { name: /Sales Channel/ })).toBeDisabled();
  expect(form.getByRole('combobox', { name: /Company/ })).toBeDisabled();
  await user.click(form.getByRole('checkbox', { name: 'Active' }));
  await user.click(form.getByRole('button', { name: 'Update' }));
  expect(await screen.findByText('Product Variant updated successfully')).toBeVisible();
  expect(service.requestsTo('PUT /product-variants/11')[0]?.body).toEqual({
    cached_product_name: 'Green Tea',
    cached_product_variant_name: '50 g',
    override_product_name: 'Sencha',
    override_product_variant_name: null,
    is_active: false,
  });
});

test('a new variant needs its two names, identifier and channel; it is of the chosen company and active', async () => {
  service.on('POST /product-variants', [201, sencha]);
  openVariants();
  await row(/SKU-11/);
  await user.click(screen.getByRole('button', { name: 'Add New' }));
  const form = await dialog('Add Product Variant');
  await waitFor(() => expect(form.getByRole('combobox', { name: /Company/ })).toHaveValue('Acme'));
  // Fields that cannot be changed have no input.
  expect(form.getByText('Company', { selector: 'label' })).toHaveTextContent(/^Company$/);
  expect(form.getByText('Sales Channel', { selector: 'label' })).toHaveTextContent('*');
  await user.click(form.getByRole('button', { name: 'Create' }));
  for (const label of ['Product Variant ID', 'Sales Channel', 'Cached Product Name', 'Cached Variant Name'])
    expect(form.getByText(`${label} is required`)).toBeVisible();
  await user.type(form.getByRole('textbox', { name: /Product Variant ID/ }), 'SKU-13');
  await user.selectOptions(form.getByRole('combobox', { name: /Sales Channel/ }), 'Amazon');
  await user.type(form.getByRole('textbox', { name: /Cached Product Name/ }), 'Oolong');
  await user.type(form.getByRole('textbox', { name: /Cached Variant Name/ }), '100 g');
  await user.click(form.getByRole('button', { name: 'Create' }));
  expect(await screen.findByText('Product Variant created successfully')).toBeVisible();
  expect(service.requestsTo('POST /product-variants')[0]?.body).toEqual({
    company_id: 3,
    sales_channel: 'amazon',
    product_variant_identifier: 'SKU-13',
    cached_product_name: 'Oolong',
    cached_product_variant_name: '100 g',
    override_product_name: null,
    override_product_variant_name: null,
    is_active: true,
  });
});

describe('Quick Override', () => {
  const overrides = 'PATCH /product-variants/11/overrides';
  const fill = async () => {
    await choose('SKU-11', 'Quick Override');
    const form = await dialog('Quick Override');
    await user.clear(form.getByRole('textbox', { name: 'Override Product Name' }));
    await user.type(form.getByRole('textbox', { name: 'Override Variant Name' }), 'Small');
    await user.click(form.getByRole('button', { name: 'Update' }));
  };

  test('sets and clears the two names', async () => {
    service.on(overrides, [200, sencha]);
    openVariants();
    await fill();
    expect(await screen.findByText('Overrides updated successfully')).toBeVisible();
    const [sent] = service.requestsTo(overrides);
    expect(sent?.body).toEqual({ override_product_name: null, override_product_variant_name: 'Small' });
    expect(sent?.headers['if-match']).toBe(`"${sencha.updated_at}"`);
  });

  test("that is refused reads 'Failed to update overrides' and keeps the input", async () => {
    service.on(overrides, [400, { detail: 'Not today' }]);
    openVariants();
    await fill();
    expect(await screen.findByText('Failed to update overrides')).toBeVisible();
    expect(screen.getByRole('textbox', { name: 'Override Variant Name' })).toHaveValue('Small');
  });

  test('that fails is told by the toast alone', async () => {
    service.on(overrides, [500, {}]);
    openVariants();
    await fill();
    expect(await screen.findByText('Failed to update overrides')).toBeVisible();
    await waitFor(() => expect(screen.getByRole('button', { name: 'Update' })).toBeEnabled());
    expect(screen.queryByText('An error occurred while saving')).not.toBeInTheDocument();
  });
});
