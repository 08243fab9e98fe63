import { useEffect, useReducer, useState, type ComponentType } from 'react';
import { AlertIcon, Button, fetchEarly, Panel, Spinner, type PartFailure } from 'shared-ui';
import { reasonOfPart } from './remotes/failure-reason';

const load = () => import(/* webpackChunkName: 'activity' */ './activity/activity.screen');

/** Fetches the host's own screen ahead of its use; when that fails, its use says so. */
export const preloadOwnScreen = fetchEarly(load);

/** Activity, the host's own screen beside the dashboard, as soon as its code is there; why it is not, and the way to ask anew. */
export function OwnScreen() {
  const [Screen, setScreen] = useState<ComponentType | null>(null);
  const [failure, setFailure] = useState<PartFailure | null>(null);
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
      setFailure(null);
    };
  }, [attempt]);
  if (Screen) return <Screen />;
  if (!failure) return <Spinner page />;
  const { reason, needsReload } = failure;
  return (
    <Panel
      icon={<AlertIcon />}
      title="Activity could not be shown"
      alerting
      actions={
        <Button tone="primary" onClick={needsReload ? () => window.location.reload() : again}>
          {needsReload ? 'Reload' : 'Retry'}
        </Button>
      }
    >
      <p>{reason}</p>
    </Panel>
  );
}
