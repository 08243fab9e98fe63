import { screen, waitFor, within } from '@testing-library/react';
import {
  badgeTones,
  choose,
  chooseCompany,
  columnTitles,
  confirm,
  dialog,
  lastQueryOf,
  pageOf,
  serviceOf,
  user,
} from 'shared-ui/testing';
import { openSocial } from '../testing/open-social';
import { pasteLines } from '../testing/lines-box';
import { felt, linen, term, wool } from '../testing/records';
import SearchTermsScreen from './search-terms.screen';

const PATH = '/social-media-search-terms';

const service = serviceOf(PATH, linen, wool, felt);

const open = (query = '?company_id=4') => openSocial(<SearchTermsScreen />, query);
const row = (name: string) => screen.findByRole('row', { name: new RegExp(name) });
const lastQuery = () => lastQueryOf(service, PATH);

test('until a company is selected an info banner asks for one, and nothing loads', async () => {
  open('');
  const sentence = screen.getByText('Please select a company to view and manage search terms.');
  expect(sentence.closest('.c-alert.c-tone--info')).toBeVisible();
  expect(service.requestsTo(`GET ${PATH}`)).toEqual([]);
  await user.click(screen.getByRole('button', { name: 'Add New' }));
  await user.click(screen.getByRole('button', { name: 'Bulk Import' }));
  expect(await screen.findAllByText('Please select a company first')).toHaveLength(2);
  expect(screen.queryByRole('dialog')).toBeNull();
  await chooseCompany('Harbor & Pine');
  await row('linen');
  expect(lastQuery()).toEqual({ page: '1', page_size: '25', sort_by: 'search_term', company_id: '4' });
});

test('columns, badges and their colours', async () => {
  open();
  expect(await badgeTones('linen')).toEqual(['info', 'warning']);
  expect(await badgeTones('wool')).toEqual(['danger', 'success']);
  expect(await badgeTones('felt')).toEqual(['primary', 'secondary']);
  expect(columnTitles()).toEqual(['Search Term', 'Platform', 'Status', 'Created']);
  expect(screen.getByText('Showing 1 to 3 of 3 entries')).toBeVisible();
});

test('filters are company, search, platform and status', async () => {
  open();
  await row('linen');
  await user.type(screen.getByRole('searchbox', { name: 'Search' }), 'li{Enter}');
  await user.selectOptions(screen.getByRole('combobox', { name: 'Platform' }), 'Instagram');
  await user.selectOptions(screen.getByRole('combobox', { name: 'Status' }), 'Pending');
  await waitFor(() =>
    expect(lastQuery()).toMatchObject({ search: 'li', platform: 'instagram', status: 'pending', company_id: '4' }),
  );
});

test("a failed load reads 'Failed to load search terms'", async () => {
  service.on(`GET ${PATH}`, [500, {}]);
  open();
  expect(await screen.findByText('Failed to load search terms')).toBeVisible();
});

test("who is no Social Media Manager (any more) reads 'Access Denied' and loads nothing", () => {
  openSocial(<SearchTermsScreen />, '?company_id=4', ['CompanyAdmin']);
  expect(screen.getByText('Access Denied')).toBeVisible();
  expect(screen.getByText('You must be a Social Media Manager to access this page.')).toBeVisible();
  expect(service.requests).toEqual([]);
});

test('a term is created with search_term, platform, status and the company of the list', async () => {
  service.on(`POST ${PATH}`, [201, linen]);
  open();
  await row('linen');
  await user.click(screen.getByRole('button', { name: 'Add New' }));
  const form = await dialog('Add Search Term');
  expect(form.getByRole('combobox', { name: /Status/ })).toHaveValue('active');
  await user.click(form.getByRole('button', { name: 'Create' }));
  expect(await form.findByText('Search Term is required')).toBeVisible();
  expect(form.getByText('Platform is required')).toBeVisible();
  await user.type(form.getByRole('textbox', { name: /Search Term/ }), ' tweed ');
  await user.selectOptions(form.getByRole('combobox', { name: /Platform/ }), 'YouTube');
  await user.click(form.getByRole('button', { name: 'Create' }));
  expect(await screen.findByText('Search Term created successfully')).toBeVisible();
  expect(service.requestsTo(`POST ${PATH}`)[0]?.body).toEqual({
    company_id: 4,
    search_term: 'tweed',
    platform: 'youtube',
    status: 'active',
  });
});

test('the calls for one term carry its company', async () => {
  service.on(`PUT ${PATH}/1`, [200, linen]);
  service.on(`DELETE ${PATH}/1`, [204]);
  open();
  await choose('linen', 'Edit');
  const form = await dialog('Edit Search Term');
  await user.type(form.getByRole('textbox', { name: /Search Term/ }), 's');
  await user.click(form.getByRole('button', { name: 'Update' }));
  expect(await screen.findByText('Search Term updated successfully')).toBeVisible();
  const [put] = service.requestsTo(`PUT ${PATH}/1`);
  expect(put?.query.get('company_id')).toBe('4');
  expect(put?.headers['if-match']).toBe(`"${linen.updated_at}"`);
  expect(put?.body).toEqual({ search_term: 'linens', platform: 'instagram', status: 'pending' });
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  await choose('linen', 'Delete');
  await confirm('Delete search term');
  expect(await screen.findByText('Search Term deleted successfully')).toBeVisible();
  expect(service.requestsTo(`DELETE ${PATH}/1`)[0]?.query.get('company_id')).toBe('4');
});

test('a term that somebody else changed meanwhile is read anew with its company', async () => {
  service.on(`PUT ${PATH}/1`, [412, { detail: 'Changed', updated_by: 'bob', updated_at: wool.updated_at }]);
  service.on(`GET ${PATH}/1`, [200, { ...linen, search_term: 'flax', updated_at: '2027-01-01T00:00:00.000Z' }]);
  open();
  await choose('linen', 'Edit');
  const form = await dialog('Edit Search Term');
  await user.type(form.getByRole('textbox', { name: /Search Term/ }), 's');
  await user.click(form.getByRole('button', { name: 'Update' }));
  expect(await form.findByRole('radio', { name: 'Theirs flax' })).toBeVisible();
  expect(service.requestsTo(`GET ${PATH}/1`)[0]?.query.get('company_id')).toBe('4');
});

test('Bulk Import opens its dialog for the company of the list', async () => {
  service.on(`POST ${PATH}/bulk/create`, [200, { success_count: 1, error_count: 0, skipped_count: 0 }]);
  open();
  await row('linen');
  await user.click(screen.getByRole('button', { name: 'Bulk Import' }));
  const form = await dialog('Bulk Import');
  await user.selectOptions(form.getByRole('combobox', { name: /Platform/ }), 'Facebook');
  await pasteLines(form, 'tweed');
  await user.click(form.getByRole('button', { name: 'Import' }));
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  expect(service.requestsTo(`POST ${PATH}/bulk/create`)[0]?.body).toMatchObject({ company_id: 4 });
  await waitFor(() => expect(service.requestsTo(`GET ${PATH}`)).toHaveLength(2));
});

test("a failed delete reads 'Failed to delete search term'", async () => {
  jest.spyOn(console, 'error').mockImplementation();
  open();
  await choose('linen', 'Delete');
  await confirm('Delete search term');
  expect(await screen.findByText('Failed to delete search term')).toBeVisible();
});

test('a hostile term stays text', async () => {
  const hostile = '<img src=x onerror=alert(1)>';
  service.on(`GET ${PATH}`, [200, pageOf(term(1, hostile))]);
  open();
  expect(await screen.findByText(hostile)).toBeVisible();
  await choose(hostile, 'View Details');
  const details = within(await screen.findByRole('dialog', { name: hostile }));
  expect(details.getByText(hostile, { selector: 'dd *' })).toBeVisible();
  expect(document.querySelector('img')).toBeNull();
});
