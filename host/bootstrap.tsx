import './host.css';
import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { Provider } from 'react-redux';
import { listenToOtherTabs, LOGOUT_EVENT, restoreSession } from 'shared-auth/host';
import { explainPartFailuresBy, restoreTheme, ToastQueue } from 'shared-ui';
import { RouterProvider } from 'shared-ui/router';
import { ConfigProvider, readConfig } from './console-config';
import { reasonOfPart } from './remotes/failure-reason';
import { preloadAtStart, rememberGroups } from './remotes/preload-at-start';
import { configureRemotes } from './remotes/remotes';
import { createRouter } from './router';
import { createStore } from './store';

async function start() {
  restoreTheme();
  const store = createStore();
  listenToOtherTabs();
  window.addEventListener(LOGOUT_EVENT, () => rememberGroups(null));
  // Side by side: who is signed in, and where the areas lie.
  void restoreSession(store);
  const config = await readConfig();
  configureRemotes(config.remotes);
  explainPartFailuresBy(reasonOfPart);
  preloadAtStart(window.location.pathname);
  createRoot(document.getElementById('console')!).render(
    <StrictMode>
      <Provider store={store}>
        <ConfigProvider value={config}>
          <RouterProvider router={createRouter()} />
          <ToastQueue />
        </ConfigProvider>
      </Provider>
    </StrictMode>,
  );
}

void start();
