import { Alert, Button } from 'shared-ui';
import { AREA_NAMES, type RemoteFailure } from './remote-failure';

/** The panel in place of an area's screen: which area, why, and what can be done about it. */
export function AreaFailure({ failure, onRetry }: { failure: RemoteFailure; onRetry: () => void }) {
  if (failure.kind === 'not-deployed') {
    return (
      <Alert type="info" title={AREA_NAMES[failure.area]}>
        {failure.message}
      </Alert>
    );
  }
  const outdated = failure.kind === 'outdated';
  return (
    <Alert
      type="error"
      title={`The ${AREA_NAMES[failure.area]} area could not be shown`}
      actions={
        <Button onClick={outdated ? () => window.location.reload() : onRetry}>{outdated ? 'Reload' : 'Retry'}</Button>
      }
    >
      {failure.message} The rest of the console works on.
    </Alert>
  );
}
