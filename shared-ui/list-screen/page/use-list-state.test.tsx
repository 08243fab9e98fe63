import { act, renderHook } from '@testing-library/react';
import { pageHistory } from '../../router/history';
import { useListAddress, useListState } from './use-list-state';

const list = {
  columns: [{ sort: 'name' }],
  filters: [
    { key: 'name', type: 'text' },
    { key: 'slug', type: 'text' },
  ],
  defaultSort: 'name',
};

let stop: () => void;
afterEach(() => stop());

/** A list at an address without parameters, and what it writes there. */
function open() {
  pageHistory.replace('/');
  const written: string[] = [];
  stop = pageHistory.listen(({ action, to }) => written.push(`${action.toLowerCase()} ${to.search}`));
  let drawings = 0;
  const useList = () => {
    drawings += 1;
    const listState = useListState(list);
    useListAddress(listState.address);
    return listState;
  };
  const { result } = renderHook(useList);
  return {
    written,
    state: () => result.current.state,
    drawings: () => drawings,
    act: (action: Parameters<typeof result.current.act>[0]) => act(() => result.current.act(action)),
    arrive: (address: string) => act(() => pageHistory.push(address)),
  };
}

test('an address that a link leads to is taken over, one of another page is not', () => {
  const { arrive, state } = open();
  arrive('/?page=2&name=tea');
  expect(state()).toMatchObject({ page: 2, filters: { name: 'tea' } });
  arrive('/elsewhere?page=5');
  expect(state().page).toBe(2);
});

test('Back leads to the state before, and writes nothing', async () => {
  const { act: change, state, written } = open();
  change({ type: 'page', page: 2 });
  change({ type: 'page', page: 3 });
  const arrived = new Promise((resolve) => window.addEventListener('popstate', resolve, { once: true }));
  await act(() => {
    pageHistory.go(-1);
    return arrived;
  });
  expect(state().page).toBe(2);
  expect(written).toEqual(['push ?page=2', 'push ?page=3', 'pop ?page=2']);
});

test('a list is drawn once for what it is told, and not again for the address that it writes', () => {
  const { act: change, drawings, written } = open();
  const before = drawings();
  change({ type: 'page', page: 2 });
  expect(written).toEqual(['push ?page=2']);
  expect(drawings() - before).toBe(1);
});

test('several changes at once are one address', () => {
  const { act: change, written } = open();
  act(() => {
    change({ type: 'filter', key: 'name', value: 'tea' });
    change({ type: 'pageSize', pageSize: 50 });
  });
  expect(written).toEqual(['push ?page_size=50&name=tea']);
});

test('successive changes of one filter are one step of the history, another filter is another', () => {
  const { act: change, written } = open();
  change({ type: 'filter', key: 'name', value: 't' });
  change({ type: 'filter', key: 'name', value: 'tea' });
  change({ type: 'filter', key: 'slug', value: 't-1' });
  change({ type: 'page', page: 2 });
  expect(written).toEqual([
    'push ?name=t',
    'replace ?name=tea',
    'push ?name=tea&slug=t-1',
    'push ?page=2&name=tea&slug=t-1',
  ]);
});

test('selecting is no step of the history', () => {
  const { act: change, state, written } = open();
  change({ type: 'toggleRow', id: 1 });
  expect([...state().selection]).toEqual([1]);
  expect(written).toEqual([]);
});
