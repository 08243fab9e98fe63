import { lazy, Suspense, type ComponentType, type LazyExoticComponent, useReducer } from 'react';
import { ErrorBoundary, type FallbackProps } from 'react-error-boundary';
import { Spinner } from 'shared-ui';
import FACES from '../platform';
import type { Route } from '../route-table';
import { AreaFailure } from './area-failure';
import { loadScreens } from './remotes';
import { asRemoteFailure, RemoteFailure } from './remote-failure';

const ConsoleTheme = lazy(() => FACES.shell().then((shell) => ({ default: shell.ConsoleTheme })));

const screens = new Map<string, LazyExoticComponent<ComponentType>>();

/** The lazy screen of a route. It begins to load at once, beside the shell and not after it. */
function screenOf({ area, path }: Route): LazyExoticComponent<ComponentType> {
  const known = screens.get(path);
  if (known) return known;
  const loading = loadScreens(area).then((areaScreens) => {
    const load = areaScreens[path];
    if (!load) throw new RemoteFailure(area, 'not-deployed');
    return load();
  });
  loading.catch(() => undefined);
  const screen = lazy(() => loading);
  screens.set(path, screen);
  return screen;
}

/**
 * A screen of a remote. Whatever the remote does (missing, silent, corrupt, of another version,
 * throwing while it draws) costs this panel and nothing else; Retry loads it anew without a reload.
 */
export function RemoteScreen({ route }: { route: Route }) {
  const [, drawAgain] = useReducer((count: number) => count + 1, 0);
  const Screen = screenOf(route);
  void FACES.shell().catch(() => undefined);

  const retry = () => {
    screens.delete(route.path);
    drawAgain();
  };
  const Fallback = ({ error, resetErrorBoundary }: FallbackProps) => (
    <AreaFailure failure={asRemoteFailure(route.area, error)} onRetry={resetErrorBoundary} />
  );

  return (
    <ErrorBoundary resetKeys={[route.path]} onReset={retry} FallbackComponent={Fallback}>
      <Suspense fallback={<Spinner page />}>
        <ConsoleTheme>
          <Screen key={route.path} />
        </ConsoleTheme>
      </Suspense>
    </ErrorBoundary>
  );
}
