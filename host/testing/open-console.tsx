/** The whole host in a test: its router and store, at the address of a service that the test scripts. */
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { render } from '@testing-library/react';
import { Provider } from 'react-redux';
import type { CurrentUser, Group } from 'contract/session';
import { restoreSession } from 'shared-auth/host';
import { startService, type Service } from 'shared-auth/testing';
import { PageRouter } from 'shared-ui/router';
import { takeConfig, type HostConfig } from '../config/console-config';
import { configureRemotes } from '../remotes/remotes';
import { Pages } from '../pages/pages';
import { createStore } from '../store';

/** Gives each test of a file a service and an empty browser; what React, the router and the host report is kept quiet. */
export function withService(take: (service: Service) => void) {
  let service: Service;
  beforeEach(async () => {
    for (const level of ['error', 'warn'] as const) jest.spyOn(console, level).mockImplementation(() => undefined);
    localStorage.clear();
    sessionStorage.clear();
    service = await startService();
    take(service);
  });
  afterEach(() => {
    jest.restoreAllMocks();
    return service.close();
  });
}

/** A user as /users/me answers one. */
export const userIn = (...groups: Group[]): CurrentUser => ({
  id: 7,
  username: 'ada',
  email: 'ada@example.com',
  companies: [
    { id: 1, name: 'Northwind Tea', slug: 'northwind-tea' },
    { id: 2, name: 'Bergamot & Co', slug: 'bergamot-co' },
  ],
  groups,
});

/** Stores tokens as an earlier sign-in did, and lets the service know the user. */
export function signedInAs(service: Service, user: CurrentUser) {
  localStorage.setItem('access_token', 'access-1');
  localStorage.setItem('refresh_token', 'refresh-1');
  service.on('GET /users/me', [200, user]);
}

/** Opens the console at a path. What has to be awaited is on the screen, but for `restored`: that it is known who is signed in. */
export function openConsole(path: string, config?: HostConfig) {
  // In full: what a path is relative to, jsdom remembers of an earlier test's page.
  window.history.replaceState(null, '', new URL(path, document.URL));
  return reloadConsole(config);
}

const [LOGIN = ''] = /<main[^]*?<\/main>/.exec(readFileSync(path.join(__dirname, '../index.html'), 'utf8')) ?? [];

/** Puts the form of the login into the page, which the document of a browser has. */
function openDocument() {
  document.getElementById('login')?.remove();
  document.body.insertAdjacentHTML('beforeend', LOGIN);
}

/** Opens the console where the browser is, with what the history's entry remembers. */
export function reloadConsole(config: HostConfig = { brand: 'Storeward', remotes: {} }) {
  openDocument();
  const store = createStore();
  takeConfig(config);
  configureRemotes(config.remotes);
  const restored = restoreSession(store);
  const page = render(
    <Provider store={store}>
      <PageRouter>
        <Pages />
      </PageRouter>
    </Provider>,
  );
  return { ...page, restored };
}
