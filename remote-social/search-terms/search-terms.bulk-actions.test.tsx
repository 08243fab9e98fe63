import { screen } from '@testing-library/react';
import { bulkLabels, confirm, pageOf, runBulk, savedFiles, select, serviceOf, user } from 'shared-ui/testing';
import { openSocial } from '../testing/open-social';
import { felt, linen, term, wool } from '../testing/records';
import SearchTermsScreen from './search-terms.screen';

const PATH = '/social-media-search-terms';

const service = serviceOf(PATH, linen, wool, felt);

const open = (query = '?company_id=4') => openSocial(<SearchTermsScreen />, query);
const row = (name: string) => screen.findByRole('row', { name: new RegExp(name) });

test('the bulk actions are Activate, Deactivate, export, delete and clear', async () => {
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
  expect(await screen.findByText('Updated status for 3 search terms')).toBeVisible();
  expect(screen.queryByText('Status update failed')).toBeNull();
  const bodies = service.requestsTo(`POST ${PATH}/bulk/update-status`).map(({ body }) => body);
  expect(bodies).toHaveLength(3);
  expect(bodies).toContainEqual({
    company_id: 4,
    search_terms: ['linen', 'lace'],
    platform: 'instagram',
    new_status: 'inactive',
    confirm: true,
  });
  expect(await screen.findByText('Deactivate: 1 of 4 failed')).toBeVisible();
  expect(await screen.findByText(/0 selected/)).toBeVisible();
});

test("when no status could be set it reads 'Status update failed'", async () => {
  jest.spyOn(console, 'error').mockImplementation();
  service.on(`POST ${PATH}/bulk/update-status`, [500, { detail: 'Try later' }]);
  open();
  await select('linen', 'wool');
  await runBulk('Activate');
  await confirm();
  expect(await screen.findByText('Status update failed')).toBeVisible();
  expect(await screen.findByText('Some updates failed: instagram: Try later; youtube: Try later')).toBeVisible();
  expect(await screen.findByText('Activate: 2 of 2 failed')).toBeVisible();
  expect(screen.queryByText(/^Updated status/)).toBeNull();
});

test('a term that has gone meanwhile is named', async () => {
  jest.spyOn(console, 'error').mockImplementation();
  const errors = [{ search_term: 'linen', msg: 'Search Term not found' }];
  service.on(`POST ${PATH}/bulk/update-status`, [200, { success_count: 0, error_count: 1, errors }]);
  open();
  await select('linen');
  await runBulk('Activate');
  await confirm();
  expect(await screen.findByText('Some updates failed: instagram: Search Term not found')).toBeVisible();
  expect(await screen.findByText('Activate: 1 of 1 failed')).toBeVisible();
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

test("an export that fails reads 'Failed to export search terms'", async () => {
  jest.spyOn(console, 'error').mockImplementation();
  open();
  await row('linen');
  service.on(`GET ${PATH}`, [500, {}]);
  await user.click(screen.getByRole('button', { name: 'Export all 3 matching' }));
  expect(await screen.findByText('Failed to export search terms')).toBeVisible();
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
