import { Button, formatDateTime, LoadFailure, Spinner } from 'shared-ui';
import { listPasskeys, ownSecondFactor, removeSecondFactor, renewRecoveryCodes } from './account.api';
import { AppSetUp } from './app-set-up';
import { PasskeysSection } from './passkeys-section';
import type { OwnChanges } from './use-own-changes';

interface SecondFactorSectionProps {
  changes: OwnChanges;
  onCodes(codes: readonly string[]): void;
}

/** One's second factor: an app, passkeys, and the recovery codes. */
export function SecondFactorSection({ changes, onCodes }: SecondFactorSectionProps) {
  const { store, act, isBusy } = changes;
  const { data, error, refetch } = ownSecondFactor.useQuery();
  const passkeys = listPasskeys.useQuery();
  if (error && !data)
    return <LoadFailure message="Failed to load your second factor" error={error} onRetry={() => void refetch()} />;
  if (!data) return <Spinner />;
  const { app_since, recovery_codes_left, is_required } = data;
  const renew = () =>
    act(async () => {
      const made = await store.dispatch(renewRecoveryCodes.initiate(undefined, { track: false })).unwrap();
      onCodes(made.recovery_codes);
    });
  const remove = () =>
    act(() => store.dispatch(removeSecondFactor.initiate(undefined, { track: false })).unwrap(), {
      done: 'Second factor removed',
    });
  const hasFactor = app_since !== null || (passkeys.data?.total ?? 0) > 0;
  return (
    <>
      {app_since === null ? (
        <AppSetUp changes={changes} onCodes={onCodes} />
      ) : (
        <p>The code of an app is asked for at each login, since {formatDateTime(app_since)}.</p>
      )}
      <h4>Passkeys</h4>
      <PasskeysSection changes={changes} onCodes={onCodes} />
      {hasFactor && (
        <p>
          You have {recovery_codes_left} recovery {recovery_codes_left === 1 ? 'code' : 'codes'} left.
          {is_required && ' A group of yours has to have a second factor: without it you can do nothing but set it up.'}
        </p>
      )}
      <div className="account-actions">
        {hasFactor && (
          <Button disabled={isBusy} onClick={() => void renew()}>
            New Recovery Codes
          </Button>
        )}
        {app_since !== null && (
          <Button tone="danger" disabled={isBusy} onClick={() => void remove()}>
            Remove App
          </Button>
        )}
      </div>
    </>
  );
}
