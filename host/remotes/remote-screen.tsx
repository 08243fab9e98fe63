import { memo, useCallback, useState } from 'react';
import { ErrorBoundary } from 'react-error-boundary';
import { reportCrash } from 'shared-auth/host';
import { Spinner, useLoading, type ScreenPath } from 'shared-ui';
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
 * A screen of a remote. Whatever the remote does (missing, late, corrupt, of another version, throwing while it renders)
 * costs this panel and nothing else; Retry loads it again without a reload, a new release of it too. Another address of the
 * same path renders it no more than it asks for itself.
 */
export const RemoteScreen = memo(function RemoteScreen({ area, path }: ScreenRoute) {
  const [reportId, setReportId] = useState<string | null>(null);
  const onCrash = useCallback((error: unknown, owner: Area | 'host') => {
    setReportId(null);
    void reportCrash(owner, error).then(setReportId);
  }, []);
  const Screen = loadedScreen(path);
  const { failure, retry, attempt } = useLoading<RemoteFailure>({
    key: path,
    isDone: Screen !== undefined,
    load: (after) => (after ? retryScreen(area, path, after) : loadScreen(area, path)),
    explain: (cause) => {
      const error = cause as RemoteFailure;
      console.error(`The ${area} area could not be shown`, error.cause ?? error);
      if (error.kind === 'broken') onCrash(error.cause, error.owner);
      return error;
    },
  });
  const onRetry = (error: RemoteFailure) => {
    forgetScreen(path);
    retry(error);
  };
  const failed = (error: RemoteFailure) => (
    <AreaFailure failure={error} reportId={reportId} onRetry={() => onRetry(error)} />
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
