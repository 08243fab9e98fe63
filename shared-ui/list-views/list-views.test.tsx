import { act, screen, waitFor, within } from '@testing-library/react';
import type { View } from 'contract/views';
import { commandsAt } from '../commands/commands-at';
import { columnTitles, confirm, dialog, user } from '../testing/as-a-person';
import {
  chooseInMenu,
  openMenu,
  openViews,
  present,
  startViews,
  tabNames,
  tabs,
  viewOf,
  type TeaViews,
} from './testing/opened-views';

let teas: TeaViews;
const start = async (...views: Partial<View>[]) => {
  teas = await startViews(...views.map(viewOf));
};
beforeEach(() => localStorage.clear());
afterEach(() => teas.service.close());

const lastQuery = () => Object.fromEntries(teas.service.requestsTo('GET /teas').at(-1)?.query ?? []);
const bodies = (call: string) => teas.service.requestsTo(call).map(({ body }) => body);
const table = () => screen.getByRole('table', { name: 'Teas' });
const nameFilter = () => screen.getByRole('searchbox', { name: 'Name' });

test('without a view there are no tabs, and the menu offers columns, density and a new view', async () => {
  await start();
  await openViews();
  expect(await openMenu()).toEqual(['Columns', 'Compact rows', 'Save as new view']);
  expect(screen.queryByRole('navigation', { name: 'Views' })).toBeNull();
});

test('the rows do not wait for the views: they are asked for when the first rows are there', async () => {
  await start({});
  await openViews();
  await tabNames();
  const asked = teas.service.requests.map(({ method, path }) => `${method} ${path}`);
  expect(asked.slice(0, 2)).toEqual(['GET /teas', 'GET /views']);
  expect(teas.service.requestsTo('GET /views')[0]?.query.get('list')).toBe('teas');
});

test('whoever comes back to a list finds its views there, and they are not asked for again at once', async () => {
  await start({});
  const { router } = await openViews();
  await tabNames();
  await act(() => router.navigate('/elsewhere'));
  await screen.findByText('Elsewhere');
  await act(() => router.navigate('/teas'));
  expect(await tabNames()).toEqual(['All', 'Cheap']);
  await waitFor(() => expect(teas.service.requestsTo('GET /teas')).toHaveLength(2));
  // Behind the rows, where the first visit asks: nothing else follows.
  await act(() => router.navigate('/teas?page=2'));
  await waitFor(() => expect(teas.service.requestsTo('GET /teas')).toHaveLength(3));
  expect(teas.service.requestsTo('GET /views')).toHaveLength(1);
});

test('a list whose views cannot be had is as it is without them', async () => {
  await start();
  teas.service.on('GET /views', [500, { detail: 'Internal server error' }]);
  await openViews();
  await waitFor(() => expect(teas.service.requestsTo('GET /views')).toHaveLength(1));
  expect(document.querySelectorAll('tbody tr')).toHaveLength(25);
  expect(screen.getByRole('alert')).toBeEmptyDOMElement();
});

describe('the tabs', () => {
  test("begin with 'All', and say whose a group's view is", async () => {
    await start({ id: 1, name: 'Cheap' }, { id: 2, name: 'Ours', group_name: 'AdManager', created_by_username: 'bob' });
    await openViews();
    expect(await tabNames()).toEqual(['All', 'Cheap', 'Ours, of AdManager, by bob']);
    expect(present()).toHaveTextContent('All');
  });

  test('open a view with its filters, sort, page size, columns and density, as a step that Back undoes', async () => {
    const query = 'sort_by=-name&page_size=50&name=Tea';
    await start({ id: 7, query, columns: ['price', 'name'], density: 'compact' });
    const { search, router } = await openViews();
    await tabNames();
    await user.click(tabs().getByRole('link', { name: 'Cheap' }));
    await waitFor(() => expect(lastQuery()).toEqual({ page: '1', page_size: '50', sort_by: '-name', name: 'Tea' }));
    expect(search()).toBe('?name=Tea&page_size=50&sort_by=-name&view=7');
    expect(present()).toHaveTextContent('Cheap');
    expect(columnTitles()).toEqual(['Price per pound', 'Name']);
    expect(table()).toHaveAttribute('data-density', 'compact');
    expect(nameFilter()).toHaveValue('Tea');
    await act(() => router.navigate(-1));
    expect(present()).toHaveTextContent('All');
    expect(columnTitles()).toEqual(['Name', 'Price per pound', 'Last Updated']);
    expect(table()).toHaveAttribute('data-density', 'comfortable');
  });

  test('stay with their view when its page, sort or filters change, and say that it was changed', async () => {
    await start({ id: 7, query: 'name=Tea' });
    const { search } = await openViews('/teas?name=Tea&view=7');
    await tabNames();
    await user.click(screen.getByRole('button', { name: 'Page 2' }));
    await waitFor(() => expect(search()).toBe('?name=Tea&page=2&view=7'));
    expect(screen.queryByRole('button', { name: 'Save changes' })).toBeNull();
    await user.click(screen.getByRole('button', { name: 'Name' }));
    await waitFor(() => expect(search()).toBe('?name=Tea&page=2&sort_by=-name&view=7'));
    expect(await screen.findByRole('button', { name: 'Save changes' })).toBeVisible();
  });
});

test('the palette offers the menu, and each view', async () => {
  await start({ id: 7, query: 'name=Tea' });
  const { search } = await openViews();
  await tabNames();
  const run = (label: string) =>
    act(() =>
      commandsAt(null)
        .find((command) => command.label === label)
        ?.run(),
    );
  run('View “Cheap”');
  await waitFor(() => expect(search()).toBe('?name=Tea&view=7'));
  run('Views and columns');
  expect(await screen.findByRole('menuitem', { name: 'Columns' })).toHaveFocus();
});

describe('saving', () => {
  test('a new view keeps filters, sort, page size, columns and density, and opens', async () => {
    await start();
    const { search } = await openViews('/teas?page=2&page_size=10&sort_by=-name&name=Tea', { groups: ['AdManager'] });
    await chooseInMenu('Compact rows');
    await chooseInMenu('Save as new view');
    const form = await dialog('Save as new view');
    expect(
      within(form.getByLabelText('Who sees it'))
        .getAllByRole('option')
        .map((one) => one.textContent),
    ).toEqual(['Only me', 'Everybody in AdManager']);
    await user.type(form.getByRole('textbox', { name: /Name/ }), 'Ours');
    await user.selectOptions(form.getByLabelText('Who sees it'), 'Everybody in AdManager');
    await user.click(form.getByRole('checkbox', { name: 'Open by default' }));
    await user.click(form.getByRole('button', { name: 'Save' }));
    await waitFor(() => expect(present()).toHaveTextContent('Ours'));
    const query = 'page_size=10&sort_by=-name&name=Tea';
    expect(bodies('POST /views')).toEqual([
      {
        list: 'teas',
        name: 'Ours',
        query,
        columns: [],
        density: 'compact',
        group_name: 'AdManager',
        is_default: true,
      },
    ]);
    expect(search()).toBe('?name=Tea&page_size=10&sort_by=-name&view=100');
  });

  test('changes go into the view, with what was read of it', async () => {
    await start({ id: 7, query: 'name=Tea' });
    await openViews('/teas?sort_by=-name&name=Tea&view=7');
    await user.click(await screen.findByRole('button', { name: 'Save changes' }));
    await screen.findByText('Saved the view “Cheap”');
    expect(bodies('PATCH /views/7')).toEqual([
      { query: 'sort_by=-name&name=Tea', columns: [], density: 'comfortable' },
    ]);
    const [{ headers } = { headers: {} }] = teas.service.requestsTo('PATCH /views/7');
    expect(headers).toMatchObject({ 'if-match': '"2026-01-01T00:00:00.000Z"' });
    await waitFor(() => expect(screen.queryByRole('button', { name: 'Save changes' })).toBeNull());
  });

  test('a view that somebody else changed meanwhile is left as it is, and that is said', async () => {
    await start({ id: 7 });
    teas.service.on('PATCH /views/7', [412, { detail: 'Changed by bob meanwhile', updated_by: 'bob' }]);
    await openViews('/teas?sort_by=-name&view=7');
    await user.click(await screen.findByRole('button', { name: 'Save changes' }));
    await screen.findByText('Failed to save the view');
    expect(screen.getByRole('button', { name: 'Save changes' })).toBeVisible();
  });

  test('Reset opens the view as it was saved', async () => {
    await start({ id: 7, query: 'name=Tea', columns: ['name', 'price'] });
    const { search } = await openViews('/teas?sort_by=-name&name=Tea&view=7');
    await tabNames();
    await chooseInMenu('Compact rows');
    await user.click(await screen.findByRole('button', { name: 'Reset' }));
    await waitFor(() => expect(search()).toBe('?name=Tea&view=7'));
    expect(table()).toHaveAttribute('data-density', 'comfortable');
    expect(screen.queryByRole('button', { name: 'Reset' })).toBeNull();
  });

  test("a group's view that is not the person's to change can be saved as another alone", async () => {
    await start({ id: 7, name: 'Ours', may_change: false, group_name: 'AdManager', created_by_username: 'bob' });
    await openViews('/teas?sort_by=-name&view=7', { groups: ['AdManager'] });
    await screen.findByRole('button', { name: 'Save as new view' });
    expect(screen.queryByRole('button', { name: 'Save changes' })).toBeNull();
    expect(await openMenu()).toEqual(['Columns', 'Compact rows', 'Save as new view', 'Reset']);
  });
});

describe('a view', () => {
  test('is renamed, with what was read of it', async () => {
    await start({ id: 7 });
    await openViews('/teas?view=7');
    await tabNames();
    await chooseInMenu('Edit view');
    const form = await dialog('Edit view');
    const name = form.getByRole('textbox', { name: /Name/ });
    await user.clear(name);
    await user.type(name, 'Bargains');
    await user.click(form.getByRole('button', { name: 'Update' }));
    await waitFor(() => expect(present()).toHaveTextContent('Bargains'));
    expect(bodies('PATCH /views/7')).toMatchObject([{ name: 'Bargains' }]);
  });

  test("moves among the person's own, and the move is said", async () => {
    await start({ id: 7, name: 'One' }, { id: 8, name: 'Two' }, { id: 9, name: 'Theirs', created_by_username: 'bob' });
    await openViews('/teas?view=7');
    await tabNames();
    expect(await openMenu()).not.toContain('Move left');
    await user.click(screen.getByRole('menuitem', { name: 'Move right' }));
    await screen.findByText('Moved the view “One” to place 2 of 2');
    expect(bodies('PATCH /views/7')).toEqual([{ position: 1 }]);
    await waitFor(async () => expect(await tabNames()).toEqual(['All', 'Two', 'One', 'Theirs']));
    expect(await openMenu()).not.toContain('Move right');
  });

  test('is deleted once that is confirmed, and the list is that of all', async () => {
    await start({ id: 7, query: 'name=Tea' }, { id: 8, name: 'Two' });
    const { search } = await openViews('/teas?name=Tea&view=7');
    await tabNames();
    await chooseInMenu('Delete view');
    expect(await screen.findByText(/No record is deleted. This cannot be undone./)).toBeVisible();
    await confirm('Delete view');
    await waitFor(async () => expect(await tabNames()).toEqual(['All', 'Two']));
    await waitFor(() => expect(search()).toBe(''));
  });
});
