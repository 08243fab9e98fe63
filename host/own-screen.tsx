import { useEffect, useReducer, useState, type ComponentType } from 'react';
import { AlertIcon, Button, fetchEarly, Panel, RetryIcon, Spinner } from 'shared-ui';
import { reasonOfPart } from './remotes/failure-reason';

const load = () => import(/* webpackChunkName: 'activity' */ './activity/activity.screen');

/** Fetches the host's own screen ahead of its use; when that fails, its use says so. */
export const preloadOwnScreen = fetchEarly(load);

interface Failure {
  reason: string;
  needsReload: boolean;
}

/** Activity, the host's own screen beside the dashboard, as soon as its code is there; why it is not, and the way to ask anew. */
export function OwnScreen() {
  const [Screen, setScreen] = useState<ComponentType | null>(null);
  const [failure, setFailure] = useState<Failure | null>(null);
  const [attempt, again] = useReducer((count: number) => count + 1, 0);
  useEffect(() => {
    let isAwaited = true;
    load().then(
      (loaded) => isAwaited && setScreen(() => loaded.default),
      async (error: unknown) => {
        console.error('Activity could not be loaded', error);
        const found = await reasonOfPart(error).catch(() => null);
        if (isAwaited) setFailure(found ?? { reason: '', needsReload: false });
      },
    );
    return () => {
      isAwaited = false;
    };
  }, [attempt]);
  const retry = () => {
    setFailure(null);
    again();
  };
  if (Screen) return <Screen />;
  if (!failure) return <Spinner page />;
  return (
    <Panel
      icon={<AlertIcon />}
      title="Activity could not be shown"
      alerting
      actions={
        failure.needsReload ? (
          <Button tone="primary" onClick={() => window.location.reload()}>
            Reload
          </Button>
        ) : (
          <Button tone="primary" icon={<RetryIcon />} onClick={retry}>
            Retry
          </Button>
        )
      }
    >
      {failure.reason && <p>{failure.reason}</p>}
      <p>The rest of the console still works.</p>
    </Panel>
  );
}
