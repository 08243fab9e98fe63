import { act, screen, waitFor } from '@testing-library/react';
import type { View } from 'contract/views';
import { columnTitles, user } from '../testing/as-a-person';
import {
  chooseInMenu,
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
const table = () => screen.getByRole('table', { name: 'Teas' });
const COMPANIES = [
  { id: 4, name: 'Harbor & Pine', slug: 'harbor-pine' },
  { id: 5, name: 'Lumen', slug: 'lumen' },
];

describe('what opens by default', () => {
  const DEFAULT = { id: 7, query: 'name=Tea', is_default: true };

  test('opens for an address without parameters, the second time with the first rows', async () => {
    await start(DEFAULT);
    const first = await openViews();
    await waitFor(() => expect(first.search()).toBe('?name=Tea&view=7'));
    await act(() => first.router.navigate(-1));
    await screen.findByText('Elsewhere');
    first.unmount();
    const before = teas.service.requestsTo('GET /teas').length;
    const second = await openViews();
    await tabNames();
    expect(second.search()).toBe('?name=Tea&view=7');
    const asked = teas.service.requestsTo('GET /teas').slice(before);
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
    await waitFor(() => expect(search()).toBe('?page=2'));
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
    expect(teas.service.requestsTo('GET /teas').some(({ query }) => query.has('company_id'))).toBe(false);
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
