import { act, screen, waitFor, within } from '@testing-library/react';
import type { View } from 'api/contract/views';
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

const lastQuery = () => Object.fromEntries(teas.service.askedFor('GET /teas').at(-1)?.query ?? []);
const bodies = (call: string) => teas.service.askedFor(call).map(({ body }) => body);
const table = () => screen.getByRole('table', { name: 'Teas' });
const nameFilter = () => screen.getByRole('searchbox', { name: 'Name' });
const COMPANIES = [
  { id: 4, name: 'Harbor & Pine', slug: 'harbor-pine' },
  { id: 5, name: 'Lumen', slug: 'lumen' },
];

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
  const asked = teas.service.asked.map(({ method, path }) => `${method} ${path}`);
  expect(asked.slice(0, 2)).toEqual(['GET /teas', 'GET /views']);
  expect(teas.service.askedFor('GET /views')[0]?.query.get('list')).toBe('teas');
});

test('a list whose views cannot be had is as it is without them', async () => {
  await start();
  teas.service.on('GET /views', [500, { detail: 'Internal server error' }]);
  await openViews();
  await waitFor(() => expect(teas.service.askedFor('GET /views')).toHaveLength(1));
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
    const [{ headers } = { headers: {} }] = teas.service.askedFor('PATCH /views/7');
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
    expect(await screen.findByText(/No record is deleted/)).toBeVisible();
    await confirm('Delete view');
    await waitFor(async () => expect(await tabNames()).toEqual(['All', 'Two']));
    await waitFor(() => expect(search()).toBe(''));
  });
});

describe('what opens by default', () => {
  const DEFAULT = { id: 7, query: 'name=Tea', is_default: true };

  test('opens for an address without parameters, the second time with the first rows', async () => {
    await start(DEFAULT);
    const first = await openViews();
    await waitFor(() => expect(first.search()).toBe('?name=Tea&view=7'));
    await act(() => first.router.navigate(-1));
    await screen.findByText('Elsewhere');
    first.unmount();
    const before = teas.service.askedFor('GET /teas').length;
    const second = await openViews();
    await tabNames();
    expect(second.search()).toBe('?name=Tea&view=7');
    const asked = teas.service.askedFor('GET /teas').slice(before);
    expect(asked.map(({ query }) => query.get('name'))).toEqual(['Tea']);
  });

  test('does not open for an address with parameters, nor for All', async () => {
    await start(DEFAULT);
    const first = await openViews('/teas?page_size=10');
    await tabNames();
    expect(first.search()).toBe('?page_size=10');
    await user.click(tabs().getByRole('link', { name: 'All' }));
    await waitFor(() => expect(first.search()).toBe('?view=all'));
    expect(present()).toHaveTextContent('All');
    first.unmount();
    const again = await openViews('/teas?view=all');
    await tabNames();
    expect(again.search()).toBe('?view=all');
    expect(lastQuery()).not.toHaveProperty('name');
  });

  test("is the person's own before that of a group", async () => {
    await start({ ...DEFAULT, id: 8, query: '', group_name: 'AdManager' }, DEFAULT);
    const { search } = await openViews('/teas', { groups: ['AdManager'] });
    await waitFor(() => expect(search()).toBe('?name=Tea&view=7'));
  });

  test('that is one no more, though this browser remembers it, gives way to the list', async () => {
    await start(DEFAULT);
    const first = await openViews();
    await waitFor(() => expect(first.search()).toBe('?name=Tea&view=7'));
    first.unmount();
    teas.views[0] = viewOf({ ...DEFAULT, is_default: false });
    const { search } = await openViews();
    await waitFor(() => expect(search()).toBe(''));
  });

  test('does not come over what the person has done in the meantime', async () => {
    await start(DEFAULT);
    let respond: () => void = () => undefined;
    const late = new Promise<void>((resolve) => (respond = resolve));
    teas.service.on('GET /views', () => late.then(() => [200, { items: teas.views }] as const));
    const { search } = await openViews();
    await user.click(screen.getByRole('button', { name: 'Page 2' }));
    respond();
    await tabNames();
    expect(search()).toBe('?page=2');
  });
});

describe('a link', () => {
  test('to a view alone opens all of it', async () => {
    await start({ id: 7, query: 'name=Tea&page_size=50' });
    const { search } = await openViews('/teas?view=7');
    await waitFor(() => expect(search()).toBe('?name=Tea&page_size=50&view=7'));
  });

  test('to a view that is not there for the reader says so, and its filters stay', async () => {
    await start();
    const { search } = await openViews('/teas?name=Tea&view=7');
    expect(await screen.findByText(/not there any more, or not yours to see/)).toBeVisible();
    expect(search()).toBe('?name=Tea&view=7');
    expect(columnTitles()).toEqual(['Name', 'Price per pound', 'Last Updated']);
    await user.click(tabs().getByRole('link', { name: 'All' }));
    await waitFor(() => expect(search()).toBe(''));
    expect(screen.queryByText(/not there any more/)).toBeNull();
  });

  test('to a view whose values are out of reach opens the rest, and names what is left out', async () => {
    const query = 'company_id=9&name=Tea&in_stock=perhaps';
    await start({ id: 7, query, columns: ['name', 'colour'], group_name: 'AdManager' });
    const { search } = await openViews('/teas?view=7', { ofCompany: true, companies: COMPANIES });
    expect(
      await screen.findByText(
        'Left out of “Cheap”, for it is not there or not yours to see: Company, In stock, the column colour.',
      ),
    ).toBeVisible();
    await waitFor(() => expect(search()).toBe('?name=Tea&view=7'));
    expect(teas.service.askedFor('GET /teas').some(({ query }) => query.has('company_id'))).toBe(false);
    expect(columnTitles()).toEqual(['Name']);
  });
});

describe('the company of a view', () => {
  test('is the one that is chosen, unless it is always of its own', async () => {
    await start({ id: 7, query: 'name=Tea' }, { id: 8, name: 'Lumen', query: 'company_id=5' });
    const { search } = await openViews('/teas?company_id=4', { ofCompany: true, companies: COMPANIES });
    await tabNames();
    await user.click(tabs().getByRole('link', { name: 'Cheap' }));
    await waitFor(() => expect(search()).toBe('?company_id=4&name=Tea&view=7'));
    expect(screen.queryByRole('button', { name: 'Save changes' })).toBeNull();
    await user.click(tabs().getByRole('link', { name: 'Lumen' }));
    await waitFor(() => expect(search()).toBe('?company_id=5&view=8'));
    expect(screen.queryByRole('button', { name: 'Save changes' })).toBeNull();
  });
});

describe('what is remembered in this browser', () => {
  test('is the density of a list, for the person alone', async () => {
    await start();
    const first = await openViews();
    await chooseInMenu('Compact rows');
    expect(table()).toHaveAttribute('data-density', 'compact');
    first.unmount();
    await openViews();
    expect(table()).toHaveAttribute('data-density', 'compact');
    expect(Object.keys(localStorage)).toEqual(['list:1:teas']);
    await chooseInMenu('Comfortable rows');
    expect(Object.keys(localStorage)).toEqual([]);
  });

  test.each(['', 'null', '7', '{"views":7,"layouts":[]}', '{"views":[null],"layouts":{"0":{"columns":"x"}}}'])(
    'may be anything, such as %s',
    async (stored) => {
      await start();
      localStorage.setItem('list:1:teas', stored);
      await openViews();
      expect(columnTitles()).toEqual(['Name', 'Price per pound', 'Last Updated']);
    },
  );
});
