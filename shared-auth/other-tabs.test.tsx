import { waitFor } from '@testing-library/react';
import type { CurrentUser } from 'contract/session';
import { injectEndpoints } from './api';
import { sessionChoice } from './browser-storage';
import { http } from './http';
import { LOGOUT_EVENT } from './session-end';
import { clearTokens, createConsoleStore, listenToOtherTabs, signIn, type ConsoleStore } from './sign-in';
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
const credentials = { username: 'ada', password: 'secret' };
const stored = (pair: Record<string, string>) =>
  Object.entries(pair).forEach(([key, value]) => localStorage.setItem(key, value));
describe('another tab', () => {
  /** The event that the browser sends this tab when another one writes the storage. */
  const fromOtherTab = (write: () => void) => {
    write();
    window.dispatchEvent(new StorageEvent('storage'));
  };

  test('that signs out signs this one out too', async () => {
    await signIn(store, credentials);
    await store.dispatch(secrets.initiate());
    const raised = jest.fn();
    window.addEventListener(LOGOUT_EVENT, raised);
    fromOtherTab(() => localStorage.clear());
    fromOtherTab(() => localStorage.setItem('theme', 'dark'));
    window.removeEventListener(LOGOUT_EVENT, raised);
    expect(raised).toHaveBeenCalledTimes(1);
    expect(session()).toEqual({ loading: false, user: null, endedBecause: 'signed-out-elsewhere' });
    expect(store.getState().api.queries).toEqual({});
  });

  test('is not said to have signed out where only the refresh token is gone', async () => {
    await signIn(store, credentials);
    service.on('GET /secrets', [401, {}]);
    fromOtherTab(() => localStorage.removeItem('refresh_token'));
    expect(session().user).toEqual(ada);
    const raised = jest.fn();
    window.addEventListener(LOGOUT_EVENT, raised);
    await http.get('/secrets').catch(() => undefined);
    window.removeEventListener(LOGOUT_EVENT, raised);
    expect(session()).toEqual({ loading: false, user: null, endedBecause: 'expired' });
    expect(raised).toHaveBeenCalledTimes(1);
  });

  test('that refreshes changes nothing here', async () => {
    await signIn(store, credentials);
    fromOtherTab(() => localStorage.setItem('access_token', 'access-2'));
    expect(session().user).toEqual(ada);
    await http.get('/secrets');
    expect(service.requestsTo('GET /secrets')[0]?.headers.authorization).toBe('Bearer access-2');
  });

  test('that signs in as somebody else makes this one theirs, and nothing of the former user is left', async () => {
    await signIn(store, credentials);
    await store.dispatch(secrets.initiate());
    sessionChoice('agent_chat_tab_id').write('tab of ada');
    service.on('GET /users/me', [200, bob]);
    fromOtherTab(() => stored({ access_token: 'access of bob', refresh_token: 'refresh of bob' }));
    expect(session()).toEqual({ loading: true, user: null, endedBecause: null });
    expect(store.getState().api.queries).toEqual({});
    await waitFor(() => expect(session().loading).toBe(false));
    expect(session().user).toEqual(bob);
    expect(sessionChoice('agent_chat_tab_id').read()).toBeNull();
  });

  test('that signed out while this page was frozen is noticed when it is shown again', async () => {
    await signIn(store, credentials);
    localStorage.clear();
    window.dispatchEvent(new PageTransitionEvent('pageshow', { persisted: true }));
    expect(session().user).toBeNull();
  });

  test('that signed in as somebody else is noticed at the latest when a request is refused', async () => {
    await signIn(store, credentials);
    service.on('GET /users/me', [200, bob]);
    service.on('GET /secrets', [401, {}]);
    stored({ access_token: 'access of bob', refresh_token: 'refresh of bob' });
    await expect(http.get('/secrets')).rejects.toMatchObject({ name: 'AbortError' });
    await waitFor(() => expect(session().user).toEqual(bob));
  });

  test('and this one, both with an expired token, make one refresh, and nobody is logged out (TAB-02)', async () => {
    const held: (() => Promise<unknown>)[] = [];
    let holding: Promise<unknown> = Promise.resolve();
    // The browser's lock manager, as far as one lock goes.
    const locks = {
      request: (_: string, __: LockOptions, work: () => Promise<unknown>) => (
        (holding = holding.then(work, work)),
        held.push(work),
        holding
      ),
    };
    Object.defineProperty(navigator, 'locks', { value: locks, configurable: true });
    await signIn(store, credentials);
    let access = 'none yet';
    let refreshes = 0;
    service.on('POST /token/refresh', () => {
      refreshes += 1;
      access = `access-${refreshes + 1}`;
      return [200, { access }];
    });
    service.on('GET /secrets', ({ headers }) => (headers.authorization === `Bearer ${access}` ? [200, []] : [401, {}]));
    // A second copy of the modules in the same browser storage is what a second tab is.
    const otherTab = await new Promise<typeof http>((resolve) =>
      jest.isolateModules(() => resolve((jest.requireActual('./http') as { http: typeof http }).http)),
    );
    await expect(Promise.all([http.get('/secrets'), otherTab.get('/secrets')])).resolves.toEqual([[], []]);
    expect(held).toHaveLength(2);
    expect(refreshes).toBe(1);
    expect(session().user).toEqual(ada);
    Reflect.deleteProperty(navigator, 'locks');
  });
});
