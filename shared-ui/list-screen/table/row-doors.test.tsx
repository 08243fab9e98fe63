import { fireEvent, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import type { Service } from 'shared-auth/testing';
import { openTeas, startTeaService, teaList, teasNumbered } from '../testing/teas';

let service: Service;
beforeEach(async () => {
  service = await startTeaService(teasNumbered(3));
});
afterEach(() => service.close());

const user = userEvent.setup();
const cell = (name: string) => screen.findByRole('rowheader', { name });
const rowOf = async (name: string) => (await cell(name)).closest('tr') as HTMLElement;
const opened = () => screen.findByRole('dialog');
/** A view of the screen's own, told at once which rows are opened. */
const openView = (list: Partial<typeof teaList> = {}) => {
  const onSelect = jest.fn<void, [{ name: string }]>();
  openTeas({ list: { ...teaList, ...list }, view: { label: 'Look', onSelect } });
  return () => onSelect.mock.calls.map(([{ name }]) => name);
};

test('a click on a row opens its details, and closing them gives the row the focus back', async () => {
  openTeas();
  await user.click(await cell('Tea 02'));
  expect(await opened()).toHaveTextContent('Tea 02');
  await user.keyboard('{Escape}');
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  expect(await rowOf('Tea 02')).toHaveFocus();
});

test('links, boxes, chips, buttons and the menu keep their own clicks', async () => {
  const { columns } = teaList;
  const cellOf = () => (
    <>
      <a href="/leaf" onClick={(event) => event.preventDefault()}>
        Leaf
      </a>
      <span className="tag-chip">green</span>
      <button>Brew</button>
    </>
  );
  const openedRows = openView({ columns: [...columns.slice(0, 2), { key: 'updated_at', cell: cellOf }] });
  const row = await rowOf('Tea 01');
  for (const own of ['a', '.tag-chip', 'td button', '[type="checkbox"]', '.list-table__select', '.list-table__actions'])
    await user.click(row.querySelector(own) as Element);
  await user.click(screen.getByRole('button', { name: 'Actions for Tea 01' }));
  expect(screen.getByRole('menu')).toBeVisible();
  expect(openedRows()).toEqual([]);
});

test('selecting text by dragging opens nothing, nor does a click with Ctrl or Shift', async () => {
  const openedRows = openView();
  const name = await cell('Tea 01');
  for (const key of ['Control', 'Shift']) {
    await user.keyboard(`{${key}>}`);
    await user.click(name);
    await user.keyboard(`{/${key}}`);
  }
  window.getSelection()?.setBaseAndExtent(name.firstChild as Node, 0, name.firstChild as Node, 3);
  fireEvent.click(name);
  expect(openedRows()).toEqual([]);
  await user.click(await cell('Tea 02'));
  expect(openedRows()).toEqual(['Tea 02']);
});

test('the rows are one stop for Tab; Up and Down go from row to row and Enter opens', async () => {
  openTeas();
  const stops = async () =>
    Promise.all(['Tea 01', 'Tea 02', 'Tea 03'].map(async (name) => (await rowOf(name)).tabIndex));
  await cell('Tea 01');
  expect(await stops()).toEqual([0, -1, -1]);
  (await rowOf('Tea 01')).focus();
  await user.keyboard('{ArrowUp}{ArrowDown}{ArrowDown}{ArrowDown}{ArrowUp}');
  expect(await rowOf('Tea 02')).toHaveFocus();
  expect(await stops()).toEqual([-1, 0, -1]);
  await user.keyboard('{Enter}');
  expect(await opened()).toHaveTextContent('Tea 02');
});

test('Enter in the box of a row opens its details and leaves the selection', async () => {
  openTeas();
  await cell('Tea 01');
  screen.getByRole('checkbox', { name: 'Select Tea 03' }).focus();
  await user.keyboard('{Enter}');
  expect(await opened()).toHaveTextContent('Tea 03');
  expect(screen.getByRole('checkbox', { name: 'Select Tea 03' })).not.toBeChecked();
});

test("a screen's own view takes the place of the details", async () => {
  const openedRows = openView();
  await user.click(await cell('Tea 02'));
  expect(openedRows()).toEqual(['Tea 02']);
  expect(screen.queryByRole('dialog')).toBeNull();
});
