import { waitFor } from '@testing-library/react';
import type { CurrentUser } from 'contract/session';
import { injectEndpoints } from './api';
import { sessionChoice } from './browser-storage';
import { http } from './http';
import { LOGOUT_EVENT } from './session-end';
import {
  clearTokens,
  createConsoleStore,
  listenToOtherTabs,
  restoreSession,
  signIn,
  signOut,
  type ConsoleStore,
} from './sign-in';
import { startService, type Service } from './testing/service';

const ada: CurrentUser = { id: 1, username: 'ada', email: 'ada@example.com', companies: [], groups: ['CompanyAdmin'] };
const bob: CurrentUser = { ...ada, id: 2, username: 'bob', email: 'bob@example.com' };

const { secrets } = injectEndpoints([], (build) => ({
  secrets: build.query<string[], void>({ query: () => ({ path: '/secrets' }) }),
})).endpoints;

let service: Service;
let store: ConsoleStore;
let stopListening: () => void;
let logged: jest.SpyInstance;

beforeEach(async () => {
  logged = jest.spyOn(console, 'error').mockImplementation(() => undefined);
  service = await startService();
  store = createConsoleStore();
  stopListening = listenToOtherTabs();
  service.on('POST /token/pair', [200, { access: 'access-1', refresh: 'refresh-1' }]);
  service.on('POST /token/refresh', [401, {}]);
  service.on('POST /token/revoke', [204]);
  service.on('GET /users/me', [200, ada]);
  service.on('GET /secrets', [200, ['of ada']]);
});

afterEach(async () => {
  stopListening();
  clearTokens();
  localStorage.clear();
  sessionStorage.clear();
  logged.mockRestore();
  await service.close();
});

const session = () => store.getState().session;
const tokens = () => [localStorage.getItem('access_token'), localStorage.getItem('refresh_token')];
const credentials = { username: 'ada', password: 'secret' };
const pair = { access_token: 'access-1', refresh_token: 'refresh-1' };
const stored = (pair: Record<string, string>) =>
  Object.entries(pair).forEach(([key, value]) => localStorage.setItem(key, value));
describe('on start', () => {
  test('the loading flag is true', () => {
    expect(session()).toEqual({ loading: true, user: null, endedBecause: null });
  });

  test('a stored access token fetches the user', async () => {
    stored(pair);
    await restoreSession(store);
    expect(session()).toEqual({ loading: false, user: ada, endedBecause: null });
    expect(service.requestsTo('GET /users/me')[0]?.headers.authorization).toBe('Bearer access-1');
  });

  test('without a stored token loading ends with no user and nothing is asked', async () => {
    await restoreSession(store);
    expect(session()).toEqual({ loading: false, user: null, endedBecause: null });
    expect(service.requests).toEqual([]);
  });

  test('a failure is logged and leaves the tokens in place', async () => {
    stored(pair);
    service.on('GET /users/me', [500, '<h1>Oops</h1>']);
    await restoreSession(store);
    expect(session()).toEqual({ loading: false, user: null, endedBecause: 'unavailable' });
    expect(tokens()).toEqual(['access-1', 'refresh-1']);
    expect(logged).toHaveBeenCalled();
  });

  test.each([[null], [[]], [{ username: 'ada' }]])('a user %j, which is none, is such a failure', async (body) => {
    stored(pair);
    service.on('GET /users/me', [200, body]);
    await restoreSession(store);
    expect(session()).toEqual({ loading: false, user: null, endedBecause: 'unavailable' });
    expect(tokens()).toEqual(['access-1', 'refresh-1']);
  });

  test('only a refused refresh removes the tokens', async () => {
    stored(pair);
    service.on('GET /users/me', [401, {}]);
    service.on('POST /token/refresh', [401, { detail: 'Session has ended' }]);
    await restoreSession(store);
    expect(session()).toEqual({ loading: false, user: null, endedBecause: 'expired' });
    expect(tokens()).toEqual([null, null]);
  });

  test.each(['GET /users/me', 'POST /token/refresh'] as const)(
    'a %s that hangs is given up in time, leaves the tokens, and the next try asks again',
    async (call) => {
      stored(pair);
      service.on('GET /users/me', [401, {}]);
      service.on(call, () => undefined);
      await restoreSession(store, 20);
      expect(session()).toEqual({ loading: false, user: null, endedBecause: 'unavailable' });
      expect(tokens()).toEqual(['access-1', 'refresh-1']);
      service.on('GET /users/me', [200, ada]);
      await restoreSession(store);
      expect(session()).toMatchObject({ loading: false, user: ada });
    },
  );

  test('tokens that are cleared before the user has come leave nobody signed in', async () => {
    stored(pair);
    service.on('GET /users/me', () => (clearTokens(), [200, ada]));
    await restoreSession(store);
    expect(session()).toEqual({ loading: false, user: null, endedBecause: null });
  });
});

describe('login', () => {
  test('posts the credentials, stores both tokens and fetches the user', async () => {
    await expect(signIn(store, credentials)).resolves.toBe(true);
    expect(service.requests.map(({ method, path, body }) => [method, path, body])).toEqual([
      ['POST', '/token/pair', credentials],
      ['GET', '/users/me', undefined],
    ]);
    expect(tokens()).toEqual(['access-1', 'refresh-1']);
    expect(session().user).toEqual(ada);
  });

  test.each(['POST /token/pair', 'GET /users/me'])(
    'that fails at %s removes both tokens, logs Login failed alone and reports failure',
    async (call) => {
      stored({ access_token: 'former', refresh_token: 'former' });
      service.on(call, [500, {}]);
      await expect(signIn(store, credentials)).resolves.toBe(false);
      expect(tokens()).toEqual([null, null]);
      expect(session().user).toBeNull();
      expect(logged.mock.calls).toEqual([['Login failed']]);
    },
  );

  test('as somebody else leaves nothing of the former user', async () => {
    await signIn(store, credentials);
    await store.dispatch(secrets.initiate());
    sessionChoice('agent_chat_tab_id').write('tab of ada');
    service.on('GET /users/me', [200, bob]);
    await signIn(store, { username: 'bob', password: 'secret' });
    expect(session().user).toEqual(bob);
    expect(store.getState().api.queries).toEqual({});
    expect(sessionChoice('agent_chat_tab_id').read()).toBeNull();
  });

  test.each([
    ['signed in', () => signIn(store, credentials)],
    ['only stored', () => Promise.resolve(stored(pair))],
  ])('over a session that is %s ends that one at the service, whether or not it succeeds', async (_, begin) => {
    await begin();
    service.on('POST /token/pair', [401, {}]);
    await signIn(store, { username: 'bob', password: 'wrong' });
    await waitFor(() => expect(service.requestsTo('POST /token/revoke')).toHaveLength(1));
    expect(service.requestsTo('POST /token/revoke')[0]?.body).toEqual({ refresh: 'refresh-1' });
    service.on('POST /token/pair', [200, { access: 'access-2', refresh: 'refresh-2' }]);
    await signIn(store, { username: 'bob', password: 'secret' });
    expect(tokens()).toEqual(['access-2', 'refresh-2']);
    expect(service.requestsTo('POST /token/revoke')).toHaveLength(1);
  });

  test('again as the same user keeps what was chosen in this tab', async () => {
    await signIn(store, credentials);
    sessionChoice('agent_chat_tab_id').write('tab of ada');
    clearTokens();
    await signIn(store, credentials);
    expect(sessionChoice('agent_chat_tab_id').read()).toBe('tab of ada');
  });

  test('with a wrong password asks for no refresh', async () => {
    service.on('POST /token/pair', [401, { detail: 'Wrong' }]);
    await expect(signIn(store, credentials)).resolves.toBe(false);
    expect(service.requestsTo('POST /token/refresh')).toEqual([]);
  });

  test('keeps the reason of the last session’s end, so that the screen knows to lead back', async () => {
    await signIn(store, credentials);
    service.on('GET /secrets', [401, {}]);
    await http.get('/secrets').catch(() => undefined);
    expect(session()).toEqual({ loading: false, user: null, endedBecause: 'expired' });
    await signIn(store, credentials);
    expect(session()).toEqual({ loading: false, user: ada, endedBecause: 'expired' });
  });
});

describe('logout', () => {
  test('removes both tokens, clears the user and ends the session on the server without waiting', async () => {
    await signIn(store, credentials);
    service.on('POST /token/revoke', [503, {}]);
    signOut();
    expect(tokens()).toEqual([null, null]);
    expect(session()).toEqual({ loading: false, user: null, endedBecause: null });
    // That the server could not be told is only logged, and never with a token.
    await waitFor(() => expect(logged).toHaveBeenCalledTimes(1));
    expect(service.requestsTo('POST /token/revoke')[0]?.body).toEqual({ refresh: 'refresh-1' });
    expect(JSON.stringify(logged.mock.calls)).not.toMatch(/access-1|refresh-1/);
  });

  test('reaches the server even when the next session ends at once', async () => {
    await signIn(store, credentials);
    service.on('POST /token/revoke', [503, {}]);
    signOut();
    clearTokens();
    await waitFor(() => expect(logged.mock.calls[0]?.[1]).toMatchObject({ status: 503 }));
  });

  test('empties the cache and aborts what is under way', async () => {
    await signIn(store, credentials);
    await store.dispatch(secrets.initiate());
    service.on('GET /hanging', () => (clearTokens(), undefined));
    await expect(http.get('/hanging')).rejects.toMatchObject({ name: 'AbortError' });
    expect(JSON.stringify(store.getState())).not.toContain('ada');
  });

  test('the logout event clears the user, whoever raises it', async () => {
    await signIn(store, credentials);
    await store.dispatch(secrets.initiate());
    window.dispatchEvent(new Event(LOGOUT_EVENT));
    expect(session()).toEqual({ loading: false, user: null, endedBecause: null });
    expect(store.getState().api.queries).toEqual({});
  });
});
