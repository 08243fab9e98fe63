/** A small list for the engine's own tests: its contract, its calls, and a service that keeps teas. */
import { configureStore } from '@reduxjs/toolkit';
import { render } from '@testing-library/react';
import { listQuery, type Paged } from 'contract/paging';
import { response, flag, id, dateTime, number, object, text, type Infer } from 'contract/schema';
import { Provider } from 'react-redux';
import { api, injectEndpoints, resourceEndpoints } from 'shared-auth';
import { CONSOLE_REDUCERS } from 'shared-auth/host';
import { startService, type Service } from 'shared-auth/testing';
import { BackLink } from '../../router';
import { pagesAt } from '../../testing/page-at';
import { ToastQueue } from '../../toast/toast-queue';
import type { ListCalls } from '../list-calls';
import { defineList } from '../list-definition';
import { ListScreen, type ListScreenProps } from '../list-screen';

export const tea = response({
  id,
  name: text('Name', {}),
  price: number('Price', {}),
  updated_at: dateTime('Last Updated'),
});
export const teaWrite = object({ name: text('Name', { minLength: 1, maxLength: 20 }) }, ['name']);
export const teaQuery = listQuery({ name: text('Name', {}), in_stock: flag('In stock') }, ['name', 'price']);

export type Tea = Infer<typeof tea>;
type TeaQuery = Infer<typeof teaQuery>;
type TeaWrite = Infer<typeof teaWrite>;

const teasApi = injectEndpoints(['teas'], (build) => {
  const teas = resourceEndpoints(build, { path: '/teas', tag: 'teas' });
  return {
    listTeas: teas.list<Tea, TeaQuery>(),
    matchingTeas: teas.matching<TeaQuery>(),
    getTea: teas.get<Tea>(),
    createTea: teas.create<Tea, TeaWrite>(),
    updateTea: teas.update<Tea, TeaWrite>(),
    deleteTea: teas.remove(),
  };
});
const { listTeas: list, matchingTeas: matching, getTea, createTea, updateTea, deleteTea } = teasApi.endpoints;

export const reading: ListCalls<Tea, TeaQuery, TeaWrite> = { list };
export const everything: typeof reading = {
  ...reading,
  matching,
  get: getTea,
  create: createTea,
  update: updateTea,
  remove: deleteTea,
};

export const teaList = defineList({
  title: 'Teas',
  noun: { one: 'Tea', many: 'teas' },
  contract: { response: tea, create: teaWrite, query: teaQuery, defaultSort: 'name' },
  columns: ['name', { key: 'price', title: 'Price per pound', cell: ({ price }) => <b>{price}</b> }, 'updated_at'],
  filters: ['name', 'in_stock'],
  fields: ['name'],
  details: ['name', { key: 'price', display: 'currency' }],
  nameOf: ({ name }) => name,
  exports: true,
  messages: { empty: 'No teas found', loadFailed: 'Failed to load teas', exportFailed: 'Failed to export teas' },
});

/** `Tea 01`, `Tea 02` … */
export const teasNumbered = (count: number): Tea[] =>
  Array.from({ length: count }, (_, at) => ({
    id: at + 1,
    name: `Tea ${String(at + 1).padStart(2, '0')}`,
    price: at + 0.5,
    updated_at: '2026-01-01T00:00:00.000Z',
  }));

/** Responds to the list's call: sorted by id, filtered by name, paged. */
export const listTeas = (service: Service, teas: readonly Tea[]) =>
  service.on('GET /teas', ({ query }) => {
    const page = Number(query.get('page'));
    const page_size = Number(query.get('page_size'));
    const found = teas.filter(({ name }) => name.includes(query.get('name') ?? ''));
    if (query.get('sort_by')?.startsWith('-')) found.reverse();
    const items = found.slice((page - 1) * page_size, page * page_size);
    const total_pages = Math.ceil(found.length / page_size);
    return [200, { items, total: found.length, page, page_size, total_pages } satisfies Paged<Tea>];
  });

/** A service that lists the teas it is given and deletes what it is told to. */
export async function startTeaService(teas: Tea[]): Promise<Service> {
  const service = await startService();
  listTeas(service, teas);
  for (const { id: teaId } of [...teas])
    service.on(`DELETE /teas/${teaId}`, () => {
      teas.splice(
        teas.findIndex((one) => one.id === teaId),
        1,
      );
      return [204];
    });
  return service;
}

type Props = Partial<ListScreenProps<typeof tea, typeof teaQuery, typeof teaWrite>>;

/** Opens the list at an address; returns the router, whose address is the page's, and the way to have the list read again. */
export function openTeas(props: Props = {}, address = '/teas') {
  const store = configureStore({
    reducer: CONSOLE_REDUCERS,
    // The standard checks only warn of a slow machine here.
    middleware: (standard) => standard({ serializableCheck: false, immutableCheck: false }).concat(api.middleware),
  });
  const screen = (
    <ListScreen list={teaList} calls={everything} bulkActions={['Export Selected', 'Clear Selection']} {...props} />
  );
  const pages = {
    '/teas': screen,
    '/teas/:id/leaves': <BackLink to="/teas">Back to Teas</BackLink>,
    '/elsewhere': <p>Elsewhere</p>,
  };
  const { page, router } = pagesAt(pages, '/elsewhere', address);
  const view = render(
    <Provider store={store}>
      {page}
      <ToastQueue />
    </Provider>,
  );
  return { router, store, readAgain: () => void store.dispatch(teasApi.util.invalidateTags(['teas'])), ...view };
}
