import { callSource, retryAfter } from './http-call';
import { startStandIn, type StandInServer } from './stand-in';
import { SourceFault } from './source';

let server: StandInServer;
let elsewhere: StandInServer;
beforeAll(async () => {
  const words = { words: 'Grüße 🌵'.repeat(200) };
  server = await startStandIn((routes) => void routes.all('/*', async () => words));
  elsewhere = await startStandIn((routes) => void routes.all('/*', async () => words));
});
afterAll(() => Promise.all([server.close(), elsewhere.close()]));

const SECRET = 'token-of-this-call';
const run = new AbortController();
const call = (limits = { time: 5000, bytes: 100_000 }, secret = SECRET, url = server.url, signal = run.signal) =>
  callSource(
    { source: 'shopify', url: `${url}/x?access_token=${secret}`, headers: { 'x-token': secret } },
    signal,
    limits,
  );
const faultOf = async (answer: Promise<unknown>): Promise<SourceFault> => {
  const fault = await answer.then(() => null).catch((error: unknown) => error);
  expect(fault).toBeInstanceOf(SourceFault);
  expect(JSON.stringify([fault, String(fault), (fault as Error).stack, (fault as Error).cause])).not.toContain(
    'token-of',
  );
  return fault as SourceFault;
};

test('an answer of any status is read as JSON, and one that is no JSON has none', async () => {
  expect(await call()).toMatchObject({ status: 200, json: { words: expect.stringContaining('🌵') } });
  server.follow({ status: 404, json: { errors: 'Not Found' } }, { status: 502, json: '<html>Bad Gateway' }, 'cut');
  expect(await call()).toMatchObject({ status: 404, json: { errors: 'Not Found' } });
  expect(await call()).toMatchObject({ status: 502, json: undefined });
  expect(await call()).toMatchObject({ status: 200, json: undefined });
});

test.each([301, 302, 303, 307, 308])('a redirect (%d) is not followed, to whomever it leads', async (status) => {
  server.follow({ status, headers: { location: `${elsewhere.url}/steal` } });
  expect(await faultOf(call())).toMatchObject({ kind: 'refused', code: 'redirected' });
  expect(elsewhere.calls).toEqual([]);
});

test('a silent source, one that never ends and one that breaks off are ended by the limits', async () => {
  server.follow('silent', 'endless', 'broken');
  expect(await faultOf(call({ time: 100, bytes: 1000 }))).toMatchObject({ kind: 'again', code: 'timed_out' });
  expect(await faultOf(call({ time: 10_000, bytes: 1_000_000 }))).toMatchObject({ code: 'response_too_large' });
  expect(await faultOf(call())).toMatchObject({ kind: 'again', code: 'invalid_response' });
});

test('an endless answer that comes slowly ends by time', async () => {
  server.follow('endless');
  expect(await faultOf(call({ time: 100, bytes: Infinity }))).toMatchObject({ code: 'timed_out' });
});

test('a source that is not there is unreachable', async () => {
  const closed = await startStandIn(() => undefined);
  await closed.close();
  const fault = await faultOf(call(undefined, SECRET, closed.url));
  expect(fault).toMatchObject({
    kind: 'again',
    code: 'unreachable',
    message: 'Shopify could not be reached (ECONNREFUSED)',
  });
});

test('a secret that no header can carry is refused without a word of it', async () => {
  for (const secret of [`${SECRET}\ninjected: 1`, `${SECRET}🌵`])
    expect(await faultOf(call(undefined, secret))).toMatchObject({ kind: 'reconnect', code: 'credential_refused' });
});

test('the run that ends ends its call, and that is no fault of the source', async () => {
  server.follow('silent');
  const ended = new AbortController();
  const reason = new Error('The run was stopped');
  const answer = call(undefined, SECRET, server.url, ended.signal);
  ended.abort(reason);
  await expect(answer).rejects.toBe(reason);
});

test('a pause is read from seconds or a date, and is between a second and a day', () => {
  const now = new Date('2026-11-24T10:00:00Z');
  const until = (text: string) => retryAfter(new Headers({ 'retry-after': text }), now)?.toISOString() ?? null;
  expect(until('2.5')).toBe('2026-11-24T10:00:02.500Z');
  expect(until('0')).toBe('2026-11-24T10:00:01.000Z');
  expect(until('Tue, 24 Nov 2026 10:05:00 GMT')).toBe('2026-11-24T10:05:00.000Z');
  expect(until('999999999')).toBe('2026-11-25T10:00:00.000Z');
  expect(until('soon')).toBeNull();
  expect(retryAfter(new Headers(), now)).toBeNull();
});
