import { AlertIcon, Button, EmptyIcon, Panel, RetryIcon } from 'shared-ui';
import { AREA_NAMES, type RemoteFailure } from './remote-failure';

/** The panel in place of an area's screen: which area, why, and what can be done about it. */
export function AreaFailure({ failure, onRetry }: { failure: RemoteFailure; onRetry: () => void }) {
  const area = AREA_NAMES[failure.area];
  if (failure.kind === 'not-deployed') {
    return (
      <Panel icon={<EmptyIcon />} title={area}>
        <p>{failure.message}</p>
      </Panel>
    );
  }
  // What this page began with cannot be mended in it.
  const needsReload = failure.kind === 'outdated' || failure.kind === 'unlisted';
  return (
    <Panel
      icon={<AlertIcon />}
      title={`The ${area} area could not be shown`}
      alerting
      actions={
        <Button tone="primary" icon={<RetryIcon />} onClick={needsReload ? () => window.location.reload() : onRetry}>
          {needsReload ? 'Reload' : 'Retry'}
        </Button>
      }
    >
      <p>{failure.message}</p>
      <p>The rest of the console works on.</p>
    </Panel>
  );
}
