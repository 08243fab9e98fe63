import { screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import type { Service } from 'shared-auth/testing';
import { openTeas, startTeaService, teaList, teasNumbered } from '../testing/teas';

let service: Service;
beforeEach(async () => {
  service = await startTeaService(teasNumbered(3));
});
afterEach(() => service.close());

const user = userEvent.setup();
const rowOf = async (name: string) => (await screen.findByRole('rowheader', { name })).closest('tr') as HTMLElement;
const stops = () =>
  [...screen.getByRole('table').querySelectorAll<HTMLElement>('*')].filter((one) => one.tabIndex === 0);
const box = (name: string) => screen.getByRole('checkbox', { name: `Select ${name}` });
const menu = (name: string) => screen.getByRole('button', { name: `Actions for ${name}` });

test('a table is one stop for Tab, whatever its cells draw: the first row, then what had the focus last', async () => {
  const { columns } = teaList;
  openTeas({
    list: { ...teaList, columns: [...columns.slice(0, 2), { key: 'updated_at', cell: () => <button>Brew</button> }] },
  });
  const first = await rowOf('Tea 01');
  await waitFor(() => expect(stops()).toEqual([first]));
  first.focus();
  await user.tab();
  expect(screen.getByRole('table')).not.toContainElement(document.activeElement as HTMLElement);
  await user.tab({ shift: true });
  expect(first).toHaveFocus();
  await user.keyboard('{ArrowDown}{End}');
  expect(stops()).toEqual([menu('Tea 02')]);
  await user.tab();
  await user.tab({ shift: true });
  expect(menu('Tea 02')).toHaveFocus();
});

test('after another page the first row is the stop', async () => {
  await service.close();
  service = await startTeaService(teasNumbered(30));
  openTeas();
  (await rowOf('Tea 02')).focus();
  await user.click(screen.getByRole('button', { name: 'Next page' }));
  const first = await rowOf('Tea 26');
  await waitFor(() => expect(stops()).toEqual([first]));
});

test('Left and Right go through what is in a row, Home and End to the row and to its menu', async () => {
  openTeas();
  const first = await rowOf('Tea 01');
  first.focus();
  await user.keyboard('{ArrowRight}');
  expect(box('Tea 01')).toHaveFocus();
  await user.keyboard('{ArrowRight}');
  expect(menu('Tea 01')).toHaveFocus();
  await user.keyboard('{ArrowRight}{ArrowLeft}');
  expect(box('Tea 01')).toHaveFocus();
  await user.keyboard('{End}');
  expect(menu('Tea 01')).toHaveFocus();
  await user.keyboard('{Home}');
  expect(first).toHaveFocus();
});

test('Up and Down stay in the column of what has the focus, and reach the header', async () => {
  openTeas();
  (await rowOf('Tea 02')).focus();
  await user.keyboard('{ArrowRight}{ArrowDown}');
  expect(box('Tea 03')).toHaveFocus();
  await user.keyboard('{ArrowUp}{ArrowUp}{ArrowUp}');
  expect(screen.getByRole('checkbox', { name: 'Select all rows on this page' })).toHaveFocus();
  await user.keyboard('{ArrowRight}');
  expect(screen.getByRole('button', { name: 'Name' })).toHaveFocus();
  await user.keyboard('{ArrowLeft}{ArrowDown}');
  expect(await rowOf('Tea 01')).toHaveFocus();
});

test('with Shift, Ctrl or Alt the arrows are the browser’s', async () => {
  openTeas();
  const first = await rowOf('Tea 01');
  first.focus();
  await user.keyboard('{Shift>}{ArrowDown}{/Shift}{Control>}{ArrowDown}{/Control}{Alt>}{ArrowDown}{/Alt}');
  expect(first).toHaveFocus();
});

test('Down on the button of a menu opens the menu', async () => {
  openTeas();
  await rowOf('Tea 01');
  menu('Tea 01').focus();
  await user.keyboard('{ArrowDown}');
  expect(screen.getByRole('menuitem', { name: 'View Details' })).toHaveFocus();
});

describe('a click with Shift on the box of a row', () => {
  const selected = () =>
    screen.getAllByRole<HTMLInputElement>('checkbox', { name: /^Select Tea/ }).map(({ checked }) => checked);
  const shiftClick = async (name: string) => {
    await user.keyboard('{Shift>}');
    await user.click(box(name));
    await user.keyboard('{/Shift}');
  };

  test('selects all rows from the one that was clicked last, upwards as well', async () => {
    openTeas();
    await rowOf('Tea 03');
    await user.click(box('Tea 03'));
    await shiftClick('Tea 01');
    expect(selected()).toEqual([true, true, true]);
    expect(screen.getByText('3 total records (3 selected)')).toBeVisible();
  });

  test('lets them go where it lets its own row go', async () => {
    openTeas();
    await rowOf('Tea 03');
    await user.click(screen.getByRole('checkbox', { name: 'Select all rows on this page' }));
    await user.click(box('Tea 01'));
    await shiftClick('Tea 02');
    expect(selected()).toEqual([false, false, true]);
  });

  test('selects its row alone where none was clicked before', async () => {
    openTeas();
    await rowOf('Tea 03');
    await shiftClick('Tea 02');
    expect(selected()).toEqual([false, true, false]);
  });
});
