import { screen, waitFor, within } from '@testing-library/react';
import type { IngestToken } from 'contract/ingest/ingest-tokens';
import {
  choose,
  COMPANIES,
  columnTitles,
  dialog,
  lastQueryOf,
  openScreen,
  pageOf,
  serviceOf,
  user,
} from 'shared-ui/testing';
import MachineTokensScreen from './machine-tokens.screen';

const token: IngestToken = {
  id: 3,
  name: 'Amazon nightly',
  hint: 'swi_AbCd1234',
  company_ids: [4, 5],
  company_names: ['Harbor & Pine', 'Lumen'],
  scopes: ['ingest:product-variants'],
  state: 'active',
  expires_at: '2027-01-31T23:59:59.000Z',
  last_used_at: '2026-11-23T06:00:00.000Z',
  last_used_address: '203.0.113.7',
  old_secret_until: null,
  revoked_at: null,
  created_at: '2026-11-01T12:00:00.000Z',
  updated_at: '2026-11-02T12:00:00.000Z',
  created_by_username: 'admin',
  last_updated_by_username: 'admin',
};
const SECRET = `swi_AbCd1234_${'x'.repeat(38)}`;
const PATH = '/ingest-tokens';

const service = serviceOf(PATH, token);

const open = () => openScreen(<MachineTokensScreen />, { groups: ['AaasAdmin'], companies: [...COMPANIES] });
const addCompany = async (form: ReturnType<typeof within>, name: string) => {
  await user.click(form.getByRole('combobox', { name: 'Companies' }));
  await user.click(await screen.findByRole('option', { name }));
};
const row = async () => within(await screen.findByRole('row', { name: /Amazon nightly/ }));

test('columns are name with its first part, companies, what it may write, state, end and last use', async () => {
  open();
  const cells = await row();
  expect(columnTitles()).toEqual(['Name', 'Companies', 'May Write', 'State', 'Expires', 'Last Used']);
  for (const text of ['Amazon nightly', 'swi_AbCd1234…', 'Harbor & Pine, Lumen', 'Product variants', 'Active'])
    expect(cells.getByText(text)).toBeVisible();
  expect(lastQueryOf(service, PATH)).toEqual({ page: '1', page_size: '25', sort_by: 'name' });
});

test('filters are search and state', async () => {
  open();
  await row();
  await user.type(screen.getByRole('searchbox', { name: 'Search' }), 'ama{Enter}');
  await user.selectOptions(screen.getByRole('combobox', { name: 'State' }), 'Revoked');
  await waitFor(() => expect(lastQueryOf(service, PATH)).toMatchObject({ search: 'ama', state: 'revoked' }));
});

const openForm = async () => {
  open();
  await row();
  await user.click(screen.getByRole('button', { name: 'Add New' }));
  return dialog('Add Machine Token');
};

test('making one asks for all it needs', async () => {
  const form = await openForm();
  await user.click(form.getByRole('button', { name: 'Create' }));
  const messages = ['Name is required', 'Please choose at least one company', 'Please choose what it may write'];
  for (const message of [...messages, 'Expires is required']) expect(await form.findByText(message)).toBeVisible();
  expect(service.requestsTo(`POST ${PATH}`)).toEqual([]);
});

test('several companies are added one by one, and each can be taken off again', async () => {
  const form = await openForm();
  await addCompany(form, 'Harbor & Pine');
  await addCompany(form, 'Lumen');
  expect(within(form.getByRole('list', { name: 'Chosen companies' })).getAllByRole('listitem')).toHaveLength(2);
  await user.click(form.getByRole('button', { name: 'Remove Lumen' }));
  expect(form.queryByRole('button', { name: 'Remove Lumen' })).toBeNull();
  expect(form.getByRole('button', { name: 'Remove Harbor & Pine' })).toBeVisible();
});

test('a new one’s secret is shown once, by a dialog that only its button closes', async () => {
  service.on(`POST ${PATH}`, [201, { ...token, token: SECRET }]);
  const form = await openForm();
  await user.type(form.getByRole('textbox', { name: /Name/ }), 'Nightly');
  await addCompany(form, 'Harbor & Pine');
  await user.click(form.getByRole('checkbox', { name: 'Product variants' }));
  await user.click(form.getByRole('button', { name: '90 days' }));
  await user.click(form.getByRole('button', { name: 'Create' }));
  const shown = await dialog('Copy the Token');
  expect(shown.getByText(SECRET)).toBeVisible();
  expect(shown.getByRole('button', { name: 'Copy token' })).toBeVisible();
  const [sent] = service.requestsTo(`POST ${PATH}`);
  expect(sent?.body).toMatchObject({ name: 'Nightly', company_ids: [4], scopes: ['ingest:product-variants'] });
  const days = (Date.parse((sent?.body as { expires_at: string }).expires_at) - Date.now()) / (24 * 60 * 60 * 1000);
  expect(Math.floor(days)).toBe(90);
  await user.click(shown.getByRole('button', { name: 'Close' }));
  expect(await shown.findByText('Copy it first, then press “I have copied it”.')).toBeVisible();
  await user.click(shown.getByRole('button', { name: 'I have copied it' }));
  await waitFor(() => expect(document.body.innerHTML).not.toContain(SECRET));
});

test('rotating one asks how long the old secret works on, and shows the new one', async () => {
  service.on(`POST ${PATH}/3/rotate`, [200, { ...token, old_secret_until: '2026-11-24T12:00:00.000Z', token: SECRET }]);
  open();
  await row();
  await choose('Amazon nightly', 'Rotate');
  const form = await dialog('Rotate Machine Token');
  await user.selectOptions(form.getByRole('combobox', { name: /The old secret works for/ }), '24 hours');
  await user.click(form.getByRole('button', { name: 'Rotate' }));
  const shown = await dialog('Copy the Token');
  expect(shown.getByText(SECRET)).toBeVisible();
  expect(shown.getByText(/^The secret before works until/)).toBeVisible();
  expect(service.requestsTo(`POST ${PATH}/3/rotate`)[0]?.body).toEqual({ overlap: '24h' });
});

test('revoking one asks first', async () => {
  service.on(`DELETE ${PATH}/3`, [204]);
  open();
  await row();
  await choose('Amazon nightly', 'Revoke');
  const question = await dialog('Revoke Machine Token');
  expect(question.getByText(/Every program that uses it is refused at once/)).toBeVisible();
  expect(service.requestsTo(`DELETE ${PATH}/3`)).toEqual([]);
  await user.click(question.getByRole('button', { name: 'Revoke' }));
  expect(await screen.findByText('Machine Token revoked successfully')).toBeVisible();
  expect(service.requestsTo(`DELETE ${PATH}/3`)).toHaveLength(1);
});

test('editing one changes name, companies and scopes, and not its end', async () => {
  service.on(`PATCH ${PATH}/3`, [200, token]);
  open();
  await row();
  await choose('Amazon nightly', 'Edit');
  const form = await dialog('Edit Machine Token');
  expect(form.queryByLabelText(/Expires/)).toBeNull();
  await user.click(form.getByRole('checkbox', { name: 'Facebook ads' }));
  await user.click(form.getByRole('button', { name: 'Remove Lumen' }));
  await user.click(form.getByRole('button', { name: 'Update' }));
  expect(await screen.findByText('Machine Token updated successfully')).toBeVisible();
  expect(service.requestsTo(`PATCH ${PATH}/3`)[0]?.body).toMatchObject({
    company_ids: [4],
    scopes: ['ingest:facebook-ads', 'ingest:product-variants'],
  });
});

test("the empty message is 'No machine tokens found'", async () => {
  service.on(`GET ${PATH}`, [200, pageOf()]);
  open();
  expect(await screen.findByText('No machine tokens found')).toBeVisible();
});
