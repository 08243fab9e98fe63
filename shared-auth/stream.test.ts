import type { ServerResponse } from 'node:http';
import { endSession, LOGOUT_EVENT } from './session-end';
import { openStream } from './stream';
import { startService, type Answer, type Service } from './testing/service';
import { forgetTokens, storeTokens } from './tokens';

let service: Service;

beforeEach(async () => {
  service = await startService();
  storeTokens({ access: 'old', refresh: 'refresh-1' });
});

afterEach(async () => {
  forgetTokens();
  await service.close();
});

/** Opens the stream and keeps what its listener hears, until it has ended. */
function listen() {
  const heard: unknown[] = [];
  let ended = () => {};
  const end = new Promise<void>((resolve) => (ended = resolve));
  const handle = openStream(
    '/agents/message',
    { message: 'Hello' },
    {
      onEvent: (event) => heard.push(event),
      onError: (error) => (heard.push(error.message), ended()),
      onDone: () => (heard.push('done'), ended()),
    },
  );
  return { heard, end, handle };
}

const write = (response: ServerResponse, ...chunks: string[]) => {
  if (!response.headersSent) response.writeHead(200, { 'Content-Type': 'text/event-stream' });
  for (const chunk of chunks) response.write(chunk);
};
const streaming =
  (...chunks: string[]) =>
  (_: unknown, response: ServerResponse) => (write(response, ...chunks), response.end(), undefined);
const answer = (...said: Parameters<Service['on']>[1][]) =>
  said.forEach((one) => service.on('POST /agents/message', one));

test('a stream posts JSON with the bearer and hands on each data line', async () => {
  answer(streaming('data: {"type":"start"}\n\n', ': awake\n\ndata: {"type":"te', 'xt","content":"ü"}\n\n'));
  const { heard, end } = listen();
  await end;
  expect(heard).toEqual([{ type: 'start' }, { type: 'text', content: 'ü' }, 'done']);
  expect(service.requests[0]).toMatchObject({ method: 'POST', body: { message: 'Hello' } });
  expect(service.requests[0]?.headers.authorization).toBe('Bearer old');
});

test('lines that cannot be parsed are ignored (SSE-03)', async () => {
  answer(streaming('data: {"n":1}\n\ndata: {oops\n\nnonsense\n\ndata: {"n":2}\ndata: {"n":3}\n\n'));
  const { heard, end } = listen();
  await end;
  expect(heard).toEqual([{ n: 1 }, { n: 2 }, { n: 3 }, 'done']);
});

test('the last event counts even where no empty line follows it', async () => {
  answer(streaming('data: {"n":1}'));
  const { heard, end } = listen();
  await end;
  expect(heard).toEqual([{ n: 1 }, 'done']);
});

test('a 401 is followed by one refresh and one retry (SSE-05)', async () => {
  answer(({ headers }, response) =>
    headers.authorization === 'Bearer new' ? streaming('data: {"n":1}\n\n')(null, response) : [401, {}],
  );
  service.on('POST /token/refresh', [200, { access: 'new' }]);
  const { heard, end } = listen();
  await end;
  expect(heard).toEqual([{ n: 1 }, 'done']);
  expect(service.requestsTo('POST /token/refresh')).toHaveLength(1);
});

test.each<[string, Answer, string]>([
  ['no success', [503, { detail: 'Away' }], 'HTTP 503: Service Unavailable'],
  ['not there', [404, undefined], 'HTTP 404: Not Found'],
])('an answer that is %s fails with status and status text', async (_, said, message) => {
  answer(said);
  const { heard, end } = listen();
  await end;
  expect(heard).toEqual([message]);
});

test('a 401 without a refresh token fails with No refresh token available (SSE-05)', async () => {
  storeTokens({ access: 'old', refresh: '' });
  answer([401, {}]);
  const { heard, end } = listen();
  await end;
  expect(heard).toEqual(['No refresh token available']);
});

test.each([401, 500])('a refresh that is answered %d fails with Token refresh failed', async (status) => {
  answer([401, {}]);
  service.on('POST /token/refresh', [status, {}]);
  const { heard, end } = listen();
  await end;
  expect(heard).toEqual(['Token refresh failed']);
});

test('a stream that breaks off is an error, not an end', async () => {
  answer((_, response) => {
    response.writeHead(200, { 'Content-Type': 'text/event-stream' });
    response.write('data: {"n":1}\n\n', () => response.destroy());
    return undefined;
  });
  const { heard, end } = listen();
  await end;
  expect(heard).toEqual([{ n: 1 }, 'The server could not be reached. Please check your connection.']);
});

test('a line on which nothing comes any more is given up, and closed', async () => {
  let closed = () => {};
  const closing = new Promise<void>((resolve) => (closed = resolve));
  answer((_, response) => {
    response.on('close', closed);
    write(response, 'data: {"n":1}\n\n');
    return undefined;
  });
  const heard: unknown[] = [];
  await new Promise<void>((resolve) => {
    const ended = (what: unknown) => (heard.push(what), resolve());
    const listener = { onEvent: (event: unknown) => heard.push(event), onDone: () => ended('done') };
    openStream('/agents/message', {}, { ...listener, onError: ({ message }) => ended(message) }, 300);
  });
  await closing;
  expect(heard).toEqual([{ n: 1 }, 'The connection has gone silent.']);
});

test.each<[string, (handle: { abort(): void }) => void]>([
  ['after abort', (handle) => handle.abort()],
  ['after the session’s end', () => endSession(null)],
])('%s the connection closes and the listener hears nothing more', async (_, stop) => {
  let closed = () => {};
  const closing = new Promise<void>((resolve) => (closed = resolve));
  answer((_, response) => {
    response.on('close', closed);
    write(response, 'data: {"n":1}\n\n');
    return undefined;
  });
  const heard: unknown[] = [];
  const first = new Promise<void>((resolve) => {
    const hear = (what: unknown) => (heard.push(what), resolve());
    const handle = openStream(
      '/agents/message',
      {},
      {
        onEvent: (event) => (hear(event), stop(handle)),
        onError: hear,
        onDone: () => hear('done'),
      },
    );
  });
  await first;
  await closing;
  expect(heard).toEqual([{ n: 1 }]);
});

test('a logout is raised when the refresh of a stream is refused', async () => {
  const logout = new Promise((raised) => window.addEventListener(LOGOUT_EVENT, raised, { once: true }));
  answer([401, {}]);
  service.on('POST /token/refresh', [401, {}]);
  listen();
  expect(((await logout) as CustomEvent).detail).toBe('expired');
  expect(localStorage.getItem('refresh_token')).toBeNull();
});
