import { screen, waitFor, within } from '@testing-library/react';
import type { Company } from 'contract/company/companies';
import type { Group } from 'contract/session';
import { formatDateTime } from 'shared-ui';
import { dialog, lastQueryOf, openScreen, pageOf, serviceOf, user } from 'shared-ui/testing';
import { connection } from '../connections/testing/connection';
import CompaniesScreen from './companies.screen';

const acme: Company = {
  id: 3,
  name: 'Acme',
  slug: 'acme',
  logo_url: 'https://acme.example/logo.png',
  timezone: 'America/Denver',
  shopify_store_url: null,
  average_shipping_cost_per_order: 4.5,
  average_credit_card_processing_rate: null,
  average_credit_card_per_order_fee: null,
  has_shopify: true,
  has_klaviyo: false,
  created_at: '2026-01-01T00:00:00.000Z',
  updated_at: '2026-01-02T00:00:00.000Z',
};

const service = serviceOf('/companies', acme);
const open = (...groups: Group[]) => openScreen(<CompaniesScreen />, { groups });
const row = () => screen.findByRole('row', { name: /Acme/ });
const openMenu = async () => {
  await row();
  await user.click(screen.getByRole('button', { name: 'Actions for Acme' }));
};
const menuLabels = () => screen.getAllByRole('menuitem').map((item) => item.textContent);
const lastQuery = () => lastQueryOf(service, '/companies');

test('columns are Company Name, Slug (badge) and Timezone, sorted by name', async () => {
  open('CompanyAdmin');
  const cells = within(await row());
  expect(screen.getAllByRole('columnheader').map((cell) => cell.textContent)).toEqual([
    '',
    'Company Name',
    'Slug',
    'Timezone',
    'Actions',
  ]);
  expect(cells.getByText('acme')).toHaveClass('c-badge');
  expect(cells.getByText('America/Denver')).toBeVisible();
  expect(lastQuery()).toEqual({ page: '1', page_size: '25', sort_by: 'name' });
});

test('filters are company name, slug, Shopify integration (Has/No) and Klaviyo integration (Has/No)', async () => {
  open('CompanyAdmin');
  await row();
  await user.type(screen.getByRole('searchbox', { name: 'Company name' }), 'ac{Enter}');
  await user.type(screen.getByRole('searchbox', { name: 'Slug' }), 'me{Enter}');
  await user.selectOptions(screen.getByRole('combobox', { name: 'Shopify integration' }), 'Has Shopify');
  await user.selectOptions(screen.getByRole('combobox', { name: 'Klaviyo integration' }), 'No Klaviyo');
  await waitFor(() =>
    expect(lastQuery()).toMatchObject({ name: 'ac', slug: 'me', has_shopify: 'true', has_klaviyo: 'false' }),
  );
});

test("the empty message is 'No companies found'", async () => {
  service.on('GET /companies', [200, pageOf()]);
  open('CompanyAdmin');
  expect(await screen.findByText('No companies found')).toBeVisible();
});

test('a company list may also be a plain array', async () => {
  service.on('GET /companies', [200, [acme]]);
  open('CompanyAdmin');
  await row();
  expect(screen.getByText('1 total records (0 selected)')).toBeVisible();
  expect(screen.getByText('Showing 1 to 1 of 1 entries')).toBeVisible();
});

test("a list that could not be loaded reads 'Failed to load companies'", async () => {
  service.on('GET /companies', [500, '<html>down</html>']);
  open('CompanyAdmin');
  expect(await screen.findByText('Failed to load companies')).toBeVisible();
});

test('row actions are edit and view; Delete and Add are offered only to members of AaasAdmin', async () => {
  open('CompanyAdmin');
  await openMenu();
  expect(menuLabels()).toEqual(['View Details', 'Edit']);
  expect(screen.queryByRole('button', { name: 'Add New' })).toBeNull();
});

test('the card processing rate, a fraction, is read in percent', async () => {
  service.on('GET /companies', [200, pageOf({ ...acme, average_credit_card_processing_rate: 0.0295 })]);
  open('CompanyAdmin');
  await user.click(await row());
  const details = within(await screen.findByRole('dialog', { name: 'Acme' }));
  const rate = details.getByText('Average Credit Card Processing Rate').nextElementSibling;
  expect(rate?.textContent).toBe('2.95\u00a0%');
});

test('members of AaasAdmin may add, duplicate and delete', async () => {
  service.on('POST /companies/3/duplicate', [201, { ...acme, id: 4, name: 'Acme (Copy)' }]);
  open('CompanyAdmin', 'AaasAdmin');
  await openMenu();
  expect(screen.getByRole('button', { name: 'Add New' })).toBeVisible();
  expect(menuLabels()).toEqual(['View Details', 'Edit', 'Duplicate', 'Who Sees It', 'Delete']);
  await user.click(screen.getByRole('menuitem', { name: 'Duplicate' }));
  expect(await screen.findByText('Company duplicated successfully')).toBeVisible();
  expect(screen.getByText('Acme (Copy)')).toBeVisible();
});

test('bulk actions are Export Selected and Clear Selection', async () => {
  open('CompanyAdmin');
  await row();
  await user.click(screen.getByRole('checkbox', { name: 'Select Acme' }));
  const group = within(screen.getByRole('group', { name: 'Bulk actions' }));
  expect(group.getAllByRole('button').map((button) => button.textContent)).toEqual([
    'Export Selected',
    'Clear Selection',
  ]);
});

test("an export that fails reads 'Failed to export companies', and why", async () => {
  const logged = jest.spyOn(console, 'error').mockImplementation();
  open('CompanyAdmin');
  await row();
  service.on('GET /companies', [503, { detail: 'The database is away' }]);
  await user.click(screen.getByRole('button', { name: 'Export all 1 matching' }));
  expect(await screen.findByText('Failed to export companies')).toBeVisible();
  expect(screen.getByText('The database is away')).toBeVisible();
  logged.mockRestore();
});

test('editing only the name leaves the keys unsent and the rest as it was', async () => {
  service.on('PUT /companies/3', [200, acme]);
  open('CompanyAdmin');
  await openMenu();
  await user.click(screen.getByRole('menuitem', { name: 'Edit' }));
  const form = within(await screen.findByRole('dialog', { name: 'Edit Company' }));
  await user.type(form.getByRole('textbox', { name: /Company Name/ }), '!');
  await user.click(form.getByRole('button', { name: 'Update' }));
  expect(await screen.findByText('Company updated successfully')).toBeVisible();
  const [sent] = service.requestsTo('PUT /companies/3');
  expect(sent?.headers['if-match']).toBe(`"${acme.updated_at}"`);
  expect(sent?.body).toEqual({
    name: 'Acme!',
    slug: 'acme',
    logo_url: acme.logo_url,
    timezone: 'America/Denver',
    shopify_store_url: null,
    average_shipping_cost_per_order: 4.5,
    average_credit_card_processing_rate: null,
    average_credit_card_per_order_fee: null,
  });
});

test('name, slug, logo_url and timezone are required', async () => {
  open('AaasAdmin');
  await row();
  await user.click(screen.getByRole('button', { name: 'Add New' }));
  const form = within(await screen.findByRole('dialog', { name: 'Add Company' }));
  await user.click(form.getByRole('button', { name: 'Create' }));
  for (const label of ['Company Name', 'Slug', 'Logo URL', 'Timezone'])
    expect(await form.findByText(`${label} is required`)).toBeVisible();
  const zones = [...form.getByRole<HTMLSelectElement>('combobox', { name: /Timezone/ }).options];
  expect(zones.map(({ value }) => value).filter(Boolean)).toEqual([
    'America/New_York',
    'America/Chicago',
    'America/Denver',
    'America/Los_Angeles',
  ]);
});

test('a refused duplicate shows why', async () => {
  service.on('POST /companies/3/duplicate', [403, { detail: 'You are no longer an admin' }]);
  open('AaasAdmin');
  await openMenu();
  await user.click(screen.getByRole('menuitem', { name: 'Duplicate' }));
  expect(await screen.findByText('Failed to duplicate')).toBeVisible();
  expect(screen.getByText('You are no longer an admin')).toBeVisible();
});

test('a new company is at once among the companies that the person reaches', async () => {
  service.on('POST /companies/3/duplicate', [201, { ...acme, id: 4, name: 'Acme (Copy)' }]);
  service.on('GET /users/me', [200, { id: 1, username: 'ada', email: '', companies: [], groups: ['AaasAdmin'] }]);
  open('AaasAdmin');
  await openMenu();
  await user.click(screen.getByRole('menuitem', { name: 'Duplicate' }));
  await waitFor(() => expect(service.requestsTo('GET /users/me')).toHaveLength(1));
});

describe('the details say what the company is connected with', () => {
  const openDetails = async (...groups: Group[]) => {
    open(...groups);
    await openMenu();
    await user.click(screen.getByRole('menuitem', { name: 'View Details' }));
    const details = await dialog('Acme');
    return within((await details.findByText('Connected With')).nextElementSibling as HTMLElement);
  };

  test('each source with its state in words and when it was last read, and the way to its connections', async () => {
    const failing = { ...connection, state: 'failing', state_message: 'The account is closed', failures: 2 } as const;
    service.on('GET /connections', [
      200,
      pageOf(connection, { ...failing, id: 8, source: 'meta', last_success_at: null }),
    ]);
    const connected = await openDetails('CompanyAdmin');
    const lines = await connected.findAllByRole('listitem');
    expect(lines.map((line) => [...line.childNodes].map(({ textContent }) => textContent))).toEqual([
      ['Shopify', 'Works', `Last read ${formatDateTime(connection.last_success_at)}`],
      ['Meta', 'Its last 2 runs failed: The account is closed', 'Never read'],
    ]);
    expect(lastQueryOf(service, '/connections')).toMatchObject({ company_id: '3' });
    expect(connected.getByRole('link', { name: 'Open connections' })).toHaveAttribute(
      'href',
      '/company/connections?company_id=3',
    );
  });

  test('no link for whom the list of connections is not open to', async () => {
    service.on('GET /connections', [200, pageOf()]);
    const connected = await openDetails();
    expect(await connected.findByText('Nothing')).toBeVisible();
    expect(connected.queryByRole('link')).toBeNull();
  });

  test('a failure says so, and it is asked for again', async () => {
    service.on('GET /connections', [503, { detail: 'The database is away' }]);
    const connected = await openDetails('CompanyAdmin');
    expect(await connected.findByText('Failed to load connections')).toBeVisible();
    service.on('GET /connections', [200, pageOf(connection)]);
    await user.click(connected.getByRole('button', { name: 'Retry' }));
    expect(await connected.findByText('Works')).toBeVisible();
  });
});
