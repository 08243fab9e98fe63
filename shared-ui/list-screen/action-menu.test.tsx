import { screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import type { Service } from 'shared-auth/testing';
import { openTeas, reading, startTeaService, teasNumbered } from './testing/teas';

let service: Service;
beforeEach(async () => {
  service = await startTeaService(teasNumbered(4));
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
});
