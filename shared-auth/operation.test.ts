import { api, injectEndpoints } from './api';
import { Operation, within } from './operation';
import { resourceEndpoints } from './resource-endpoints';
import { createConsoleStore } from './sign-in';
import { startService, type Service } from './testing/service';

const { removeShelf } = injectEndpoints(['shelves'], (build) => ({
  removeShelf: resourceEndpoints(build, { path: '/shelves', tag: 'shelves' }).remove(),
})).endpoints;

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

const remove = (operation: Operation, id: number) =>
  store.dispatch(within(operation, removeShelf.initiate(id))).unwrap();
const sentAs = (id: number) => service.requestsTo(`DELETE /shelves/${id}`)[0]?.headers['x-operation-id'];
const named = (name: string) => [204, undefined, { 'x-operation-id': name }] as const;

test('changes that are sent at once join the operation that the first one began', async () => {
  service.on('DELETE /shelves/1', named('first'));
  for (const id of [2, 3]) service.on(`DELETE /shelves/${id}`, named('first'));
  const operation = new Operation();
  await Promise.all([1, 2, 3].map((id) => remove(operation, id)));
  expect([1, 2, 3].map(sentAs)).toEqual([undefined, 'first', 'first']);
  expect(operation.ids).toEqual(['first']);
});

test('where the first one fails the next one begins the operation', async () => {
  service.on('DELETE /shelves/1', [409, { detail: 'In use' }, { 'x-operation-id': 'failed' }]);
  service.on('DELETE /shelves/2', named('second'));
  service.on('DELETE /shelves/3', named('second'));
  const operation = new Operation();
  const [first] = await Promise.allSettled([1, 2, 3].map((id) => remove(operation, id)));
  expect(first).toMatchObject({ status: 'rejected', reason: { status: 409 } });
  expect([1, 2, 3].map(sentAs)).toEqual([undefined, undefined, 'second']);
  expect(operation.ids).toEqual(['second']);
});

test('an operation that the service has begun anew has both names, and goes on under the newer one', async () => {
  service.on('DELETE /shelves/1', named('full'));
  service.on('DELETE /shelves/2', named('next'));
  service.on('DELETE /shelves/3', named('next'));
  const operation = new Operation();
  for (const id of [1, 2, 3]) await remove(operation, id);
  expect(sentAs(3)).toBe('next');
  expect(operation.ids).toEqual(['full', 'next']);
});

test('a service that names none leaves nothing to undo', async () => {
  service.on('DELETE /shelves/1', [204]);
  const operation = new Operation();
  await remove(operation, 1);
  expect(operation.ids).toEqual([]);
});
