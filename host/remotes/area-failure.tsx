import { requestIdOf } from 'shared-auth';
import { AlertIcon, Button, EmptyIcon, Panel, RequestId, RetryIcon } from 'shared-ui';
import { AREA_NAMES, needsReload, type RemoteFailure } from './remote-failure';

interface AreaFailureProps {
  failure: RemoteFailure;
  /** The id under which the crash of its screen was reported, if it was. */
  reportId: string | null;
  onRetry: () => void;
}

/** The panel in place of an area's screen: which area, why, and what can be done about it. */
export function AreaFailure({ failure, reportId, onRetry }: AreaFailureProps) {
  const area = AREA_NAMES[failure.area];
  if (failure.kind === 'not-deployed') {
    return (
      <Panel icon={<EmptyIcon />} title={area}>
        <p>{failure.message}</p>
      </Panel>
    );
  }
  const onlyReload = needsReload(failure);
  return (
    <Panel
      icon={<AlertIcon />}
      title={`The ${area} area could not be shown`}
      alerting
      actions={
        <>
          {!onlyReload && (
            <Button tone="primary" icon={<RetryIcon />} onClick={onRetry}>
              Retry
            </Button>
          )}
          {(onlyReload || failure.kind === 'other-platform') && (
            // Unsaved text elsewhere is asked about by the browser (leave-question).
            <Button {...(onlyReload && { tone: 'primary' as const })} onClick={() => window.location.reload()}>
              Reload
            </Button>
          )}
        </>
      }
    >
      <p>{failure.message}</p>
      <p>The rest of the console still works.</p>
      <RequestId id={reportId ?? requestIdOf(failure)} />
    </Panel>
  );
}
