import { memo, useCallback, useLayoutEffect, useReducer, useRef, useState } from 'react';
import { ErrorBoundary } from 'react-error-boundary';
import { reportCrash } from 'shared-auth/host';
import { Spinner, type ScreenPath } from 'shared-ui';
import type { Area } from 'contract/console-config';
import { AreaFailure } from './area-failure';
import { RemoteFailure } from './remote-failure';
import { forgetScreen, loadedScreen, loadScreen, retryScreen } from './remotes';

/** Where a screen comes from, and its path there. */
interface ScreenRoute {
  area: Area;
  path: ScreenPath;
}

/**
 * The screen of a route as soon as it is there, or why it is not; `retry` asks again, as does whoever goes away and comes
 * back. Not by Suspense: React holds back what follows a fallback for 300 ms, and with it the screen's first request.
 */
function useScreen({ area, path }: ScreenRoute, onCrash: (error: unknown, owner: Area | 'host') => void) {
  const [failure, setFailure] = useState<{ path: string; error: RemoteFailure } | null>(null);
  const retried = useRef<RemoteFailure | null>(null);
  const [attempt, begin] = useReducer((count: number) => count + 1, 0);
  const [, draw] = useReducer((count: number) => count + 1, 0);
  useLayoutEffect(() => {
    if (loadedScreen(path)) return;
    const after = retried.current;
    retried.current = null;
    let isAwaited = true;
    (after ? retryScreen(area, path, after) : loadScreen(area, path)).then(
      () => isAwaited && draw(),
      (error: RemoteFailure) => {
        if (!isAwaited) return;
        console.error(`The ${area} area could not be shown`, error.cause ?? error);
        setFailure({ path, error });
        if (error.kind === 'broken') onCrash(error.cause, error.owner);
      },
    );
    return () => {
      isAwaited = false;
      setFailure(null);
    };
  }, [area, path, attempt, onCrash]);
  const retry = (after: RemoteFailure) => {
    retried.current = after;
    forgetScreen(path);
    begin();
  };
  return { Screen: loadedScreen(path), failure: failure?.path === path ? failure.error : undefined, retry, attempt };
}

/**
 * A screen of a remote. Whatever the remote does (missing, silent, corrupt, of another version, throwing while it draws)
 * costs this panel and nothing else; Retry loads it anew without a reload, a new release of it too. Another address of the
 * same path draws it no more than it asks for itself.
 */
export const RemoteScreen = memo(function RemoteScreen({ area, path }: ScreenRoute) {
  const [reportId, setReportId] = useState<string | null>(null);
  const onCrash = useCallback((error: unknown, owner: Area | 'host') => {
    setReportId(null);
    void reportCrash(owner, error).then(setReportId);
  }, []);
  const { Screen, failure, retry, attempt } = useScreen({ area, path }, onCrash);
  const failed = (error: RemoteFailure) => (
    <AreaFailure failure={error} reportId={reportId} onRetry={() => retry(error)} />
  );
  if (failure !== undefined) return failed(failure);
  if (!Screen) return <Spinner page />;
  return (
    <ErrorBoundary
      resetKeys={[path, attempt]}
      onError={(error) => onCrash(error, area)}
      fallbackRender={({ error }) => failed(new RemoteFailure(area, 'broken', { cause: error }))}
    >
      <Screen key={path} />
    </ErrorBoundary>
  );
});
