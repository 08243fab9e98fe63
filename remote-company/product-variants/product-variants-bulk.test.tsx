import { act, screen, waitFor, within } from '@testing-library/react';
import { rereads, type Service } from 'shared-auth/testing';
import { dialog, pageOf, savedFiles, user } from 'shared-ui/testing';
import { sencha } from './testing/sencha';
import { openVariants, selectBoth, serviceOfVariants } from './testing/variants';

let service: Service;
beforeEach(async () => {
  service = await serviceOfVariants();
});
afterEach(() => service.close());

const updateField = 'POST /product-variants/bulk/update-field';

const answer = (success_count: number, ...errors: { id: number; msg: string }[]) =>
  [200, { success_count, error_count: errors.length, errors }] as const;
const inMore = async (action: string) => {
  await selectBoth();
  await user.click(screen.getByRole('button', { name: 'More Actions' }));
  await user.click(screen.getByRole('menuitem', { name: action }));
};

test('bulk actions are Update Overrides, Export Selected, Activate, Deactivate, Set Cost and Clear Selection', async () => {
  openVariants();
  await selectBoth();
  const group = within(screen.getByRole('group', { name: 'Bulk actions' }));
  const buttons = group.getAllByRole('button').map((button) => button.textContent);
  expect(buttons).toEqual(['Update Overrides', 'Export Selected', 'More Actions']);
  await user.click(screen.getByRole('button', { name: 'More Actions' }));
  const items = screen.getAllByRole('menuitem').map((item) => item.textContent);
  expect(items).toEqual(['Activate', 'Deactivate', 'Set Cost', 'Clear Selection']);
});

test('the export has the words of the table, and ids that keep their digits in a spreadsheet', async () => {
  const long = {
    ...sencha,
    product_variant_identifier: '73000735012345678',
    sales_channel: 'tiktok',
    last_synced_at: null,
  };
  service.on('GET /product-variants', [200, pageOf(long)]);
  const files = savedFiles();
  openVariants();
  await user.click(await screen.findByRole('checkbox', { name: 'Select 73000735012345678' }));
  await user.click(screen.getByRole('button', { name: 'Export Selected' }));
  expect(await screen.findByText('Exported 1 product variants')).toBeVisible();
  jest.restoreAllMocks();
  expect((await files[0]?.text)?.split('\r\n').slice(0, 2)).toEqual([
    'Product Variant ID,Product Name,Variant Name,Sales Channel,Active,Sync Status',
    '"\'73000735012345678",Sencha,50 g,TikTok,Active,Never synced',
  ]);
});

test.each([
  ['Activate', 'Activated 2 variants', true],
  ['Deactivate', 'Deactivated 2 variants', false],
])("%s says '%s'", async (action, done, value) => {
  service.on(updateField, answer(2));
  openVariants();
  await inMore(action);
  expect(await screen.findByText(done)).toBeVisible();
  expect(service.requestsTo(updateField)[0]?.body).toEqual({
    company_id: 3,
    variant_ids: [11, 12],
    field_name: 'is_active',
    field_value: value,
    confirm: true,
  });
  expect(await screen.findByText('2 total records (0 selected)')).toBeVisible();
});

test("what could not be updated is counted as 'Failed to update N variants' and named", async () => {
  const logged = jest.spyOn(console, 'error').mockImplementation();
  service.on(updateField, answer(1, { id: 12, msg: 'Product Variant not found' }));
  openVariants();
  await inMore('Deactivate');
  expect(await screen.findByText('Failed to update 1 variants')).toBeVisible();
  expect(await screen.findByText('Deactivated 1 variants')).toBeVisible();
  expect(await screen.findByRole('listitem')).toHaveTextContent('SKU-12: Product Variant not found');
  logged.mockRestore();
});

test.each([
  ['Activate', 'Bulk activation failed'],
  ['Deactivate', 'Bulk deactivation failed'],
])("%s that is refused reads '%s'", async (action, sentence) => {
  const logged = jest.spyOn(console, 'error').mockImplementation();
  service.on(updateField, [503, { detail: 'The database is away' }]);
  openVariants();
  await inMore(action);
  expect(await screen.findByText(sentence)).toBeVisible();
  logged.mockRestore();
});

test('an answer that counts nothing is said to be unexpected', async () => {
  service.on(updateField, [200, { ok: true }]);
  openVariants();
  await inMore('Activate');
  expect(await screen.findByText('Operation completed but result format is unexpected')).toBeVisible();
});

describe('Update Overrides', () => {
  const openForm = async () => {
    await selectBoth();
    await user.click(screen.getByRole('button', { name: 'Update Overrides' }));
    return dialog('Update Overrides');
  };

  test('warns, needs a field, and an empty value clears it', async () => {
    service.on(updateField, answer(2));
    openVariants();
    const form = await openForm();
    expect(form.getByText('This action will update all selected variants. This cannot be undone.')).toBeVisible();
    await user.click(form.getByRole('button', { name: 'Update' }));
    expect(form.getByText('Field is required')).toBeVisible();
    await user.selectOptions(form.getByRole('combobox', { name: /Field/ }), 'Override Variant Name');
    await user.click(form.getByRole('button', { name: 'Update' }));
    expect(await screen.findByText('Updated 2 variants')).toBeVisible();
    expect(service.requestsTo(updateField)[0]?.body).toMatchObject({
      variant_ids: [11, 12],
      field_name: 'override_product_variant_name',
      field_value: null,
    });
  });

  test("that is refused reads 'Bulk update failed'", async () => {
    service.on(updateField, [400, { detail: 'Not today' }]);
    openVariants();
    const form = await openForm();
    await user.selectOptions(form.getByRole('combobox', { name: /Field/ }), 'Override Product Name');
    await user.type(form.getByRole('textbox', { name: 'New Value' }), 'Tea');
    await user.click(form.getByRole('button', { name: 'Update' }));
    expect(await screen.findByText('Bulk update failed')).toBeVisible();
    expect(form.getByRole('textbox', { name: 'New Value' })).toHaveValue('Tea');
  });

  test('that fails is told by the toast alone', async () => {
    service.on(updateField, [500, {}]);
    openVariants();
    const form = await openForm();
    await user.selectOptions(form.getByRole('combobox', { name: /Field/ }), 'Override Product Name');
    await user.click(form.getByRole('button', { name: 'Update' }));
    expect(await screen.findByText('Bulk update failed')).toBeVisible();
    await waitFor(() => expect(form.getByRole('button', { name: 'Update' })).toBeEnabled());
    expect(form.queryByText('An error occurred while saving')).not.toBeInTheDocument();
  });

  test("with nothing selected any more it reads 'No variants selected'", async () => {
    const { store } = openVariants();
    const form = await openForm();
    await user.selectOptions(form.getByRole('combobox', { name: /Field/ }), 'Override Product Name');
    // Both were deleted by somebody else meanwhile.
    service.on('GET /product-variants', [200, pageOf()]);
    act(() => void rereads(store, 'product-variants'));
    await screen.findByText('0 total records (0 selected)');
    await user.click(form.getByRole('button', { name: 'Update' }));
    expect(await screen.findByText('No variants selected')).toBeVisible();
    expect(service.requestsTo(updateField)).toEqual([]);
  });
});
