import { type ComponentType, useCallback, useLayoutEffect, useReducer, useState } from 'react';
import { ErrorBoundary } from 'react-error-boundary';
import { reportCrash } from 'shared-auth/host';
import { Spinner } from 'shared-ui';
import type { Route } from '../route-table';
import { AreaFailure } from './area-failure';
import { asRemoteFailure, RemoteFailure } from './remote-failure';
import { loadScreen } from './remotes';

const loaded = new Map<string, ComponentType>();

/**
 * The screen of a route as soon as it is there, or why it is not; `retry` asks again, as does whoever goes away and comes
 * back. Not by Suspense: React holds back what follows a fallback for 300 ms, and with it the screen's first request.
 */
function useScreen({ area, path }: Route, onCrash: (error: unknown) => void) {
  const [failure, setFailure] = useState<{ path: string; error: unknown } | null>(null);
  const [attempt, retry] = useReducer((count: number) => count + 1, 0);
  const [, draw] = useReducer((count: number) => count + 1, 0);
  useLayoutEffect(() => {
    if (loaded.has(path)) return;
    let isAwaited = true;
    loadScreen(area, path).then(
      ({ default: Screen }) => {
        loaded.set(path, Screen);
        if (isAwaited) draw();
      },
      (error: unknown) => {
        if (!isAwaited) return;
        setFailure({ path, error });
        if (asRemoteFailure(area, error).kind === 'broken') onCrash(error);
      },
    );
    return () => {
      isAwaited = false;
      setFailure(null);
    };
  }, [area, path, attempt, onCrash]);
  return { Screen: loaded.get(path), failure: failure?.path === path ? failure.error : undefined, retry };
}

/**
 * A screen of a remote. Whatever the remote does (missing, silent, corrupt, of another version, throwing while it draws)
 * costs this panel and nothing else; Retry loads it anew without a reload.
 */
export function RemoteScreen({ route }: { route: Route }) {
  const { area, path } = route;
  const [reportId, setReportId] = useState<string | null>(null);
  const onCrash = useCallback(
    (error: unknown) => {
      setReportId(null);
      const cause = error instanceof RemoteFailure ? error.cause : error;
      void reportCrash(area, cause).then(setReportId);
    },
    [area],
  );
  const { Screen, failure, retry } = useScreen(route, onCrash);
  const failed = (error: unknown, onRetry: () => void) => (
    <AreaFailure failure={asRemoteFailure(area, error)} reportId={reportId} onRetry={onRetry} />
  );
  if (failure !== undefined) return failed(failure, retry);
  if (!Screen) return <Spinner page />;
  return (
    <ErrorBoundary
      resetKeys={[path]}
      onError={onCrash}
      fallbackRender={({ error, resetErrorBoundary }) => failed(error, resetErrorBoundary)}
    >
      <Screen key={path} />
    </ErrorBoundary>
  );
}
