import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import type { Service } from 'shared-auth/testing';
import { listTeas, openTeas, startTeaService, teasNumbered } from './testing/teas';

let service: Service;
beforeEach(async () => {
  service = await startTeaService(teasNumbered(3));
});
afterEach(() => service.close());

const user = userEvent.setup();
const firstRow = (name: string) => screen.findByRole('rowheader', { name });
const listHasFocus = () => waitFor(() => expect(screen.getByRole('region', { name: 'Teas' })).toHaveFocus());

describe('the list takes the focus that would be lost', () => {
  test('when the bulk bar goes with the selection', async () => {
    openTeas();
    await firstRow('Tea 01');
    await user.click(screen.getByRole('checkbox', { name: 'Select Tea 02' }));
    screen.getByRole('button', { name: 'Clear Selection' }).focus();
    await user.keyboard('{Enter}');
    await listHasFocus();
  });

  test('when the filters are cleared', async () => {
    openTeas({}, '/teas?name=01');
    (await screen.findByRole('button', { name: 'Clear Filters' })).focus();
    await user.keyboard('{Enter}');
    await listHasFocus();
  });

  test('when a failed list is asked for again', async () => {
    service.on('GET /teas', [500]);
    openTeas();
    const retry = await screen.findByRole('button', { name: 'Retry' });
    listTeas(service, teasNumbered(3));
    retry.focus();
    await user.keyboard('{Enter}');
    await firstRow('Tea 01');
    await listHasFocus();
  });

  test('when a row is deleted whose menu it would go back to', async () => {
    openTeas();
    await firstRow('Tea 01');
    await user.click(screen.getByRole('button', { name: 'Actions for Tea 01' }));
    await user.click(screen.getByRole('menuitem', { name: 'Delete' }));
    await user.click(within(await screen.findByRole('dialog')).getByRole('button', { name: 'Delete tea' }));
    await waitFor(() => expect(screen.queryByText('Tea 01')).toBeNull());
    await listHasFocus();
  });
});

describe('what opened a form has the focus again once its changes are discarded', () => {
  test.each([
    ["a row's menu", 'Actions for Tea 02', 'Edit'],
    ['Add New', 'Add New', null],
  ])('%s', async (_, name, item) => {
    openTeas();
    await firstRow('Tea 01');
    const opener = screen.getByRole('button', { name });
    await user.click(opener);
    if (item) await user.click(screen.getByRole('menuitem', { name: item }));
    await user.type(await screen.findByRole('textbox', { name: /^Name/ }), 'Leaf');
    await user.keyboard('{Escape}');
    await user.click(await screen.findByRole('button', { name: 'Discard changes' }));
    expect(opener).toHaveFocus();
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    expect(opener).toHaveFocus();
  });
});
