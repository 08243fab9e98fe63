import { act, render, screen, waitFor } from '@testing-library/react';
import type { CurrentUser } from 'contract/session';
import { SignedIn, signedInStore, type Service } from 'shared-auth/testing';
import { rememberedAs } from '../list-views/use-list-views';
import { viewOf } from '../list-views/testing/opened-views';
import { writeRemembered } from '../list-views/remembered-views';
import { user } from '../testing/as-a-person';
import { pagesAt } from '../testing/page-at';
import { prefetchList } from './prefetch-list';
import { ListScreen } from './list-screen';
import { everything, startTeaService, teaList, teasNumbered } from './testing/teas';

let service: Service;
beforeEach(async () => {
  localStorage.clear();
  service = await startTeaService(teasNumbered(60));
  service.on('GET /views', [200, { items: [] }]);
});
afterEach(() => service.close());

const prefetch = prefetchList(teaList, everything);
const person: CurrentUser = { id: 1, username: 'ada', email: 'ada@example.com', companies: [], groups: [] };
const asked = () => service.requestsTo('GET /teas').map(({ query }) => query.toString());
const names = () => screen.queryAllByRole('rowheader').map(({ textContent }) => textContent);

/** The page is opened at `/teas` with this query: the list begins, and is rendered. */
async function open(search: string, { drawnAt = search, awaited = true } = {}) {
  const store = signedInStore(person);
  const data = prefetch({ dispatch: store.dispatch, user: person, pathname: '/teas', search });
  if (awaited) await data;
  const { page } = pagesAt(
    { '/teas': <ListScreen list={teaList} calls={everything} bulkActions={[]} /> },
    {
      address: `/teas${drawnAt}`,
      state: null,
    },
  );
  render(
    <SignedIn user={person} store={store}>
      {page}
    </SignedIn>,
  );
}

test('a list that has begun has its rows in the first picture, and asks for them once', async () => {
  await open('?page=2&name=Tea');
  expect(names().slice(0, 2)).toEqual(['Tea 26', 'Tea 27']);
  await user.click(screen.getByRole('button', { name: 'Next page' }));
  expect(await screen.findByText('Tea 51')).toBeVisible();
  expect(asked()).toEqual(['page=2&page_size=25&sort_by=name&name=Tea', 'page=3&page_size=25&sort_by=name&name=Tea']);
});

test('going back to the page that was begun asks for it anew, as for every other', async () => {
  await open('');
  await user.click(screen.getByRole('button', { name: 'Next page' }));
  expect(await screen.findByText('Tea 26')).toBeVisible();
  await user.click(screen.getByRole('button', { name: 'Previous page' }));
  await waitFor(() => expect(asked()).toHaveLength(3));
});

describe('a step to other rows', () => {
  const press = (name: string) => user.pointer({ target: screen.getByRole('button', { name }), keys: '[MouseLeft>]' });
  const release = () => user.pointer('[/MouseLeft]');
  const shownPage = () => screen.getByRole('button', { current: 'page' }).textContent;
  const ofPage = (page: number) => `page=${page}&page_size=25&sort_by=name`;

  test('asks for its rows with the press, and not once more with the click', async () => {
    await open('');
    await press('Next page');
    await waitFor(() => expect(asked()).toEqual([ofPage(1), ofPage(2)]));
    expect(shownPage()).toBe('1');
    await release();
    expect(await screen.findByText('Tea 26')).toBeVisible();
    expect(asked()).toEqual([ofPage(1), ofPage(2)]);
  });

  test('is one picture with its rows where they come soon', async () => {
    // However busy the machine is, they come before the 50 ms are over.
    const { setTimeout: wait } = window;
    const timeouts = jest.spyOn(window, 'setTimeout');
    timeouts.mockImplementation((run, ms) => wait(run, ms === 50 ? 10_000 : ms) as never);
    await open('');
    const pictures = new Set<string>();
    const watch = new MutationObserver(() => void pictures.add(`${shownPage()}: ${names()[0]}`));
    watch.observe(document.body, { subtree: true, childList: true, attributes: true, characterData: true });
    await user.click(screen.getByRole('button', { name: 'Next page' }));
    await screen.findByText('Tea 26');
    watch.disconnect();
    timeouts.mockRestore();
    expect([...pictures]).not.toContain('2: Tea 01');
    expect([...pictures]).toContain('2: Tea 26');
  });

  test('is shown without them where they take, and a choice at once', async () => {
    await open('');
    let answer = (): void => undefined;
    service.on('GET /teas', () => new Promise((resolve) => (answer = () => resolve([500]))));
    await user.click(screen.getByRole('button', { name: 'Next page' }));
    // Long before the request is given up, after 10 s
    await waitFor(() => expect(shownPage()).toBe('2'), { timeout: 3000 });
    expect(names()[0]).toBe('Tea 01');
    await user.selectOptions(screen.getByRole('combobox', { name: 'Rows per page' }), '100');
    expect(screen.getByRole('combobox', { name: 'Rows per page' })).toHaveDisplayValue('100');
    answer();
  });

  test('is not lost where the next one follows before it was drawn', async () => {
    await open('');
    act(() => {
      screen.getByRole('button', { name: 'Next page' }).click();
      screen.getByRole('button', { name: 'Price per pound' }).click();
    });
    await waitFor(() => expect(window.location.search).toBe('?page=2&sort_by=price'));
    await waitFor(() => expect(asked().at(-1)).toBe('page=2&page_size=25&sort_by=price'));
  });
});

test('a list begins with what the default view is of', async () => {
  const views = [viewOf({ id: 4, query: 'name=Tea+5&sort_by=-name', is_default: true })];
  service.on('GET /views', [200, { items: views }]);
  writeRemembered(rememberedAs(person, 'teas'), { views, layouts: {} });
  await open('');
  expect(names()[0]).toBe('Tea 59');
  expect(await screen.findByRole('navigation', { name: 'Views' })).toBeVisible();
  expect(asked()).toEqual(['page=1&page_size=25&sort_by=-name&name=Tea+5']);
});

test('what was begun for another address shows none of its rows', async () => {
  await open('?page=2', { drawnAt: '?page=3' });
  expect(names()).toEqual([]);
  expect(await screen.findByText('Tea 51')).toBeVisible();
  expect(asked()).toHaveLength(2);
});

test('of a beginning that failed nothing is drawn: the list asks by itself, and says what is wrong', async () => {
  service.on('GET /teas', [500, { detail: 'Internal server error' }]);
  await open('');
  expect(screen.queryByText(/Failed to load teas/)).toBeNull();
  expect(await screen.findByText(/Failed to load teas/)).toBeVisible();
  expect(asked()).toHaveLength(2);
});

test.each<[string, [number, object?], RegExp]>([
  ['its rows', [200], /Tea 1/],
  ['what is wrong', [500, { detail: 'Internal server error' }], /Failed to load teas/],
])(
  'a list that is drawn before its request has come back hears %s of it, and asks for nothing more',
  async (_, given, words) => {
    let answer = (): void => undefined;
    if (given[0] !== 200) service.on('GET /teas', () => new Promise((resolve) => (answer = () => resolve(given))));
    await open('', { awaited: false });
    expect(names()).toEqual([]);
    await waitFor(() => expect(asked()).toHaveLength(1));
    answer();
    await screen.findAllByText(words);
    // Whoever asked once more would do so with the next render.
    await act(() => new Promise<void>((drawn) => setTimeout(drawn)));
    expect(screen.getAllByText(words)[0]).toBeVisible();
    expect(asked()).toHaveLength(1);
  },
);
