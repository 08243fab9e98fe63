import './host.css';
import { startTransition, StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { Provider } from 'react-redux';
import { listenToOtherTabs, LOGOUT_EVENT, restoreSession } from 'shared-auth/host';
import { explainPartFailuresBy, ToastQueue } from 'shared-ui';
import { PageRouter } from 'shared-ui/router';
import { readConfig } from './config/console-config';
import { reasonOfPart } from './remotes/reason-of-part';
import { preloadAtStart, prefetchOnPress, prefetchScreen, rememberGroups } from './remotes/preload-at-start';
import { configureRemotes } from './remotes/remotes';
import { Pages } from './pages/pages';
import { createStore } from './store';

/** How long the first render may wait for its data, in ms: one paint instead of several. */
const FIRST_RENDER_TIMEOUT = 300;

async function start() {
  const store = createStore();
  listenToOtherTabs();
  prefetchOnPress(store);
  window.addEventListener(LOGOUT_EVENT, () => rememberGroups(null));
  // Side by side: who is signed in, and where the areas lie.
  const session = restoreSession(store);
  const config = readConfig();
  configureRemotes(config.then(({ remotes }) => remotes));
  explainPartFailuresBy(reasonOfPart);
  const page = preloadAtStart(window.location.pathname);
  const rows = Promise.all([session, page]).then(() => prefetchScreen(store, window.location));
  await Promise.race([
    Promise.all([config, rows]),
    new Promise((resolve) => setTimeout(resolve, FIRST_RENDER_TIMEOUT)),
  ]);
  const root = createRoot(document.getElementById('console')!);
  // In parts: on a slow machine nothing else would get the thread for as long as the whole render takes.
  startTransition(() =>
    root.render(
      <StrictMode>
        <Provider store={store}>
          <PageRouter onPage={(to) => prefetchScreen(store, to)}>
            <Pages />
          </PageRouter>
          <ToastQueue />
        </Provider>
      </StrictMode>,
    ),
  );
}

void start();
