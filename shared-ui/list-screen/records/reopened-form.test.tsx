import { act, cleanup, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { endSession, keepUnsavedOf, type Service } from 'shared-auth/testing';
import { bulkForm, rowForm } from '../actions';
import { openTeas, startTeaService, teasNumbered, teaWrite, type Tea } from '../testing/teas';

let service: Service;
beforeEach(async () => {
  keepUnsavedOf('1');
  service = await startTeaService(teasNumbered(30));
});
afterEach(() => {
  cleanup();
  localStorage.clear();
  sessionStorage.clear();
  return service.close();
});

const user = userEvent.setup();
const form = { title: 'Brew', schema: teaWrite, fields: ['name'] as const, submitLabel: 'Brew' };
const done: [readonly Tea[], string][] = [];
const openList = (address?: string) =>
  openTeas(
    {
      rowActions: [rowForm<Tea, typeof teaWrite>({ label: 'Brew it', form, run: () => Promise.resolve() })],
      bulkActions: [
        bulkForm<Tea, typeof teaWrite>({
          label: 'Brew all',
          form,
          run: (rows, { name }) => {
            done.push([rows, name]);
            return Promise.resolve();
          },
        }),
      ],
    },
    address,
  );

/** Ends the session under what is open, as the host does, and lets `who` sign in again and come back to the page. */
function signInAgain(who = '1', address?: string) {
  act(() => endSession('expired'));
  cleanup();
  keepUnsavedOf(who);
  return openList(address);
}
const openMenu = async (name: string, entry: string) => {
  await user.click(await screen.findByRole('button', { name: `Actions for ${name}` }));
  await user.click(screen.getByRole('menuitem', { name: entry }));
};
const nameIn = async (title: string) =>
  within(await screen.findByRole('dialog', { name: title })).findByRole('textbox', { name: /Name/ });

test('the form of a record is open again with what was typed, not saved yet, and nothing is sent', async () => {
  openList();
  await openMenu('Tea 02', 'Edit');
  await user.type(await nameIn('Edit Tea'), ' green');
  signInAgain();
  expect(await nameIn('Edit Tea')).toHaveValue('Tea 02 green');
  expect(screen.getByText('Not saved yet')).toBeVisible();
  expect(service.requests.filter(({ method }) => method !== 'GET')).toEqual([]);
  // Once: whoever closes it is not shown it at every coming back.
  cleanup();
  openList();
  await screen.findByRole('rowheader', { name: 'Tea 01' });
  expect(screen.queryByRole('dialog')).toBeNull();
});

test('so is one of a record that is on another page by now, and one of a new record', async () => {
  service.on('GET /teas/2', [200, teasNumbered(2)[1]]);
  openList();
  await openMenu('Tea 02', 'Edit');
  await user.type(await nameIn('Edit Tea'), '!');
  signInAgain('1', '/teas?page=2');
  const field = await nameIn('Edit Tea');
  expect(field).toHaveValue('Tea 02!');
  await user.type(field, '{Backspace}');
  await user.keyboard('{Escape}');
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  await user.click(screen.getByRole('button', { name: 'Add New' }));
  await user.type(await nameIn('Add Tea'), 'Assam');
  signInAgain();
  expect(await nameIn('Add Tea')).toHaveValue('Assam');
});

test('so are the forms of a row\u2019s action and of a bulk action, over the same rows', async () => {
  openList();
  await openMenu('Tea 02', 'Brew it');
  await user.type(await nameIn('Brew'), '!');
  signInAgain();
  const one = await nameIn('Brew');
  expect(one).toHaveValue('Tea 02!');
  await user.clear(one);
  await user.type(one, 'Tea 02');
  await user.keyboard('{Escape}');
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  for (const name of ['Tea 01', 'Tea 03']) await user.click(screen.getByRole('checkbox', { name: `Select ${name}` }));
  await user.click(screen.getByRole('button', { name: 'Brew all' }));
  await user.type(await nameIn('Brew'), 'Both');
  signInAgain();
  expect(await nameIn('Brew')).toHaveValue('Both');
  await user.click(within(screen.getByRole('dialog')).getByRole('button', { name: 'Brew' }));
  await waitFor(() => expect(done).toHaveLength(1));
  expect([done[0]?.[0].map(({ id }) => id), done[0]?.[1]]).toEqual([[1, 3], 'Both']);
});

test('another person who signs in sees nothing of it', async () => {
  openList();
  await openMenu('Tea 02', 'Edit');
  await user.type(await nameIn('Edit Tea'), '!');
  signInAgain('2');
  await screen.findByRole('rowheader', { name: 'Tea 01' });
  expect(screen.queryByRole('dialog')).toBeNull();
});
