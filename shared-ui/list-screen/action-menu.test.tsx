import { act, fireEvent, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import type { Service } from 'shared-auth/testing';
import { rowForm } from './actions';
import { openTeas, reading, startTeaService, teasNumbered, teaWrite, type Tea } from './testing/teas';

let service: Service;
let teas: Tea[];
beforeEach(async () => {
  teas = teasNumbered(4);
  service = await startTeaService(teas);
});
afterEach(() => service.close());

const user = userEvent.setup();
const firstRow = (name: string) => screen.findByRole('rowheader', { name });
const openMenu = (name: string) => user.click(screen.getByRole('button', { name: `Actions for ${name}` }));

describe("a row's menu", () => {
  const labels = () => screen.getAllByRole('menuitem').map((item) => item.textContent);

  test('has View Details, Edit, custom actions and Delete', async () => {
    const onSelect = jest.fn();
    openTeas({ rowActions: [{ label: 'Brew', onSelect }] });
    await firstRow('Tea 01');
    await openMenu('Tea 03');
    expect(labels()).toEqual(['View Details', 'Edit', 'Brew', 'Delete']);
    await user.click(screen.getByRole('menuitem', { name: 'Brew' }));
    expect(onSelect).toHaveBeenCalledWith(expect.objectContaining({ id: 3 }));
  });

  test('acts on the row as the list has it now, where that was read again while it was open', async () => {
    const onSelect = jest.fn();
    const { readAgain } = openTeas({ rowActions: [{ label: 'Brew', onSelect }] });
    await firstRow('Tea 01');
    await openMenu('Tea 03');
    teas[2] = { ...teas[2]!, price: 99 };
    act(readAgain);
    await screen.findByText('99');
    await user.click(screen.getByRole('menuitem', { name: 'Brew' }));
    expect(onSelect).toHaveBeenCalledWith(expect.objectContaining({ id: 3, price: 99 }));
  });

  test('is closed by its button, also where the list was read again meanwhile', async () => {
    const { readAgain } = openTeas();
    await firstRow('Tea 01');
    await openMenu('Tea 03');
    teas[2] = { ...teas[2]!, price: 99 };
    act(readAgain);
    await screen.findByText('99');
    await openMenu('Tea 03');
    expect(screen.queryByRole('menu')).toBeNull();
  });

  test('and the page offer only what the person may do', async () => {
    openTeas({ calls: reading });
    await firstRow('Tea 01');
    expect(screen.queryByRole('button', { name: 'Add New' })).toBeNull();
    await openMenu('Tea 03');
    expect(labels()).toEqual(['View Details']);
  });

  test('is opened by Enter or an arrow, walked by arrows, left by Escape, and gives the focus back', async () => {
    openTeas();
    await firstRow('Tea 01');
    const button = screen.getByRole('button', { name: 'Actions for Tea 02' });
    button.focus();
    await user.keyboard('{ArrowDown}');
    expect(screen.getByRole('menuitem', { name: 'View Details' })).toHaveFocus();
    await user.keyboard('{ArrowUp}');
    expect(screen.getByRole('menuitem', { name: 'Delete' })).toHaveFocus();
    await user.keyboard('{ArrowDown}{ArrowDown}');
    expect(screen.getByRole('menuitem', { name: 'Edit' })).toHaveFocus();
    await user.keyboard('{Escape}');
    expect(screen.queryByRole('menu')).toBeNull();
    expect(button).toHaveFocus();
    await user.keyboard('{Enter}');
    expect(screen.getByRole('menu', { name: 'Actions for Tea 02' })).toBeVisible();
    await user.click(document.body);
    expect(screen.queryByRole('menu')).toBeNull();
  });

  test('closes when the page moves away under it, and not by a scroll that was over when it opened', async () => {
    openTeas();
    await firstRow('Tea 01');
    const place = jest
      .spyOn(HTMLElement.prototype, 'getBoundingClientRect')
      .mockReturnValue(new DOMRect(0, 500, 32, 32));
    await openMenu('Tea 03');
    fireEvent.scroll(document);
    expect(screen.getByRole('menu')).toBeVisible();
    place.mockReturnValue(new DOMRect(0, 480, 32, 32));
    fireEvent.scroll(document);
    expect(screen.queryByRole('menu')).toBeNull();
    place.mockRestore();
  });

  test('an action that leads to another screen is a link, from which the list is found again as it was', async () => {
    const { router } = openTeas(
      { rowActions: [{ label: 'Leaves', to: ({ id }) => `/teas/${id}/leaves` }] },
      '/teas?name=Tea&sort_by=-name',
    );
    await firstRow('Tea 03');
    await openMenu('Tea 03');
    expect(screen.getByRole('menuitem', { name: 'Leaves' })).toHaveAttribute('href', '/teas/3/leaves');
    await user.keyboard('{ArrowDown}{ArrowDown} ');
    expect(router.state.location.pathname).toBe('/teas/3/leaves');
    await user.click(screen.getByRole('link', { name: 'Back to Teas' }));
    expect(router.state.location).toMatchObject({ pathname: '/teas', search: '?name=Tea&sort_by=-name' });
  });

  test('an action that needs to know more asks in a form, which begins with the row', async () => {
    const run = jest.fn(() => Promise.resolve());
    const rename = rowForm({
      label: 'Rename',
      form: { title: 'Rename Tea', schema: teaWrite, fields: [{ key: 'name', type: 'text' }], submitLabel: 'Save' },
      run,
    });
    openTeas({ rowActions: [rename] });
    await firstRow('Tea 03');
    await openMenu('Tea 03');
    await user.click(screen.getByRole('menuitem', { name: 'Rename' }));
    const form = within(await screen.findByRole('dialog', { name: 'Rename Tea' }));
    await user.type(form.getByRole('textbox', { name: /Name/ }), '!');
    await user.click(form.getByRole('button', { name: 'Save' }));
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    expect(run).toHaveBeenCalledWith(
      expect.objectContaining({ id: 3 }),
      { name: 'Tea 03!' },
      '2026-01-01T00:00:00.000Z',
    );
  });
});
