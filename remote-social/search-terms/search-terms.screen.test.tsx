import { screen, waitFor, within } from '@testing-library/react';
import type { SearchTerm } from 'api/contract/social/search-terms';
import type { Service } from 'shared-auth/testing';
import {
  badgeTones,
  bulkLabels,
  choose,
  chooseCompany,
  columnTitles,
  confirm,
  dialog,
  lastQueryOf,
  openScreen,
  pageOf,
  pasteLines,
  runBulk,
  select,
  serviceOf,
  user,
} from '../testing/open-screen';
import { savedFiles } from '../testing/saved-files';
import SearchTermsScreen from './search-terms.screen';

const term = (id: number, search_term: string, platform: SearchTerm['platform'] = 'instagram'): SearchTerm => ({
  id,
  company_id: 4,
  search_term,
  platform,
  status: 'active',
  created_at: '2026-01-01T12:00:00.000Z',
  updated_at: '2026-02-02T12:00:00.000Z',
});
const linen: SearchTerm = { ...term(1, 'linen'), status: 'pending' };
const wool = term(2, 'wool', 'youtube');
const felt: SearchTerm = { ...term(3, 'felt', 'facebook'), status: 'inactive' };
const PATH = '/social-media-search-terms';

let service: Service;
beforeEach(async () => {
  service = await serviceOf(PATH, linen, wool, felt);
});
afterEach(async () => {
  jest.restoreAllMocks();
  await service.close();
});

const open = (query = '?company_id=4') => openScreen(<SearchTermsScreen />, query);
const row = (name: string) => screen.findByRole('row', { name: new RegExp(name) });
const lastQuery = () => lastQueryOf(service, PATH);

test('until a company is selected an info banner asks for one, and nothing loads', async () => {
  open('');
  const sentence = screen.getByText('Please select a company to view and manage search terms.');
  expect(sentence.closest('.c-alert--info')).toBeVisible();
  expect(service.askedFor(`GET ${PATH}`)).toEqual([]);
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
  openScreen(<SearchTermsScreen />, '?company_id=4', ['CompanyAdmin']);
  expect(screen.getByText('Access Denied')).toBeVisible();
  expect(screen.getByText('You must be a Social Media Manager to access this page.')).toBeVisible();
  expect(service.asked).toEqual([]);
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
  expect(service.askedFor(`POST ${PATH}`)[0]?.body).toEqual({
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
  const [put] = service.askedFor(`PUT ${PATH}/1`);
  expect(put?.query.get('company_id')).toBe('4');
  expect(put?.headers['if-match']).toBe(`"${linen.updated_at}"`);
  expect(put?.body).toEqual({ search_term: 'linens', platform: 'instagram', status: 'pending' });
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  await choose('linen', 'Delete');
  await confirm();
  expect(await screen.findByText('Search Term deleted successfully')).toBeVisible();
  expect(service.askedFor(`DELETE ${PATH}/1`)[0]?.query.get('company_id')).toBe('4');
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
  expect(service.askedFor(`POST ${PATH}/bulk/create`)[0]?.body).toMatchObject({ company_id: 4 });
  await waitFor(() => expect(service.askedFor(`GET ${PATH}`)).toHaveLength(2));
});

test("a failed delete reads 'Failed to delete search term'", async () => {
  jest.spyOn(console, 'error').mockImplementation();
  open();
  await choose('linen', 'Delete');
  await confirm();
  expect(await screen.findByText('Failed to delete search term')).toBeVisible();
});

describe('bulk actions', () => {
  test('are Activate, Deactivate, export, delete and clear', async () => {
    open();
    await select('linen');
    expect(await bulkLabels()).toEqual([
      'Activate',
      'Deactivate',
      'Export Selected',
      'Delete Selected',
      'Clear Selection',
    ]);
  });

  test('a status is one call a platform, and what failed is said by platform', async () => {
    jest.spyOn(console, 'error').mockImplementation();
    service.on(`POST ${PATH}/bulk/update-status`, ({ body }) => {
      const { platform, search_terms } = body as { platform: string; search_terms: string[] };
      if (platform === 'youtube') return [500, { detail: 'Try later' }];
      return [200, { success_count: search_terms.length, error_count: 0, errors: [] }];
    });
    service.on(`GET ${PATH}`, [200, pageOf(linen, wool, felt, term(4, 'lace'))]);
    open();
    await select('linen', 'wool', 'felt', 'lace');
    await runBulk('Deactivate');
    expect(await screen.findByText('Are you sure you want to deactivate 4 item(s)?')).toBeVisible();
    await confirm();
    expect(await screen.findByText('Some updates failed: youtube: Try later')).toBeVisible();
    expect(screen.getByText('Updated status for 3 search terms')).toBeVisible();
    expect(screen.queryByText('Status update failed')).toBeNull();
    const bodies = service.askedFor(`POST ${PATH}/bulk/update-status`).map(({ body }) => body);
    expect(bodies).toHaveLength(3);
    expect(bodies).toContainEqual({
      company_id: 4,
      search_terms: ['linen', 'lace'],
      platform: 'instagram',
      new_status: 'inactive',
      confirm: true,
    });
    expect(screen.getByText('Deactivate: 1 of 4 failed')).toBeVisible();
    expect(screen.getByText(/0 selected/)).toBeVisible();
  });

  test("when no status could be set it reads 'Status update failed'", async () => {
    jest.spyOn(console, 'error').mockImplementation();
    service.on(`POST ${PATH}/bulk/update-status`, [500, { detail: 'Try later' }]);
    open();
    await select('linen', 'wool');
    await runBulk('Activate');
    await confirm();
    expect(await screen.findByText('Status update failed')).toBeVisible();
    expect(screen.getByText('Some updates failed: instagram: Try later; youtube: Try later')).toBeVisible();
    expect(screen.getByText('Activate: 2 of 2 failed')).toBeVisible();
    expect(screen.queryByText(/^Updated status/)).toBeNull();
  });

  test('a term that has gone meanwhile is named', async () => {
    jest.spyOn(console, 'error').mockImplementation();
    const errors = [{ search_term: 'linen', msg: 'Search term not found' }];
    service.on(`POST ${PATH}/bulk/update-status`, [200, { success_count: 0, error_count: 1, errors }]);
    open();
    await select('linen');
    await runBulk('Activate');
    await confirm();
    expect(await screen.findByText('Some updates failed: instagram: Search term not found')).toBeVisible();
    expect(screen.getByText('Activate: 1 of 1 failed')).toBeVisible();
  });

  test('an answer that is none is said to be so', async () => {
    service.on(`POST ${PATH}/bulk/update-status`, [200, { ok: true }]);
    open();
    await select('linen');
    await runBulk('Activate');
    await confirm();
    expect(await screen.findByText('Operation completed but result format is unexpected')).toBeVisible();
  });

  test('deleting issues one delete an id, and names the ones that failed', async () => {
    jest.spyOn(console, 'error').mockImplementation();
    service.on(`DELETE ${PATH}/1`, [204]);
    service.on(`DELETE ${PATH}/3`, [204]);
    open();
    await select('linen', 'wool', 'felt');
    await runBulk('Delete Selected');
    expect(await screen.findByText('Are you sure you want to delete 3 item(s)?')).toBeVisible();
    await confirm();
    expect(await screen.findByText('Deleted 2 search terms')).toBeVisible();
    expect(await screen.findByText('Failed to delete 1 search terms')).toBeVisible();
    expect(await screen.findByText('Delete Selected: 1 of 3 failed')).toBeVisible();
  });

  test("when none could be deleted it reads 'Bulk delete failed'", async () => {
    jest.spyOn(console, 'error').mockImplementation();
    open();
    await select('linen');
    await runBulk('Delete Selected');
    await confirm();
    expect(await screen.findByText('Bulk delete failed')).toBeVisible();
  });

  test('the export has the columns Term, Platform, Status and Created Date', async () => {
    const files = savedFiles();
    open();
    await select('wool');
    await runBulk('Export Selected');
    expect(await screen.findByText('Exported 1 search terms')).toBeVisible();
    expect(files[0]?.name).toMatch(/^search_terms_export_\d{4}-\d\d-\d\d\.csv$/);
    expect((await files[0]?.text)?.trimEnd().split('\r\n')).toEqual([
      'Term,Platform,Status,Created Date',
      `wool,youtube,active,${wool.created_at}`,
    ]);
  });
});

test('a hostile term stays text', async () => {
  const hostile = '<img src=x onerror=alert(1)>';
  service.on(`GET ${PATH}`, [200, pageOf(term(1, hostile))]);
  open();
  expect(await screen.findByText(hostile)).toBeVisible();
  await choose(hostile, 'View Details');
  expect(within(await screen.findByRole('dialog')).getByText(hostile)).toBeVisible();
  expect(document.querySelector('img')).toBeNull();
});
