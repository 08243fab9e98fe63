import { screen, waitFor, within } from '@testing-library/react';
import { columnTitles, user } from '../testing/as-a-person';
import { savedFiles } from '../testing/saved-files';
import { chooseInMenu, openViews, startViews, viewOf, type TeaViews } from './testing/opened-views';

let teas: TeaViews;
beforeEach(async () => {
  localStorage.clear();
  teas = await startViews();
});
afterEach(() => teas.service.close());

const OWN = ['Name', 'Price per pound', 'Last Updated'];
const openColumns = async () => {
  await chooseInMenu('Columns');
  return within(await screen.findByRole('dialog', { name: 'Columns' }));
};
const apply = async () => {
  await user.click(screen.getByRole('button', { name: 'Apply' }));
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
};
const offered = (dialog: Awaited<ReturnType<typeof openColumns>>) =>
  dialog.getAllByRole('listitem').map((item) => item.querySelector('label')?.firstChild?.nextSibling?.textContent);

test('columns are hidden and come back; what a row is known by, its box and its menu cannot be hidden', async () => {
  await openViews();
  const dialog = await openColumns();
  expect(dialog.getByRole('checkbox', { name: /^Name/ })).toBeDisabled();
  expect(dialog.getAllByRole('checkbox')).toHaveLength(3);
  await user.click(dialog.getByRole('checkbox', { name: 'Price per pound' }));
  await apply();
  expect(columnTitles()).toEqual(['Name', 'Last Updated']);
  expect(screen.getByRole('checkbox', { name: 'Select Tea 01' })).toBeVisible();
  expect(screen.getByRole('button', { name: 'Actions for Tea 01' })).toBeVisible();
  const again = await openColumns();
  await user.click(again.getByRole('checkbox', { name: 'Price per pound' }));
  await apply();
  expect(columnTitles()).toEqual(['Name', 'Last Updated', 'Price per pound']);
});

test('columns move by their buttons, which keep the focus, and each move is said', async () => {
  await openViews();
  const dialog = await openColumns();
  const up = dialog.getByRole('button', { name: 'Move Last Updated up' });
  await user.click(up);
  expect(dialog.getByRole('status')).toHaveTextContent('Last Updated is now 2 of 3');
  expect(up).toHaveFocus();
  await user.keyboard('{Enter}');
  expect(dialog.getByRole('status')).toHaveTextContent('Last Updated is now 1 of 3');
  expect(up).toHaveFocus();
  expect(up).toHaveAttribute('aria-disabled', 'true');
  await user.keyboard('{Enter}');
  expect(offered(dialog)).toEqual(['Last Updated', 'Name', 'Price per pound']);
  await apply();
  expect(columnTitles()).toEqual(['Last Updated', 'Name', 'Price per pound']);
});

test('columns move with Alt and the arrows from their boxes', async () => {
  await openViews();
  const dialog = await openColumns();
  dialog.getByRole('checkbox', { name: 'Last Updated' }).focus();
  await user.keyboard('{Alt>}{ArrowUp}{/Alt}{ArrowUp}');
  expect(offered(dialog)).toEqual(['Name', 'Last Updated', 'Price per pound']);
  expect(dialog.getByRole('checkbox', { name: 'Last Updated' })).toHaveFocus();
});

test('Reset has the list as it is declared, and then nothing is remembered', async () => {
  await openViews();
  const dialog = await openColumns();
  await user.click(dialog.getByRole('checkbox', { name: 'Price per pound' }));
  await apply();
  expect(localStorage).toHaveLength(1);
  await openColumns();
  await user.click(screen.getByRole('button', { name: 'Reset' }));
  await apply();
  expect(columnTitles()).toEqual(OWN);
  expect(localStorage).toHaveLength(0);
});

test('Cancel leaves the columns as they were', async () => {
  await openViews();
  const dialog = await openColumns();
  await user.click(dialog.getByRole('checkbox', { name: 'Price per pound' }));
  await user.click(screen.getByRole('button', { name: 'Cancel' }));
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  expect(columnTitles()).toEqual(OWN);
});

test('in a view they are a change of the view, which Reset takes back', async () => {
  teas.views.push(viewOf({ id: 7, columns: ['name', 'price'] }));
  await openViews('/teas?view=7');
  await waitFor(() => expect(columnTitles()).toEqual(['Name', 'Price per pound']));
  const dialog = await openColumns();
  await user.click(dialog.getByRole('checkbox', { name: 'Price per pound' }));
  await apply();
  expect(columnTitles()).toEqual(['Name']);
  expect(await screen.findByRole('button', { name: 'Save changes' })).toBeVisible();
  await user.click(screen.getByRole('button', { name: 'Reset' }));
  await waitFor(() => expect(columnTitles()).toEqual(['Name', 'Price per pound']));
});

test('an export has every column, and a list is sorted by one that is hidden', async () => {
  const files = savedFiles();
  await openViews('/teas?sort_by=-price');
  const dialog = await openColumns();
  await user.click(dialog.getByRole('checkbox', { name: 'Price per pound' }));
  await apply();
  expect(teas.service.requestsTo('GET /teas').at(-1)?.query.get('sort_by')).toBe('-price');
  await user.click(screen.getByRole('button', { name: 'Export all 60 matching' }));
  await waitFor(() => expect(files).toHaveLength(1));
  expect(await files[0]?.text).toContain('Name,Price per pound,Last Updated');
  jest.restoreAllMocks();
});
