import { act, render, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import type { ProductVariant } from 'api/contract/company/product-variants';
import { SignedIn, startService, type Service } from 'shared-auth/testing';
import { ToastQueue } from 'shared-ui';
import { createMemoryRouter, RouterProvider } from 'shared-ui/router';
import ProductVariantsScreen from './product-variants.screen';

const hoursAgo = (hours: number) => new Date(Date.now() - hours * 3_600_000 - 60_000).toISOString();
const sencha: ProductVariant = {
  id: 11,
  company_id: 3,
  company_name: 'Acme',
  sales_channel: 'shopify',
  product_variant_identifier: 'SKU-11',
  cached_product_name: 'Green Tea',
  cached_product_variant_name: '50 g',
  override_product_name: 'Sencha',
  override_product_variant_name: null,
  display_product_name: 'Sencha',
  display_product_variant_name: '50 g',
  is_active: true,
  last_synced_at: hoursAgo(3),
  sync_status: 'failed',
  sync_message: 'The shop did not answer',
  created_at: '2026-01-01T00:00:00.000Z',
  updated_at: '2026-01-02T00:00:00.000Z',
};
const assam: ProductVariant = {
  ...sencha,
  id: 12,
  product_variant_identifier: 'SKU-12',
  sales_channel: 'tiktok',
  override_product_name: 'Green Tea',
  display_product_name: 'Green Tea',
  is_active: false,
  last_synced_at: null,
  sync_status: 'never',
  sync_message: null,
};
const company = { id: 3, name: 'Acme', slug: 'acme' };

let service: Service;
beforeEach(async () => {
  sessionStorage.clear();
  service = await startService();
  service.on('GET /companies/3', [200, company]);
  const items = [sencha, assam];
  service.on('GET /product-variants', [200, { items, total: 2, page: 1, page_size: 25, total_pages: 1 }]);
});
afterEach(() => service.close());

const user = userEvent.setup();
function open(address = '/product-variants?company_id=3') {
  const router = createMemoryRouter(
    [
      { path: '/product-variants', element: <ProductVariantsScreen /> },
      { path: '/product-variants/:id/cogs', element: <p>COGS</p> },
    ],
    { initialEntries: [address] },
  );
  render(
    <SignedIn user={{ id: 1, username: 'ada', email: '', companies: [company], groups: ['CompanyAdmin'] }}>
      <RouterProvider router={router} />
      <ToastQueue />
    </SignedIn>,
  );
  return router;
}
const row = (name: RegExp) => screen.findByRole('row', { name });
const choose = async (action: string) => {
  await row(/SKU-11/);
  await user.click(screen.getByRole('button', { name: 'Actions for SKU-11' }));
  await user.click(screen.getByRole('menuitem', { name: action }));
};
const selectBoth = async () => {
  await row(/SKU-11/);
  await user.click(screen.getByRole('checkbox', { name: 'Select all rows on this page' }));
};
const dialog = async (name: string) => within(await screen.findByRole('dialog', { name }));
const lastQuery = () => Object.fromEntries(service.askedFor('GET /product-variants').at(-1)?.query ?? []);
const updateField = 'POST /product-variants/bulk/update-field';

test("without a company it reads 'Please select a company to view product variants.' and nothing loads", () => {
  open('/product-variants');
  expect(screen.getByText('Please select a company to view product variants.')).toBeVisible();
  expect(service.askedFor('GET /product-variants')).toEqual([]);
});

test('columns are identifier, names, channel, Active and Sync Status, sorted by identifier', async () => {
  open();
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

test("rows have 'Overridden', Active or Inactive, and the age of the last synchronisation", async () => {
  open();
  const first = within(await row(/SKU-11/));
  for (const text of ['Sencha', 'Overridden', 'Shopify', 'Active', '3h ago'])
    expect(first.getByText(text)).toBeVisible();
  const second = within(await row(/SKU-12/));
  for (const text of ['Green Tea', 'TikTok', 'Inactive', 'Never synced']) expect(second.getByText(text)).toBeVisible();
  expect(second.queryByText('Overridden')).toBeNull();
});

test('filters are the company, four searches of names, channel, exact identifier and status', async () => {
  open();
  await row(/SKU-11/);
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
  open();
  expect(await screen.findByText('Failed to load product variants')).toBeVisible();
  expect(screen.getByText('You are no Company Admin any more')).toBeVisible();
});

test('row actions are view, edit, Manage COGS and Quick Override', async () => {
  const router = open();
  await row(/SKU-11/);
  await user.click(screen.getByRole('button', { name: 'Actions for SKU-11' }));
  const items = screen.getAllByRole('menuitem');
  expect(items.map((item) => item.textContent)).toEqual(['View Details', 'Edit', 'Manage COGS', 'Quick Override']);
  await user.click(screen.getByRole('menuitem', { name: 'Manage COGS' }));
  expect(router.state.location.pathname).toBe('/product-variants/11/cogs');
});

test('details are display names, product and variant name details, metadata and system information', async () => {
  open();
  await choose('View Details');
  const details = await dialog('Product Variant Details');
  expect(details.getAllByRole('heading', { level: 3 }).map((heading) => heading.textContent)).toEqual([
    'Display Names',
    'Product Name Details',
    'Variant Name Details',
    'Metadata',
    'System Information',
  ]);
  expect(details.getByText('Overridden')).toBeVisible();
  expect(details.getByText('Failed')).toBeVisible();
  expect(details.getByText('The shop did not answer')).toBeVisible();
});

test('identifier and sales channel are read-only in edit mode, company always, and none of them is sent', async () => {
  service.on('PUT /product-variants/11', [200, sencha]);
  open();
  await choose('Edit');
  const form = await dialog('Edit Product Variant');
  expect(form.getByRole('textbox', { name: /Product Variant ID/ })).toHaveAttribute('readonly');
  expect(form.getByRole('combobox', { name: /Sales Channel/ })).toBeDisabled();
  expect(form.getByRole('combobox', { name: /Company/ })).toBeDisabled();
  await user.click(form.getByRole('checkbox', { name: 'Active' }));
  await user.click(form.getByRole('button', { name: 'Update' }));
  expect(await screen.findByText('Product Variant updated successfully')).toBeVisible();
  expect(service.askedFor('PUT /product-variants/11')[0]?.body).toEqual({
    cached_product_name: 'Green Tea',
    cached_product_variant_name: '50 g',
    override_product_name: 'Sencha',
    override_product_variant_name: null,
    is_active: false,
  });
});

test('a new variant needs its two names, identifier and channel; it is of the chosen company and active', async () => {
  service.on('POST /product-variants', [201, sencha]);
  open();
  await row(/SKU-11/);
  await user.click(screen.getByRole('button', { name: 'Add New' }));
  const form = await dialog('Add Product Variant');
  await waitFor(() => expect(form.getByRole('combobox', { name: /Company/ })).toHaveValue('Acme'));
  await user.click(form.getByRole('button', { name: 'Create' }));
  for (const label of ['Product Variant ID', 'Sales Channel', 'Cached Product Name', 'Cached Variant Name'])
    expect(form.getByText(`${label} is required`)).toBeVisible();
  await user.type(form.getByRole('textbox', { name: /Product Variant ID/ }), 'SKU-13');
  await user.selectOptions(form.getByRole('combobox', { name: /Sales Channel/ }), 'Amazon');
  await user.type(form.getByRole('textbox', { name: /Cached Product Name/ }), 'Oolong');
  await user.type(form.getByRole('textbox', { name: /Cached Variant Name/ }), '100 g');
  await user.click(form.getByRole('button', { name: 'Create' }));
  expect(await screen.findByText('Product Variant created successfully')).toBeVisible();
  expect(service.askedFor('POST /product-variants')[0]?.body).toEqual({
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
    await choose('Quick Override');
    const form = await dialog('Quick Override');
    await user.clear(form.getByRole('textbox', { name: 'Override Product Name' }));
    await user.type(form.getByRole('textbox', { name: 'Override Variant Name' }), 'Small');
    await user.click(form.getByRole('button', { name: 'Update' }));
  };

  test('sets and clears the two names', async () => {
    service.on(overrides, [200, sencha]);
    open();
    await fill();
    expect(await screen.findByText('Overrides updated successfully')).toBeVisible();
    const [sent] = service.askedFor(overrides);
    expect(sent?.body).toEqual({ override_product_name: null, override_product_variant_name: 'Small' });
    expect(sent?.headers['if-match']).toBe(`"${sencha.updated_at}"`);
  });

  test("that is refused reads 'Failed to update overrides' and keeps the input", async () => {
    service.on(overrides, [400, { detail: 'Not today' }]);
    open();
    await fill();
    expect(await screen.findByText('Failed to update overrides')).toBeVisible();
    expect(screen.getByRole('textbox', { name: 'Override Variant Name' })).toHaveValue('Small');
  });
});

describe('bulk actions', () => {
  const answer = (success_count: number, ...errors: { id: number; msg: string }[]) =>
    [200, { success_count, error_count: errors.length, errors }] as const;
  const inMore = async (action: string) => {
    await selectBoth();
    await user.click(screen.getByRole('button', { name: 'More Actions' }));
    await user.click(screen.getByRole('menuitem', { name: action }));
  };

  test('are Update Overrides, Export Selected, Activate, Deactivate and Clear Selection', async () => {
    open();
    await selectBoth();
    const group = within(screen.getByRole('group', { name: 'Bulk actions' }));
    const buttons = group.getAllByRole('button').map((button) => button.textContent);
    expect(buttons).toEqual(['Update Overrides', 'Export Selected', 'More Actions']);
    await user.click(screen.getByRole('button', { name: 'More Actions' }));
    const items = screen.getAllByRole('menuitem').map((item) => item.textContent);
    expect(items).toEqual(['Activate', 'Deactivate', 'Clear Selection']);
  });

  test.each([
    ['Activate', true, 'Activated 2 variants'],
    ['Deactivate', false, 'Deactivated 2 variants'],
  ])("%s says '%3$s'", async (action, value, done) => {
    service.on(updateField, answer(2));
    open();
    await inMore(action);
    expect(await screen.findByText(done)).toBeVisible();
    expect(service.askedFor(updateField)[0]?.body).toEqual({
      company_id: 3,
      variant_ids: [11, 12],
      field_name: 'is_active',
      field_value: value,
      confirm: true,
    });
    expect(screen.getByText('2 total records (0 selected)')).toBeVisible();
  });

  test("what could not be updated is counted as 'Failed to update N variants' and named", async () => {
    const logged = jest.spyOn(console, 'error').mockImplementation();
    service.on(updateField, answer(1, { id: 12, msg: 'Product variant not found' }));
    open();
    await inMore('Deactivate');
    expect(await screen.findByText('Failed to update 1 variants')).toBeVisible();
    expect(screen.getByText('Deactivated 1 variants')).toBeVisible();
    expect(screen.getByRole('listitem')).toHaveTextContent('SKU-12: Product variant not found');
    logged.mockRestore();
  });

  test.each([
    ['Activate', 'Bulk activation failed'],
    ['Deactivate', 'Bulk deactivation failed'],
  ])("%s that is refused reads '%s'", async (action, sentence) => {
    const logged = jest.spyOn(console, 'error').mockImplementation();
    service.on(updateField, [503, { detail: 'The database is away' }]);
    open();
    await inMore(action);
    expect(await screen.findByText(sentence)).toBeVisible();
    logged.mockRestore();
  });

  describe('Update Overrides', () => {
    const openForm = async () => {
      await selectBoth();
      await user.click(screen.getByRole('button', { name: 'Update Overrides' }));
      return dialog('Update Overrides');
    };

    test('warns, needs a field, and an empty value clears it', async () => {
      service.on(updateField, answer(2));
      open();
      const form = await openForm();
      expect(form.getByText('This action will update all selected variants. This cannot be undone.')).toBeVisible();
      await user.click(form.getByRole('button', { name: 'Update' }));
      expect(form.getByText('Field is required')).toBeVisible();
      await user.selectOptions(form.getByRole('combobox', { name: /Field/ }), 'Override Variant Name');
      await user.click(form.getByRole('button', { name: 'Update' }));
      expect(await screen.findByText('Updated 2 variants')).toBeVisible();
      expect(service.askedFor(updateField)[0]?.body).toMatchObject({
        variant_ids: [11, 12],
        field_name: 'override_product_variant_name',
        field_value: null,
      });
    });

    test("that is refused reads 'Bulk update failed'", async () => {
      service.on(updateField, [400, { detail: 'Not today' }]);
      open();
      const form = await openForm();
      await user.selectOptions(form.getByRole('combobox', { name: /Field/ }), 'Override Product Name');
      await user.type(form.getByRole('textbox', { name: 'New Value' }), 'Tea');
      await user.click(form.getByRole('button', { name: 'Update' }));
      expect(await screen.findByText('Bulk update failed')).toBeVisible();
      expect(form.getByRole('textbox', { name: 'New Value' })).toHaveValue('Tea');
    });

    test("with nothing selected any more it reads 'No variants selected'", async () => {
      const router = open('/product-variants?company_id=3');
      const form = await openForm();
      await user.selectOptions(form.getByRole('combobox', { name: /Field/ }), 'Override Product Name');
      await act(() => router.navigate('/product-variants?company_id=3&is_active=true'));
      await screen.findByText('2 total records (0 selected)');
      await user.click(form.getByRole('button', { name: 'Update' }));
      expect(await screen.findByText('No variants selected')).toBeVisible();
      expect(service.askedFor(updateField)).toEqual([]);
    });
  });
});
