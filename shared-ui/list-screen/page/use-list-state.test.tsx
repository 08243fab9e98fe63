import { act, renderHook } from '@testing-library/react';
import type { ReactNode } from 'react';
import { Router, type To } from 'react-router-dom';
import { useListAddress } from './use-list-address';
import { useListState } from './use-list-state';

const list = {
  columns: [{ sort: 'name' }],
  filters: [
    { key: 'name', type: 'text' },
    { key: 'slug', type: 'text' },
  ],
  defaultSort: 'name',
};

/** A list under a router whose addresses arrive when the test says so. */
function open() {
  let search = '';
  const written: string[] = [];
  const write = (how: string) => (to: To) => void written.push(`${how} ${typeof to === 'string' ? to : to.search}`);
  const navigator = { createHref: () => '', go: () => undefined, push: write('push'), replace: write('replace') };
  const wrapper = ({ children }: { children: ReactNode }) => (
    <Router location={{ pathname: '/', search }} navigator={navigator}>
      {children}
    </Router>
  );
  const useList = () => {
    const listState = useListState(list);
    useListAddress(listState.address);
    return listState;
  };
  const { result, rerender } = renderHook(useList, { wrapper });
  return {
    written,
    state: () => result.current.state,
    act: (action: Parameters<typeof result.current.act>[0]) => act(() => result.current.act(action)),
    arrive: (address: string) => {
      search = address;
      rerender();
    },
  };
}

test('an address that arrives late takes nothing back', () => {
  const { act: change, arrive, state, written } = open();
  change({ type: 'page', page: 2 });
  change({ type: 'page', page: 3 });
  expect(written).toEqual(['push ?page=2', 'push ?page=3']);
  arrive('?page=2');
  expect(state().page).toBe(3);
  arrive('?page=3');
  expect(state().page).toBe(3);
  // Now it is Back.
  arrive('?page=2');
  expect(state().page).toBe(2);
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
