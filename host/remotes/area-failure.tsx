import { AlertIcon, Button, EmptyIcon, Panel, RetryIcon } from 'shared-ui';
import { AREA_NAMES, needsReload, type RemoteFailure } from './remote-failure';

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
  return (
    <Panel
      icon={<AlertIcon />}
      title={`The ${area} area could not be shown`}
      alerting
      actions={
        <>
          {!needsReload(failure) && (
            <Button tone="primary" icon={<RetryIcon />} onClick={onRetry}>
              Retry
            </Button>
          )}
          {(needsReload(failure) || failure.kind === 'other-platform') && (
            <Button
              {...(needsReload(failure) && { tone: 'primary' as const })}
              icon={<RetryIcon />}
              // What is typed elsewhere and not saved is asked about by the browser (leave-question).
              onClick={() => window.location.reload()}
            >
              Reload
            </Button>
          )}
        </>
      }
    >
      <p>{failure.message}</p>
      <p>The rest of the console still works.</p>
    </Panel>
  );
}
