import { act, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import type { Service } from 'shared-auth/testing';
import { commandsAt } from '../commands';
import { LEAVING } from '../router';
import { everything, openTeas, reading, startTeaService, teasNumbered } from './testing/teas';

let service: Service;
beforeEach(async () => {
  service = await startTeaService(teasNumbered(3));
});
afterEach(() => service.close());

const user = userEvent.setup();
const rowOf = async (name: string) => (await screen.findByRole('rowheader', { name })).closest('tr') as HTMLElement;
const offered = () => commandsAt(document.activeElement).flatMap(({ label }) => (label === undefined ? [] : [label]));
/** Does what the host does when a single key is pressed. */
const press = (key: string) =>
  act(() =>
    commandsAt(document.activeElement)
      .find((command) => command.key === key)
      ?.run(),
  );

test('a list offers adding and its export, and for the row that has the focus what its menu has', async () => {
  openTeas();
  const row = await rowOf('Tea 02');
  expect(offered()).toEqual(['Add New', 'Export all 3 matching', 'Views and columns']);
  row.focus();
  expect(offered()).toEqual([
    'Add New',
    'Export all 3 matching',
    'Views and columns',
    'View Details: Tea 02',
    'Edit: Tea 02',
    'Delete: Tea 02',
  ]);
});

test('what the person may not do is no command, and has no key', async () => {
  openTeas({ calls: reading, can: { export: false }, bulkActions: [] });
  (await rowOf('Tea 02')).focus();
  expect(offered()).toEqual(['Views and columns', 'View Details: Tea 02']);
  const keys = commandsAt(document.activeElement).flatMap(({ key = [] }) => key);
  expect(keys.sort()).toEqual(['/', 'Enter', 'j', 'k']);
});

test('with rows selected or filters set there is more to do', async () => {
  openTeas({}, '/teas?name=Tea');
  await rowOf('Tea 02');
  await user.click(screen.getByRole('checkbox', { name: 'Select Tea 02' }));
  screen.getByRole('button', { name: 'Add New' }).focus();
  expect(offered()).toEqual([
    'Add New',
    'Export all 3 matching',
    'Views and columns',
    'Export Selected',
    'Clear Selection',
    'Clear Filters',
  ]);
  act(() =>
    commandsAt(null)
      .find(({ label }) => label === 'Clear Filters')
      ?.run(),
  );
  await waitFor(() => expect(offered()).toEqual(['Add New', 'Export all 3 matching', 'Views and columns']));
});

test('a screen that is gone offers nothing', async () => {
  const { unmount } = openTeas();
  await rowOf('Tea 01');
  unmount();
  expect(commandsAt(document.body)).toEqual([]);
});

test('J and K go from row to row, first to the one that Tab would reach', async () => {
  openTeas();
  await rowOf('Tea 01');
  press('j');
  expect(await rowOf('Tea 01')).toHaveFocus();
  press('j');
  press('j');
  press('j');
  expect(await rowOf('Tea 03')).toHaveFocus();
  press('k');
  expect(await rowOf('Tea 02')).toHaveFocus();
  // From inside a row, too.
  screen.getByRole('button', { name: 'Actions for Tea 02' }).focus();
  press('j');
  expect(await rowOf('Tea 03')).toHaveFocus();
});

test('X selects the row, and Shift+X all from the one before it', async () => {
  openTeas();
  await rowOf('Tea 01');
  for (const key of ['j', 'x', 'j', 'j', 'Shift+X']) press(key);
  expect(screen.getByText('3 total records (3 selected)')).toBeVisible();
  press('x');
  expect(screen.getByText('3 total records (2 selected)')).toBeVisible();
});

test('E edits the row that has the focus, and gives the focus back to it', async () => {
  openTeas({ calls: everything });
  (await rowOf('Tea 02')).focus();
  press('e');
  expect(await screen.findByRole('dialog', { name: 'Edit Tea' })).toBeVisible();
  await user.keyboard('{Escape}');
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  expect(await rowOf('Tea 02')).toHaveFocus();
});

test('N opens the form for a new record', async () => {
  openTeas();
  await rowOf('Tea 02');
  press('n');
  expect(await screen.findByRole('dialog', { name: 'Add Tea' })).toBeVisible();
});

test('the slash leads to the first filter, unfolding those of a phone', async () => {
  openTeas();
  await rowOf('Tea 02');
  press('/');
  expect(screen.getByRole('searchbox', { name: 'Name' })).toHaveFocus();
  expect(screen.getByRole('button', { name: 'Filters' })).toHaveAttribute('aria-expanded', 'true');
});

describe('a record that the address names', () => {
  test('is opened whatever page it is on, once, and leaves the address', async () => {
    service.on('GET /teas/77', [200, { ...teasNumbered(1)[0], id: 77, name: 'Far tea' }]);
    const { router } = openTeas({}, '/teas?record=77&name=0');
    expect(await screen.findByRole('dialog', { name: 'Far tea' })).toBeVisible();
    expect(router.state.location.search).toBe('?name=0');
    await user.keyboard('{Escape}');
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    expect(service.requestsTo('GET /teas/77')).toHaveLength(1);
  });

  test('is opened from the same list, in the place of another', async () => {
    for (const id of [77, 78]) service.on(`GET /teas/${id}`, [200, { ...teasNumbered(1)[0], id, name: `Far ${id}` }]);
    const { router } = openTeas({}, '/teas?record=77');
    expect(await screen.findByRole('dialog', { name: 'Far 77' })).toBeVisible();
    await act(() => router.navigate('/teas?record=78'));
    expect(await screen.findByRole('dialog', { name: 'Far 78' })).toBeVisible();
  });

  test('is opened in the place of a form that the palette is opened over', async () => {
    service.on('GET /teas/77', [200, { ...teasNumbered(1)[0], id: 77, name: 'Far tea' }]);
    const { router } = openTeas();
    (await rowOf('Tea 02')).focus();
    press('e');
    await screen.findByRole('dialog', { name: 'Edit Tea' });
    await act(() => router.navigate('/teas?record=77', LEAVING));
    expect(await screen.findByRole('dialog', { name: 'Far tea' })).toBeVisible();
    expect(screen.queryByRole('dialog', { name: 'Edit Tea' })).toBeNull();
  });

  test('and that is not there is said', async () => {
    service.on('GET /teas/77', [404, { detail: 'Tea not found' }]);
    openTeas({}, '/teas?record=77');
    expect(await screen.findByText('Failed to load tea details')).toBeVisible();
    expect(screen.getByText('Tea not found')).toBeVisible();
  });

  test.each(['0', '-1', 'abc', '1.5'])('by %s is none', async (record) => {
    const { router } = openTeas({}, `/teas?record=${record}`);
    await rowOf('Tea 01');
    await waitFor(() => expect(router.state.location.search).toBe(''));
    expect(service.requests.filter(({ path }) => path.startsWith('/teas/'))).toEqual([]);
  });
});
