import { openConsole, type Person, type TestConsole } from '../testing/console';

let service: TestConsole;
let ada: Person;
let lines: Record<string, unknown>[];

const crash = { area: 'ads', path: '/facebook-ads', message: 'x is undefined', stack: 'at Row', request_id: 'abc-1' };

beforeAll(async () => {
  service = await openConsole();
  ada = await service.person('ada');
});
afterAll(() => service.close());
beforeEach(() => {
  lines = [];
  jest.spyOn(service.app.log, 'error').mockImplementation((line: unknown) => void lines.push(line as never));
});
afterEach(() => jest.restoreAllMocks());

test('a crash is written to the log with its area, the person and the request ids, and is 204', async () => {
  const { status, headers } = await ada.post('/client-errors', crash);
  expect(status).toBe(204);
  expect(lines).toEqual([
    {
      crash: {
        area: 'ads',
        path: '/facebook-ads',
        message: 'x is undefined',
        stack: 'at Row',
        user: 'ada',
        requestId: headers['x-request-id'],
        failedRequestId: 'abc-1',
      },
    },
  ]);
});

test('a report can move no cursor of a terminal', async () => {
  await ada.post('/client-errors', { area: 'host', path: '/', message: 'a\u001b[2Jb\nc' });
  expect(lines).toMatchObject([{ crash: { message: 'a[2Jb\nc', stack: null, failedRequestId: null } }]);
});

test('nobody who is not signed in reports, nothing unknown is reported, and nothing over 8 KiB', async () => {
  expect((await service.nobody.post('/client-errors', crash)).status).toBe(401);
  expect((await ada.post('/client-errors', { ...crash, area: 'moon' })).status).toBe(422);
  expect((await ada.post('/client-errors', { ...crash, more: 1 })).status).toBe(422);
  expect(await ada.post('/client-errors', { ...crash, stack: '€'.repeat(3000) })).toMatchObject({
    status: 413,
    body: { detail: 'The request body must not exceed 8 KiB' },
  });
  expect(lines).toEqual([]);
});

test('a person reports ten times a minute; the next one is 429 with Retry-After, another person is heard', async () => {
  const bob = await service.person('bob');
  const statuses = [];
  for (let at = 0; at < 11; at += 1) statuses.push((await bob.post('/client-errors', crash)).status);
  expect(statuses).toEqual([...Array<number>(10).fill(204), 429]);
  const refused = await bob.post('/client-errors', crash);
  expect(Number(refused.headers['retry-after'])).toBeGreaterThan(0);
  expect(refused.body).toEqual({
    detail: expect.stringMatching(/^Too many requests\. Please try again in \d+ seconds\.$/),
  });
  const eve = await service.person('eve');
  expect((await eve.post('/client-errors', crash)).status).toBe(204);
});
