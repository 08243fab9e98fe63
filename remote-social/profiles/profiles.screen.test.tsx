import { screen, waitFor, within } from '@testing-library/react';
import type { Profile } from 'api/contract/social/profiles';
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
  runBulk,
  select,
  serviceOf,
  user,
} from '../testing/open-screen';
import { savedFiles } from '../testing/saved-files';
import ProfilesScreen from './profiles.screen';

const profile = (id: number, given: Partial<Profile> = {}): Profile => ({
  id,
  company_id: 4,
  company_name: 'Harbor & Pine',
  platform: 'instagram',
  platform_username: `user${id}`,
  platform_identifier: null,
  status: 'active',
  status_message: null,
  tags: [],
  created_at: '2026-01-01T12:00:00.000Z',
  updated_at: '2026-02-02T12:00:00.000Z',
  created_by_username: 'ada',
  last_updated_by_username: 'bob',
  ...given,
});
const pine = profile(1, { platform_identifier: '17841', tags: ['a', 'b', 'c', 'd', 'e', 'f', 'g', 'h'] });
const tok = profile(2, { platform: 'tiktok', status: 'inactive' });
const tube = profile(3, { platform: 'youtube', status: 'error', company_id: 5, company_name: 'Lumen' });
const PATH = '/social-media-profiles';

let service: Service;
beforeEach(async () => {
  service = await serviceOf(PATH, pine, tok, tube);
  service.on('GET /tags/', [200, pageOf({ id: 1, name: 'sale' })]);
});
afterEach(async () => {
  jest.restoreAllMocks();
  await service.close();
});

const open = (query?: string) => openScreen(<ProfilesScreen />, query);
const row = (name: string) => screen.findByRole('row', { name: new RegExp(name) });
const lastQuery = () => lastQueryOf(service, PATH);

test('columns, sort and badges: of a profile, inactive shows as warning', async () => {
  open();
  expect(await badgeTones('user1')).toEqual(['info', 'success']);
  expect(await badgeTones('user2')).toEqual(['dark', 'warning']);
  expect(await badgeTones('user3')).toEqual(['danger', 'danger']);
  expect(columnTitles()).toEqual(['Platform', 'Username', 'Status', 'Created', 'Updated', 'Tags']);
  expect(lastQuery()).toEqual({ page: '1', page_size: '25', sort_by: 'platform_username' });
});

test('the username has the platform identifier beneath it', async () => {
  open();
  expect(within(await row('user1')).getByText('17841')).toBeVisible();
});

test("up to 6 tag chips, then '+N', and an add-tag button", async () => {
  open();
  const cells = within(await row('user1'));
  expect(cells.getByText('f')).toBeVisible();
  expect(cells.queryByText('g')).toBeNull();
  expect(cells.getByText('+2')).toBeVisible();
  expect(cells.getByRole('button', { name: /^Add tag/ })).toBeVisible();
});

test('filters are company, search, platform, status and tag', async () => {
  open();
  await row('user1');
  await chooseCompany('Harbor & Pine');
  await user.type(screen.getByRole('searchbox', { name: 'Search' }), 'us{Enter}');
  await user.selectOptions(screen.getByRole('combobox', { name: 'Platform' }), 'TikTok');
  await user.selectOptions(screen.getByRole('combobox', { name: 'Status' }), 'Inactive');
  await user.click(screen.getByRole('combobox', { name: 'Tag' }));
  await user.click(await screen.findByRole('option', { name: 'sale' }));
  await waitFor(() =>
    expect(lastQuery()).toMatchObject({
      company_id: '4',
      search: 'us',
      platform: 'tiktok',
      status: 'inactive',
      tag: 'sale',
    }),
  );
});

test("a failed load reads 'Failed to load social media profiles'", async () => {
  service.on(`GET ${PATH}`, [500, {}]);
  open();
  expect(await screen.findByText('Failed to load social media profiles')).toBeVisible();
});

test("details are read anew; a failure reads 'Failed to load profile details'", async () => {
  service.on(`GET ${PATH}/1`, [500, {}]);
  open();
  await choose('user1 (Instagram)', 'View Details');
  const details = await dialog('Profile Details');
  expect(await details.findByText('Failed to load profile details')).toBeVisible();
  service.on(`GET ${PATH}/1`, [200, { ...pine, status_message: 'Signed out' }]);
  await user.click(details.getByRole('button', { name: 'Retry' }));
  expect(await details.findByText('Signed out')).toBeVisible();
  for (const text of ['Harbor & Pine', 'ada', 'bob', 'h']) expect(details.getByText(text)).toBeVisible();
});

test('a profile is created with the fields of the form and its company', async () => {
  service.on(`POST ${PATH}`, [201, pine]);
  open();
  await row('user1');
  await user.click(screen.getByRole('button', { name: 'Add New' }));
  const form = await dialog('Add Profile');
  expect(form.getByPlaceholderText('@username or handle')).toBeVisible();
  expect(form.getByRole('combobox', { name: /Status/ })).toHaveValue('active');
  expect(form.getByRole('textbox', { name: /Status Message/ })).toHaveAttribute('rows', '2');
  await user.click(form.getByRole('button', { name: 'Create' }));
  for (const sentence of ['Please select a company', 'Platform is required', 'Username is required'])
    expect(await form.findByText(sentence)).toBeVisible();
  await chooseCompany('Lumen', form);
  await user.selectOptions(form.getByRole('combobox', { name: /Platform/ }), 'TikTok');
  await user.type(form.getByRole('textbox', { name: /Username/ }), '@lumen');
  await user.click(form.getByRole('button', { name: 'Create' }));
  expect(await screen.findByText('Profile created successfully')).toBeVisible();
  expect(service.askedFor(`POST ${PATH}`)[0]?.body).toEqual({
    company_id: 5,
    platform: 'tiktok',
    platform_username: '@lumen',
    platform_identifier: null,
    status: 'active',
    status_message: null,
  });
});

test('editing sends a PATCH without the company, with what was read as If-Match', async () => {
  service.on(`PATCH ${PATH}/2`, [200, tok]);
  open();
  await choose('user2 (TikTok)', 'Edit');
  const form = await dialog('Edit Profile');
  expect(form.queryByRole('combobox', { name: /Company/ })).toBeNull();
  await user.selectOptions(form.getByRole('combobox', { name: /Status/ }), 'Error');
  await user.click(form.getByRole('button', { name: 'Update' }));
  expect(await screen.findByText('Profile updated successfully')).toBeVisible();
  const [sent] = service.askedFor(`PATCH ${PATH}/2`);
  expect(sent?.headers['if-match']).toBe(`"${tok.updated_at}"`);
  expect(sent?.body).toMatchObject({ platform_username: 'user2', status: 'error' });
  expect(sent?.body).not.toHaveProperty('company_id');
});

test("a failed delete reads 'Failed to delete profile'", async () => {
  jest.spyOn(console, 'error').mockImplementation();
  open();
  await choose('user1 (Instagram)', 'Delete');
  await confirm();
  expect(await screen.findByText('Failed to delete profile')).toBeVisible();
});

describe('bulk actions', () => {
  test('are the statuses, tags, export, delete and clear', async () => {
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
    const box = form.getByRole('textbox', { name: /Status Message/ });
    expect(box).toHaveAttribute('rows', '2');
    await user.type(box, 'Signed out');
    await user.click(form.getByRole('button', { name: 'Set Error' }));
    expect(await screen.findByText('Updated status for 3 profiles')).toBeVisible();
    const common = { new_status: 'error', status_message: 'Signed out', confirm: true };
    expect(service.askedFor(`POST ${PATH}/bulk/update-status`).map(({ body }) => body)).toEqual([
      { company_id: 4, ids: [1, 2], ...common },
      { company_id: 5, ids: [3], ...common },
    ]);
    await waitFor(() => expect(screen.getByText(/0 selected/)).toBeVisible());
  });

  test("without a message none is sent; a refusal reads 'Bulk status update failed' and keeps the form", async () => {
    service.on(`POST ${PATH}/bulk/update-status`, [400, { detail: 'Not today' }]);
    open();
    await select('user1 (Instagram)');
    await runBulk('Set Active');
    const form = await dialog('Set Active');
    await user.click(form.getByRole('button', { name: 'Set Active' }));
    expect(await screen.findByText('Bulk status update failed')).toBeVisible();
    expect(await form.findByText('Not today')).toBeVisible();
    expect(service.askedFor(`POST ${PATH}/bulk/update-status`)[0]?.body).toEqual({
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
    expect(screen.getByText('Failed to delete 1 profiles')).toBeVisible();
    expect(screen.getByText('Delete Selected: 1 of 2 failed')).toBeVisible();
    expect(service.askedFor(`POST ${PATH}/bulk/delete`)[0]?.body).toEqual({
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
    expect(service.askedFor(`POST ${PATH}/tags/bulk/add`)[0]?.body).toEqual({
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
});
