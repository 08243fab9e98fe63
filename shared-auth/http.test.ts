import { http } from './http';
import type { HttpError } from './server-error';
import { endSession, LOGOUT_EVENT } from './session-end';
import { startService, type Service } from './testing/service';
import { followStoredTokens, forgetTokens, storeTokens } from './tokens';

let service: Service;
let logouts: number;
const countLogout = () => (logouts += 1);

beforeEach(async () => {
  service = await startService();
  logouts = 0;
  window.addEventListener(LOGOUT_EVENT, countLogout);
  storeTokens({ access: 'old', refresh: 'refresh-1' });
});

afterEach(async () => {
  window.removeEventListener(LOGOUT_EVENT, countLogout);
  forgetTokens();
  await service.close();
});

/** The service accepts this access token alone. */
const accept = (access: string) =>
  service.on('GET /things', ({ headers }) =>
    headers.authorization === `Bearer ${access}` ? [200, { ok: true }] : [401, { detail: 'Not signed in' }],
  );
const failureOf = (call: Promise<unknown>) =>
  call.then(
    () => Promise.reject(new Error('The call succeeded.')),
    (error: unknown) => error as HttpError,
  );

describe('a call', () => {
  test('goes to /api with the bearer access token and JSON', async () => {
    service.on('POST /things', [201, { id: 1 }]);
    await expect(http.post('/things', { body: { name: 'ü' } })).resolves.toEqual({ id: 1 });
    const [asked] = service.requests;
    expect(asked).toMatchObject({ method: 'POST', path: '/things', body: { name: 'ü' } });
    expect(asked?.headers).toMatchObject({ authorization: 'Bearer old', 'content-type': 'application/json' });
  });

  test('omits empty query values and repeats the key of a list', async () => {
    service.on('GET /things', [200, []]);
    await http.get('/things', {
      query: { a: '', b: null, c: undefined, d: 0, e: false, include_tags: ['x', '', 'y&z'], f: [] },
    });
    expect(service.requests[0]?.query.toString()).toBe('d=0&e=false&include_tags=x&include_tags=y%26z');
  });

  test('answers undefined for 204', async () => {
    service.on('DELETE /things/1', [204]);
    await expect(http.delete('/things/1')).resolves.toBeUndefined();
  });

  test('that is not answered in time fails as a time-out', async () => {
    service.on('GET /things', () => undefined);
    expect((await failureOf(http.get('/things', { timeout: 20 }))).status).toBe('TIMEOUT');
  });

  test('that the caller aborts fails with an AbortError', async () => {
    const caller = new AbortController();
    service.on('GET /things', () => (caller.abort(), undefined));
    expect((await failureOf(http.get('/things', { signal: caller.signal }))).name).toBe('AbortError');
  });

  test('that is under way when the session ends is aborted', async () => {
    service.on('GET /things', () => (endSession(null), undefined));
    expect((await failureOf(http.get('/things'))).name).toBe('AbortError');
  });

  test('that finds no server says so in words of its own', async () => {
    await service.close();
    const failure = await failureOf(http.get('/things'));
    expect(failure.status).toBe('OFFLINE');
    expect(failure.message).toBe('The server could not be reached. Please check your connection.');
  });

  test('whose answer breaks off in the middle fails as a cut line', async () => {
    service.on('GET /things', (_, response) => {
      response.writeHead(200, { 'Content-Length': '100' });
      response.write('{"items":', () => response.destroy());
      return undefined;
    });
    expect((await failureOf(http.get('/things'))).status).toBe('OFFLINE');
  });

  test('keeps status, body, Retry-After and the request id of an error response', async () => {
    service.on('GET /things', [429, { detail: 'Too many requests' }, { 'Retry-After': '7', 'x-request-id': 'abc-1' }]);
    expect(await failureOf(http.get('/things'))).toMatchObject({
      status: 429,
      body: { detail: 'Too many requests' },
      message: 'Too many requests',
      retryAfter: 7,
      requestId: 'abc-1',
    });
  });

  test.each([
    ['HTML', '<!DOCTYPE html><h1>Bad gateway</h1>'],
    ['nothing', undefined],
    ['an empty object', {}],
    ['more than a megabyte', `{"detail": "${'x'.repeat(3 << 20)}"}`],
  ])('that fails with %s says Request failed and the status', async (_, body) => {
    service.on('GET /things', [500, body]);
    expect((await failureOf(http.get('/things'))).message).toBe('Request failed: 500');
  });

  test.each(['<html>Sign in to the hotel</html>', '{"items": [{"id": 1'])(
    'that is answered 200 with %s in place of JSON fails, in a plain sentence',
    async (body) => {
      service.on('GET /things', [200, body]);
      expect(await failureOf(http.get('/things'))).toMatchObject({
        status: 'UNREADABLE',
        message: 'The response of the server could not be read.',
      });
    },
  );
});

describe('a 401', () => {
  test('is followed by one refresh and one retry with the new token (TOK-05)', async () => {
    accept('new');
    service.on('POST /token/refresh', [200, { access: 'new' }]);
    await expect(http.get('/things')).resolves.toEqual({ ok: true });
    expect(service.requestsTo('POST /token/refresh').map(({ body, headers }) => [body, headers.authorization])).toEqual(
      [[{ refresh: 'refresh-1' }, undefined]],
    );
    expect(localStorage.getItem('access_token')).toBe('new');
    expect(localStorage.getItem('refresh_token')).toBe('refresh-1');
  });

  test('of several requests at once makes one refresh, and all are retried', async () => {
    accept('new');
    service.on('POST /token/refresh', [200, { access: 'new' }]);
    await expect(Promise.all(Array.from({ length: 8 }, () => http.get('/things')))).resolves.toHaveLength(8);
    expect(service.requestsTo('POST /token/refresh')).toHaveLength(1);
    expect(service.requestsTo('GET /things')).toHaveLength(16);
  });

  test('after the retry fails the request and logs out: each is retried at most once', async () => {
    accept('none at all');
    service.on('POST /token/refresh', [200, { access: 'new' }]);
    expect((await failureOf(http.get('/things'))).status).toBe(401);
    expect(service.requestsTo('GET /things')).toHaveLength(2);
    expect([localStorage.length, logouts]).toEqual([0, 1]);
  });

  test.each([[{}], [{ access: '' }], [{ access: 7 }], [null], [undefined]])(
    'whose refresh is answered 200 with %j, which is no token and no refusal, stays logged in',
    async (body) => {
      accept('new');
      service.on('POST /token/refresh', [200, body]);
      expect(await failureOf(http.get('/things'))).toMatchObject({
        status: 'UNREADABLE',
        message: 'The response of the server could not be read.',
      });
      expect([localStorage.getItem('refresh_token'), logouts]).toEqual(['refresh-1', 0]);
      expect(service.requestsTo('GET /things')).toHaveLength(1);
    },
  );

  test('without tokens, after the session has ended, does not end it once more', async () => {
    accept('new');
    forgetTokens();
    await failureOf(http.get('/things'));
    expect(logouts).toBe(0);
  });

  test('without a refresh token removes the tokens, raises the logout event and fails', async () => {
    accept('new');
    storeTokens({ access: 'old', refresh: '' });
    expect(await failureOf(http.get('/things'))).toMatchObject({ status: 401, message: 'No refresh token available' });
    expect([localStorage.length, logouts]).toEqual([0, 1]);
  });

  test('whose refresh is refused removes the tokens, raises the logout event once and fails all that wait', async () => {
    accept('new');
    service.on('POST /token/refresh', [401, { detail: 'Session has ended' }]);
    const failures = await Promise.all([1, 2, 3].map(() => failureOf(http.get('/things'))));
    expect(failures).toHaveLength(3);
    expect(localStorage.getItem('access_token')).toBeNull();
    expect(localStorage.getItem('refresh_token')).toBeNull();
    expect(logouts).toBe(1);
  });

  test.each([403, 404, 408, 429, 500, 503])(
    'whose refresh is answered %d keeps the tokens and nobody is logged out',
    async (status) => {
      accept('new');
      service.on('POST /token/refresh', [status, {}]);
      expect((await failureOf(http.get('/things'))).status).toBe(status);
      expect(localStorage.getItem('access_token')).toBe('old');
      expect(localStorage.getItem('refresh_token')).toBe('refresh-1');
      expect(logouts).toBe(0);
    },
  );

  test('whose refresh is cut off keeps the tokens', async () => {
    accept('new');
    service.on('POST /token/refresh', (_, response) => void response.destroy());
    expect((await failureOf(http.get('/things'))).status).toBe('OFFLINE');
    expect(localStorage.getItem('refresh_token')).toBe('refresh-1');
  });

  test('after another tab has refreshed is retried with that token, without a refresh', async () => {
    accept('of another tab');
    const going = http.get('/things');
    localStorage.setItem('access_token', 'of another tab');
    await expect(going).resolves.toEqual({ ok: true });
    expect(service.requestsTo('POST /token/refresh')).toHaveLength(0);
  });

  test('whose refresh is refused because another tab was first is retried with that tab’s token', async () => {
    accept('of another tab');
    service.on('POST /token/refresh', () => {
      localStorage.setItem('access_token', 'of another tab');
      return [401, { detail: 'Used already' }];
    });
    await expect(http.get('/things')).resolves.toEqual({ ok: true });
    expect(logouts).toBe(0);
  });

  test('is never retried with the token of somebody who signed in meanwhile', async () => {
    service.on('GET /things', () => {
      localStorage.setItem('access_token', 'of B');
      localStorage.setItem('refresh_token', 'refresh of B');
      return [401, {}];
    });
    expect((await failureOf(http.get('/things'))).name).toBe('AbortError');
    expect(service.requestsTo('GET /things')).toHaveLength(1);
    expect(localStorage.getItem('access_token')).toBe('of B');
    followStoredTokens();
  });

  test('whose refresh comes back after a logout does not store its token', async () => {
    accept('new');
    service.on('POST /token/refresh', () => {
      forgetTokens();
      endSession(null);
      return [200, { access: 'new' }];
    });
    expect((await failureOf(http.get('/things'))).name).toBe('AbortError');
    expect(localStorage.getItem('access_token')).toBeNull();
  });

  test('whose refresh comes back after a logout in another tab does not store its token either', async () => {
    accept('new');
    service.on('POST /token/refresh', () => (localStorage.clear(), [200, { access: 'new' }]));
    await failureOf(http.get('/things'));
    expect(localStorage.getItem('access_token')).toBeNull();
    expect(service.requestsTo('GET /things')).toHaveLength(1);
  });

  describe('where tabs take turns', () => {
    const takeTurns = (
      request: (name: string, options: LockOptions, turn: () => Promise<unknown>) => Promise<unknown>,
    ) => Object.defineProperty(navigator, 'locks', { value: { request }, configurable: true });
    afterEach(() => {
      jest.useRealTimers();
      Reflect.deleteProperty(navigator, 'locks');
    });

    test('that waits its turn while somebody else signs in here is not retried as them', async () => {
      service.on('GET /things', ({ headers }) => (headers.authorization === 'Bearer old' ? [401, {}] : [200, {}]));
      takeTurns((_, __, turn) => {
        endSession(null);
        storeTokens({ access: 'of B', refresh: 'refresh of B' });
        return turn();
      });
      expect((await failureOf(http.get('/things'))).name).toBe('AbortError');
      expect(service.requestsTo('GET /things')).toHaveLength(1);
    });

    test('that is refreshed is retried at once, and the turn lasts until every tab can read the new token', async () => {
      jest.useFakeTimers({ doNotFake: ['nextTick', 'queueMicrotask', 'setImmediate', 'performance', 'Date'] });
      accept('new');
      service.on('POST /token/refresh', [200, { access: 'new' }]);
      let over = false;
      takeTurns((_, __, turn) => turn().finally(() => (over = true)));
      await expect(http.get('/things')).resolves.toEqual({ ok: true });
      await jest.advanceTimersByTimeAsync(199);
      expect(over).toBe(false);
      await jest.advanceTimersByTimeAsync(1);
      expect(over).toBe(true);
    });

    test('whose refresh fails ends the turn with it', async () => {
      accept('new');
      service.on('POST /token/refresh', [503, {}]);
      let over = false;
      takeTurns((_, __, turn) => turn().finally(() => (over = true)));
      expect((await failureOf(http.get('/things'))).status).toBe(503);
      expect(over).toBe(true);
    });
  });
});
