import { screen } from '@testing-library/react';
import { bulkLabels, confirm, dialog, pageOf, runBulk, savedFiles, select, serviceOf, user } from 'shared-ui/testing';
import { openSocial } from '../testing/open-social';
import { pine, tok, tube } from '../testing/records';
import ProfilesScreen from './profiles.screen';

const PATH = '/social-media-profiles';

const service = serviceOf(PATH, pine, tok, tube);
beforeEach(() => service.on('GET /tags/', [200, pageOf({ id: 1, name: 'sale' })]));

const open = (query?: string) => openSocial(<ProfilesScreen />, query);
const row = (name: string) => screen.findByRole('row', { name: new RegExp(name) });

test('the bulk actions are the statuses, tags, export, delete and clear', async () => {
  open();
  await select('user1 (Instagram)');
  expect(await bulkLabels()).toEqual([
    'Set Active',
    'Set Inactive',
    'Set Error',
    'Add Tags',
    'Remove Tags',
    'Export Selected',
    'Delete Selected',
    'Clear Selection',
  ]);
});

test('a status asks for an optional message, and is one call a company', async () => {
  service.on(`POST ${PATH}/bulk/update-status`, ({ body }) => [
    200,
    { success_count: (body as { ids: number[] }).ids.length, error_count: 0, errors: [] },
  ]);
  open();
  await select('user1 (Instagram)', 'user2 (TikTok)', 'user3 (YouTube)');
  await runBulk('Set Error');
  const form = await dialog('Set Error');
  expect(form.getByText('3 profiles · 2 companies')).toBeVisible();
  const box = form.getByRole('textbox', { name: /Status Message/ });
  expect(box).toHaveAttribute('rows', '2');
  await user.type(box, 'Signed out');
  await user.click(form.getByRole('button', { name: 'Set Error' }));
  expect(await screen.findByText('Updated status for 3 profiles')).toBeVisible();
  const common = { new_status: 'error', status_message: 'Signed out', confirm: true };
  expect(service.requestsTo(`POST ${PATH}/bulk/update-status`).map(({ body }) => body)).toEqual([
    { company_id: 4, ids: [1, 2], ...common },
    { company_id: 5, ids: [3], ...common },
  ]);
  expect(await screen.findByText(/0 selected/)).toBeVisible();
});

test("without a message none is sent; a refusal reads 'Bulk status update failed' and keeps the form", async () => {
  service.on(`POST ${PATH}/bulk/update-status`, [400, { detail: 'Not today' }]);
  open();
  await select('user1 (Instagram)');
  await runBulk('Set Active');
  const form = await dialog('Set Active');
  expect(form.getByText(/^1 profile/)).toHaveTextContent('1 profile · Harbor & Pine');
  await user.click(form.getByRole('button', { name: 'Set Active' }));
  expect(await screen.findByText('Bulk status update failed')).toBeVisible();
  expect(await form.findByText('Not today')).toBeVisible();
  expect(service.requestsTo(`POST ${PATH}/bulk/update-status`)[0]?.body).toEqual({
    company_id: 4,
    ids: [1],
    new_status: 'active',
    confirm: true,
  });
});

test("deletes with confirm=true, and says what failed: 'Failed to delete 1 profiles'", async () => {
  jest.spyOn(console, 'error').mockImplementation();
  service.on(`POST ${PATH}/bulk/delete`, [
    200,
    { success_count: 1, error_count: 1, errors: [{ id: 2, msg: 'Profile not found' }] },
  ]);
  open();
  await select('user1 (Instagram)', 'user2 (TikTok)');
  await runBulk('Delete Selected');
  await confirm();
  expect(await screen.findByText('Deleted 1 profiles')).toBeVisible();
  expect(await screen.findByText('Failed to delete 1 profiles')).toBeVisible();
  expect(await screen.findByText('Delete Selected: 1 of 2 failed')).toBeVisible();
  expect(service.requestsTo(`POST ${PATH}/bulk/delete`)[0]?.body).toEqual({
    company_id: 4,
    ids: [1, 2],
    confirm: true,
  });
});

test('tags are added without company_id in the body', async () => {
  service.on(`POST ${PATH}/tags/bulk/add`, [200, { success_count: 2, error_count: 0, errors: [] }]);
  open();
  await select('user1 (Instagram)', 'user2 (TikTok)');
  await runBulk('Add Tags');
  const form = await dialog('Add Tags');
  await user.click(form.getByRole('button', { name: 'Add Tags' }));
  expect(await form.findByText('Please select at least one tag.')).toBeVisible();
  await user.type(form.getByRole('combobox'), 'new{Enter}');
  await user.click(form.getByRole('button', { name: 'Add Tags' }));
  expect(await screen.findByText('Added tags to 2 profiles')).toBeVisible();
  expect(service.requestsTo(`POST ${PATH}/tags/bulk/add`)[0]?.body).toEqual({
    resource_ids: [1, 2],
    tag_names: ['new'],
    create_if_not_exists: true,
  });
});

test("a 403 on tags shows the server's detail or 'You do not have permission to add tags'", async () => {
  service.on(`POST ${PATH}/tags/bulk/add`, [403, {}]);
  open();
  await select('user1 (Instagram)');
  await runBulk('Add Tags');
  const form = await dialog('Add Tags');
  await user.type(form.getByRole('combobox'), 'new{Enter}');
  await user.click(form.getByRole('button', { name: 'Add Tags' }));
  expect(await screen.findByText('You do not have permission to add tags')).toBeVisible();
});

test("an export that fails reads 'Failed to export profiles'", async () => {
  jest.spyOn(console, 'error').mockImplementation();
  open();
  await row('user1');
  service.on(`GET ${PATH}`, [500, {}]);
  await user.click(screen.getByRole('button', { name: 'Export all 3 matching' }));
  expect(await screen.findByText('Failed to export profiles')).toBeVisible();
});

test('the export has the columns Platform, Username, Identifier, Status and Created', async () => {
  const files = savedFiles();
  service.on(`GET ${PATH}`, [200, pageOf({ ...pine, platform_username: '=1+1' })]);
  open();
  await select('=1+1 (Instagram)');
  await runBulk('Export Selected');
  expect(await screen.findByText('Exported 1 profiles')).toBeVisible();
  expect(files[0]?.name).toMatch(/^profiles_export_\d{4}-\d\d-\d\d\.csv$/);
  expect((await files[0]?.text)?.trimEnd().split('\r\n')).toEqual([
    'Platform,Username,Identifier,Status,Created',
    `instagram,"'=1+1",17841,active,${pine.created_at}`,
  ]);
});
