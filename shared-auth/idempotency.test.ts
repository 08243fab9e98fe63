import { http } from './http';
import { forgetTries } from './idempotency';
import { startService, type Responder, type Service } from './testing/service';

let service: Service;
beforeEach(async () => {
  service = await startService();
});
afterEach(async () => {
  forgetTries();
  await service.close();
});

const keys = () => service.requestsTo('POST /things').map(({ headers }) => headers['idempotency-key']);
const post = (body: unknown = { name: 'tea' }) => http.post('/things', { body }).catch((error: unknown) => error);
const done: Responder = () => [201, { id: 1 }];

test('every POST carries a key of its own, printable ASCII of at most 100 characters; nothing else carries one', async () => {
  service.on('POST /things', done);
  service.on('PUT /things', [200, {}]);
  service.on('GET /things', [200, {}]);
  await post();
  await post();
  await http.put('/things', { body: {} });
  await http.get('/things');
  const [one, other] = keys();
  expect(one).toMatch(/^[!-~]{16,100}$/);
  expect(other).not.toBe(one);
  expect(service.requests.filter(({ headers }) => 'idempotency-key' in headers)).toHaveLength(2);
});

test.each<[string, Responder]>([
  [
    'whose answer was lost',
    (_, response) => {
      response.destroy();
      return undefined;
    },
  ],
  ['that a proxy could not pass on', () => [502, '<html>']],
  ['that failed', () => [500, { detail: 'Internal server error' }]],
  ['that was refused for now', () => [503, { detail: 'Try again' }, { 'Retry-After': '5' }]],
  ['whose first try still runs', () => [409, { detail: 'Still worked on' }, { 'Retry-After': '1' }]],
  ['whose answer was a page', () => [200, '<html>']],
])('the next try of a POST %s carries its key until there is an answer', async (_, lost) => {
  service.on('POST /things', lost);
  await post();
  await post();
  service.on('POST /things', done);
  expect(await post()).toEqual({ id: 1 });
  await post();
  const [first, second, answered, next] = keys();
  expect([second, answered]).toEqual([first, first]);
  expect(next).not.toBe(first);
});

test('another body is another call, and so is the same after a refusal', async () => {
  service.on('POST /things', [503]);
  await post();
  await post({ name: 'milk' });
  service.on('POST /things', [400, { detail: 'No' }]);
  await post();
  await post();
  const [tea, milk, again, anew] = keys();
  expect(milk).not.toBe(tea);
  expect(again).toBe(tea);
  expect(anew).not.toBe(tea);
});

test('two at once are two', async () => {
  service.on('POST /things', done);
  await Promise.all([post(), post()]);
  const [one, other] = keys();
  expect(one).not.toBe(other);
});

test('who begins anew begins with another key', async () => {
  service.on('POST /things', [503]);
  await post();
  forgetTries();
  await post();
  const [one, other] = keys();
  expect(one).not.toBe(other);
});
