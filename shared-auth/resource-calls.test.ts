import { api } from './api';
import { resourceCalls } from './resource-endpoints';
import { createConsoleStore } from './sign-in';
import { startService, type Service } from './testing/service';

interface Cup {
  id: number;
  name: string;
}
type Names = { name: string };

const cups = resourceCalls('cups', (resource) => ({
  ...resource.regular<Cup, { page: number }, Names>(),
  rename: resource.update<Cup, Names>('name'),
}));
const plates = resourceCalls('plates', (resource) => resource.regular<Cup, { page: number }, Names>());

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

test('the regular calls of a resource, and one of a part of a record', async () => {
  await store.dispatch(cups.list.initiate({ page: 2 }, { subscribe: false }));
  await store.dispatch(cups.get.initiate(7, { subscribe: false }));
  await store.dispatch(cups.create.initiate({ name: 'x' }));
  await store.dispatch(cups.update.initiate({ id: 7, body: { name: 'y' } }));
  await store.dispatch(cups.rename.initiate({ id: 7, body: { name: 'z' }, ifMatch: '2026-01-02T03:04:05.678Z' }));
  await store.dispatch(cups.remove.initiate(7));
  expect(service.requests.map(({ method, path, query, body }) => [`${method} ${path}?${query}`, body])).toEqual([
    ['GET /cups?page=2', undefined],
    ['GET /cups/7?', undefined],
    ['POST /cups?', { name: 'x' }],
    ['PATCH /cups/7?', { name: 'y' }],
    ['PATCH /cups/7/name?', { name: 'z' }],
    ['DELETE /cups/7?', undefined],
  ]);
  expect(service.requestsTo('PATCH /cups/7/name')[0]?.headers['if-match']).toBe('"2026-01-02T03:04:05.678Z"');
});

test('two resources have calls of the same names, each its own', async () => {
  service.on('GET /cups/1', [200, { id: 1, name: 'cup' }]);
  service.on('GET /plates/1', [200, { id: 1, name: 'plate' }]);
  const { data: cup } = await store.dispatch(cups.get.initiate(1));
  const { data: plate } = await store.dispatch(plates.get.initiate(1));
  expect([cup?.name, plate?.name]).toEqual(['cup', 'plate']);
  expect(Object.keys(plates)).toEqual(['list', 'matching', 'get', 'create', 'update', 'remove']);
});

test("a resource's calls are declared once", () => {
  expect(() => resourceCalls('cups', (resource) => ({ list: resource.list<Cup>() }))).toThrow('cups/list');
});
