import { screen, waitFor, within } from '@testing-library/react';
import type { Person } from 'contract/people/people';
import {
  choose,
  COMPANIES,
  columnTitles,
  dialog,
  lastQueryOf,
  openScreen,
  pageOf,
  runBulk,
  select,
  serviceOf,
  user,
} from 'shared-ui/testing';
import CompaniesScreen from '../companies/companies.screen';
import PeopleScreen from './people.screen';

const person: Person = {
  id: 3,
  username: 'Ada Byron',
  email: 'ada@example.test',
  groups: ['AdManager'],
  company_ids: [4],
  company_names: ['Harbor & Pine'],
  state: 'active',
  last_sign_in_at: '2026-11-23T06:00:00.000Z',
  second_factor: 'none',
  managed_by: null,
  invitation_expires_at: null,
  created_at: '2026-11-01T12:00:00.000Z',
  updated_at: '2026-11-02T12:00:00.000Z',
};
const TOKEN = 'x'.repeat(43);
const PATH = '/people';

const service = serviceOf(PATH, person);

const open = () => openScreen(<PeopleScreen />, { groups: ['AaasAdmin'], companies: [...COMPANIES] });
const row = async () => within(await screen.findByRole('row', { name: /Ada Byron/ }));
const shown = (one: Person) => {
  service.on(`GET ${PATH}`, [200, pageOf(one)]);
  service.on(`GET ${PATH}/3`, [200, one]);
};

test('columns are name with email, groups, companies, state, second factor and the last sign-in', async () => {
  open();
  const cells = await row();
  expect(columnTitles()).toEqual(['Name', 'Groups', 'Companies', 'State', 'Second Factor', 'Last Sign-in']);
  for (const text of ['ada@example.test', 'AdManager', 'Harbor & Pine', 'Active'])
    expect(cells.getByText(text)).toBeVisible();
  expect(lastQueryOf(service, PATH)).toEqual({ page: '1', page_size: '25', sort_by: 'username' });
});

test('members of AaasAdmin see every company', async () => {
  shown({ ...person, groups: ['AaasAdmin'], company_names: [] });
  open();
  expect((await row()).getByText('Every company')).toBeVisible();
});

test('filters are search, group, state and the company that is seen', async () => {
  open();
  await row();
  await user.type(screen.getByRole('searchbox', { name: 'Search' }), 'ada{Enter}');
  await user.selectOptions(screen.getByRole('combobox', { name: 'Group' }), 'AdManager');
  await user.selectOptions(screen.getByRole('combobox', { name: 'State' }), 'Invited');
  await waitFor(() =>
    expect(lastQueryOf(service, PATH)).toMatchObject({ search: 'ada', group: 'AdManager', state: 'invited' }),
  );
  await user.click(screen.getByRole('combobox', { name: 'Sees Company' }));
  await user.click(await screen.findByRole('option', { name: 'Lumen' }));
  await waitFor(() => expect(lastQueryOf(service, PATH)).toMatchObject({ reaches: '5' }));
});

test('inviting says what each group grants, and shows the link once, by a dialog that only its button closes', async () => {
  const invited = { ...person, state: 'invited' as const, invitation_expires_at: '2026-11-26T06:00:00.000Z' };
  const made = { person: invited, token: TOKEN, expires_at: '2026-11-26T06:00:00.000Z' };
  service.on(`POST ${PATH}/invitations`, [201, made]);
  open();
  await row();
  await user.click(screen.getByRole('button', { name: 'Add New' }));
  const form = await dialog('Add Person');
  await user.click(form.getByRole('button', { name: 'Create' }));
  expect(await form.findByText('Name is required')).toBeVisible();
  await user.type(form.getByRole('textbox', { name: /Name/ }), 'Ada Byron');
  expect(form.getByText('Tags, selects, exports and refreshes ads.')).toBeVisible();
  await user.click(form.getByRole('checkbox', { name: 'AdManager' }));
  await user.click(form.getByRole('button', { name: 'Create' }));
  const link = await dialog('Copy the Invitation');
  expect(link.getByText(`${window.location.origin}/login#invitation=${TOKEN}`)).toBeVisible();
  expect(service.requestsTo(`POST ${PATH}/invitations`)[0]?.body).toMatchObject({
    username: 'Ada Byron',
    groups: ['AdManager'],
    company_ids: [],
  });
  await user.click(link.getByRole('button', { name: 'Close' }));
  expect(await link.findByText('Copy it first, then press “I have copied it”.')).toBeVisible();
  await user.click(link.getByRole('button', { name: 'I have copied it' }));
  await waitFor(() => expect(document.body.innerHTML).not.toContain(TOKEN));
});

test('editing one changes email, groups and companies, not the name, and sends what was read', async () => {
  service.on(`PATCH ${PATH}/3`, [200, person]);
  open();
  await row();
  await choose('Ada Byron', 'Edit');
  const form = await dialog('Edit Person');
  expect(form.queryByRole('textbox', { name: /Name/ })).toBeNull();
  await user.click(form.getByRole('checkbox', { name: 'Admin' }));
  await user.click(form.getByRole('button', { name: 'Remove Harbor & Pine' }));
  await user.click(form.getByRole('button', { name: 'Update' }));
  expect(await screen.findByText('Person updated successfully')).toBeVisible();
  const [sent] = service.requestsTo(`PATCH ${PATH}/3`);
  expect(sent?.body).toMatchObject({ groups: ['AdManager', 'Admin'], company_ids: [] });
  expect(sent?.headers['if-match']).toBe(`"${person.updated_at}"`);
});

test('the second factor of somebody who lost it is reset', async () => {
  shown({ ...person, second_factor: 'app' });
  service.on(`POST ${PATH}/3/reset-second-factor`, [200, person]);
  open();
  expect((await row()).getByText('App')).toBeVisible();
  await choose('Ada Byron', 'Sign-in');
  const question = await dialog('Sign-in');
  await user.click(question.getByRole('button', { name: 'Reset Second Factor' }));
  expect(await screen.findByText('Second factor reset')).toBeVisible();
  expect(service.requestsTo(`POST ${PATH}/3/reset-second-factor`)).toHaveLength(1);
});

test.each([
  ['active', 'Disable', `POST ${PATH}/3/disable`, 'Person disabled'],
  ['active', 'Sign Out Everywhere', `POST ${PATH}/3/sign-out`, 'Signed out everywhere'],
  ['disabled', 'Enable', `POST ${PATH}/3/enable`, 'Person enabled'],
  ['expired', 'Revoke Invitation', `DELETE ${PATH}/3/invitation`, 'Invitation revoked'],
] as const)('of one who is %s, sign-in offers %s and says what it does', async (state, button, call, told) => {
  shown({ ...person, state });
  service.on(call, [200, { ...person, sessions_ended: 1 }]);
  open();
  await row();
  await choose('Ada Byron', 'Sign-in');
  const question = await dialog('Sign-in');
  await user.click(question.getByRole('button', { name: button }));
  expect(await screen.findByText(told)).toBeVisible();
  expect(service.requestsTo(call)).toHaveLength(1);
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
});

test('what a rule refuses is said, and nothing closes', async () => {
  service.on(`POST ${PATH}/3/disable`, [400, { detail: 'You cannot disable yourself.' }]);
  open();
  await row();
  await choose('Ada Byron', 'Sign-in');
  await user.click((await dialog('Sign-in')).getByRole('button', { name: 'Disable' }));
  expect(await screen.findByText('You cannot disable yourself.')).toBeVisible();
  expect(screen.getByRole('dialog', { name: 'Sign-in' })).toBeVisible();
});

test('an invited person gets a new link, shown once', async () => {
  shown({ ...person, state: 'expired' });
  const made = { person, token: TOKEN, expires_at: '2026-11-26T06:00:00.000Z' };
  service.on(`POST ${PATH}/3/invitation`, [201, made]);
  open();
  await row();
  await choose('Ada Byron', 'Sign-in');
  await user.click((await dialog('Sign-in')).getByRole('button', { name: 'New Link' }));
  expect((await dialog('Copy the Invitation')).getByText(new RegExp(TOKEN))).toBeVisible();
});

test('what a person may do is said by group, record and company', async () => {
  service.on(`GET ${PATH}/3/rights`, [
    200,
    { every_company: false, companies: [{ id: 4, name: 'Harbor & Pine' }], rights: [{ kind: 'Ad', may: 'own' }] },
  ]);
  open();
  await row();
  await choose('Ada Byron', 'What They May Do');
  const rights = await dialog('What This Person May Do');
  for (const text of ['Tags, selects, exports and refreshes ads.', 'Ad', 'Everything that can be done with it'])
    expect(await rights.findByText(text)).toBeVisible();
  expect(rights.getByText('Harbor & Pine')).toBeVisible();
});

test('groups and companies of many are added and taken away in one call', async () => {
  service.on(`POST ${PATH}/bulk/rights`, [200, { success_count: 1, error_count: 0, errors: [] }]);
  open();
  await row();
  await select('Ada Byron');
  await runBulk('Groups and Companies');
  const form = await dialog('Change Groups and Companies');
  await user.click(within(form.getByRole('group', { name: 'Add Groups' })).getByRole('checkbox', { name: 'Admin' }));
  await user.click(form.getByRole('button', { name: 'Change' }));
  expect(await screen.findByText('Changed 1 people')).toBeVisible();
  expect(service.requestsTo(`POST ${PATH}/bulk/rights`)[0]?.body).toMatchObject({
    ids: [3],
    confirm: true,
    add_groups: ['Admin'],
  });
});

test('groups and companies that a provider decides about are shown and not changed', async () => {
  service.on(`GET ${PATH}`, [200, pageOf({ ...person, managed_by: 'okta' })]);
  service.on(`GET ${PATH}/3`, [200, { ...person, managed_by: 'okta' }]);
  service.on(`PATCH ${PATH}/3`, [200, person]);
  open();
  await screen.findByRole('row', { name: /Ada Byron/ });
  await choose('Ada Byron', 'Edit');
  const form = await dialog('Edit Person');
  expect(form.getAllByText('okta decides about this at each sign-in.')).toHaveLength(2);
  expect(form.getByRole('checkbox', { name: 'AdManager' })).toBeDisabled();
  expect(form.queryByRole('combobox', { name: 'Companies' })).toBeNull();
  expect(form.queryByRole('button', { name: /^Remove/ })).toBeNull();
  expect(form.getByLabelText('Email')).toBeEnabled();
});

test('a company’s menu says who sees it and why', async () => {
  service.on('GET /companies', [200, pageOf({ id: 4, name: 'Harbor & Pine', slug: 'harbor-pine', timezone: 'UTC' })]);
  const item = { id: 3, username: 'Ada Byron', email: '', groups: ['AdManager'], state: 'active' };
  service.on('GET /companies/4/people', [
    200,
    { items: [{ ...item, is_member: true, sees_every_company: false, managed_by: 'okta' }], total: 1 },
  ]);
  openScreen(<CompaniesScreen />, { groups: ['AaasAdmin'], companies: [...COMPANIES] });
  await screen.findByRole('row', { name: /Harbor & Pine/ });
  await choose('Harbor & Pine', 'Who Sees It');
  const found = await dialog('Who Sees This Company');
  expect(await found.findByText('Member of this company; by the sign-in rules of okta')).toBeVisible();
  expect(found.getByText('AdManager')).toBeVisible();
  expect(found.getByRole('button', { name: 'Export CSV' })).toBeEnabled();
});

test("the empty message is 'No people found'", async () => {
  service.on(`GET ${PATH}`, [200, pageOf()]);
  open();
  expect(await screen.findByText('No people found')).toBeVisible();
});
