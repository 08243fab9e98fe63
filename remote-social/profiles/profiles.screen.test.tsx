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
import { pine, tok, tube } from '../testing/records';
import ProfilesScreen from './profiles.screen';

const PATH = '/social-media-profiles';

const service = serviceOf(PATH, pine, tok, tube);
beforeEach(() => service.on('GET /tags/', [200, pageOf({ id: 1, name: 'sale' })]));

const open = (query?: string) => openSocial(<ProfilesScreen />, query);
const row = (name: string) => screen.findByRole('row', { name: new RegExp(name) });
const lastQuery = () => lastQueryOf(service, PATH);

test('columns, sort and badges: of a profile, inactive shows as warning', async () => {
  service.on(`GET ${PATH}`, [200, pageOf(...[pine, tok, tube].map((one) => ({ ...one, company_id: 4 })))]);
  open('?company_id=4');
  expect(await badgeTones('user1')).toEqual(['info', 'success']);
  expect(await badgeTones('user2')).toEqual(['dark', 'warning']);
  expect(await badgeTones('user3')).toEqual(['danger', 'danger']);
  expect(columnTitles()).toEqual(['Platform', 'Username', 'Status', 'Created', 'Updated', 'Tags']);
  expect(lastQuery()).toEqual({ company_id: '4', page: '1', page_size: '25', sort_by: 'platform_username' });
});

test('with no company chosen a column beside the username says whose a profile is', async () => {
  open();
  expect(within(await row('user3')).getByRole('cell', { name: 'Lumen' })).toBeVisible();
  expect(columnTitles().slice(0, 4)).toEqual(['Platform', 'Username', 'Company', 'Status']);
});

test("an error's reason stands below its status", async () => {
  service.on(`GET ${PATH}`, [200, pageOf({ ...tube, status_message: 'The account is private' })]);
  open();
  expect(await screen.findByText('The account is private')).toBeVisible();
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
  const details = await dialog('user1 (Instagram)');
  expect(await details.findByText('Failed to load profile details')).toBeVisible();
  service.on(`GET ${PATH}/1`, [200, { ...pine, status_message: 'Signed out' }]);
  await user.click(details.getByRole('button', { name: 'Retry' }));
  expect(await details.findByText('Signed out')).toBeVisible();
  for (const text of ['Profile · Harbor & Pine', 'ada', 'bob', 'h']) expect(details.getByText(text)).toBeVisible();
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
  expect(service.requestsTo(`POST ${PATH}`)[0]?.body).toEqual({
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
  const [sent] = service.requestsTo(`PATCH ${PATH}/2`);
  expect(sent?.headers['if-match']).toBe(`"${tok.updated_at}"`);
  expect(sent?.body).toMatchObject({ platform_username: 'user2', status: 'error' });
  expect(sent?.body).not.toHaveProperty('company_id');
});

test('a tag is added to and removed from one profile', async () => {
  service.on(`GET ${PATH}/1/tags/`, [200, { tags: ['old'] }]);
  service.on(`POST ${PATH}/1/tags`, [200, { tags: ['old', 'new'] }]);
  service.on(`DELETE ${PATH}/1/tags/old`, [204]);
  open();
  await user.click(await screen.findByRole('button', { name: 'Add tag to user1 (Instagram)' }));
  const tags = await dialog('Tags of user1 (Instagram)');
  await user.type(tags.getByRole('combobox', { name: 'Tags to add' }), 'new{Enter}');
  await user.click(tags.getByRole('button', { name: 'Add' }));
  expect(await screen.findByText('Added 1 tag(s) to profile')).toBeVisible();
  expect(service.requestsTo(`POST ${PATH}/1/tags`)[0]?.body).toEqual({ tag_name: 'new', create_if_not_exists: true });
  await user.click(await tags.findByRole('button', { name: 'Remove tag old' }));
  expect(await screen.findByText('Tag "old" removed')).toBeVisible();
});

test("a delete reads 'Profile deleted successfully'", async () => {
  service.on(`DELETE ${PATH}/1`, [204]);
  open();
  await choose('user1 (Instagram)', 'Delete');
  await confirm('Delete profile');
  expect(await screen.findByText('Profile deleted successfully')).toBeVisible();
});

test("a failed delete reads 'Failed to delete profile'", async () => {
  jest.spyOn(console, 'error').mockImplementation();
  open();
  await choose('user1 (Instagram)', 'Delete');
  expect(await screen.findByText(/^Are you sure you want to delete user1/)).toHaveTextContent(
    'Are you sure you want to delete user1 (Instagram) of Harbor & Pine?',
  );
  await confirm('Delete profile');
  expect(await screen.findByText('Failed to delete profile')).toBeVisible();
});
