import { screen, waitFor } from '@testing-library/react';
import type { PostCriteria } from 'contract/social/post-criteria';
import {
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
import PostCriteriaScreen from './post-criteria.screen';

const criteria: PostCriteria = {
  id: 3,
  company_id: 4,
  company_name: 'Harbor & Pine',
  description: 'Shows a product in use.',
  created_at: '2026-01-01T12:00:00.000Z',
  updated_at: '2026-02-02T12:00:00.000Z',
};
const PATH = '/social-media-post-criteria';

const service = serviceOf(PATH, criteria);

const open = (query?: string) => openSocial(<PostCriteriaScreen />, query);
const row = () => screen.findByRole('row', { name: /Harbor & Pine/ });
const lastQuery = () => lastQueryOf(service, PATH);

test('columns are Company, Criteria Description, Created and Updated, sorted by company__name', async () => {
  open();
  await row();
  const titles = ['Company', 'Criteria Description', 'Created', 'Updated'];
  expect(columnTitles()).toEqual(titles);
  for (const name of titles) expect(screen.getByRole('button', { name })).toBeVisible();
  expect(lastQuery()).toEqual({ page: '1', page_size: '25', sort_by: 'company__name' });
  await user.click(screen.getByRole('button', { name: 'Company' }));
  await waitFor(() => expect(lastQuery().sort_by).toBe('-company__name'));
});

test('the description is truncated at 150 characters with a character count', async () => {
  service.on(`GET ${PATH}`, [200, pageOf({ ...criteria, description: '🌲'.repeat(1200) })]);
  open();
  await row();
  expect(screen.getByText(`${'🌲'.repeat(150)}…`)).toBeVisible();
  expect(screen.getByText('1,200 characters')).toBeVisible();
});

test("without a description it reads 'No description'", async () => {
  service.on(`GET ${PATH}`, [200, pageOf({ ...criteria, description: '' })]);
  open();
  await row();
  expect(screen.getByText('No description')).toBeVisible();
});

test('filters are company and search', async () => {
  open();
  await row();
  await user.type(screen.getByRole('searchbox', { name: 'Search' }), 'use{Enter}');
  await chooseCompany('Harbor & Pine');
  await waitFor(() => expect(lastQuery()).toMatchObject({ search: 'use', company_id: '4' }));
});

test('the pagination footer is shown only when there is more than one page', async () => {
  open();
  await row();
  expect(screen.queryByText(/^Showing/)).toBeNull();
});

test('the pagination footer of more than one page', async () => {
  service.on(`GET ${PATH}`, [200, { ...pageOf(criteria), total: 26, total_pages: 2 }]);
  open();
  expect(await screen.findByText('Showing 1 to 1 of 26 entries')).toBeVisible();
});

test("the empty message is 'No social media post criteria found'", async () => {
  service.on(`GET ${PATH}`, [200, pageOf()]);
  open();
  expect(await screen.findByText('No social media post criteria found')).toBeVisible();
});

test("a failed load reads 'Failed to load social media post criteria'", async () => {
  service.on(`GET ${PATH}`, [500, {}]);
  open();
  expect(await screen.findByText('Failed to load social media post criteria')).toBeVisible();
});

describe('adding', () => {
  const openForm = async () => {
    await row();
    await user.click(screen.getByRole('button', { name: 'Add New' }));
    return dialog('Add Criteria');
  };

  test("asks for company and description: 'Please select a company', 'Please enter a description'", async () => {
    open();
    const form = await openForm();
    expect(form.getByText('Each company can have only one set of social media post criteria.')).toBeVisible();
    await user.type(form.getByRole('textbox', { name: /Criteria Description/ }), '   ');
    await user.click(form.getByRole('button', { name: 'Create' }));
    expect(await form.findByText('Please select a company')).toBeVisible();
    const company = form.getByRole('combobox', { name: /Company/ });
    expect(company).toBeRequired();
    expect(company).toHaveAccessibleDescription(/Please select a company/);
    // Only what belongs on a control is put there.
    expect(company).not.toHaveAttribute('record');
    expect(form.getByText('Please enter a description')).toBeVisible();
    expect(service.requestsTo(`POST ${PATH}`)).toEqual([]);
  });

  test('sends company_id and the trimmed description', async () => {
    service.on(`POST ${PATH}`, [201, criteria]);
    open();
    const form = await openForm();
    await chooseCompany('Lumen', form);
    await user.type(form.getByRole('textbox', { name: /Criteria Description/ }), '  Any reel. ');
    await user.click(form.getByRole('button', { name: 'Create' }));
    expect(await screen.findByText('Criteria created successfully')).toBeVisible();
    expect(service.requestsTo(`POST ${PATH}`)[0]?.body).toEqual({ company_id: 5, description: 'Any reel.' });
  });

  test('begins with the company of the list only where that has no criteria yet', async () => {
    open('?company_id=4');
    const form = await openForm();
    expect(form.getByRole('combobox', { name: /Company/ })).toHaveValue('');
    await user.click(form.getByRole('button', { name: 'Cancel' }));
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    service.on(`GET ${PATH}`, [200, pageOf()]);
    await user.click(screen.getByRole('button', { name: 'Add New' }));
    const other = await dialog('Add Criteria');
    await waitFor(() => expect(other.getByRole('combobox', { name: /Company/ })).toHaveValue('Harbor & Pine'));
  });

  test('a second set for a company is refused in the form, which keeps what was typed', async () => {
    const detail = 'Each company can have only one set of social media post criteria.';
    service.on(`POST ${PATH}`, [409, { detail }]);
    open('?company_id=4');
    const form = await openForm();
    await chooseCompany('Harbor & Pine', form);
    await user.type(form.getByRole('textbox', { name: /Criteria Description/ }), 'Any reel.');
    await user.click(form.getByRole('button', { name: 'Create' }));
    expect(await form.findByRole('alert')).toHaveTextContent(detail);
    expect(form.getByRole('textbox', { name: /Criteria Description/ })).toHaveValue('Any reel.');
  });
});

test('the company selection exists only at create, not at edit', async () => {
  service.on(`PATCH ${PATH}/3`, [200, criteria]);
  open();
  await choose('the criteria of Harbor & Pine', 'Edit');
  const form = await dialog('Edit Criteria');
  expect(form.queryByRole('combobox')).toBeNull();
  const box = form.getByRole('textbox', { name: /Criteria Description/ });
  expect(box).toHaveAttribute('rows', '10');
  await user.type(box, ' Outdoors. ');
  await user.click(form.getByRole('button', { name: 'Update' }));
  expect(await screen.findByText('Criteria updated successfully')).toBeVisible();
  const [sent] = service.requestsTo(`PATCH ${PATH}/3`);
  expect(sent?.body).toEqual({ description: 'Shows a product in use. Outdoors.' });
  expect(sent?.headers['if-match']).toBe(`"${criteria.updated_at}"`);
});

test('View Details shows the description whole', async () => {
  const description = `${'Outdoors. '.repeat(40)}In daylight.`;
  service.on(`GET ${PATH}`, [200, pageOf({ ...criteria, description })]);
  open();
  await choose('the criteria of Harbor & Pine', 'View Details');
  const details = await dialog('Criteria of Harbor & Pine');
  await user.click(details.getByRole('button', { name: 'Show full text' }));
  expect(details.getByText(description)).toBeVisible();
  expect(details.getByText('System Information')).toBeVisible();
});

test("delete asks for confirmation first; one that fails reads 'Failed to delete criteria'", async () => {
  const logged = jest.spyOn(console, 'error').mockImplementation();
  service.on(`DELETE ${PATH}/3`, [500, {}]);
  open();
  await choose('the criteria of Harbor & Pine', 'Delete');
  expect(await screen.findByText('Are you sure you want to delete the criteria of Harbor & Pine?')).toBeVisible();
  expect(service.requestsTo(`DELETE ${PATH}/3`)).toEqual([]);
  await confirm('Delete criteria');
  expect(await screen.findByText('Failed to delete criteria')).toBeVisible();
  logged.mockRestore();
});

test('markup in a description stays text', async () => {
  const description = '<img src=x onerror=alert(1)> <script>alert(1)</script>';
  service.on(`GET ${PATH}`, [200, pageOf({ ...criteria, description })]);
  open();
  await row();
  expect(screen.getByText(description)).toBeVisible();
  expect(document.querySelector('img, script')).toBeNull();
});
