import { act, render, screen, waitFor } from '@testing-library/react';
import type { ServerResponse } from 'node:http';
import { useEffect, useState } from 'react';
import { Provider } from 'react-redux';
import { api, injectEndpoints } from './api';
import { resourceEndpoints } from './resource-endpoints';
import { createConsoleStore } from './sign-in';
import { startService, type Answer, type Service } from './testing/service';

interface Thing {
  id: number;
  name: string;
}

const things = injectEndpoints(['things'], (build) => {
  const resource = resourceEndpoints(build, { path: '/things', tag: 'things' });
  return {
    listThings: resource.list<Thing>(),
    getThing: resource.get<Thing>(),
    createThing: resource.create<Thing, { name: string }>(),
    replaceThing: resource.replace<Thing>(),
    updateThing: resource.update<Thing>(),
    removeThing: resource.remove(),
    removeThings: resource.bulk<{ ids: number[] }>('bulk/delete'),
  };
});
const { listThings, createThing, replaceThing, updateThing, removeThing, removeThings } = things.endpoints;

let service: Service;
let store: ReturnType<typeof createConsoleStore>;

beforeEach(async () => {
  service = await startService();
  store = createConsoleStore();
});

afterEach(async () => {
  store.dispatch(api.util.resetApiState());
  await service.close();
});

const page = (...names: string[]) => ({
  items: names.map((name, index) => ({ id: index + 1, name })),
  total: names.length,
  page: 1,
  page_size: 25,
  total_pages: 1,
});

let turnTo: (page: number) => void;
let seen: string[];

/** A list as a screen has one; every state that it shows is kept in `seen`. */
function List({ first = 1 }: { first?: number }) {
  const [number, setNumber] = useState(first);
  useEffect(() => {
    turnTo = setNumber;
  }, []);
  const { currentData, isError, error } = things.useListThingsQuery({ page: number, page_size: 25 });
  const state = isError
    ? `error ${JSON.stringify(error)}`
    : (currentData?.items.map(({ name }) => name).join() ?? 'loading');
  if (seen.at(-1) !== state) seen.push(state);
  return <p>{state}</p>;
}

const show = (first?: number) => {
  seen = [];
  return render(
    <Provider store={store}>
      <List first={first} />
    </Provider>,
  );
};

describe('the slice', () => {
  test('tells of a response when it comes, not with the next frame', async () => {
    service.on('GET /things', [200, page('tea')]);
    const heard = jest.fn();
    store.subscribe(() => heard(listThings.select({ page: 1, page_size: 25 })(store.getState() as never).data?.items));
    await store.dispatch(listThings.initiate({ page: 1, page_size: 25 })).unwrap();
    expect(heard).toHaveBeenLastCalledWith([{ id: 1, name: 'tea' }]);
  });

  test('shows the rows it had at once and asks again when a screen opens', async () => {
    service.on('GET /things', [200, page('old')]);
    const { unmount } = show();
    await screen.findByText('old');
    unmount();
    service.on('GET /things', [200, page('new')]);
    show();
    await screen.findByText('new');
    expect(seen).toEqual(['old', 'new']);
  });

  test('answers an error with status, body and the sentence of the specification', async () => {
    service.on('GET /things', [429, { detail: 'Slow down' }, { 'Retry-After': '3' }]);
    const { error } = await store.dispatch(listThings.initiate({ page: 1, page_size: 25 }));
    expect(error).toEqual({ status: 429, data: { detail: 'Slow down' }, message: 'Slow down', retryAfter: 3 });
  });

  test('refuses an endpoint name that is taken', () => {
    expect(() =>
      injectEndpoints(['others'], (build) => ({
        listThings: resourceEndpoints(build, { path: '/others', tag: 'others' }).list<Thing>(),
      })),
    ).toThrow('listThings');
  });
});

describe('a list request', () => {
  /** Page 1 hangs until it is let go; the others answer their number. */
  const hangPageOne = () => {
    const hanging: ServerResponse[] = [];
    let closed = () => {};
    const closing = new Promise<void>((resolve) => (closed = resolve));
    service.on('GET /things', ({ query }, response) => {
      if (query.get('page') !== '1') return [200, page(`page ${query.get('page')}`)];
      response.on('close', closed);
      hanging.push(response);
      return undefined;
    });
    return { hanging, closing };
  };

  test('that a newer one replaces is aborted and shows no error', async () => {
    const { hanging, closing } = hangPageOne();
    show();
    await waitFor(() => expect(hanging).toHaveLength(1));
    act(() => turnTo(2));
    await closing;
    await screen.findByText('page 2');
    expect(seen).toEqual(['loading', 'page 2']);
    expect(Object.keys(store.getState().api.queries)).toEqual(['listThings({"page":2,"page_size":25})']);
  });

  test('that was replaced is made anew when the person comes back to it', async () => {
    const { hanging } = hangPageOne();
    show();
    await waitFor(() => expect(hanging).toHaveLength(1));
    act(() => turnTo(2));
    act(() => turnTo(1));
    await waitFor(() => expect(hanging).toHaveLength(2));
    hanging[1]?.writeHead(200, { 'Content-Type': 'application/json' }).end(JSON.stringify(page('page 1')));
    await screen.findByText('page 1');
    expect(seen.filter((state) => state.startsWith('error'))).toEqual([]);
  });

  test('that another component still shows is not aborted', async () => {
    const { hanging } = hangPageOne();
    show();
    await waitFor(() => expect(hanging).toHaveLength(1));
    render(
      <Provider store={store}>
        <List first={2} />
      </Provider>,
    );
    await screen.findByText('page 2');
    hanging[0]?.writeHead(200, { 'Content-Type': 'application/json' }).end(JSON.stringify(page('page 1')));
    await screen.findByText('page 1');
    expect(hanging).toHaveLength(1);
  });

  test('that nobody shows, as an export makes it, is not aborted', async () => {
    const { hanging } = hangPageOne();
    const exporting = store.dispatch(listThings.initiate({ page: 1, page_size: 25 }, { subscribe: false }));
    await waitFor(() => expect(hanging).toHaveLength(1));
    show(2);
    await screen.findByText('page 2');
    hanging[0]?.writeHead(200, { 'Content-Type': 'application/json' }).end(JSON.stringify(page('page 1')));
    expect((await exporting).data?.items[0]?.name).toBe('page 1');
  });
});

describe('what failed to load', () => {
  const comeBack = {
    'the line is back': () => window.dispatchEvent(new Event('online')),
    'the person is back in the tab': () => document.dispatchEvent(new Event('visibilitychange')),
  };
  const failed = async (answer: Answer) => {
    service.on('GET /things', answer);
    show();
    await screen.findByText(/error/);
    service.on('GET /things', [200, page('there')]);
  };

  test.each(Object.entries(comeBack))('is tried again when %s', async (_, event) => {
    await failed([503]);
    act(() => void event());
    await screen.findByText('there');
    act(() => void event());
    expect(service.requestsTo('GET /things')).toHaveLength(2);
  });

  test('stays where the service has refused it', async () => {
    await failed([403, {}]);
    act(() => void comeBack['the line is back']());
    expect(service.requestsTo('GET /things')).toHaveLength(1);
  });
});

describe('the regular calls', () => {
  test.each<[string, string, () => Promise<unknown>, object]>([
    ['create', 'POST /things', () => store.dispatch(createThing.initiate({ name: 'x' })), { name: 'x' }],
    [
      'replace',
      'PUT /things/7',
      () => store.dispatch(replaceThing.initiate({ id: 7, body: { name: 'x' } })),
      { name: 'x' },
    ],
    [
      'update',
      'PATCH /things/7',
      () => store.dispatch(updateThing.initiate({ id: 7, body: { name: 'x' } })),
      { name: 'x' },
    ],
    ['remove', 'DELETE /things/7', () => store.dispatch(removeThing.initiate(7)), {}],
    ['bulk', 'POST /things/bulk/delete', () => store.dispatch(removeThings.initiate({ ids: [7] })), { ids: [7] }],
  ])('%s is %s, and lists reload after it', async (_, call, mutate, body) => {
    service.on('GET /things', [200, page('before')]);
    show();
    await screen.findByText('before');
    service.on(call, call.startsWith('DELETE') ? [204] : [200, {}]);
    service.on('GET /things', [200, page('after')]);
    await act(mutate);
    await screen.findByText('after');
    expect(service.requestsTo(call)[0]?.body ?? {}).toEqual(body);
    expect(service.requestsTo('GET /things')).toHaveLength(2);
  });

  test.each<[string, Answer]>([
    ['204', [204]],
    ['an empty 200', [200]],
    ['null', [200, null]],
    ['a list that is none', [200, { rows: [] }]],
  ])('a list answered with %s is a failed load, in words', async (_, answer) => {
    service.on('GET /things', answer);
    const { error } = await store.dispatch(listThings.initiate({ page: 1, page_size: 25 }));
    expect(error).toMatchObject({ status: 'UNREADABLE', message: 'The response of the server could not be read.' });
  });

  test('a create answered with nothing has failed, and is tried again as the same', async () => {
    service.on('POST /things', [200]);
    const create = () => store.dispatch(createThing.initiate({ name: 'x' }));
    expect((await create()).error).toMatchObject({ status: 'UNREADABLE' });
    service.on('POST /things', [201, { id: 7 }]);
    expect((await create()).error).toBeUndefined();
    const [first, again] = service.requests.map(({ headers }) => headers['idempotency-key']);
    expect(again).toBe(first);
  });

  test('a change sends the updated_at that was read as If-Match, quoted, and none when there is none', async () => {
    service.on('PATCH /things/7', [200, {}]);
    await store.dispatch(updateThing.initiate({ id: 7, body: {}, ifMatch: '2026-01-02T03:04:05.678Z' }));
    await store.dispatch(updateThing.initiate({ id: 7, body: {} }));
    expect(service.requests.map(({ headers }) => headers['if-match'])).toEqual([
      '"2026-01-02T03:04:05.678Z"',
      undefined,
    ]);
  });
});
