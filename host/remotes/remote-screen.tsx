import { lazy, Suspense, type ComponentType, type LazyExoticComponent, useEffect, useReducer } from 'react';
import { ErrorBoundary } from 'react-error-boundary';
import { Spinner } from 'shared-ui';
import type { Route } from '../route-table';
import { AreaFailure } from './area-failure';
import { asRemoteFailure } from './remote-failure';
import { loadScreen } from './remotes';

const screens = new Map<string, LazyExoticComponent<ComponentType>>();
const failed = new Set<string>();

/** The lazy screen of a route; it begins to load at once. */
function screenOf({ area, path }: Route): LazyExoticComponent<ComponentType> {
  const known = screens.get(path);
  if (known) return known;
  const loading = loadScreen(area, path);
  loading.catch(() => failed.add(path));
  const screen = lazy(() => loading);
  screens.set(path, screen);
  return screen;
}

function forgetFailure(path: string) {
  if (failed.delete(path)) screens.delete(path);
}

/**
 * A screen of a remote. Whatever the remote does (missing, silent, corrupt, of another version,
 * throwing while it draws) costs this panel and nothing else; Retry loads it anew without a reload.
 */
export function RemoteScreen({ route }: { route: Route }) {
  const [, drawAgain] = useReducer((count: number) => count + 1, 0);
  const Screen = screenOf(route);

  const retry = () => {
    forgetFailure(route.path);
    drawAgain();
  };
  // Somebody who goes away and comes back has asked again, too.
  useEffect(() => () => forgetFailure(route.path), [route.path]);

  return (
    <ErrorBoundary
      resetKeys={[route.path]}
      onReset={retry}
      fallbackRender={({ error, resetErrorBoundary }) => (
        <AreaFailure failure={asRemoteFailure(route.area, error)} onRetry={resetErrorBoundary} />
      )}
    >
      <Suspense fallback={<Spinner page />}>
        <Screen key={route.path} />
      </Suspense>
    </ErrorBoundary>
  );
}
